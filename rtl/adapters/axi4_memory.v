// axi4_memory.v - connects the co-processor's memory port to an AXI4 bus, as a manager.
//
// Each request becomes a transfer of one beat of 8 bytes. Reads and writes proceed independently,
// with up to READS and WRITES of them waiting for a response. All transfers have the same ID, so
// responses arrive in order. AXI4 leaves the order of reads and writes open; the module makes
// requests take effect in the order in which it took them:
//  - a write with the fence is sent only when all earlier writes have their responses, and the
//    module takes it from the co-processor only when its own response has come;
//  - a read waits for the response of an earlier write to the same word, and a write for a read.
// The default of CACHE (not bufferable) asks the memory itself for the response, so
// every reader sees the word once the response is there.
//
// A request taken in cycle t is on the bus in t + 2 at the earliest. Data on the bus in cycle t is
// on memory_data_o in t + 1. Registers or constants drive all outputs except memory_ready_o, which
// falls in the cycle in which a fence comes. enable_i stops the co-processor's side only; the bus
// has no such pin and continues.
// docs/timing.md, section 8.1; Arm IHI 0022 (AXI4). Mirrored by model/adapters/axi_memory.h.
// More than 30 ports: the bus has 35.

`default_nettype none
`include "check.vh"

module axi4_memory #(
    parameter READS  = 8,  // reads without a response, 1 .. 64
    parameter WRITES = 8,  // writes without a response, 1 .. 64
    parameter ID_W   = 1,  // bits of an ID, at least 1
    parameter ID     = 0,  // of all transfers
    parameter CACHE  = 2,  // AxCACHE, 2: normal memory, not cacheable, not bufferable
    parameter PROT   = 2   // AxPROT, 2: data, not secure, not privileged
) (
    input  wire            clk_i,
    input  wire            rst_i,
    input  wire            enable_i,  // low: this cycle does not count for the co-processor

    // The co-processor's memory port
    input  wire            memory_valid_i,
    input  wire            memory_write_i,
    input  wire            memory_fence_i,
    input  wire [31:0]     memory_address_i,  // a multiple of 8
    input  wire [63:0]     memory_data_i,
    input  wire [7:0]      memory_strobe_i,
    output wire            memory_ready_o,
    output wire            memory_response_o,
    output wire [63:0]     memory_data_o,

    // Write address
    output wire            axi_awvalid_o,
    output wire [ID_W-1:0] axi_awid_o,
    output wire [31:0]     axi_awaddr_o,
    output wire [7:0]      axi_awlen_o,
    output wire [2:0]      axi_awsize_o,
    output wire [1:0]      axi_awburst_o,
    output wire [3:0]      axi_awcache_o,
    output wire [2:0]      axi_awprot_o,
    input  wire            axi_awready_i,
    // Write data
    output wire            axi_wvalid_o,
    output wire [63:0]     axi_wdata_o,
    output wire [7:0]      axi_wstrb_o,
    output wire            axi_wlast_o,
    input  wire            axi_wready_i,
    // Write response
    input  wire            axi_bvalid_i,
    input  wire [ID_W-1:0] axi_bid_i,
    input  wire [1:0]      axi_bresp_i,
    output wire            axi_bready_o,
    // Read address
    output wire            axi_arvalid_o,
    output wire [ID_W-1:0] axi_arid_o,
    output wire [31:0]     axi_araddr_o,
    output wire [7:0]      axi_arlen_o,
    output wire [2:0]      axi_arsize_o,
    output wire [1:0]      axi_arburst_o,
    output wire [3:0]      axi_arcache_o,
    output wire [2:0]      axi_arprot_o,
    input  wire            axi_arready_i,
    // Read data
    input  wire            axi_rvalid_i,
    input  wire [ID_W-1:0] axi_rid_i,
    input  wire [63:0]     axi_rdata_i,
    input  wire [1:0]      axi_rresp_i,
    input  wire            axi_rlast_i,
    output wire            axi_rready_o,

    // Status. High for one cycle after a response SLVERR or DECERR, also while enable_i is low.
    output wire            read_error_o,
    output wire            write_error_o,
    output wire [31:0]     error_address_o,  // of the write if both fail
    output wire            idle_o            // nothing is under way
);

    generate
        if (ID_W < 1) begin : g_bad_id_w
            ERROR_axi4_memory_ID_W_must_be_at_least_1 u_error ();
        end
        if (CACHE < 0 || CACHE > 15) begin : g_bad_cache
            ERROR_axi4_memory_CACHE_must_be_0_to_15 u_error ();
        end
        if (PROT < 0 || PROT > 7) begin : g_bad_prot
            ERROR_axi4_memory_PROT_must_be_0_to_7 u_error ();
        end
    endgenerate

    localparam            ID_INT      = ID;
    localparam            CACHE_INT   = CACHE;
    localparam            PROT_INT    = PROT;
    localparam [ID_W-1:0] OUR_ID      = ID_INT[ID_W-1:0];
    localparam            REQUEST_W   = 1 + 29 + 64 + 8;
    localparam            READS_W     = $clog2(READS + 1);
    localparam            WRITES_W    = $clog2(WRITES + 1);
    localparam            READS_INT   = READS;
    localparam            WRITES_INT  = WRITES;
    localparam [WRITES_W-1:0] ONE_WRITE = 1;
    localparam [1:0]      INCREMENTING = 2'd1;
    localparam [2:0]      BYTES_8     = 3'd3;

    // A fenced write stays on the co-processor's pins until its response is here.
    localparam [1:0] NO_FENCE = 2'd0;  // requests are taken as they come
    localparam [1:0] WAIT     = 2'd1;  // the write on the pins is under way, the last of all
    localparam [1:0] DONE     = 2'd2;  // it has its response

    reg  [1:0]            fence_q;
    wire                  room;
    wire                  fence      = memory_write_i && memory_fence_i;
    wire                  take       = memory_valid_i && enable_i && room && fence_q == NO_FENCE;

    assign memory_ready_o = (fence_q == NO_FENCE) ? room && !fence : fence_q == DONE;

    // The next request
    wire                  request_valid;
    wire                  request_write;
    wire [28:0]           request_word;  // address of the word, in words
    wire [63:0]           request_data;
    wire [7:0]            request_strobe;
    wire                  issue_read;
    wire                  issue_write;

    skid_buffer #(
        .WIDTH(REQUEST_W)
    ) u_requests (
        .clk_i      (clk_i),
        .rst_i      (rst_i),
        .in_valid_i (take),
        .in_data_i  ({memory_write_i, memory_address_i[31:3], memory_data_i, memory_strobe_i}),
        .in_ready_o (room),
        .out_valid_o(request_valid),
        .out_data_o ({request_write, request_word, request_data, request_strobe}),
        .out_ready_i(issue_read || issue_write)
    );

    // Transactions in flight
    wire [READS_W-1:0]    reads;
    wire [WRITES_W-1:0]   writes;
    wire                  reads_match;
    wire                  writes_match;
    wire [28:0]           reads_front;
    wire [28:0]           writes_front;
    wire                  reads_full   = reads == READS_INT[READS_W-1:0];
    wire                  writes_full  = writes == WRITES_INT[WRITES_W-1:0];
    wire                  writes_empty = writes == {WRITES_W{1'b0}};
    wire                  take_b       = axi_bvalid_i && axi_bready_o;
    wire                  take_r       = axi_rvalid_i && axi_rready_o;

    outstanding_queue #(
        .DEPTH    (READS),
        .ADDRESS_W(29)
    ) u_reads (
        .clk_i    (clk_i),
        .rst_i    (rst_i),
        .push_i   (issue_read),
        .address_i(request_word),
        .match_o  (reads_match),
        .pop_i    (take_r),
        .front_o  (reads_front),
        .count_o  (reads)
    );
    outstanding_queue #(
        .DEPTH    (WRITES),
        .ADDRESS_W(29)
    ) u_writes (
        .clk_i    (clk_i),
        .rst_i    (rst_i),
        .push_i   (issue_write),
        .address_i(request_word),
        .match_o  (writes_match),
        .pop_i    (take_b),
        .front_o  (writes_front),
        .count_o  (writes)
    );

    reg         arvalid_q;
    reg         awvalid_q;
    reg         wvalid_q;
    reg [28:0]  araddr_q;
    reg [28:0]  awaddr_q;
    reg [63:0]  wdata_q;
    reg [7:0]   wstrb_q;

    wire        ar_free = !arvalid_q || axi_arready_i;
    wire        aw_free = (!awvalid_q || axi_awready_i) && (!wvalid_q || axi_wready_i);

    assign issue_read  = request_valid && !request_write && ar_free && !reads_full && !writes_match;
    assign issue_write = request_valid && request_write && aw_free && !writes_full &&
                         !reads_match && (fence_q != WAIT || writes_empty);

    wire        answered = !request_valid && (writes_empty || (take_b && writes == ONE_WRITE));

    always @(posedge clk_i) begin
        if (rst_i)                                             fence_q <= NO_FENCE;
        else if (take && fence)                                fence_q <= WAIT;
        else if (fence_q == WAIT && answered)                  fence_q <= DONE;
        else if (fence_q == DONE && enable_i && memory_valid_i) fence_q <= NO_FENCE;
    end

    always @(posedge clk_i) begin
        if (rst_i) begin
            arvalid_q <= 1'b0;
            awvalid_q <= 1'b0;
            wvalid_q  <= 1'b0;
        end else begin
            arvalid_q <= issue_read  || (arvalid_q && !axi_arready_i);
            awvalid_q <= issue_write || (awvalid_q && !axi_awready_i);
            wvalid_q  <= issue_write || (wvalid_q  && !axi_wready_i);
        end
    end
    always @(posedge clk_i) begin
        if (issue_read) araddr_q <= request_word;
        if (issue_write) begin
            awaddr_q <= request_word;
            wdata_q  <= request_data;
            wstrb_q  <= request_strobe;
        end
    end

    assign axi_awvalid_o = awvalid_q;
    assign axi_awid_o    = OUR_ID;
    assign axi_awaddr_o  = {awaddr_q, 3'd0};
    assign axi_awlen_o   = 8'd0;
    assign axi_awsize_o  = BYTES_8;
    assign axi_awburst_o = INCREMENTING;
    assign axi_awcache_o = CACHE_INT[3:0];
    assign axi_awprot_o  = PROT_INT[2:0];
    assign axi_wvalid_o  = wvalid_q;
    assign axi_wdata_o   = wdata_q;
    assign axi_wstrb_o   = wstrb_q;
    assign axi_wlast_o   = 1'b1;
    assign axi_arvalid_o = arvalid_q;
    assign axi_arid_o    = OUR_ID;
    assign axi_araddr_o  = {araddr_q, 3'd0};
    assign axi_arlen_o   = 8'd0;
    assign axi_arsize_o  = BYTES_8;
    assign axi_arburst_o = INCREMENTING;
    assign axi_arcache_o = CACHE_INT[3:0];
    assign axi_arprot_o  = PROT_INT[2:0];

    // Read data. The co-processor takes it in the first cycle in which enable_i is high.
    skid_buffer #(
        .WIDTH(64)
    ) u_responses (
        .clk_i      (clk_i),
        .rst_i      (rst_i),
        .in_valid_i (axi_rvalid_i),
        .in_data_i  (axi_rdata_i),
        .in_ready_o (axi_rready_o),
        .out_valid_o(memory_response_o),
        .out_data_o (memory_data_o),
        .out_ready_i(enable_i)
    );

    // Status
    reg        bready_q;  // always, but not in reset
    reg        read_error_q;
    reg        write_error_q;
    reg        idle_q;
    reg [28:0] error_address_q;

    always @(posedge clk_i) begin
        if (rst_i) begin
            bready_q      <= 1'b0;
            read_error_q  <= 1'b0;
            write_error_q <= 1'b0;
            idle_q        <= 1'b1;
        end else begin
            bready_q      <= 1'b1;
            read_error_q  <= take_r && axi_rresp_i[1];
            write_error_q <= take_b && axi_bresp_i[1];
            idle_q        <= !memory_valid_i && !request_valid && writes_empty &&
                             reads == {READS_W{1'b0}} && !memory_response_o;
        end
    end
    always @(posedge clk_i) begin
        error_address_q <= take_b && axi_bresp_i[1] ? writes_front : reads_front;
    end

    assign axi_bready_o    = bready_q;
    assign read_error_o    = read_error_q;
    assign write_error_o   = write_error_q;
    assign error_address_o = {error_address_q, 3'd0};
    assign idle_o          = idle_q;

    `REQUIRE(an_aligned_address, !(memory_valid_i && enable_i && memory_address_i[2:0] != 3'd0))
    `REQUIRE(a_read_is_one_beat_with_its_id, !(take_r && (!axi_rlast_i || axi_rid_i != OUR_ID)))
    `REQUIRE(a_write_response_has_the_id_of_its_write, !(take_b && axi_bid_i != OUR_ID))
    `REQUIRE(no_exokay_without_exclusive_access,
            !(take_r && axi_rresp_i == 2'd1) && !(take_b && axi_bresp_i == 2'd1))

`ifdef FORMAL
    // A response comes only after its request was taken.
    reg [7:0] f_reads_q;   // taken by the bus, without a response
    reg [7:0] f_writes_q;
    reg [7:0] f_data_q;    // write data taken by the bus, without a response
    always @(posedge clk_i) begin
        if (rst_i) begin
            f_reads_q  <= 8'd0;
            f_writes_q <= 8'd0;
            f_data_q   <= 8'd0;
        end else begin
            f_reads_q  <= f_reads_q + (axi_arvalid_o && axi_arready_i) - take_r;
            f_writes_q <= f_writes_q + (axi_awvalid_o && axi_awready_i) - take_b;
            f_data_q   <= f_data_q + (axi_wvalid_o && axi_wready_i) - take_b;
        end
    end
    `REQUIRE(a_read_response_follows_its_address, !(axi_rvalid_i && f_reads_q == 8'd0))
    `REQUIRE(a_write_response_follows_address_and_data,
            !(axi_bvalid_i && (f_writes_q == 8'd0 || f_data_q == 8'd0)))
    `ENSURE(each_read_is_counted_until_it_ends, f_reads_q + axi_arvalid_o == reads)
    `ENSURE(each_write_is_counted_until_it_ends, f_writes_q + axi_awvalid_o == writes)
    `ENSURE(data_of_each_write_are_counted, f_data_q + axi_wvalid_o == writes)

    // A valid stays high, and its payload does not change, until ready is high.
    reg        f_ar_held_q, f_aw_held_q, f_w_held_q, f_fence_q;
    reg [28:0] f_araddr_q, f_awaddr_q;
    reg [71:0] f_w_q;
    always @(posedge clk_i) begin
        f_ar_held_q <= !rst_i && axi_arvalid_o && !axi_arready_i;
        f_aw_held_q <= !rst_i && axi_awvalid_o && !axi_awready_i;
        f_w_held_q  <= !rst_i && axi_wvalid_o && !axi_wready_i;
        f_fence_q   <= !rst_i && issue_write && fence_q == WAIT;
        f_araddr_q  <= araddr_q;
        f_awaddr_q  <= awaddr_q;
        f_w_q       <= {wdata_q, wstrb_q};
    end
    `ENSURE(ar_stays, !f_ar_held_q || (axi_arvalid_o && araddr_q == f_araddr_q))
    `ENSURE(aw_stays, !f_aw_held_q || (axi_awvalid_o && awaddr_q == f_awaddr_q))
    `ENSURE(w_stays, !f_w_held_q || (axi_wvalid_o && {wdata_q, wstrb_q} == f_w_q))
    `ENSURE(a_fenced_write_goes_out_alone, !f_fence_q || writes == 8'd1)
    `ENSURE(nothing_is_under_way_behind_a_fence,
            fence_q != DONE || (writes == 8'd0 && !request_valid))
    `ENSURE(a_fenced_write_is_taken_when_nothing_written_is_under_way,
            !(memory_valid_i && fence && memory_ready_o) || (fence_q == DONE && writes == 8'd0))
    `ENSURE(one_word_in_order, !(issue_read && writes_match) && !(issue_write && reads_match))
`endif

endmodule

`default_nettype wire
