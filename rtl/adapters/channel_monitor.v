// channel_monitor.v - reports the flits, the stalls and the occupancy of a channel in each cycle.
//
// The monitor reads the pins of the sender. For each VC it counts the flits whose credit has not
// returned: these are on the channel, or in the buffer at its other end, which has DEPTH places a
// VC. occupancy_o is the sum over all VCs at the beginning of the cycle. flit_o is high if a flit
// is sent. stall_o is high if none is sent and some VC has no free place.
// All three are 0 in cycles with enable_i low. Mirrored by model/axi/axi4_observer.h.

`default_nettype none
`include "check.vh"

module channel_monitor #(
    parameter VCS    = 2,
    parameter DEPTH  = 4,  // flits a VC, 1 .. 255
    parameter OCC_W  = 4,  // bits of an occupancy; holds VCS * DEPTH
    // Derived, do not override.
    parameter VC_W   = (VCS > 1) ? $clog2(VCS) : 1
) (
    input  wire             clk_i,
    input  wire             rst_i,
    input  wire             enable_i,  // low: this cycle does not count
    input  wire             valid_i,   // the channel's pins
    input  wire [VC_W-1:0]  vc_i,
    input  wire [VCS-1:0]   credit_i,
    output wire             flit_o,
    output wire             stall_o,
    output wire [OCC_W-1:0] occupancy_o
);

    generate
        if (VCS < 1 || VCS > 32) begin : g_bad_vcs
            ERROR_channel_monitor_VCS_must_be_1_to_32 u_error ();
        end
        if (DEPTH < 1 || DEPTH > 255) begin : g_bad_depth
            ERROR_channel_monitor_DEPTH_must_be_1_to_255 u_error ();
        end
        if (VCS * DEPTH >= (1 << OCC_W)) begin : g_bad_occ_w
            ERROR_channel_monitor_OCC_W_must_hold_VCS_times_DEPTH u_error ();
        end
    endgenerate

    localparam              COUNT_W  = $clog2(DEPTH + 1);
    localparam              FULL_INT = DEPTH;
    localparam [COUNT_W-1:0] FULL    = FULL_INT[COUNT_W-1:0];

    reg  [VCS*COUNT_W-1:0]  count_q;  // flits of each VC
    reg  [OCC_W-1:0]        all_q;    // and of all
    wire [VCS-1:0]          full;
    wire [VCS-1:0]          goes;

    genvar g;
    generate
        for (g = 0; g < VCS; g = g + 1) begin : g_vc
            localparam               MINE_INT = g;
            localparam [VC_W-1:0]    MINE     = MINE_INT[VC_W-1:0];
            wire [COUNT_W-1:0]       count    = count_q[g*COUNT_W +: COUNT_W];

            assign goes[g] = valid_i && vc_i == MINE;
            assign full[g] = (count == FULL);

            always @(posedge clk_i) begin
                if (rst_i) begin
                    count_q[g*COUNT_W +: COUNT_W] <= {COUNT_W{1'b0}};
                end else if (enable_i && goes[g] != credit_i[g]) begin
                    count_q[g*COUNT_W +: COUNT_W] <= goes[g] ? count + 1'b1 : count - 1'b1;
                end
            end

            `REQUIRE(a_flit_has_a_place, !enable_i || !goes[g] || !full[g])
            `REQUIRE(a_credit_has_a_flit, !enable_i || !credit_i[g] || count != {COUNT_W{1'b0}})
        end
    endgenerate

    reg  [OCC_W-1:0]        back;     // credits of this cycle
    integer                 i;
    always @* begin
        back = {OCC_W{1'b0}};
        for (i = 0; i < VCS; i = i + 1) begin
            back = back + {{(OCC_W-1){1'b0}}, credit_i[i]};
        end
    end

    always @(posedge clk_i) begin
        if (rst_i) begin
            all_q <= {OCC_W{1'b0}};
        end else if (enable_i) begin
            all_q <= all_q + {{(OCC_W-1){1'b0}}, valid_i} - back;
        end
    end

    assign flit_o      = enable_i && valid_i;
    assign stall_o     = enable_i && !valid_i && (|full);
    assign occupancy_o = all_q & {OCC_W{enable_i}};

endmodule

`default_nettype wire
