// crossroads_adapter.sv - the pins of rtl/router/router.v in front of crossroads.sv.
//
// All that is to be written for a router of one's own: which pin is which, and in which order.

module crossroads_adapter #(
    parameter VCS    = 2,
    parameter DEPTH  = 3,
    parameter DATA_W = 32
) (
    input  wire                  clk_i,
    input  wire                  rst_i,
    input  wire [5:0]            node_i,
    input  wire [5:0]            limit_i,
    input  wire [4:0]            in_valid_i,
    input  wire [4:0][0:0]       in_vc_i,
    input  wire [4:0][4:0]       in_route_i,
    input  wire [4:0][DATA_W+1:0] in_flit_i,
    output wire [4:0][VCS-1:0]   in_credit_o,
    output wire [4:0]            out_valid_o,
    output wire [4:0][0:0]       out_vc_o,
    output wire [4:0][4:0]       out_route_o,
    output wire [4:0][DATA_W+1:0] out_flit_o,
    input  wire [4:0][VCS-1:0]   out_credit_i,
    output wire                  error_o,
    output wire                  idle_o
);

    // Ports x + 1, x - 1, y + 1, y - 1, local are east, west, north, south, home.
    localparam [14:0] SIDE = {3'd4, 3'd2, 3'd0, 3'd3, 3'd1};

    wire [4:0]             rx_go;
    wire [4:0][0:0]        rx_lane;
    wire [4:0][4:0]        rx_to;
    wire [4:0]             rx_first;
    wire [4:0]             rx_last;
    wire [4:0][DATA_W-1:0] rx_word;
    wire [4:0][VCS-1:0]    rx_free;
    wire [4:0]             tx_go;
    wire [4:0][0:0]        tx_lane;
    wire [4:0][4:0]        tx_to;
    wire [4:0]             tx_first;
    wire [4:0]             tx_last;
    wire [4:0][DATA_W-1:0] tx_word;
    wire [4:0][VCS-1:0]    tx_free;

    for (genvar p = 0; p < 5; p++) begin : g_port
        localparam int S = 32'(SIDE[3*p +: 3]);
        assign rx_go[S]       = in_valid_i[p];
        assign rx_lane[S]     = in_vc_i[p];
        assign {rx_last[S], rx_first[S], rx_word[S]} = in_flit_i[p];
        assign in_credit_o[p] = rx_free[S];
        assign out_valid_o[p] = tx_go[S];
        assign out_vc_o[p]    = tx_lane[S];
        assign out_flit_o[p]  = {tx_last[S], tx_first[S], tx_word[S]};
        assign tx_free[S]     = out_credit_i[p];
        for (genvar o = 0; o < 5; o++) begin : g_to
            assign rx_to[S][SIDE[3*o +: 3]] = in_route_i[p][o];
            assign out_route_o[p][o] = tx_to[S][SIDE[3*o +: 3]];
        end
    end

    crossroads #(
        .LANES (VCS),
        .SLOTS (DEPTH),
        .WORD  (DATA_W)
    ) u_crossroads (
        .clock      (clk_i),
        .reset_n    (!rst_i),
        .my_place   (node_i),
        .last_place (limit_i),
        .rx_go      (rx_go),
        .rx_lane    (rx_lane),
        .rx_to      (rx_to),
        .rx_first   (rx_first),
        .rx_last    (rx_last),
        .rx_word    (rx_word),
        .rx_free    (rx_free),
        .tx_go      (tx_go),
        .tx_lane    (tx_lane),
        .tx_to      (tx_to),
        .tx_first   (tx_first),
        .tx_last    (tx_last),
        .tx_word    (tx_word),
        .tx_free    (tx_free),
        .lost       (error_o),
        .asleep     (idle_o)
    );

endmodule
