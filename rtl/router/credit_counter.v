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
    reg                   roomy_q, roomy_d;

    wire                  touched = |(credit_i | spend_i);
    reg [COUNT_W-1:0]     count;
    reg                   fault;
    integer               v;

    assign available_o = available_q;
    assign roomy_o     = roomy_q;

    always @* begin
        v           = 0;
        count_d     = count_q;
        room_d      = room_q;
        available_d = available_q;
        roomy_d     = roomy_q;
        count       = {COUNT_W{1'b0}};
        fault       = 1'b0;
        if (touched) begin
            room_d = room_q - {{(ROOM_W-1){1'b0}}, |spend_i};
            for (v = 0; v < VCS; v = v + 1) begin
                room_d = room_d + {{(ROOM_W-1){1'b0}}, credit_i[v]};
                count  = count_q[v*COUNT_W +: COUNT_W];
                fault  = fault || (credit_i[v] && count == FULL)
                               || (spend_i[v] && !credit_i[v] && !available_q[v]);
                count  = count + {{(COUNT_W){spend_i[v] && !credit_i[v]}}}
                               + {{(COUNT_W-1){1'b0}}, credit_i[v] && !spend_i[v]};
                count_d[v*COUNT_W +: COUNT_W] = count;
                available_d[v]                = |count;
            end
            roomy_d = (room_d >= HALF);
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
            roomy_q     <= roomy_d;
        end
    end

    `REQUIRE(!fault, "one credit for each flit that went out, and a credit for each that goes")
`ifdef FORMAL
    `REQUIRE((spend_i & (spend_i - 1'b1)) == {VCS{1'b0}}, "one flit a cycle")

    // Against what really is on its way or stored downstream, per VC.
    wire [VCS*8-1:0] f_free;
    reg  [15:0]      f_sum;
    integer          f_v;
    genvar           f;
    generate
        for (f = 0; f < VCS; f = f + 1) begin : g_outstanding
            reg [7:0] f_out_q;
            always @(posedge clk_i) begin
                if (rst_i) f_out_q <= 8'd0;
                else f_out_q <= f_out_q + spend_i[f] - credit_i[f];
            end
            assign f_free[f*8 +: 8] = DEPTH - f_out_q;
            `ENSURE(f_out_q <= DEPTH, "never more flits than places")
            `ENSURE(count_q[f*COUNT_W +: COUNT_W] == DEPTH - f_out_q, "a credit per free place")
            `ENSURE(available_q[f] == (f_out_q != DEPTH), "available tells whether one is there")
        end
    endgenerate
    always @* begin
        f_sum = 16'd0;
        for (f_v = 0; f_v < VCS; f_v = f_v + 1) f_sum = f_sum + f_free[f_v*8 +: 8];
    end
    `ENSURE(room_q == f_sum, "room is the sum")
    `ENSURE(roomy_q == (2 * f_sum >= VCS * DEPTH), "roomy from half of the room on")
`endif

endmodule

`default_nettype wire
