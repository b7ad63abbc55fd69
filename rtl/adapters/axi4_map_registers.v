// axi4_map_registers.v - the address map of an AXI4 network, which software can load.
//
// After reset the map has the values of the parameters. A load changes one region for all managers
// from the next cycle on (map_o). good_o is low, and the load is refused, if the values are not a
// region. A region with log2 0 contains no address. Regions may overlap: an address in several of
// them belongs to the lowest-numbered one (axi4_decode). Mirrored by model/adapters/axi4_control.h.

`default_nettype none

module axi4_map_registers #(
    parameter AXI_ADDR_W = 32,  // 13 .. 64
    parameter ADDR_W     = 6,   // of a node's address
    parameter REGIONS    = 2,   // 1 .. 64
    // Row i holds the values after reset of region i: its base, the logarithm of its size in bytes
    // and its node.
    parameter [REGIONS*AXI_ADDR_W-1:0] REGION_BASES = {32'h0001_0000, 32'h0000_0000},
    parameter [REGIONS*8-1:0]          REGION_LOG2S = {8'd16, 8'd16},
    parameter [REGIONS*ADDR_W-1:0]     REGION_NODES = {6'd1, 6'd0},
    // Derived, do not override.
    parameter PAGE_W     = AXI_ADDR_W - 12,
    parameter MAP_W      = 1 + ADDR_W + 2 * PAGE_W
) (
    input  wire                     clk_i,
    input  wire                     rst_i,
    input  wire                     load_i,
    input  wire [31:0]              region_i,
    input  wire [63:0]              base_i,
    input  wire [31:0]              log2_i,
    input  wire [31:0]              node_i,
    output wire                     good_o,
    output wire [REGIONS*MAP_W-1:0] map_o    // {on, node, mask, base} of each, region 0 lowest
);

    localparam        COUNT_INT   = REGIONS;
    localparam [31:0] COUNT       = COUNT_INT[31:0];
    localparam        HIGHEST_INT = AXI_ADDR_W;
    localparam [31:0] HIGHEST     = HIGHEST_INT[31:0];

    wire [63:0]       lower  = ~(64'hffff_ffff_ffff_ffff << log2_i[6:0]);  // bits in the region
    wire [127:0]      beyond = {64'd0, base_i} >> AXI_ADDR_W;              // of a base too large
    reg               served;  // a region leads to this node after reset
    integer           i;
    always @* begin
        served = 1'b0;
        for (i = 0; i < REGIONS; i = i + 1) begin
            if (node_i == {{(32-ADDR_W){1'b0}}, REGION_NODES[i*ADDR_W +: ADDR_W]}) served = 1'b1;
        end
    end

    wire off = (log2_i == 32'd0);

    assign good_o = region_i < COUNT && served && beyond == 128'd0
                  && (off || (log2_i >= 32'd12 && log2_i <= HIGHEST && (base_i & lower) == 64'd0));

    genvar g;
    generate
        for (g = 0; g < REGIONS; g = g + 1) begin : g_region
            localparam                  MINE_INT = g;
            localparam [31:0]           MINE = MINE_INT[31:0];
            localparam [7:0]            LOG2 = REGION_LOG2S[g*8 +: 8];
            localparam [AXI_ADDR_W:0]   WIDE = {(AXI_ADDR_W+1){1'b1}} << LOG2;
            localparam [AXI_ADDR_W-1:0] BASE = REGION_BASES[g*AXI_ADDR_W +: AXI_ADDR_W];

            reg              on_q;
            reg [ADDR_W-1:0] node_q;
            reg [PAGE_W-1:0] mask_q;
            reg [PAGE_W-1:0] base_q;
            always @(posedge clk_i) begin
                if (rst_i) begin
                    on_q   <= 1'b1;
                    node_q <= REGION_NODES[g*ADDR_W +: ADDR_W];
                    mask_q <= WIDE[12 +: PAGE_W];
                    base_q <= BASE[12 +: PAGE_W];
                end else if (load_i && good_o && region_i == MINE) begin
                    on_q   <= !off;
                    node_q <= node_i[ADDR_W-1:0];
                    mask_q <= ~lower[12 +: PAGE_W];
                    base_q <= base_i[12 +: PAGE_W];
                end
            end
            assign map_o[g*MAP_W +: MAP_W] = {on_q, node_q, mask_q, base_q};
        end
    endgenerate

endmodule

`default_nettype wire
