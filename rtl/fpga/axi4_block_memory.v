// axi4_block_memory.v - a memory in block RAM as an AXI4 subordinate, for axi4_slot_manager.
//
// It answers one write and one read at a time, in the order of the requests, each OKAY. Bursts are
// INCR with beats as wide as the bus, and stay inside the memory; bits above it are ignored.
// Timing: AW is taken in a cycle t in which no write is held; the beats of W, one a cycle, from
// t + 1 on; B is valid in the cycle after the last beat, and the next AW can be taken in the cycle
// after B has been. AR is taken in a cycle t in which no read is held; the first beat is on R in
// t + 2, then one a cycle; the next AR can be taken in the cycle in which the last beat is first
// on R.
// docs/fpga.md; Arm IHI 0022. Mirrored by model/axi/axi4_block_memory.h.

`default_nettype none

module axi4_block_memory #(
    parameter DATA_W = 64,  // 32 .. 512, a power of two
    parameter ADDR_W = 32,
    parameter ID_W   = 6,
    parameter WORD_W = 9    // logarithm of the beats that it holds
) (
    input  wire                clk_i,
    input  wire                rst_i,

    input  wire                awvalid_i,
    input  wire [ID_W-1:0]     awid_i,
    /* verilator lint_off UNUSEDSIGNAL */  // bits above the memory, and those inside a beat
    input  wire [ADDR_W-1:0]   awaddr_i,
    /* verilator lint_on UNUSEDSIGNAL */
    output wire                awready_o,
    input  wire                wvalid_i,
    input  wire [DATA_W-1:0]   wdata_i,
    input  wire [DATA_W/8-1:0] wstrb_i,
    input  wire                wlast_i,
    output wire                wready_o,
    output wire                bvalid_o,
    output wire [ID_W-1:0]     bid_o,
    input  wire                bready_i,
    input  wire                arvalid_i,
    input  wire [ID_W-1:0]     arid_i,
    /* verilator lint_off UNUSEDSIGNAL */  // as of AW
    input  wire [ADDR_W-1:0]   araddr_i,
    /* verilator lint_on UNUSEDSIGNAL */
    input  wire [7:0]          arlen_i,
    output wire                arready_o,
    output wire                rvalid_o,
    output wire [ID_W-1:0]     rid_o,
    output wire [DATA_W-1:0]   rdata_o,
    output wire                rlast_o,
    input  wire                rready_i
);

    localparam BYTE_W = $clog2(DATA_W / 8);

    reg  [DATA_W-1:0] memory_q [0:(1 << WORD_W)-1];

    // Writes
    reg               write_q;  // one is held: it has beats to come, or B
    reg               b_q;
    reg  [ID_W-1:0]   b_id_q;
    reg  [WORD_W-1:0] write_word_q;
    wire              takes_beat = write_q && !b_q && wvalid_i;

    always @(posedge clk_i) begin
        if (rst_i) begin
            write_q <= 1'b0;
            b_q     <= 1'b0;
        end else if (!write_q) begin
            write_q <= awvalid_i;
        end else if (!b_q) begin
            b_q <= wvalid_i && wlast_i;
        end else if (bready_i) begin
            write_q <= 1'b0;
            b_q     <= 1'b0;
        end
        if (!write_q) begin
            b_id_q       <= awid_i;
            write_word_q <= awaddr_i[BYTE_W +: WORD_W];
        end else if (takes_beat) begin
            write_word_q <= write_word_q + 1'b1;
        end
    end

    integer lane;
    always @(posedge clk_i) begin
        for (lane = 0; lane < DATA_W / 8; lane = lane + 1) begin
            if (takes_beat && wstrb_i[lane]) begin
                memory_q[write_word_q][8*lane +: 8] <= wdata_i[8*lane +: 8];
            end
        end
    end

    // Reads
    reg               read_q;   // one is held: beats have not been on R
    reg  [ID_W-1:0]   read_id_q;
    reg  [WORD_W-1:0] read_word_q;
    reg  [7:0]        left_q;   // of them, less one
    reg               r_q;
    reg  [ID_W-1:0]   r_id_q;
    reg  [DATA_W-1:0] r_data_q;
    reg               r_last_q;
    wire              shows_beat = read_q && (!r_q || rready_i);
    wire              is_last    = (left_q == 8'd0);

    always @(posedge clk_i) begin
        if (rst_i) begin
            read_q <= 1'b0;
            r_q    <= 1'b0;
        end else begin
            read_q <= read_q ? !(shows_beat && is_last) : arvalid_i;
            r_q    <= shows_beat || (r_q && !rready_i);
        end
        if (!read_q) begin
            read_id_q   <= arid_i;
            read_word_q <= araddr_i[BYTE_W +: WORD_W];
            left_q      <= arlen_i;
        end else if (shows_beat) begin
            read_word_q <= read_word_q + 1'b1;
            left_q      <= left_q - 8'd1;
        end
        if (shows_beat) begin
            r_id_q   <= read_id_q;
            r_last_q <= is_last;
        end
    end

    always @(posedge clk_i) begin
        if (shows_beat) r_data_q <= memory_q[read_word_q];
    end

    assign awready_o = !write_q;
    assign wready_o  = write_q && !b_q;
    assign bvalid_o  = b_q;
    assign bid_o     = b_id_q;
    assign arready_o = !read_q;
    assign rvalid_o  = r_q;
    assign rid_o     = r_id_q;
    assign rdata_o   = r_data_q;
    assign rlast_o   = r_last_q;

endmodule

`default_nettype wire
