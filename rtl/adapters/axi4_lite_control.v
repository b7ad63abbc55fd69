// axi4_lite_control.v - counters and the address map of an AXI4 network, on AXI4-Lite.
//
// The block watches AXI4 ports and the channels between routers and adapters, and drives none of
// them. Software asks for a snapshot of all counters and then reads it. A read of a counter waits
// while a snapshot is being taken. With LOADABLE 1 software also loads the address map of all
// managers. docs/axi.md, section 9, lists the registers. The response is DECERR where there is no
// register, SLVERR for a write that the register refuses and ignores, and OKAY otherwise. A cycle
// with enable_i low does not count for the network; the bus continues.
// Mirrored by model/adapters/axi4_control.h.
// More than 30 ports: the bus has 17.

`default_nettype none

module axi4_lite_control #(
    parameter        VCS       = 2,   // of the channels
    parameter        CHANNELS  = 2,
    // Flits of a VC that the buffer behind each channel holds; the first channel is the lowest.
    parameter [CHANNELS*8-1:0] DEPTHS = {CHANNELS{8'd4}},
    parameter        OCC_W     = 8,   // bits of an occupancy
    parameter        PORTS     = 2,   // of AXI4
    parameter        WAIT_W    = 10,  // bits of the number of transactions that wait at a port
    parameter        ADDRESS_W = 13,  // bits of an address; holds 4096 + 8 * COUNTERS
    parameter [31:0] VERSION   = 32'h0000_0100,  // major, minor, patch: a byte each
    // The address map, if LOADABLE is 1 (axi4_map_registers)
    parameter        LOADABLE   = 0,
    parameter        AXI_ADDR_W = 32,
    parameter        ADDR_W     = 6,
    parameter        REGIONS    = 2,
    parameter [REGIONS*AXI_ADDR_W-1:0] REGION_BASES = {32'h0001_0000, 32'h0000_0000},
    parameter [REGIONS*8-1:0]          REGION_LOG2S = {8'd16, 8'd16},
    parameter [REGIONS*ADDR_W-1:0]     REGION_NODES = {6'd1, 6'd0},
    // Derived, do not override.
    parameter        MAP_W     = 1 + ADDR_W + 2 * (AXI_ADDR_W - 12),
    parameter        VC_W      = (VCS > 1) ? $clog2(VCS) : 1
) (
    input  wire                     clk_i,
    input  wire                     rst_i,
    input  wire                     enable_i,  // low: this cycle does not count for the network

    // AXI4-Lite
    input  wire                     axil_awvalid_i,
    input  wire [ADDRESS_W-1:0]     axil_awaddr_i,
    output wire                     axil_awready_o,
    input  wire                     axil_wvalid_i,
    input  wire [31:0]              axil_wdata_i,
    input  wire [3:0]               axil_wstrb_i,
    output wire                     axil_wready_o,
    output wire                     axil_bvalid_o,
    output wire [1:0]               axil_bresp_o,
    input  wire                     axil_bready_i,
    input  wire                     axil_arvalid_i,
    input  wire [ADDRESS_W-1:0]     axil_araddr_i,
    output wire                     axil_arready_o,
    output wire                     axil_rvalid_o,
    output wire [31:0]              axil_rdata_o,
    output wire [1:0]               axil_rresp_o,
    input  wire                     axil_rready_i,

    // Pins of the channels; the first channel is the lowest.
    input  wire [CHANNELS-1:0]      valid_i,
    input  wire [CHANNELS*VC_W-1:0] vc_i,
    input  wire [CHANNELS*VCS-1:0]  credit_i,

    // Pins of the AXI4 ports; the first port is the lowest.
    input  wire [PORTS-1:0]         awvalid_i,
    input  wire [PORTS-1:0]         awready_i,
    input  wire [PORTS-1:0]         bvalid_i,
    input  wire [PORTS-1:0]         bready_i,
    input  wire [PORTS*2-1:0]       bresp_i,
    input  wire [PORTS-1:0]         arvalid_i,
    input  wire [PORTS-1:0]         arready_i,
    input  wire [PORTS-1:0]         rvalid_i,
    input  wire [PORTS-1:0]         rready_i,
    input  wire [PORTS-1:0]         rlast_i,
    input  wire [PORTS*2-1:0]       rresp_i,
    input  wire [PORTS*2-1:0]       timeouts_i,  // of each count the lowest bits

    input  wire                     error_i,      // error_o of the network
    output wire [REGIONS*MAP_W-1:0] map_o         // 0 if LOADABLE is 0
);

    localparam LARGE     = 2 * PORTS;
    localparam MIDDLE    = CHANNELS + PORTS;
    localparam SMALL     = 2 + 2 * CHANNELS + 4 * PORTS;
    localparam COUNTERS  = LARGE + MIDDLE + SMALL;
    localparam AT_W      = $clog2(COUNTERS);
    localparam WORD_W    = ADDRESS_W - 2;

    generate
        if (CHANNELS < 1 || PORTS < 1) begin : g_bad_counts
            ERROR_axi4_lite_control_CHANNELS_and_PORTS_must_be_at_least_1 u_error ();
        end
        if (OCC_W < 2 || WAIT_W < OCC_W) begin : g_bad_widths
            ERROR_axi4_lite_control_OCC_W_must_be_2_to_WAIT_W u_error ();
        end
        if (ADDRESS_W > 32 || $clog2(4096 + 8 * COUNTERS) > ADDRESS_W) begin : g_bad_address_w
            ERROR_axi4_lite_control_ADDRESS_W_must_hold_all_registers u_error ();
        end
    endgenerate

    // Registers, by word
    localparam [9:0]  IDENTITY       = 10'd0;
    localparam [9:0]  VERSION_NUMBER = 10'd1;
    localparam [9:0]  SHAPE          = 10'd2;
    localparam [9:0]  COUNT          = 10'd3;
    localparam [9:0]  STATUS         = 10'd4;
    localparam [9:0]  SNAPSHOT       = 10'd5;
    localparam [9:0]  MAP_SHAPE      = 10'd8;
    localparam [9:0]  REGION         = 10'd9;   // these five are the region that is loaded
    localparam [9:0]  BASE_LOW       = 10'd10;
    localparam [9:0]  BASE_HIGH      = 10'd11;
    localparam [9:0]  SIZE           = 10'd12;
    localparam [9:0]  NODE           = 10'd13;
    localparam [9:0]  LOAD           = 10'd14;

    localparam [31:0] IDENTITY_VALUE = 32'h5450_4B4E;  // "TPKN"
    localparam        SHAPE_INT      = (PORTS << 16) | CHANNELS;
    localparam [31:0] SHAPE_VALUE    = SHAPE_INT[31:0];
    localparam        COUNT_INT      = COUNTERS;
    localparam [31:0] COUNT_VALUE    = COUNT_INT[31:0];
    localparam        FIRST_INT      = 1024;  // word of the first counter
    localparam [WORD_W-1:0] FIRST_COUNTER = FIRST_INT[WORD_W-1:0];
    localparam [1:0]  OKAY   = 2'd0;
    localparam [1:0]  SLVERR = 2'd2;
    localparam [1:0]  DECERR = 2'd3;

    wire              write_valid;
    wire [WORD_W-1:0] write_word;
    wire [31:0]       write_data;
    wire [3:0]        write_strobe;
    wire [1:0]        write_response;
    wire              read_valid;
    wire [WORD_W-1:0] read_word;
    wire              read_ready;
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
        .write_ready_i   (1'b1),
        .write_response_i(write_response),
        .read_valid_o    (read_valid),
        .read_word_o     (read_word),
        .read_ready_i    (read_ready),
        .read_data_i     (read_data),
        .read_response_i (read_response)
    );

    // Events of this cycle
    wire [PORTS*2*WAIT_W-1:0]   waits;
    wire [CHANNELS*OCC_W-1:0]   occupancies;
    wire [PORTS*OCC_W-1:0]      timeouts;
    wire [CHANNELS-1:0]         flits;
    wire [CHANNELS-1:0]         stalls;
    wire [2*PORTS-1:0]          answers;
    wire [2*PORTS-1:0]          errors;

    genvar g;
    generate
        for (g = 0; g < CHANNELS; g = g + 1) begin : g_channel
            channel_monitor #(
                .VCS   (VCS),
                .DEPTH (DEPTHS[g*8 +: 8]),
                .OCC_W (OCC_W)
            ) u_monitor (
                .clk_i       (clk_i),
                .rst_i       (rst_i),
                .enable_i    (enable_i),
                .valid_i     (valid_i[g]),
                .vc_i        (vc_i[g*VC_W +: VC_W]),
                .credit_i    (credit_i[g*VCS +: VCS]),
                .flit_o      (flits[g]),
                .stall_o     (stalls[g]),
                .occupancy_o (occupancies[g*OCC_W +: OCC_W])
            );
        end
        for (g = 0; g < PORTS; g = g + 1) begin : g_port
            wire [1:0] grown;

            axi4_port_monitor #(
                .WAIT_W (WAIT_W)
            ) u_monitor (
                .clk_i      (clk_i),
                .rst_i      (rst_i),
                .ax_valid_i ({awvalid_i[g], arvalid_i[g]}),
                .ax_ready_i ({awready_i[g], arready_i[g]}),
                .answered_i ({bvalid_i[g] && bready_i[g],
                              rvalid_i[g] && rready_i[g] && rlast_i[g]}),
                .response_i ({bresp_i[2*g +: 2], rresp_i[2*g +: 2]}),
                .timeouts_i (timeouts_i[2*g +: 2]),
                .answered_o (answers[2*g +: 2]),
                .error_o    (errors[2*g +: 2]),
                .wait_o     (waits[2*g*WAIT_W +: 2*WAIT_W]),
                .timeouts_o (grown)
            );

            if (OCC_W > 2) begin : g_wide
                assign timeouts[g*OCC_W +: OCC_W] = {{(OCC_W-2){1'b0}}, grown};
            end else begin : g_same
                assign timeouts[g*OCC_W +: OCC_W] = grown;
            end
        end
    endgenerate

    wire [WORD_W-1:0] place      = read_word - FIRST_COUNTER;
    wire              is_counter = read_word >= FIRST_COUNTER
                                && (place >> 1) < COUNT_VALUE[WORD_W-1:0];
    wire              take;
    wire              busy;
    wire [63:0]       counter;

    counter_bank #(
        .LARGE    (LARGE),
        .LARGE_W  (WAIT_W),
        .MIDDLE   (MIDDLE),
        .MIDDLE_W (OCC_W),
        .SMALL    (SMALL)
    ) u_bank (
        .clk_i     (clk_i),
        .rst_i     (rst_i),
        .large_i   (waits),
        .middle_i  ({timeouts, occupancies}),
        .small_i   ({errors, answers, stalls, flits, enable_i, 1'b1}),
        .take_i    (take),
        .busy_o    (busy),
        .read_at_i (place[AT_W:1]),
        .read_o    (counter)
    );

    // The region to be loaded next: its number, its base in two words, its size and its node
    reg  [159:0]      region_q;
    wire              load;
    wire              good_region;

    generate
        if (LOADABLE < 0 || LOADABLE > 1) begin : g_bad_loadable
            ERROR_axi4_lite_control_LOADABLE_must_be_0_or_1 u_error ();
        end
        if (LOADABLE != 0) begin : g_map
            axi4_map_registers #(
                .AXI_ADDR_W   (AXI_ADDR_W),
                .ADDR_W       (ADDR_W),
                .REGIONS      (REGIONS),
                .REGION_BASES (REGION_BASES),
                .REGION_LOG2S (REGION_LOG2S),
                .REGION_NODES (REGION_NODES)
            ) u_map (
                .clk_i    (clk_i),
                .rst_i    (rst_i),
                .load_i   (load),
                .region_i (region_q[31:0]),
                .base_i   (region_q[95:32]),
                .log2_i   (region_q[127:96]),
                .node_i   (region_q[159:128]),
                .good_o   (good_region),
                .map_o    (map_o)
            );
        end else begin : g_no_map
            assign good_region = 1'b0;
            assign map_o       = {REGIONS*MAP_W{1'b0}};
            wire unused = &{1'b0, load};
        end
    endgenerate

    localparam        MAP_INT   = (AXI_ADDR_W << 8) | REGIONS;
    localparam [31:0] MAP_VALUE = MAP_INT[31:0];

    // Reads. The value of a counter follows one cycle after a cycle without a running snapshot.
    reg               fetched_q;
    always @(posedge clk_i) begin
        fetched_q <= !rst_i && read_valid && !read_ready && !busy;
    end

    assign read_ready = !is_counter || fetched_q;

    always @* begin
        read_data     = 32'd0;
        read_response = OKAY;
        if (is_counter) begin
            read_data = place[0] ? counter[63:32] : counter[31:0];
        end else begin
            case (read_word[9:0])
                IDENTITY:       read_data = IDENTITY_VALUE;
                VERSION_NUMBER: read_data = VERSION;
                SHAPE:          read_data = SHAPE_VALUE;
                COUNT:          read_data = COUNT_VALUE;
                STATUS:         read_data = {30'd0, error_i, busy};
                SNAPSHOT:       read_data = 32'd0;
                default:        read_response = DECERR;
            endcase
            if (LOADABLE != 0) begin
                case (read_word[9:0])
                    MAP_SHAPE: read_data = MAP_VALUE;
                    REGION:    read_data = region_q[31:0];
                    BASE_LOW:  read_data = region_q[63:32];
                    BASE_HIGH: read_data = region_q[95:64];
                    SIZE:      read_data = region_q[127:96];
                    NODE:      read_data = region_q[159:128];
                    default:   read_data = read_data;
                endcase
                if (read_word[9:0] >= MAP_SHAPE && read_word[9:0] <= LOAD) read_response = OKAY;
            end
            if ((read_word >> 10) != {WORD_W{1'b0}}) begin
                read_data     = 32'd0;
                read_response = DECERR;
            end
        end
    end

    // Writes. The written bytes replace those of the present value.
    wire [WORD_W-1:0] write_place = write_word - FIRST_COUNTER;
    wire [9:0]        writes      = write_word[9:0];
    wire              is_low      = (write_word >> 10) == {WORD_W{1'b0}};
    wire              is_map      = is_low && LOADABLE != 0 && writes >= MAP_SHAPE
                                  && writes <= LOAD;
    wire              is_region   = is_map && writes >= REGION && writes <= NODE;
    wire              defined     = is_low ? writes <= SNAPSHOT || is_map
                                           : (write_place >> 1) < COUNT_VALUE[WORD_W-1:0];
    wire              no_byte     = (write_strobe == 4'd0);
    wire [31:0]       byte_mask   = {{8{write_strobe[3]}}, {8{write_strobe[2]}},
                                     {8{write_strobe[1]}}, {8{write_strobe[0]}}};
    wire [31:0]       value       = write_data & byte_mask;
    wire              is_bit      = (value[31:1] == 31'd0);
    wire              takes       = is_low && writes == SNAPSHOT && is_bit;
    wire              loads       = is_map && writes == LOAD && is_bit
                                  && (good_region || !value[0]);
    wire              good        = takes || loads || is_region;

    assign write_response = !defined ? DECERR : (good || no_byte) ? OKAY : SLVERR;
    assign take           = write_valid && takes && value[0];
    assign load           = write_valid && loads && value[0];

    genvar r;
    generate
        for (r = 0; r < 5; r = r + 1) begin : g_region_word
            localparam       AT_INT = r + 9;
            localparam [9:0] AT     = AT_INT[9:0];
            always @(posedge clk_i) begin
                if (rst_i) begin
                    region_q[r*32 +: 32] <= 32'd0;
                end else if (LOADABLE != 0 && write_valid && is_region && writes == AT) begin
                    region_q[r*32 +: 32] <= (region_q[r*32 +: 32] & ~byte_mask) | value;
                end
            end
        end
    endgenerate

endmodule

`default_nettype wire
