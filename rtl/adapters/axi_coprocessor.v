// axi_coprocessor.v - a communication co-processor with standard buses.
//
// The processor's side is AXI4-Lite: instructions, status and interrupt (axi4_lite_registers). The
// memory's side is AXI4 (axi4_memory). The channels and queue_i go to a packet router with
// FIRST_HOP 1, and node_o to its node_i. The watch pins are those of the co-processor, because no
// bus shows a processor's own accesses. Without a monitor of these accesses, tie watch_valid_i low
// and request no overrun checking. Wiring: the parts state the cycles. More than 30 ports: 2 buses.
// docs/adapters.md. Mirrored by model/adapters/axi_coprocessor.h.

`default_nettype none

module axi_coprocessor #(
    parameter        DIMENSIONS     = 6,    // of the cube, 1 .. 12
    parameter        DATA_W         = 16,   // bits of a flit: 8 (DIMENSIONS <= 6), 16, 32 or 64
    parameter        VCS            = 2,    // virtual channels of the router, 1 .. 16
    parameter        DEPTH          = 12,   // flits of the router's input buffers and of ours
    parameter        SYSTEM_BUFFERS = 16,   // 1 .. 64
    parameter        SLOTS          = 16,   // packets of an output of the router, 1 .. 256
    parameter        ADDRESS_W      = 12,   // bits of an AXI4-Lite address, 8 .. 32
    parameter [31:0] VERSION        = 32'h0000_0100,  // major, minor, patch: a byte each
    parameter        READS          = 8,    // AXI4 reads without a response, 1 .. 64
    parameter        WRITES         = 8,    // AXI4 writes without a response, 1 .. 64
    parameter        ID_W           = 1,    // bits of an AXI4 ID, at least 1
    parameter        ID             = 0,    // of all AXI4 transfers
    parameter        CACHE          = 2,    // AxCACHE
    parameter        PROT           = 2,    // AxPROT
    // Derived, do not override.
    parameter        PORTS          = DIMENSIONS + 1,
    parameter        FLIT_W         = DATA_W + 2,
    parameter        VC_W           = (VCS > 1) ? $clog2(VCS) : 1,
    parameter        QUEUE_W        = $clog2(SLOTS + 1)
) (
    input  wire                                clk_i,
    input  wire                                rst_i,
    input  wire                                enable_i,  // low: the co-processor halts

    // AXI4-Lite: registers
    input  wire                                axil_awvalid_i,
    input  wire [ADDRESS_W-1:0]                axil_awaddr_i,
    output wire                                axil_awready_o,
    input  wire                                axil_wvalid_i,
    input  wire [31:0]                         axil_wdata_i,
    input  wire [3:0]                          axil_wstrb_i,
    output wire                                axil_wready_o,
    output wire                                axil_bvalid_o,
    output wire [1:0]                          axil_bresp_o,
    input  wire                                axil_bready_i,
    input  wire                                axil_arvalid_i,
    input  wire [ADDRESS_W-1:0]                axil_araddr_i,
    output wire                                axil_arready_o,
    output wire                                axil_rvalid_o,
    output wire [31:0]                         axil_rdata_o,
    output wire [1:0]                          axil_rresp_o,
    input  wire                                axil_rready_i,
    output wire                                interrupt_o,  // a level

    // AXI4: memory
    output wire                                axi_awvalid_o,
    output wire [ID_W-1:0]                     axi_awid_o,
    output wire [31:0]                         axi_awaddr_o,
    output wire [7:0]                          axi_awlen_o,
    output wire [2:0]                          axi_awsize_o,
    output wire [1:0]                          axi_awburst_o,
    output wire [3:0]                          axi_awcache_o,
    output wire [2:0]                          axi_awprot_o,
    input  wire                                axi_awready_i,
    output wire                                axi_wvalid_o,
    output wire [63:0]                         axi_wdata_o,
    output wire [7:0]                          axi_wstrb_o,
    output wire                                axi_wlast_o,
    input  wire                                axi_wready_i,
    input  wire                                axi_bvalid_i,
    input  wire [ID_W-1:0]                     axi_bid_i,
    input  wire [1:0]                          axi_bresp_i,
    output wire                                axi_bready_o,
    output wire                                axi_arvalid_o,
    output wire [ID_W-1:0]                     axi_arid_o,
    output wire [31:0]                         axi_araddr_o,
    output wire [7:0]                          axi_arlen_o,
    output wire [2:0]                          axi_arsize_o,
    output wire [1:0]                          axi_arburst_o,
    output wire [3:0]                          axi_arcache_o,
    output wire [2:0]                          axi_arprot_o,
    input  wire                                axi_arready_i,
    input  wire                                axi_rvalid_i,
    input  wire [ID_W-1:0]                     axi_rid_i,
    input  wire [63:0]                         axi_rdata_i,
    input  wire [1:0]                          axi_rresp_i,
    input  wire                                axi_rlast_i,
    output wire                                axi_rready_o,

    // The processor's accesses
    input  wire                                watch_valid_i,
    input  wire [31:0]                         watch_address_i,
    input  wire [3:0]                          watch_bytes_i,  // 1 .. 8
    output wire                                watch_exception_o,

    // Address of the node: its value after reset, and its present value
    input  wire [DIMENSIONS-1:0]               node_i,
    output wire [DIMENSIONS-1:0]               node_o,

    // From the router
    input  wire [PORTS-1:0]                    in_valid_i,
    input  wire [PORTS*VC_W-1:0]               in_vc_i,
    input  wire [PORTS*FLIT_W-1:0]             in_flit_i,
    output wire [PORTS*VCS-1:0]                in_credit_o,

    // To the router
    output wire [PORTS-1:0]                    out_valid_o,
    output wire [PORTS*VC_W-1:0]               out_vc_o,
    output wire [PORTS*FLIT_W-1:0]             out_flit_o,
    input  wire [PORTS*VCS-1:0]                out_credit_i,
    input  wire [DIMENSIONS*QUEUE_W-1:0]       queue_i,

    // Status
    output wire                                idle_o  // the co-processor and its memory's bus
);

    wire        instruction_valid;
    wire [2:0]  operation;
    wire [31:0] pointer;
    wire        instruction_ready;
    wire [31:0] system_base;
    wire [4:0]  system_size_log2;
    wire        memory_valid;
    wire        memory_write;
    wire        memory_fence;
    wire [31:0] memory_address;
    wire [63:0] memory_write_data;
    wire [7:0]  memory_strobe;
    wire        memory_ready;
    wire        memory_response;
    wire [63:0] memory_read_data;
    wire        sent;
    wire        received;
    wire        error_valid;
    wire [7:0]  error_code;
    wire [31:0] error_pointer;
    wire        idle;
    wire        read_error;
    wire        write_error;
    wire [31:0] error_address;
    wire        bus_idle;

    reg         idle_q;
    always @(posedge clk_i) begin
        idle_q <= rst_i || (idle && bus_idle && !instruction_valid);
    end
    assign idle_o = idle_q;

    axi4_lite_registers #(
        .DIMENSIONS    (DIMENSIONS),
        .DATA_W        (DATA_W),
        .SYSTEM_BUFFERS(SYSTEM_BUFFERS),
        .ADDRESS_W     (ADDRESS_W),
        .VERSION       (VERSION)
    ) u_registers (
        .clk_i              (clk_i),
        .rst_i              (rst_i),
        .enable_i           (enable_i),
        .axil_awvalid_i     (axil_awvalid_i),
        .axil_awaddr_i      (axil_awaddr_i),
        .axil_awready_o     (axil_awready_o),
        .axil_wvalid_i      (axil_wvalid_i),
        .axil_wdata_i       (axil_wdata_i),
        .axil_wstrb_i       (axil_wstrb_i),
        .axil_wready_o      (axil_wready_o),
        .axil_bvalid_o      (axil_bvalid_o),
        .axil_bresp_o       (axil_bresp_o),
        .axil_bready_i      (axil_bready_i),
        .axil_arvalid_i     (axil_arvalid_i),
        .axil_araddr_i      (axil_araddr_i),
        .axil_arready_o     (axil_arready_o),
        .axil_rvalid_o      (axil_rvalid_o),
        .axil_rdata_o       (axil_rdata_o),
        .axil_rresp_o       (axil_rresp_o),
        .axil_rready_i      (axil_rready_i),
        .interrupt_o        (interrupt_o),
        .instruction_valid_o(instruction_valid),
        .operation_o        (operation),
        .pointer_o          (pointer),
        .instruction_ready_i(instruction_ready),
        .node_i             (node_i),
        .node_o             (node_o),
        .system_base_o      (system_base),
        .system_size_log2_o (system_size_log2),
        .sent_i             (sent),
        .received_i         (received),
        .error_valid_i      (error_valid),
        .error_code_i       (error_code),
        .error_pointer_i    (error_pointer),
        .idle_i             (idle_q),
        .read_error_i       (read_error),
        .write_error_i      (write_error),
        .error_address_i    (error_address)
    );

    coprocessor #(
        .DIMENSIONS    (DIMENSIONS),
        .DATA_W        (DATA_W),
        .VCS           (VCS),
        .DEPTH         (DEPTH),
        .SYSTEM_BUFFERS(SYSTEM_BUFFERS),
        .SLOTS         (SLOTS)
    ) u_coprocessor (
        .clk_i              (clk_i),
        .rst_i              (rst_i),
        .enable_i           (enable_i),
        .node_i             (node_o),
        .system_base_i      (system_base),
        .system_size_log2_i (system_size_log2),
        .instruction_valid_i(instruction_valid),
        .operation_i        (operation),
        .pointer_i          (pointer),
        .instruction_ready_o(instruction_ready),
        .memory_valid_o     (memory_valid),
        .memory_write_o     (memory_write),
        .memory_fence_o     (memory_fence),
        .memory_address_o   (memory_address),
        .memory_data_o      (memory_write_data),
        .memory_strobe_o    (memory_strobe),
        .memory_ready_i     (memory_ready),
        .memory_response_i  (memory_response),
        .memory_data_i      (memory_read_data),
        .watch_valid_i      (watch_valid_i),
        .watch_address_i    (watch_address_i),
        .watch_bytes_i      (watch_bytes_i),
        .watch_exception_o  (watch_exception_o),
        .in_valid_i         (in_valid_i),
        .in_vc_i            (in_vc_i),
        .in_flit_i          (in_flit_i),
        .in_credit_o        (in_credit_o),
        .out_valid_o        (out_valid_o),
        .out_vc_o           (out_vc_o),
        .out_flit_o         (out_flit_o),
        .out_credit_i       (out_credit_i),
        .queue_i            (queue_i),
        .sent_o             (sent),
        .received_o         (received),
        .error_valid_o      (error_valid),
        .error_code_o       (error_code),
        .error_pointer_o    (error_pointer),
        .idle_o             (idle)
    );

    axi4_memory #(
        .READS (READS),
        .WRITES(WRITES),
        .ID_W  (ID_W),
        .ID    (ID),
        .CACHE (CACHE),
        .PROT  (PROT)
    ) u_memory (
        .clk_i            (clk_i),
        .rst_i            (rst_i),
        .enable_i         (enable_i),
        .memory_valid_i   (memory_valid),
        .memory_write_i   (memory_write),
        .memory_fence_i   (memory_fence),
        .memory_address_i (memory_address),
        .memory_data_i    (memory_write_data),
        .memory_strobe_i  (memory_strobe),
        .memory_ready_o   (memory_ready),
        .memory_response_o(memory_response),
        .memory_data_o    (memory_read_data),
        .axi_awvalid_o    (axi_awvalid_o),
        .axi_awid_o       (axi_awid_o),
        .axi_awaddr_o     (axi_awaddr_o),
        .axi_awlen_o      (axi_awlen_o),
        .axi_awsize_o     (axi_awsize_o),
        .axi_awburst_o    (axi_awburst_o),
        .axi_awcache_o    (axi_awcache_o),
        .axi_awprot_o     (axi_awprot_o),
        .axi_awready_i    (axi_awready_i),
        .axi_wvalid_o     (axi_wvalid_o),
        .axi_wdata_o      (axi_wdata_o),
        .axi_wstrb_o      (axi_wstrb_o),
        .axi_wlast_o      (axi_wlast_o),
        .axi_wready_i     (axi_wready_i),
        .axi_bvalid_i     (axi_bvalid_i),
        .axi_bid_i        (axi_bid_i),
        .axi_bresp_i      (axi_bresp_i),
        .axi_bready_o     (axi_bready_o),
        .axi_arvalid_o    (axi_arvalid_o),
        .axi_arid_o       (axi_arid_o),
        .axi_araddr_o     (axi_araddr_o),
        .axi_arlen_o      (axi_arlen_o),
        .axi_arsize_o     (axi_arsize_o),
        .axi_arburst_o    (axi_arburst_o),
        .axi_arcache_o    (axi_arcache_o),
        .axi_arprot_o     (axi_arprot_o),
        .axi_arready_i    (axi_arready_i),
        .axi_rvalid_i     (axi_rvalid_i),
        .axi_rid_i        (axi_rid_i),
        .axi_rdata_i      (axi_rdata_i),
        .axi_rresp_i      (axi_rresp_i),
        .axi_rlast_i      (axi_rlast_i),
        .axi_rready_o     (axi_rready_o),
        .read_error_o     (read_error),
        .write_error_o    (write_error),
        .error_address_o  (error_address),
        .idle_o           (bus_idle)
    );

endmodule

`default_nettype wire
