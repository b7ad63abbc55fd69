// testbench.sv - crossroads.sv beside the reference model, under random traffic of its neighbours.
//
//   +cycles=N   how long, without a difference (20000)
//   +fault=N    a bad router (crossroads.sv)

module testbench;

    localparam PORTS  = 5;  // x + 1, x - 1, y + 1, y - 1, local
    localparam VCS    = 2;
    localparam DEPTH  = 3;
    localparam DATA_W = 32;

    localparam [5:0] NODE  = {3'd3, 3'd4};  // {y, x} in a mesh of 8 x 8
    localparam [5:0] LIMIT = {3'd7, 3'd7};

    logic clk = 1'b0;
    logic rst = 1'b1;
    int   cycles   = 20000;
    int   delivered = 0;

    logic [PORTS-1:0]             in_valid;
    logic [PORTS-1:0][0:0]        in_vc;
    logic [PORTS-1:0][PORTS-1:0]  in_route;
    logic [PORTS-1:0][DATA_W+1:0] in_flit;
    wire  [PORTS-1:0][VCS-1:0]    in_credit;
    wire  [PORTS-1:0]             out_valid;
    wire  [PORTS-1:0][0:0]        out_vc;
    wire  [PORTS-1:0][PORTS-1:0]  out_route;
    wire  [PORTS-1:0][DATA_W+1:0] out_flit;
    logic [PORTS-1:0][VCS-1:0]    out_credit;
    wire                          error;
    wire                          idle;
    wire                          mismatch;

    crossroads_adapter #(
        .VCS    (VCS),
        .DEPTH  (DEPTH),
        .DATA_W (DATA_W)
    ) u_router (
        .clk_i        (clk),
        .rst_i        (rst),
        .node_i       (NODE),
        .limit_i      (LIMIT),
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
        .error_o      (error),
        .idle_o       (idle)
    );

    turnpike_router_scoreboard #(
        .PORTS  (PORTS),
        .VCS    (VCS),
        .DEPTH  (DEPTH),
        .DATA_W (DATA_W),
        .FATAL  (0)
    ) u_scoreboard (
        .clk_i        (clk),
        .rst_i        (rst),
        .enable_i     (1'b1),
        .node_i       (NODE),
        .limit_i      (LIMIT),
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
        .error_o      (error),
        .idle_o       (idle),
        .mismatch_o   (mismatch)
    );

    // The output of a packet for `to`: y is corrected first.
    function automatic int output_for(input logic [5:0] to);
        if (to[5:3] != NODE[5:3]) return (to[5:3] > NODE[5:3]) ? 2 : 3;
        if (to[2:0] != NODE[2:0]) return (to[2:0] > NODE[2:0]) ? 0 : 1;
        return 4;
    endfunction

    // A neighbour sends a packet here only if it goes on in a dimension that is not done.
    function automatic logic is_turn(input int from, input int to);
        if (from == 4 || to == 4) return from != to;
        return (from / 2 == to / 2) ? from != to : to / 2 < from / 2;
    endfunction

    // What the neighbours know, by port and VC.
    int               credits [PORTS][VCS];
    int               owed    [PORTS][VCS];
    logic             is_open [PORTS][VCS];
    logic [PORTS-1:0] route   [PORTS][VCS];

    int         vc;
    logic [5:0] to;
    logic       is_tail;
    logic       may_send;
    logic [DATA_W-1:0] data;

    always @(posedge clk) begin
        in_valid   <= '0;
        out_credit <= '0;
        for (int p = 0; p < PORTS; p++) begin
            for (int v = 0; v < VCS; v++) begin
                if (rst) begin
                    credits[p][v] = DEPTH;
                    owed[p][v]    = 0;
                    is_open[p][v] = 1'b0;
                end else begin
                    if (in_credit[p][v]) credits[p][v]++;
                    if (out_valid[p] && 32'(out_vc[p]) == v) owed[p][v]++;
                    if (owed[p][v] > 0 && $urandom_range(99) < 60) begin
                        out_credit[p][v] <= 1'b1;
                        owed[p][v]--;
                    end
                end
            end
            if (!rst && out_valid[p]) delivered++;
            vc       = 32'($urandom_range(VCS - 1));
            to       = 6'($urandom);
            data     = $urandom;
            is_tail  = $urandom_range(3) == 0;
            may_send = !rst && $urandom_range(99) < 70
                     && (is_open[p][vc] || is_turn(p, output_for(to)));
            if (may_send && credits[p][vc] > 0) begin
                if (!is_open[p][vc]) begin
                    data[5:0]    = to;
                    route[p][vc] = PORTS'(1) << output_for(to);
                end
                in_valid[p] <= 1'b1;
                in_vc[p]    <= 1'(vc);
                in_route[p] <= route[p][vc];
                in_flit[p]  <= {is_tail, !is_open[p][vc], data};
                is_open[p][vc] = !is_tail;
                credits[p][vc]--;
            end else begin
                in_route[p] <= '0;
            end
        end
    end

    int edges = 0;

    always @(posedge clk) begin
        edges++;
        rst <= edges < 4;
    end

    always #5 clk = !clk;

    initial begin
        void'($value$plusargs("cycles=%d", cycles));
        in_valid   = '0;
        out_credit = '0;
        in_route   = '0;
        wait (!rst);
        for (int c = 0; c < cycles && !mismatch; c++) @(posedge clk);
        if (mismatch) $display("FAILED");
        else $display("PASSED: %0d cycles, %0d flits, no difference", cycles, delivered);
        $finish;
    end

endmodule
