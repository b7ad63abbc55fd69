// collector.v - assembles the flits of one channel into packets for the message unit.
//
// A complete packet becomes the presented packet when there is none, or when the message unit takes
// it in this cycle. While the assembling packet is incomplete, or moves, it takes the front flit of
// the entry buffer or, if the buffer is empty, the flit on the pins; the credit of the flit is on
// the pins in the next cycle. Packets thus pass without a pause. Two whole packets and DEPTH flits
// behind them can wait.
// docs/timing.md, section 8.3. Mirrored by model/coprocessor/collector.h.

`default_nettype none
`include "check.vh"

module collector #(
    parameter DATA_W = 16,  // bits of a flit: 8, 16, 32 or 64
    parameter DEPTH  = 12,  // flits of the entry buffer, 1 .. 64
    // Derived, do not override.
    parameter FLIT_W = DATA_W + 2
) (
    input  wire              clk_i,
    input  wire              rst_i,
    input  wire              enable_i,

    // Upstream
    input  wire              in_valid_i,
    input  wire [FLIT_W-1:0] in_flit_i,
    output wire              in_credit_o,

    // To the message unit, from registers
    output wire              packet_valid_o,
    output wire [159:0]      packet_o,
    input  wire              take_i,

    // Status, from registers
    output wire              idle_o  // no flit is here
);

    generate
        if (DATA_W != 8 && DATA_W != 16 && DATA_W != 32 && DATA_W != 64) begin : g_bad_data_w
            ERROR_collector_DATA_W_must_be_8_16_32_or_64 u_error ();
        end
    endgenerate

    localparam               FLITS     = (160 + DATA_W - 1) / DATA_W;
    localparam               PADDED_W  = FLITS * DATA_W;
    localparam               COUNT_W   = $clog2(FLITS + 1);
    localparam [COUNT_W-1:0] ALL       = FLITS[COUNT_W-1:0];
    localparam [COUNT_W-1:0] NONE      = {COUNT_W{1'b0}};

    reg                 in_credit_q;
    reg  [COUNT_W-1:0]  flits_q;       // of the assembling packet
    reg  [PADDED_W-1:0] assembling_q;  // flits come in from above
    reg                 presents_q;
    reg  [159:0]        presented_q;   // the presented packet

    wire                stored;     // the entry buffer is not empty
    wire [FLIT_W-1:0]   front;
    // verilator lint_off UNUSEDSIGNAL
    (* unused *) wire   no_side;    // what the buffer can do beyond this
    (* unused *) wire   last;
    // verilator lint_on UNUSEDSIGNAL

    wire                complete = flits_q == ALL;
    wire                moves    = enable_i && complete && (!presents_q || take_i);
    wire                accepts  = enable_i && (!complete || moves);
    wire                takes    = accepts && (stored || in_valid_i);
    wire [FLIT_W-1:0]   flit     = stored ? front : in_flit_i;

    flit_buffer #(
        .VCS    (1),
        .DEPTH  (DEPTH),
        .WORD_W (FLIT_W),
        .SIDE_W (1)
    ) u_buffer (
        .clk_i       (clk_i),
        .rst_i       (rst_i),
        .enable_i    (enable_i),
        .arrive_i    (in_valid_i),
        .arrive_vc_i (1'b0),
        .word_i      (in_flit_i),
        .side_i      (1'b0),
        .read_vc_i   (1'b0),
        .front_o     (front),
        .behind_o    (no_side),
        .leave_i     (takes),
        .nonempty_o  (stored),
        .last_o      (last)
    );

    always @(posedge clk_i) begin
        if (rst_i) begin
            in_credit_q <= 1'b0;
            flits_q     <= NONE;
            presents_q     <= 1'b0;
        end else if (enable_i) begin
            in_credit_q <= takes;
            if (takes) flits_q <= (moves ? NONE : flits_q) + 1'b1;
            else if (moves) flits_q <= NONE;
            if (moves)       presents_q <= 1'b1;
            else if (take_i) presents_q <= 1'b0;
        end
    end
    always @(posedge clk_i) begin
        if (takes) assembling_q <= {flit[DATA_W-1:0], assembling_q[PADDED_W-1:DATA_W]};
        if (moves) presented_q  <= assembling_q[159:0];
    end

    assign in_credit_o    = in_credit_q;
    assign packet_valid_o = presents_q;
    assign packet_o       = presented_q;
    assign idle_o         = !stored && flits_q == NONE && !presents_q;

    wire head_fits = flit[DATA_W] == (moves || flits_q == NONE);
    wire tail_fits = flit[DATA_W+1] == (!moves && flits_q == ALL - 1'b1);
`ifdef FORMAL
    `ENSURE(packets_come_whole_out_of_the_entry_buffer, !takes || (head_fits && tail_fits))
`else
    `REQUIRE(a_packet_begins_with_its_head, !takes || head_fits)
    `REQUIRE(a_packet_has_all_its_flits, !takes || tail_fits)
`endif
    `REQUIRE(take_only_a_packet_that_is_there, !(enable_i && take_i && !presents_q))
`ifdef FORMAL
    // A packet has 20 bytes. The neighbours count the same flits in and packets out.
    localparam         F_FLITS = (20 * 8 + DATA_W - 1) / DATA_W;
    localparam [7:0]   F_ALL   = F_FLITS;
    reg  [7:0]         f_credits_q;   // of the sender
    reg  [7:0]         f_inside_q;    // flits
    reg  [7:0]         f_place_q;     // of the next flit in its packet
    wire               f_takes_packet = enable_i && take_i;
    `REQUIRE(a_flit_for_each_credit, !in_valid_i || f_credits_q != 8'd0 || in_credit_q)
    `REQUIRE(head_and_tail_where_they_belong,
            !in_valid_i || in_flit_i[DATA_W+1:DATA_W] ==
                            {f_place_q == F_ALL - 8'd1, f_place_q == 8'd0})
    `REQUIRE(the_last_flit_is_filled_with_zeros,
            !in_valid_i || F_FLITS * DATA_W == 160 || f_place_q != F_ALL - 8'd1
            || in_flit_i[DATA_W-1:DATA_W/2] == 0)
    always @(posedge clk_i) begin
        if (rst_i) begin
            f_credits_q <= DEPTH;
            f_inside_q  <= 8'd0;
            f_place_q   <= 8'd0;
        end else if (enable_i) begin
            f_credits_q <= f_credits_q + in_credit_q - in_valid_i;
            f_inside_q  <= f_inside_q + in_valid_i - (f_takes_packet ? F_ALL : 8'd0);
            if (in_valid_i) f_place_q <= (f_place_q == F_ALL - 8'd1) ? 8'd0 : f_place_q + 8'd1;
        end
    end
    `ENSURE(a_packet_is_presented_when_all_of_it_is_here, !presents_q || f_inside_q >= F_ALL)
    `ENSURE(no_more_than_there_is_room_for, f_inside_q <= DEPTH + 2 * F_ALL)
    `ENSURE(idle_means_that_no_flit_is_here, idle_o == (f_inside_q == 8'd0))

    // Follow any flit until its packet is taken: it is in order and in its place.
    (* anyseq, keep *) wire f_pick;
    reg                f_watching_q;
    reg  [7:0]         f_ahead_q;     // flits here before it, that are not of its packet
    reg  [7:0]         f_at_q;        // its place in its packet
    reg  [DATA_W-1:0]  f_data_q;
    always @(posedge clk_i) begin
        if (rst_i) begin
            f_watching_q <= 1'b0;
        end else if (enable_i) begin
            if (f_watching_q) begin
                if (f_takes_packet) f_ahead_q <= f_ahead_q - F_ALL;
                if (f_takes_packet && f_ahead_q == 8'd0) f_watching_q <= 1'b0;
            end else if (f_pick && in_valid_i) begin
                f_watching_q <= 1'b1;
                f_ahead_q    <= f_inside_q - f_place_q - (f_takes_packet ? F_ALL : 8'd0);
                f_at_q       <= f_place_q;
                f_data_q     <= in_flit_i[DATA_W-1:0];
            end
        end
    end
    wire [F_FLITS*DATA_W-1:0] f_shown = {32'd0, presented_q};
    `ENSURE(each_flit_in_its_place,
            !(f_watching_q && presents_q && f_ahead_q == 8'd0)
            || f_shown[f_at_q*DATA_W +: DATA_W] == f_data_q)
`endif

endmodule

`default_nettype wire
