// credit_counter.v - credits of the virtual channels of one output port.
//
// A credit stands for a free place in the buffer downstream. A credit that comes in cycle t
// is in the registers in cycle t+1; the output unit adds those of cycle t itself. Besides
// the counts it keeps what is asked of them every cycle as flags: which VCs have a credit,
// and whether half of the room of the port is free.
//
// Dally & Towles, chapter 13 (credit-based flow control).
// Mirrored by the credits of model/router/.

`default_nettype none
`include "check.vh"

module credit_counter #(
    parameter VCS   = 4,  // virtual channels, 1 .. 16
    parameter DEPTH = 4   // credits per VC after reset, 1 .. 64
) (
    input  wire           clk_i,
    input  wire           rst_i,

    input  wire [VCS-1:0] credit_i,     // a place became free
    input  wire [VCS-1:0] spend_i,      // a flit goes out, one-hot or zero

    // From registers
    output wire [VCS-1:0] available_o,  // the VC has a credit
    output wire           roomy_o       // 2 * credits of the port >= VCS * DEPTH
);

    generate
        if (VCS < 1 || VCS > 16) begin : g_bad_vcs
            ERROR_credit_counter_VCS_must_be_1_to_16 u_error ();
        end
        if (DEPTH < 1 || DEPTH > 64) begin : g_bad_depth
            ERROR_credit_counter_DEPTH_must_be_1_to_64 u_error ();
        end
    endgenerate

    localparam               COUNT_W  = $clog2(DEPTH + 1);
    localparam               ROOM_W   = $clog2(VCS * DEPTH + 1);
    localparam               ROOM_INT = VCS * DEPTH;
    localparam               HALF_INT = (VCS * DEPTH + 1) / 2;
    localparam [COUNT_W-1:0] FULL     = DEPTH[COUNT_W-1:0];
    localparam [ROOM_W-1:0]  ROOM     = ROOM_INT[ROOM_W-1:0];
    localparam [ROOM_W-1:0]  HALF     = HALF_INT[ROOM_W-1:0];

    reg [VCS*COUNT_W-1:0] count_q, count_d;
    reg [ROOM_W-1:0]      room_q, room_d;
    reg [VCS-1:0]         available_q, available_d;
    reg                   roomy_q;

    wire                  touched = |(credit_i | spend_i);
    reg [COUNT_W-1:0]     count;
    reg                   overflow;
    integer               v;

    assign available_o = available_q;
    assign roomy_o     = roomy_q;

    always @* begin
        v           = 0;
        count_d     = count_q;
        room_d      = room_q;
        available_d = available_q;
        count       = {COUNT_W{1'b0}};
        overflow    = 1'b0;
        if (touched) begin
            if (|spend_i) room_d = room_d - 1'b1;
            for (v = 0; v < VCS; v = v + 1) begin
                if (credit_i[v] || spend_i[v]) begin
                    count = count_q[v*COUNT_W +: COUNT_W];
                    if (credit_i[v]) begin
                        overflow = overflow || (count == FULL);
                        room_d   = room_d + 1'b1;
                    end
                    if (credit_i[v] != spend_i[v]) begin
                        count = credit_i[v] ? count + 1'b1 : count - 1'b1;
                        count_d[v*COUNT_W +: COUNT_W] = count;
                        available_d[v] = (count != {COUNT_W{1'b0}});
                    end
                end
            end
        end
    end

    always @(posedge clk_i) begin
        if (rst_i) begin
            count_q     <= {VCS{FULL}};
            room_q      <= ROOM;
            available_q <= {VCS{1'b1}};
            roomy_q     <= 1'b1;
        end else if (touched) begin
            count_q     <= count_d;
            room_q      <= room_d;
            available_q <= available_d;
            roomy_q     <= (room_d >= HALF);
        end
    end

    `REQUIRE(!overflow, "a credit for each flit that went out, not more")
    `REQUIRE((spend_i & ~available_q & ~credit_i) == {VCS{1'b0}}, "spend only a credit that is there")
    `REQUIRE((spend_i & (spend_i - 1'b1)) == {VCS{1'b0}}, "one flit a cycle")

endmodule

`default_nettype wire
