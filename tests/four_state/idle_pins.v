// idle_pins.v - a router whose payload pins are unknown (X) where valid is low.
//
// Two senders, from the west and of the node itself, send packets of 3 flits to the east, so heads
// wait while nothing is on the pins. Whatever the router shows must be known in every cycle, and
// every flit must come out. Prints "known" or what is not.

`default_nettype none
`timescale 1ns / 1ps

module idle_pins #(
    parameter VCS      = 4,
    parameter PIPELINE = 1
);

    localparam PORTS  = 5;
    localparam DEPTH  = 3;
    localparam FLIT_W = 34;
    localparam VC_W   = $clog2(VCS);
    localparam EAST   = 0;
    localparam WEST   = 1;
    localparam LOCAL  = 4;
    localparam CYCLES = 2000;

    reg                     clk       = 1'b0;
    reg                     rst       = 1'b1;
    reg  [PORTS-1:0]        in_valid  = 0;
    reg  [PORTS*VC_W-1:0]   in_vc     = {(PORTS*VC_W){1'bx}};
    reg  [PORTS*PORTS-1:0]  in_route  = 0;
    reg  [PORTS*FLIT_W-1:0] in_flit   = {(PORTS*FLIT_W){1'bx}};
    reg  [PORTS*VCS-1:0]    out_credit = 0;
    wire [PORTS*VCS-1:0]    in_credit;
    wire [PORTS-1:0]        out_valid;
    wire [PORTS*VC_W-1:0]   out_vc;
    wire [PORTS*PORTS-1:0]  out_route;
    wire [PORTS*FLIT_W-1:0] out_flit;
    wire                    error;
    wire                    idle;

    router #(
        .PORTS    (PORTS),
        .VCS      (VCS),
        .DEPTH    (DEPTH),
        .PIPELINE (PIPELINE)
    ) u_router (
        .clk_i        (clk),
        .rst_i        (rst),
        .enable_i     (1'b1),
        .node_i       (6'o11),
        .limit_i      (6'o33),
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
        .idle_o       (idle)
    );

    integer credits [0:PORTS*VCS-1];  // [port * VCS + vc]
    integer left    [0:PORTS-1];      // flits of the packet that a sender is at
    integer vc_of   [0:PORTS-1];
    integer sent = 0;
    integer came = 0;
    integer cycle;
    integer port;
    integer vc;

    task fail(input [8*16-1:0] what);
        begin
            $display("cycle %0d: %0s is not known", cycle, what);
            $finish;
        end
    endtask

    task check;
        begin
            if ((^out_valid) === 1'bx) fail("out_valid_o");
            if ((^out_route) === 1'bx) fail("out_route_o");
            if ((^in_credit) === 1'bx) fail("in_credit_o");
            if ((error ^ idle) === 1'bx) fail("error_o or idle_o");
            for (port = 0; port < PORTS; port = port + 1) begin
                if (out_valid[port] && (^out_vc[port*VC_W +: VC_W]) === 1'bx) fail("out_vc_o");
                if (out_valid[port] && (^out_flit[port*FLIT_W +: FLIT_W]) === 1'bx)
                    fail("out_flit_o");
            end
        end
    endtask

    // What a sender shows in the next cycle: nothing in about half of them.
    task drive(input integer from);
        begin
            in_valid[from]               = 1'b0;
            in_vc[from*VC_W +: VC_W]     = {VC_W{1'bx}};
            in_route[from*PORTS +: PORTS] = 0;
            in_flit[from*FLIT_W +: FLIT_W] = {FLIT_W{1'bx}};
            if (left[from] == 0 && cycle < CYCLES) begin
                left[from]  = 3;
                vc_of[from] = $urandom % VCS;
            end
            if (left[from] > 0 && credits[from*VCS + vc_of[from]] > 0 && $urandom % 2 == 0) begin
                in_valid[from]                = 1'b1;
                in_vc[from*VC_W +: VC_W]      = vc_of[from];
                in_route[from*PORTS +: PORTS] = 1 << EAST;
                in_flit[from*FLIT_W +: FLIT_W] = {left[from] == 1, left[from] == 3, 32'o13};
                credits[from*VCS + vc_of[from]] = credits[from*VCS + vc_of[from]] - 1;
                left[from] = left[from] - 1;
                sent       = sent + 1;
            end
        end
    endtask

    initial begin
        for (port = 0; port < PORTS; port = port + 1) begin
            left[port] = 0;
            for (vc = 0; vc < VCS; vc = vc + 1) credits[port*VCS + vc] = DEPTH;
        end
        for (cycle = 0; cycle < 3; cycle = cycle + 1) begin
            #5 clk = 1'b1;
            #5 clk = 1'b0;
        end
        rst = 1'b0;
        for (cycle = 0; cycle < CYCLES + 200; cycle = cycle + 1) begin
            #1 check;
            for (port = 0; port < PORTS; port = port + 1)
                for (vc = 0; vc < VCS; vc = vc + 1)
                    if (in_credit[port*VCS + vc])
                        credits[port*VCS + vc] = credits[port*VCS + vc] + 1;
            // The next cycle's inputs, shown behind the edge.
            #4 clk = 1'b1;
            #1 out_credit = 0;
            if (out_valid_before) out_credit[EAST*VCS + out_vc_before] = 1'b1;
            came = came + out_valid_before;
            drive(WEST);
            drive(LOCAL);
            #4 clk = 1'b0;
        end
        if (sent < CYCLES / 2 || came != sent) $display("%0d flits of %0d came", came, sent);
        else $display("known: %0d flits", came);
        $finish;
    end

    // On the pins in the cycle that the edge ends.
    reg            out_valid_before = 1'b0;
    reg [VC_W-1:0] out_vc_before    = 0;

    always @(posedge clk) begin
        out_valid_before <= out_valid[EAST] && !rst;
        out_vc_before    <= out_vc[EAST*VC_W +: VC_W];
    end

endmodule

`default_nettype wire
