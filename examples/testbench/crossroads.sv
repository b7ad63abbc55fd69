// crossroads.sv - somebody else's router: other names, another order of ports, reset active low.
//
// In here is rtl/router/router.v, so that there is a router; the testbench knows nothing of that.
// +fault=N makes it a bad one, +from=N from which flit or credit on:
//   1  a flit to the west goes out on the other lane
//   2  a credit from the west is lost
//   3  the last word of a packet to the north has a bit turned over

module crossroads #(
    parameter LANES = 2,
    parameter SLOTS = 3,  // words per lane
    parameter WORD  = 32
) (
    input  wire                 clock,
    input  wire                 reset_n,
    input  wire [5:0]           my_place,    // {row, column}
    input  wire [5:0]           last_place,  // of the grid
    // Sides: 0 north (row + 1), 1 east (column + 1), 2 south, 3 west, 4 home
    input  wire [4:0]           rx_go,
    input  wire [4:0][0:0]      rx_lane,
    input  wire [4:0][4:0]      rx_to,       // side that it leaves by
    input  wire [4:0]           rx_first,
    input  wire [4:0]           rx_last,
    input  wire [4:0][WORD-1:0] rx_word,
    output wire [4:0][LANES-1:0] rx_free,
    output wire [4:0]           tx_go,
    output wire [4:0][0:0]      tx_lane,
    output wire [4:0][4:0]      tx_to,
    output wire [4:0]           tx_first,
    output wire [4:0]           tx_last,
    output wire [4:0][WORD-1:0] tx_word,
    input  wire [4:0][LANES-1:0] tx_free,
    output wire                 lost,
    output wire                 asleep
);

    // Side of each port of the router inside.
    localparam [14:0] SIDE = {3'd4, 3'd2, 3'd0, 3'd3, 3'd1};

    localparam NORTH = 0;
    localparam WEST  = 3;

    int     fault;
    int     from;
    int     seen  = 0;     // flits or credits that the fault could have had
    longint cycle = 0;
    wire    plant;         // in this cycle

    initial begin
        if (!$value$plusargs("fault=%d", fault)) fault = 0;
        if (!$value$plusargs("from=%d", from)) from = 1000;
    end

    wire [4:0]           in_valid;
    wire [4:0][0:0]      in_vc;
    wire [4:0][4:0]      in_route;
    wire [4:0][WORD+1:0] in_flit;
    wire [4:0][LANES-1:0] in_credit;
    wire [4:0]           out_valid;
    wire [4:0][0:0]      out_vc;
    wire [4:0][4:0]      out_route;
    wire [4:0][WORD+1:0] out_flit;
    wire [4:0][LANES-1:0] out_credit;

    // What the fault can befall is there in this cycle.
    wire chance = (fault == 1) ? tx_go[WEST]
                : (fault == 2) ? |tx_free[WEST]
                : (fault == 3) ? tx_go[NORTH] && tx_last[NORTH] : 1'b0;

    assign plant = chance && (seen == from || (seen > from && fault != 2));

    always @(posedge clock) begin
        cycle <= reset_n ? cycle + 1 : 0;
        if (reset_n) begin
            seen <= seen + 32'(chance);
            if (plant && seen == from) $display("fault %0d planted in cycle %0d", fault, cycle);
        end
    end

    for (genvar p = 0; p < 5; p++) begin : g_port
        localparam int S = 32'(SIDE[3*p +: 3]);
        assign in_valid[p]   = rx_go[S];
        assign in_vc[p]      = rx_lane[S];
        assign in_flit[p]    = {rx_last[S], rx_first[S], rx_word[S]};
        assign out_credit[p] = (S == WEST && fault == 2 && plant) ? '0 : tx_free[S];
        assign rx_free[S]    = in_credit[p];
        assign tx_go[S]      = out_valid[p];
        assign tx_lane[S]    = (S == WEST && fault == 1) ? out_vc[p] ^ plant : out_vc[p];
        assign {tx_last[S], tx_first[S]} = out_flit[p][WORD+1:WORD];
        assign tx_word[S]    = (S == NORTH && fault == 3) ? out_flit[p][WORD-1:0] ^ WORD'(plant)
                                                          : out_flit[p][WORD-1:0];
        for (genvar o = 0; o < 5; o++) begin : g_to
            assign in_route[p][o]      = rx_to[S][SIDE[3*o +: 3]];
            assign tx_to[S][SIDE[3*o +: 3]] = out_route[p][o];
        end
    end

    router #(
        .PORTS (5),
        .VCS   (LANES),
        .DEPTH (SLOTS),
        .DATA_W (WORD)
    ) u_inside (
        .clk_i        (clock),
        .rst_i        (!reset_n),
        .enable_i     (1'b1),
        .node_i       (my_place),
        .limit_i      (last_place),
        .table_we_i   (1'b0),
        .table_port_i (3'd0),
        .table_dest_i (6'd0),
        .table_mask_i (5'd0),
        .in_valid_i   (in_valid),
        .in_vc_i      (in_vc),
        .in_route_i   (in_route),
        .in_flit_i    (in_flit),
        .in_credit_o  (in_credit),
        .out_valid_o  (out_valid),
        .out_vc_o     (out_vc),
        .out_route_o  (out_route),
        .out_flit_o   (out_flit),
        .out_credit_i (out_credit),
        .error_o      (lost),
        .idle_o       (asleep)
    );

endmodule
