// coprocessor_bench.v - two nodes, each with an axi_coprocessor, on the two ends of a dimension.
//
// cocotb drives the buses of each node at the pins of its instance: u_node_0, u_node_1.

`timescale 1ns / 1ps

module coprocessor_node #(
    parameter NODE           = 0,
    parameter DATA_W         = 16,
    parameter DEPTH          = 12,
    parameter SYSTEM_BUFFERS = 4,
    parameter ID_W           = 2
) (
    input  wire              clk,
    input  wire              rst,
    input  wire              enable,
    `include "axil_ports.vh"
    `include "axi_ports.vh"
    output wire              interrupt,
    output wire              idle,
    input  wire              watch_valid,
    input  wire [31:0]       watch_address,
    output wire              watch_exception,
    input  wire [1:0]        in_valid,
    input  wire [2*DATA_W+3:0] in_flit,
    output wire [3:0]        in_credit,
    output wire [1:0]        out_valid,
    output wire [2*DATA_W+3:0] out_flit,
    input  wire [3:0]        out_credit,
    input  wire [4:0]        queue
);

    localparam NODE_INT = NODE;

    axi_coprocessor #(
        .DIMENSIONS    (1),
        .DATA_W        (DATA_W),
        .VCS           (2),
        .DEPTH         (DEPTH),
        .SYSTEM_BUFFERS(SYSTEM_BUFFERS),
        .SLOTS         (16),
        .ID_W          (ID_W),
        .ID            (NODE + 1)
    ) u_coprocessor (
        .clk_i            (clk),
        .rst_i            (rst),
        .enable_i         (enable),
        `include "axil_pins.vh"
        `include "axi_pins.vh"
        .interrupt_o      (interrupt),
        .watch_valid_i    (watch_valid),
        .watch_address_i  (watch_address),
        .watch_bytes_i    (4'd1),
        .watch_exception_o(watch_exception),
        .node_i           (NODE_INT[0]),
        .node_o           (),
        .in_valid_i       (in_valid),
        .in_vc_i          (2'd0),
        .in_flit_i        (in_flit),
        .in_credit_o      (in_credit),
        .out_valid_o      (out_valid),
        .out_vc_o         (),
        .out_flit_o       (out_flit),
        .out_credit_i     (out_credit),
        .queue_i          (queue),
        .idle_o           (idle)
    );

endmodule

module coprocessor_bench #(
    parameter ROUTERS = 1,   // 0: the nodes' channels of dimension 0 are bound to each other
    parameter DATA_W  = 16,
    parameter DEPTH   = 12,
    parameter FLITS   = 10   // of a packet
) (
    input wire clk,
    input wire rst,
    input wire enable
);

    localparam FLIT_W = DATA_W + 2;

    // From and to the nodes: two local channels each, node 0 lowest
    wire [3:0]          to_node_valid;
    wire [4*FLIT_W-1:0] to_node_flit;
    wire [7:0]          to_node_credit;
    wire [3:0]          from_node_valid;
    wire [4*FLIT_W-1:0] from_node_flit;
    wire [7:0]          from_node_credit;
    wire [9:0]          queue;

    coprocessor_node #(
        .NODE  (0),
        .DATA_W(DATA_W),
        .DEPTH (DEPTH)
    ) u_node_0 (
        .clk       (clk),
        .rst       (rst),
        .enable    (enable),
        .in_valid  (to_node_valid[1:0]),
        .in_flit   (to_node_flit[2*FLIT_W-1:0]),
        .in_credit (to_node_credit[3:0]),
        .out_valid (from_node_valid[1:0]),
        .out_flit  (from_node_flit[2*FLIT_W-1:0]),
        .out_credit(from_node_credit[3:0]),
        .queue     (queue[4:0])
    );
    coprocessor_node #(
        .NODE  (1),
        .DATA_W(DATA_W),
        .DEPTH (DEPTH)
    ) u_node_1 (
        .clk       (clk),
        .rst       (rst),
        .enable    (enable),
        .in_valid  (to_node_valid[3:2]),
        .in_flit   (to_node_flit[4*FLIT_W-1:2*FLIT_W]),
        .in_credit (to_node_credit[7:4]),
        .out_valid (from_node_valid[3:2]),
        .out_flit  (from_node_flit[4*FLIT_W-1:2*FLIT_W]),
        .out_credit(from_node_credit[7:4]),
        .queue     (queue[9:5])
    );

    generate
        if (ROUTERS == 0) begin : g_bound
            assign to_node_valid    = {1'b0, from_node_valid[0], 1'b0, from_node_valid[2]};
            assign to_node_flit     = {from_node_flit[2*FLIT_W-1:0],
                                       from_node_flit[4*FLIT_W-1:2*FLIT_W]};
            assign from_node_credit = {2'd0, to_node_credit[1:0], 2'd0, to_node_credit[5:4]};
            assign queue            = 10'd0;
        end else begin : g_routers
            // Port 0 of each router is the dimension, bound to the other's
            wire [1:0]          valid;
            wire [1:0]          vc;
            wire [2*FLIT_W-1:0] flit;
            wire [3:0]          credit;
            genvar              r;
            for (r = 0; r < 2; r = r + 1) begin : g_router
                localparam R = r;
                wire [9:0] other_queues;
                wire [1:0] local_vc;
                packet_router #(
                    .PORTS       (3),
                    .LOCAL_PORTS (2),
                    .VCS         (2),
                    .DEPTH       (DEPTH),
                    .DATA_W      (DATA_W),
                    .ADDR_W      (1),
                    .ROUTING     (3),
                    .DIMENSIONS  (1),
                    .COORD_W     (1),
                    .PACKET_FLITS(FLITS),
                    .SLOTS       (16),
                    .FIRST_HOP   (1)
                ) u_router (
                    .clk_i       (clk),
                    .rst_i       (rst),
                    .enable_i    (enable),
                    .node_i      (R[0]),
                    .limit_i     (1'b1),
                    .in_valid_i  ({from_node_valid[2*r +: 2], valid[1-r]}),
                    .in_vc_i     ({2'd0, vc[1-r]}),
                    .in_flit_i   ({from_node_flit[2*r*FLIT_W +: 2*FLIT_W],
                                   flit[(1-r)*FLIT_W +: FLIT_W]}),
                    .in_credit_o ({from_node_credit[4*r +: 4], credit[2*r +: 2]}),
                    .out_valid_o ({to_node_valid[2*r +: 2], valid[r]}),
                    .out_vc_o    ({local_vc, vc[r]}),
                    .out_flit_o  ({to_node_flit[2*r*FLIT_W +: 2*FLIT_W],
                                   flit[r*FLIT_W +: FLIT_W]}),
                    .out_credit_i({to_node_credit[4*r +: 4], credit[2*(1-r) +: 2]}),
                    .queue_o     ({other_queues, queue[5*r +: 5]}),
                    .error_o     (),
                    .idle_o      ()
                );
            end
        end
    endgenerate

endmodule
