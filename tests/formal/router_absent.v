// router_absent.v - a router without the gates of a port beside a whole one, for a proof.
//
// Port 0 is absent: no flit and no credit comes there, and no route names it (docs/timing.md,
// 2.14). All other pins are anything, legal or not, and the same for both routers. Then all outputs
// are the same in every cycle.

`default_nettype none

module router_absent #(
    parameter VCS    = 1,
    parameter LOOKUP = 0,
    // Derived, do not override.
    parameter VC_W   = (VCS > 1) ? $clog2(VCS) : 1
) (
    input wire              clk_i,
    input wire              enable_i,
    input wire [2:0]        in_valid_i,
    input wire [3*VC_W-1:0] in_vc_i,
    input wire [8:0]        in_route_i,
    input wire [8:0]        next_i,
    input wire [29:0]       in_flit_i,
    input wire [3*VCS-1:0]  out_credit_i
);

    localparam             PORTS   = 3;
    localparam [PORTS-1:0] PRESENT = 3'b110;

    reg  started_q = 1'b0;
    wire rst_i     = !started_q;
    always @(posedge clk_i) started_q <= 1'b1;

    wire [3*VCS-1:0]  credit [0:1];
    wire [2:0]        valid  [0:1];
    wire [3*VC_W-1:0] vc     [0:1];
    wire [8:0]        route  [0:1];
    wire [29:0]       flit   [0:1];
    wire              error  [0:1];
    wire              idle   [0:1];

    genvar n;
    generate
        for (n = 0; n < 2; n = n + 1) begin : g_router
            router_switch #(
                .PORTS  (PORTS),
                .VCS    (VCS),
                .DEPTH  (2),
                .DATA_W (8),
                .LOOKUP (LOOKUP),
                .ABSENT ((n == 0) ? 3'b000 : ~PRESENT)
            ) u_switch (
                .clk_i        (clk_i),
                .rst_i        (rst_i),
                .enable_i     (enable_i),
                .pauses_i     (30'd0),
                .next_i       ((LOOKUP != 0) ? next_i & {3{PRESENT}} : next_i),
                .crossed_i    (3'd0),
                .in_valid_i   (in_valid_i & PRESENT),
                .in_vc_i      (in_vc_i),
                .in_route_i   (in_route_i & {3{PRESENT}}),
                .in_flit_i    (in_flit_i),
                .in_credit_o  (credit[n]),
                .out_valid_o  (valid[n]),
                .out_vc_o     (vc[n]),
                .out_route_o  (route[n]),
                .out_flit_o   (flit[n]),
                .out_credit_i (out_credit_i & {{(2*VCS){1'b1}}, {VCS{1'b0}}}),
                .error_o      (error[n]),
                .idle_o       (idle[n])
            );
        end
    endgenerate

    // Behind a low valid bit a flit is anything, and so is what the absent output would have.
    integer p;
    reg     same;
    always @* begin
        same = credit[0] == credit[1] && valid[0] == valid[1] && error[0] == error[1]
            && idle[0] == idle[1];
        for (p = 0; p < PORTS; p = p + 1) begin
            if (valid[0][p]) begin
                same = same && vc[0][p*VC_W +: VC_W] == vc[1][p*VC_W +: VC_W]
                    && route[0][p*3 +: 3] == route[1][p*3 +: 3]
                    && flit[0][p*10 +: 10] == flit[1][p*10 +: 10];
            end
        end
    end
    always @(posedge clk_i) if (!rst_i) assert (same);

endmodule

`default_nettype wire
