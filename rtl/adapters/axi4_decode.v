// axi4_decode.v - finds the node of an AXI4 transaction, and checks that AXI4 permits its burst.
//
// A region has a base address, a size of 2^n bytes and a node. The size is 4 KiB or more, and the
// base is a multiple of the size. A legal burst does not cross a boundary of 4 KiB, so it stays
// within its region. With LOADABLE 0, elaboration refuses regions that overlap. With LOADABLE 1 the
// map comes from map_i; an address in several regions then belongs to the lowest-numbered one.
// Combinational. Arm IHI 0022, A3.4.1.
// Mirrored by model/adapters/axi4_initiator.h.

`default_nettype none

module axi4_decode #(
    parameter AXI_ADDR_W = 32,  // 13 .. 64
    parameter AXI_DATA_W = 64,  // 32 .. 512, a power of two
    parameter ADDR_W     = 6,   // of a node's address
    parameter REGIONS    = 2,   // 1 .. 64
    // Row i: the base of region i, the logarithm of its size in bytes, and its node.
    parameter [REGIONS*AXI_ADDR_W-1:0] REGION_BASES = {32'h0001_0000, 32'h0000_0000},
    parameter [REGIONS*8-1:0]          REGION_LOG2S = {8'd16, 8'd16},
    parameter [REGIONS*ADDR_W-1:0]     REGION_NODES = {6'd1, 6'd0},
    parameter LOADABLE   = 0,
    // Derived, do not override.
    parameter PAGE_W     = AXI_ADDR_W - 12,
    parameter MAP_W      = 1 + ADDR_W + 2 * PAGE_W
) (
    // {on, node, mask, base} of each region (axi4_map_registers), region 0 lowest
    input  wire [REGIONS*MAP_W-1:0] map_i,
    input  wire [AXI_ADDR_W-1:0] addr_i,
    input  wire [7:0]            len_i,
    input  wire [2:0]            size_i,
    input  wire [1:0]            burst_i,

    output wire [ADDR_W-1:0]     node_o,    // 0 unless both follow
    output wire                  mapped_o,  // a region has the address
    output wire                  legal_o    // the burst is one of AXI4's
);

    localparam       WIDTH    = AXI_ADDR_W;
    localparam       SIZE_INT = $clog2(AXI_DATA_W / 8);
    localparam [2:0] WIDEST   = SIZE_INT[2:0];
    localparam [7:0] HIGHEST  = WIDTH[7:0];
    localparam [1:0] FIXED    = 2'd0;
    localparam [1:0] WRAP     = 2'd2;
    localparam [1:0] RESERVED = 2'd3;

    genvar g;
    genvar h;

    generate
        if (AXI_ADDR_W < 13 || AXI_ADDR_W > 64) begin : g_bad_addr_w
            ERROR_axi4_decode_AXI_ADDR_W_must_be_13_to_64 u_error ();
        end
        if (AXI_DATA_W < 32 || AXI_DATA_W > 512 || (AXI_DATA_W & (AXI_DATA_W - 1)) != 0)
        begin : g_bad_data_w
            ERROR_axi4_decode_AXI_DATA_W_must_be_a_power_of_two_from_32_to_512 u_error ();
        end
        if (REGIONS < 1 || REGIONS > 64) begin : g_bad_regions
            ERROR_axi4_decode_REGIONS_must_be_1_to_64 u_error ();
        end
    endgenerate

    wire [REGIONS*MAP_W-1:0] map;
    wire [REGIONS-1:0]       hit;     // regions that have the address
    wire [REGIONS-1:0]       chosen;  // one-hot or zero

    generate
        for (g = 0; g < REGIONS; g = g + 1) begin : g_region
            wire [PAGE_W-1:0] above = map[g*MAP_W+PAGE_W +: PAGE_W];  // bits above the region
            wire [PAGE_W-1:0] base  = map[g*MAP_W +: PAGE_W];
            wire              on    = map[g*MAP_W+MAP_W-1];

            assign hit[g] = on && (addr_i[AXI_ADDR_W-1:12] & above) == base;
        end

        if (LOADABLE != 0) begin : g_loadable
            assign map    = map_i;
            assign chosen = hit & (~hit + 1'b1);
        end else begin : g_fixed
            for (g = 0; g < REGIONS; g = g + 1) begin : g_constant
                localparam [7:0]            LOG2 = REGION_LOG2S[g*8 +: 8];
                localparam [AXI_ADDR_W-1:0] BASE = REGION_BASES[g*AXI_ADDR_W +: AXI_ADDR_W];
                localparam [AXI_ADDR_W:0]   WIDE = {(AXI_ADDR_W+1){1'b1}} << LOG2;
                localparam [AXI_ADDR_W-1:0] MASK = WIDE[AXI_ADDR_W-1:0];

                assign map[g*MAP_W +: MAP_W] = {1'b1, REGION_NODES[g*ADDR_W +: ADDR_W],
                                                MASK[AXI_ADDR_W-1:12], BASE[AXI_ADDR_W-1:12]};

                if (LOG2 < 8'd12 || LOG2 > HIGHEST) begin : g_bad_size
                    ERROR_axi4_decode_REGION_LOG2S_must_be_12_to_AXI_ADDR_W u_error ();
                end
                if ((BASE & ~MASK) != {AXI_ADDR_W{1'b0}}) begin : g_bad_base
                    ERROR_axi4_decode_REGION_BASES_must_be_multiples_of_their_sizes u_error ();
                end
                for (h = 0; h < g; h = h + 1) begin : g_other
                    localparam [7:0]            LOG2_H = REGION_LOG2S[h*8 +: 8];
                    localparam [AXI_ADDR_W:0]   WIDE_H = {(AXI_ADDR_W+1){1'b1}} << LOG2_H;
                    localparam [AXI_ADDR_W-1:0] BASE_H = REGION_BASES[h*AXI_ADDR_W +: AXI_ADDR_W];
                    localparam [AXI_ADDR_W-1:0] BOTH   = MASK & WIDE_H[AXI_ADDR_W-1:0];
                    if (((BASE ^ BASE_H) & BOTH) == {AXI_ADDR_W{1'b0}}) begin : g_overlap
                        ERROR_axi4_decode_regions_must_not_overlap u_error ();
                    end
                end
            end
            assign chosen = hit;  // no regions overlap
            wire unused = &{1'b0, map_i};
        end
    endgenerate

    reg  [ADDR_W-1:0] node;
    integer           i;
    always @* begin
        node = {ADDR_W{1'b0}};
        for (i = 0; i < REGIONS; i = i + 1) begin
            if (chosen[i]) node = node | map[i*MAP_W+2*PAGE_W +: ADDR_W];
        end
    end

    // The bytes of a beat less one; with all beats but one, where the last byte lies in its 4 KiB
    wire [6:0]  mask   = ~(7'h7f << size_i);
    wire [14:0] others = {7'd0, len_i} << size_i;
    wire [12:0] ends   = {1'b0, addr_i[11:7], addr_i[6:0] | mask} + {1'b0, others[11:0]};
    wire        in_4k  = !ends[12] && others[14:12] == 3'd0;
    wire        wraps  = (len_i == 8'd1 || len_i == 8'd3 || len_i == 8'd7 || len_i == 8'd15)
                       && (addr_i[6:0] & mask) == 7'd0;

    reg         shape;
    always @* begin
        case (burst_i)
            FIXED:    shape = (len_i <= 8'd15);
            WRAP:     shape = wraps;
            RESERVED: shape = 1'b0;
            default:  shape = in_4k;
        endcase
    end

    wire unused_ends = &{1'b0, ends[11:0]};

    assign mapped_o = |hit;
    assign legal_o  = shape && size_i <= WIDEST;
    assign node_o   = node & {ADDR_W{mapped_o && legal_o}};

endmodule

`default_nettype wire
