// axi4_lite_registers.v - a co-processor's instructions, status and counters on AXI4-Lite.
//
// docs/adapters.md lists the registers. A write to `pointer` issues the instruction in the register
// `operation`. A write to `issue` number k issues operation k in a single transfer. While the
// co-processor has not taken the previous instruction, the write waits without a response; a
// processor that cannot wait reads `status` first.
// The response is DECERR where there is no register, SLVERR for a write that the register refuses
// and ignores, and OKAY otherwise. Bytes without a strobe keep their value.
//
// The instruction is on its pins in the cycle after the write was taken. enable_i stops the
// co-processor's side only; the bus continues. Mirrored by model/adapters/axi_registers.h.
// More than 30 ports: the bus has 17.

`default_nettype none

module axi4_lite_registers #(
    parameter        DIMENSIONS     = 6,             // degree of the cube n, 1 .. 12
    parameter        DATA_W         = 16,            // shown in `shape`: bits of a channel
    parameter        SYSTEM_BUFFERS = 16,            // shown in `shape`
    parameter        ADDRESS_W      = 12,            // bits of an address, 8 .. 32
    parameter [31:0] VERSION        = 32'h0000_0100  // major, minor, patch: a byte each
) (
    input  wire                  clk_i,
    input  wire                  rst_i,
    input  wire                  enable_i,  // low: this cycle does not count for the co-processor

    // AXI4-Lite
    input  wire                  axil_awvalid_i,
    input  wire [ADDRESS_W-1:0]  axil_awaddr_i,
    output wire                  axil_awready_o,
    input  wire                  axil_wvalid_i,
    input  wire [31:0]           axil_wdata_i,
    input  wire [3:0]            axil_wstrb_i,
    output wire                  axil_wready_o,
    output wire                  axil_bvalid_o,
    output wire [1:0]            axil_bresp_o,
    input  wire                  axil_bready_i,
    input  wire                  axil_arvalid_i,
    input  wire [ADDRESS_W-1:0]  axil_araddr_i,
    output wire                  axil_arready_o,
    output wire                  axil_rvalid_o,
    output wire [31:0]           axil_rdata_o,
    output wire [1:0]            axil_rresp_o,
    input  wire                  axil_rready_i,
    output wire                  interrupt_o,  // a level

    // Instructions to the co-processor, and its status
    output wire                  instruction_valid_o,
    output wire [2:0]            operation_o,
    output wire [31:0]           pointer_o,
    input  wire                  instruction_ready_i,
    input  wire [DIMENSIONS-1:0] node_i,  // value of the register after reset
    output wire [DIMENSIONS-1:0] node_o,
    output wire [31:0]           system_base_o,
    output wire [4:0]            system_size_log2_o,

    // Events of the co-processor and of the memory's bus
    input  wire                  sent_i,
    input  wire                  received_i,
    input  wire                  error_valid_i,
    input  wire [7:0]            error_code_i,
    input  wire [31:0]           error_pointer_i,
    input  wire                  idle_i,
    input  wire                  read_error_i,
    input  wire                  write_error_i,
    input  wire [31:0]           error_address_i
);

    generate
        if (DIMENSIONS < 1 || DIMENSIONS > 12) begin : g_bad_dimensions
            ERROR_axi4_lite_registers_DIMENSIONS_must_be_1_to_12 u_error ();
        end
        if (ADDRESS_W < 8 || ADDRESS_W > 32) begin : g_bad_address_w
            ERROR_axi4_lite_registers_ADDRESS_W_must_be_8_to_32 u_error ();
        end
    endgenerate

    // Registers, by word. After the first instruction software can no longer change those up to
    // SYSTEM_SIZE.
    localparam [4:0]  IDENTITY          = 5'd0;
    localparam [4:0]  VERSION_NUMBER    = 5'd1;
    localparam [4:0]  SHAPE             = 5'd2;
    localparam [4:0]  NODE              = 5'd3;
    localparam [4:0]  SYSTEM_BASE       = 5'd4;
    localparam [4:0]  SYSTEM_SIZE       = 5'd5;
    localparam [4:0]  OPERATION         = 5'd6;
    localparam [4:0]  POINTER           = 5'd7;
    localparam [4:0]  STATUS            = 5'd8;
    localparam [4:0]  INTERRUPT_PENDING = 5'd9;
    localparam [4:0]  INTERRUPT_ENABLE  = 5'd10;
    localparam [4:0]  ERROR_CODE        = 5'd11;
    localparam [4:0]  ERROR_POINTER     = 5'd12;
    localparam [4:0]  BUS_ERROR_ADDRESS = 5'd13;
    localparam [4:0]  SENT              = 5'd16;
    localparam [4:0]  RECEIVED          = 5'd17;
    localparam [4:0]  ERRORS            = 5'd18;
    localparam [4:0]  BUS_ERRORS        = 5'd19;
    localparam [4:0]  CYCLES            = 5'd20;
    localparam [4:0]  CYCLES_HIGH       = 5'd21;
    localparam [1:0]  ISSUE             = 2'd3;  // words 24 .. 31

    localparam [31:0] IDENTITY_VALUE = 32'h5450_4B45;  // "TPKE"
    localparam [31:0] SHAPE_VALUE    = (SYSTEM_BUFFERS << 16) | (DATA_W << 8) | DIMENSIONS;
    localparam [1:0]  OKAY   = 2'd0;
    localparam [1:0]  SLVERR = 2'd2;
    localparam [1:0]  DECERR = 2'd3;

    localparam        WORD_W = ADDRESS_W - 2;

    wire              write_valid;
    wire [WORD_W-1:0] write_word;
    wire [31:0]       write_data;
    wire [3:0]        write_strobe;
    wire              write_ready;
    reg  [1:0]        write_response;
    wire              read_valid;
    wire [WORD_W-1:0] read_word;
    reg  [31:0]       read_data;
    reg  [1:0]        read_response;

    axi4_lite_slave #(
        .ADDRESS_W(ADDRESS_W)
    ) u_slave (
        .clk_i           (clk_i),
        .rst_i           (rst_i),
        .axil_awvalid_i  (axil_awvalid_i),
        .axil_awaddr_i   (axil_awaddr_i),
        .axil_awready_o  (axil_awready_o),
        .axil_wvalid_i   (axil_wvalid_i),
        .axil_wdata_i    (axil_wdata_i),
        .axil_wstrb_i    (axil_wstrb_i),
        .axil_wready_o   (axil_wready_o),
        .axil_bvalid_o   (axil_bvalid_o),
        .axil_bresp_o    (axil_bresp_o),
        .axil_bready_i   (axil_bready_i),
        .axil_arvalid_i  (axil_arvalid_i),
        .axil_araddr_i   (axil_araddr_i),
        .axil_arready_o  (axil_arready_o),
        .axil_rvalid_o   (axil_rvalid_o),
        .axil_rdata_o    (axil_rdata_o),
        .axil_rresp_o    (axil_rresp_o),
        .axil_rready_i   (axil_rready_i),
        .write_valid_o   (write_valid),
        .write_word_o    (write_word),
        .write_data_o    (write_data),
        .write_strobe_o  (write_strobe),
        .write_ready_i   (write_ready),
        .write_response_i(write_response),
        .read_valid_o    (read_valid),
        .read_word_o     (read_word),
        .read_ready_i    (1'b1),
        .read_data_i     (read_data),
        .read_response_i (read_response)
    );

    reg                  instruction_valid_q;
    reg                  started_q;           // an instruction was issued
    reg [2:0]            operation_q;
    reg [2:0]            issued_q;            // operation of the instruction on the pins
    reg [31:0]           pointer_q;
    reg [DIMENSIONS-1:0] node_q;
    reg [31:3]           system_base_q;
    reg [4:0]            system_size_log2_q;
    reg [3:0]            enabled_q;           // interrupts: bus error, error, received, sent
    reg [31:0]           cycles_high_q;       // as it was when the low half was read

    // Events
    wire [3:0]           pending;
    wire [3:0]           clear;
    wire [7:0]           error_code;
    wire [31:0]          error_pointer;
    wire [31:0]          bus_error_address;
    wire [31:0]          sent;
    wire [31:0]          received;
    wire [31:0]          errors;
    wire [31:0]          bus_errors;
    wire [63:0]          cycles;

    event_registers u_events (
        .clk_i              (clk_i),
        .rst_i              (rst_i),
        .enable_i           (enable_i),
        .sent_i             (sent_i),
        .received_i         (received_i),
        .error_valid_i      (error_valid_i),
        .error_code_i       (error_code_i),
        .error_pointer_i    (error_pointer_i),
        .read_error_i       (read_error_i),
        .write_error_i      (write_error_i),
        .error_address_i    (error_address_i),
        .clear_i            (clear),
        .interrupts_i       (enabled_q),
        .pending_o          (pending),
        .interrupt_o        (interrupt_o),
        .error_code_o       (error_code),
        .error_pointer_o    (error_pointer),
        .bus_error_address_o(bus_error_address),
        .sent_o             (sent),
        .received_o         (received),
        .errors_o           (errors),
        .bus_errors_o       (bus_errors),
        .cycles_o           (cycles)
    );

    // Reads
    localparam    SPARE_W  = 32 - DIMENSIONS;
    wire [31:0]   node     = {{SPARE_W{1'b0}}, node_q};
    wire [4:0]    reads    = read_word[4:0];
    wire          in_range = (read_word >> 5) == {WORD_W{1'b0}};
    wire [31:0]   status   = {28'd0, interrupt_o, started_q, idle_i, !instruction_valid_q};

    always @* begin
        read_data     = 32'd0;
        read_response = in_range ? OKAY : DECERR;
        case (reads)
            IDENTITY:          read_data = IDENTITY_VALUE;
            VERSION_NUMBER:    read_data = VERSION;
            SHAPE:             read_data = SHAPE_VALUE;
            NODE:              read_data = node;
            SYSTEM_BASE:       read_data = system_base_o;
            SYSTEM_SIZE:       read_data = {27'd0, system_size_log2_q};
            OPERATION:         read_data = {29'd0, operation_q};
            POINTER:           read_data = pointer_q;
            STATUS:            read_data = status;
            INTERRUPT_PENDING: read_data = {28'd0, pending};
            INTERRUPT_ENABLE:  read_data = {28'd0, enabled_q};
            ERROR_CODE:        read_data = {24'd0, error_code};
            ERROR_POINTER:     read_data = error_pointer;
            BUS_ERROR_ADDRESS: read_data = bus_error_address;
            SENT:              read_data = sent;
            RECEIVED:          read_data = received;
            ERRORS:            read_data = errors;
            BUS_ERRORS:        read_data = bus_errors;
            CYCLES:            read_data = cycles[31:0];
            CYCLES_HIGH:       read_data = cycles_high_q;
            default:           if (reads[4:3] != ISSUE) read_response = DECERR;
        endcase
        if (!in_range) read_data = 32'd0;
    end

    // Writes. The written bytes replace those of the present value; then the whole word is checked.
    wire [4:0]    writes     = write_word[4:0];
    wire          issue      = writes[4:3] == ISSUE;
    wire          defined    = (write_word >> 5) == {WORD_W{1'b0}} &&
                               (writes <= BUS_ERROR_ADDRESS || issue ||
                                (writes >= SENT && writes <= CYCLES_HIGH));
    wire          no_byte    = write_strobe == 4'd0;
    wire [31:0]   byte_mask  = {{8{write_strobe[3]}}, {8{write_strobe[2]}}, {8{write_strobe[1]}},
                                {8{write_strobe[0]}}};
    reg  [31:0]   current;
    wire [31:0]   value      = (current & ~byte_mask) | (write_data & byte_mask);
    reg           good;

    always @* begin
        case (writes)
            NODE:             current = node;
            SYSTEM_BASE:      current = system_base_o;
            SYSTEM_SIZE:      current = {27'd0, system_size_log2_q};
            OPERATION:        current = {29'd0, operation_q};
            INTERRUPT_ENABLE: current = {28'd0, enabled_q};
            default:          current = 32'd0;
        endcase
        case (writes)
            NODE:              good = !started_q && value[31:DIMENSIONS] == {SPARE_W{1'b0}};
            SYSTEM_BASE:       good = !started_q && value[2:0] == 3'd0;
            SYSTEM_SIZE:       good = !started_q && value >= 32'd6 && value <= 32'd31;
            OPERATION:         good = value[31:3] == 29'd0;
            POINTER:           good = write_strobe == 4'hf;
            INTERRUPT_PENDING: good = value[31:4] == 28'd0;
            INTERRUPT_ENABLE:  good = value[31:4] == 28'd0;
            default:           good = issue && write_strobe == 4'hf;
        endcase
        write_response = !defined ? DECERR : (good || no_byte) ? OKAY : SLVERR;
    end

    wire issues = defined && (writes == POINTER || issue) && good;
    wire write  = write_valid && defined && good && !no_byte;

    assign write_ready = !issues || !instruction_valid_q;
    assign clear       = (write && writes == INTERRUPT_PENDING) ? value[3:0] : 4'd0;

    always @(posedge clk_i) begin
        if (rst_i) begin
            instruction_valid_q <= 1'b0;
            started_q           <= 1'b0;
            operation_q         <= 3'd0;
            issued_q            <= 3'd0;
            pointer_q           <= 32'd0;
            node_q              <= node_i;
            system_base_q       <= 29'd0;
            system_size_log2_q  <= 5'd16;
            enabled_q           <= 4'd0;
            cycles_high_q       <= 32'd0;
        end else begin
            if (instruction_valid_q && instruction_ready_i && enable_i) begin
                instruction_valid_q <= 1'b0;
            end
            if (write && write_ready) begin
                if (writes == NODE)             node_q             <= value[DIMENSIONS-1:0];
                if (writes == SYSTEM_BASE)      system_base_q      <= value[31:3];
                if (writes == SYSTEM_SIZE)      system_size_log2_q <= value[4:0];
                if (writes == OPERATION)        operation_q        <= value[2:0];
                if (writes == INTERRUPT_ENABLE) enabled_q          <= value[3:0];
                if (issues) begin
                    instruction_valid_q <= 1'b1;
                    started_q           <= 1'b1;
                    issued_q            <= issue ? writes[2:0] : operation_q;
                    pointer_q           <= value;
                end
            end
            if (read_valid && in_range && reads == CYCLES) cycles_high_q <= cycles[63:32];
        end
    end

    assign instruction_valid_o = instruction_valid_q;
    assign operation_o         = issued_q;
    assign pointer_o           = pointer_q;
    assign node_o              = node_q;
    assign system_base_o       = {system_base_q, 3'd0};
    assign system_size_log2_o  = system_size_log2_q;

endmodule

`default_nettype wire
