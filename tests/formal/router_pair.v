// router_pair.v - two routers over a channel both ways, for the proofs: no credit is lost.
//
// Each has one network port and one terminal, which sends anything to the other terminal and
// takes anything (any_source.v, any_sink.v). A router never has more flits behind it than the
// other one has places, and when all is at rest it has all its credits again: docs/timing.md
// sections 1 and 2.

`default_nettype none
`include "check.vh"

module router_pair #(
    parameter VCS     = 1,
    parameter DEPTH   = 2,
    parameter ROOM    = DEPTH,
    // Derived, do not override.
    parameter VC_W    = (VCS > 1) ? $clog2(VCS) : 1
) (
    input wire              clk_i,
    input wire [1:0]        send_i,  // bit n: the terminal of router n
    input wire [2*VC_W-1:0] vc_i,
    input wire [1:0]        tail_i,
    input wire [2*VCS-1:0]  pay_i
);

    localparam PORTS  = 2;  // port 0: the other router, port 1: the terminal
    localparam DATA_W = 8;
    localparam FLIT_W = DATA_W + 2;

    reg  started_q = 1'b0;
    wire rst_i     = !started_q;
    always @(posedge clk_i) started_q <= 1'b1;

    // Network port of router n: what goes out by it, with the credits for that; what comes in
    wire [1:0]          out_valid;
    wire [2*VC_W-1:0]   out_vc;
    wire [2*PORTS-1:0]  out_route;
    wire [2*FLIT_W-1:0] out_flit;
    wire [2*VCS-1:0]    out_credit;
    wire [1:0]          in_valid;
    wire [2*VC_W-1:0]   in_vc;
    wire [2*PORTS-1:0]  in_route;
    wire [2*FLIT_W-1:0] in_flit;
    wire [2*VCS-1:0]    in_credit;
    wire [1:0]          error;
    wire [1:0]          idle;
    wire [1:0]          is_delivered;

    // A channel of LATENCY 1 holds what is on its outputs.
    wire [3:0]          full = DEPTH;
    wire                rest = (&idle) && !(|in_valid) && !(|out_credit);

    genvar n;
    generate
        for (n = 0; n < 2; n = n + 1) begin : g_router
            // Its terminal
            wire              sends;
            wire [VC_W-1:0]   sends_vc;
            wire [PORTS-1:0]  sends_route;
            wire [FLIT_W-1:0] sends_flit;
            wire [VCS-1:0]    sends_credit;
            wire              takes;
            wire [VC_W-1:0]   takes_vc;
            wire [PORTS-1:0]  takes_route;
            wire [FLIT_W-1:0] takes_flit;
            wire [VCS-1:0]    takes_credit;

            // All packets go to the other router; the routers compute that they end there.
            any_source #(
                .PORTS   (PORTS),
                .VCS     (VCS),
                .DEPTH   (DEPTH),
                .FLIT_W  (FLIT_W),
                .LEGAL   (2'b01)
            ) u_source (
                .clk_i     (clk_i),
                .rst_i     (rst_i),
                .send_i    (send_i[n]),
                .vc_i      (vc_i[n*VC_W +: VC_W]),
                .route_i   (2'b01),
                .tail_i    (tail_i[n]),
                .data_i    ((n == 0) ? 8'd1 : 8'd0),
                .valid_o   (sends),
                .vc_o      (sends_vc),
                .route_o   (sends_route),
                .flit_o    (sends_flit),
                .credit_i  (sends_credit),
                .credits_o ()
            );

            any_sink #(
                .VCS    (VCS),
                .DEPTH  (DEPTH),
                .FLIT_W (FLIT_W)
            ) u_sink (
                .clk_i    (clk_i),
                .rst_i    (rst_i),
                .pay_i    (pay_i[n*VCS +: VCS]),
                .valid_i  (takes),
                .vc_i     (takes_vc),
                .flit_i   (takes_flit),
                .credit_o (takes_credit)
            );

            router #(
                .PORTS      (PORTS),
                .VCS        (VCS),
                .DEPTH      (DEPTH),
                .DATA_W     (DATA_W),
                .ADDR_W     (1),
                .ROUTING    (3),
                .DIMENSIONS (1),
                .COORD_W    (1),
                .ROOM       (ROOM),
                .PATIENCE   (2)
            ) u_router (
                .clk_i        (clk_i),
                .rst_i        (rst_i),
                .enable_i     (1'b1),
                .node_i       ((n == 0) ? 1'b0 : 1'b1),
                .limit_i      (1'b1),
                .table_we_i   (1'b0),
                .table_port_i (1'b0),
                .table_dest_i (1'b0),
                .table_mask_i ({PORTS{1'b0}}),
                .in_valid_i   ({sends, in_valid[n]}),
                .in_vc_i      ({sends_vc, in_vc[n*VC_W +: VC_W]}),
                .in_route_i   ({sends_route, in_route[n*PORTS +: PORTS]}),
                .in_flit_i    ({sends_flit, in_flit[n*FLIT_W +: FLIT_W]}),
                .in_credit_o  ({sends_credit, in_credit[n*VCS +: VCS]}),
                .out_valid_o  ({takes, out_valid[n]}),
                .out_vc_o     ({takes_vc, out_vc[n*VC_W +: VC_W]}),
                .out_route_o  ({takes_route, out_route[n*PORTS +: PORTS]}),
                .out_flit_o   ({takes_flit, out_flit[n*FLIT_W +: FLIT_W]}),
                .out_credit_i ({takes_credit, out_credit[n*VCS +: VCS]}),
                .error_o      (error[n]),
                .idle_o       (idle[n])
            );

            channel #(
                .LATENCY (1),
                .VCS     (VCS),
                .FLIT_W  (FLIT_W),
                .ROUTE_W (PORTS)
            ) u_channel (
                .clk_i        (clk_i),
                .rst_i        (rst_i),
                .enable_i     (1'b1),
                .in_valid_i   (out_valid[n]),
                .in_vc_i      (out_vc[n*VC_W +: VC_W]),
                .in_route_i   (out_route[n*PORTS +: PORTS]),
                .in_flit_i    (out_flit[n*FLIT_W +: FLIT_W]),
                .in_credit_o  (out_credit[n*VCS +: VCS]),
                .out_valid_o  (in_valid[1-n]),
                .out_vc_o     (in_vc[(1-n)*VC_W +: VC_W]),
                .out_route_o  (in_route[(1-n)*PORTS +: PORTS]),
                .out_flit_o   (in_flit[(1-n)*FLIT_W +: FLIT_W]),
                .out_credit_i (in_credit[(1-n)*VCS +: VCS])
            );

            // What router n may still send, and what is stored in the other one, as the pins say
            reg  [VCS*4-1:0] left_q;
            reg  [VCS*4-1:0] stored_q;
            reg              bad_left;
            reg              bad_stored;
            integer          v;

            always @* begin
                bad_left   = 1'b0;
                bad_stored = 1'b0;
                for (v = 0; v < VCS; v = v + 1) begin
                    if (left_q[v*4 +: 4] > DEPTH) bad_left = 1'b1;
                    if (stored_q[v*4 +: 4] > DEPTH) bad_stored = 1'b1;
                end
            end

            always @(posedge clk_i) begin
                for (v = 0; v < VCS; v = v + 1) begin
                    left_q[v*4 +: 4]   <= left_q[v*4 +: 4] + out_credit[n*VCS + v]
                        - (out_valid[n] && (VCS == 1 || out_vc[n*VC_W +: VC_W] == v));
                    stored_q[v*4 +: 4] <= stored_q[v*4 +: 4] - in_credit[(1-n)*VCS + v]
                        + (in_valid[1-n] && (VCS == 1 || in_vc[(1-n)*VC_W +: VC_W] == v));
                    if (rst_i) left_q[v*4 +: 4]   <= DEPTH;
                    if (rst_i) stored_q[v*4 +: 4] <= 4'd0;
                end
            end

            assign is_delivered[n] = takes;

            `ENSURE(never_a_flit_without_a_credit_nor_a_credit_without_a_flit, !bad_left)
            `ENSURE(never_more_than_depth_flits_behind, !bad_stored)
            `ENSURE(at_rest_all_credits_are_back, !rest || left_q == {VCS{full}})
            `ENSURE(no_error, !error[n])
        end
    endgenerate

endmodule

`default_nettype wire
