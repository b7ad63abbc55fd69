// traffic_sink.v - checks every bit of the arriving flits, and counts packets and latencies.
//
// A flit on the pins in an enabled cycle is consumed in that cycle, and its credit is on the pins
// in the next (docs/timing.md, 5: a sink that does not stall). Three steps follow: the sink holds
// the flit, compares it with the expected one (traffic_source.v), and counts it. The latency is the
// time of the tail minus the time in the head; it counts if the head is marked as measured.
//
// Block RAM holds the bins of latencies: bin 255 has those of 255 cycles and more. A reset clears
// them in 256 cycles. No mirror: the model's statistics are model/statistics/collector.h.

`default_nettype none

module traffic_sink #(
    parameter DATA_W = 32,  // as of traffic_source
    parameter ADDR_W = 6,
    parameter VCS    = 4,
    // Derived, do not override.
    parameter SPARE  = DATA_W - 2 * ADDR_W - 3,
    parameter TIME_W = (SPARE > 16) ? 16 : SPARE,
    parameter VC_W   = (VCS > 1) ? $clog2(VCS) : 1
) (
    input  wire              clk_i,
    input  wire              rst_i,
    input  wire              enable_i,
    input  wire [ADDR_W-1:0] node_i,
    input  wire              measured_i,  // flits of this cycle are counted
    input  wire [TIME_W-1:0] time_i,
    input  wire [7:0]        length_i,    // flits of a packet

    // Counters
    output wire [31:0]       packets_o,   // measured ones
    output wire [31:0]       flits_o,     // of measured cycles
    output wire [47:0]       latency_o,   // sum
    output wire [TIME_W-1:0] slowest_o,
    output wire              wrong_o,     // a bit, a length or an order was
    input  wire [7:0]        bin_i,
    output wire [31:0]       bin_o,       // 3 cycles behind bin_i, while no packet is counted

    // Channel from the router
    input  wire              in_valid_i,
    input  wire [VC_W-1:0]   in_vc_i,
    input  wire [DATA_W+1:0] in_flit_i,
    output wire [VCS-1:0]    in_credit_o
);

    localparam STAMP  = 2 * ADDR_W + 2;  // measured, and time above it
    localparam HEAD_W = STAMP + 1 + TIME_W;
    localparam FILLS  = (DATA_W > HEAD_W) ? DATA_W - HEAD_W : 1;

`include "head_checksum.vh"

    reg  [31:0]             packets_q;
    reg  [31:0]             flits_q;
    reg  [47:0]             sum_q;
    reg  [TIME_W-1:0]       slowest_q;
    reg                     wrong_q;
    reg  [31:0]             bin_q;

    // Step 1 stores the flit.
    reg              valid_q;
    reg [VC_W-1:0]   vc_q;
    reg [DATA_W+1:0] flit_q;
    reg [TIME_W-1:0] time_q;
    reg              measured_q;
    reg [VCS-1:0]    credit_q;
    integer          i;

    always @(posedge clk_i) begin
        valid_q    <= in_valid_i && enable_i && !rst_i;
        vc_q       <= in_vc_i;
        flit_q     <= in_flit_i;
        time_q     <= time_i;
        measured_q <= measured_i;
        if (rst_i) credit_q <= {VCS{1'b0}};
        else if (enable_i) begin
            for (i = 0; i < VCS; i = i + 1) credit_q[i] <= in_valid_i && in_vc_i == i[VC_W-1:0];
        end
    end

    assign in_credit_o = credit_q;

    // Step 2 compares it.
    reg  [VCS-1:0]    open_q;               // the tail is to come
    reg  [DATA_W-1:0] words_q  [0:VCS-1];     // the last flit
    reg  [TIME_W:0]   stamps_q [0:VCS-1];     // of the head
    reg  [7:0]        rest_q   [0:VCS-1];     // flits to come
    wire              tail   = flit_q[DATA_W+1];
    wire              head   = flit_q[DATA_W];
    wire [DATA_W-1:0] word   = flit_q[DATA_W-1:0];
    wire [DATA_W-1:0] old    = words_q[vc_q];
    wire              open   = open_q[vc_q];
    wire [7:0]        left   = (open ? rest_q[vc_q] : length_i) - 8'd1;
    wire [TIME_W:0]   stamp  = open ? stamps_q[vc_q] : word[STAMP +: TIME_W + 1];
    wire [HEAD_W+FILLS-1:0] right = {head_checksum(word[HEAD_W-1:0]), word[HEAD_W-1:0]};
    wire              strange = open ? word != {!old[0], old[DATA_W-1:1]}
                                     : word != right[DATA_W-1:0] || word[0 +: ADDR_W] != node_i
                                       || word[ADDR_W +: 2] != 2'b00;

    wire              unused = &{1'b0, right};

    reg               flit2_q;
    reg               done_q;
    reg  [TIME_W-1:0] latency_q;

    always @(posedge clk_i) begin
        if (valid_q) begin
            words_q[vc_q]  <= word;
            stamps_q[vc_q] <= stamp;
            rest_q[vc_q]   <= left;
        end
        latency_q <= time_q - stamp[TIME_W:1];
        flit2_q   <= valid_q && measured_q && !rst_i;
        done_q    <= valid_q && tail && stamp[0] && !rst_i;
        if (rst_i) begin
            open_q  <= {VCS{1'b0}};
            wrong_q <= 1'b0;
        end else if (valid_q) begin
            open_q[vc_q] <= !tail;
            wrong_q      <= wrong_q || strange || head == open || tail != (left == 8'd0);
        end
    end

    // Step 3 counts it.
    always @(posedge clk_i) begin
        if (rst_i) begin
            packets_q <= 32'd0;
            flits_q   <= 32'd0;
            sum_q <= 48'd0;
            slowest_q <= {TIME_W{1'b0}};
        end else begin
            packets_q <= packets_q + {31'd0, done_q};
            flits_q   <= flits_q + {31'd0, flit2_q};
            if (done_q) sum_q <= sum_q + {{(48-TIME_W){1'b0}}, latency_q};
            if (done_q && latency_q > slowest_q) slowest_q <= latency_q;
        end
    end

    // Histogram: step 3 reads it and step 4 writes it. A count that is read in the cycle of its
    // write bypasses the memory.
    reg  [31:0] bins_q [0:255];
    reg         clear_q;
    reg  [7:0]  place_q;    // of step 4, or to be cleared
    reg         count_q;
    reg         past_q;     // the value is in last_q
    reg  [31:0] read_q;
    reg  [31:0] last_q;
    wire [16:0] wide  = {{(17-TIME_W){1'b0}}, latency_q};
    wire [7:0]  bin   = (|wide[16:8]) ? 8'd255 : wide[7:0];
    wire [31:0] next  = clear_q ? 32'd0 : (past_q ? last_q : read_q) + 32'd1;

    always @(posedge clk_i) begin
        if (clear_q || count_q) bins_q[place_q] <= next;
        read_q <= bins_q[done_q ? bin : bin_i];
    end
    always @(posedge clk_i) begin
        last_q <= next;
        past_q <= count_q && place_q == bin;
        if (!done_q && !count_q) bin_q <= read_q;
        if (rst_i) begin
            clear_q <= 1'b1;
            count_q <= 1'b0;
            place_q <= 8'd0;
        end else if (clear_q) begin
            clear_q <= (place_q != 8'd255);
            place_q <= place_q + 8'd1;
        end else begin
            count_q <= done_q;
            place_q <= bin;
        end
    end
    assign packets_o   = packets_q;
    assign flits_o     = flits_q;
    assign latency_o   = sum_q;
    assign slowest_o   = slowest_q;
    assign wrong_o     = wrong_q;
    assign bin_o       = bin_q;

endmodule

`default_nettype wire
