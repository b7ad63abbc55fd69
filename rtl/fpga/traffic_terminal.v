// traffic_terminal.v - traffic at a local port of a wormhole router, with registers on a ring.
//
// A request passes from terminal to terminal, one clock each, and returns. Highest bits first it is
// {alarm, valid, write, node, register, data}. The terminal that it names (255: all) takes the data
// or inserts the requested data. A terminal that found an error keeps the alarm high. enable_i does
// not stop the ring. A reset clears all registers except the length, which becomes 1:
//
//   write                                             read
//   0  state of the generator                         0  messages queued
//   1  messages a cycle, of 65,536                    1  packets arrived
//   2  31: all to the target; 30: none to itself;     2  flits arrived
//      24..16: to the target, of 256; 15..0: target   3  latency, sum, low 32 bits
//   3  flits of a message, 1 .. 255                   4  latency, sum, high 16 bits
//   4  bin to be read, 0 .. 255                       5  slowest packet, cycles
//                                                     6  1: message lost; 0: an error was found
//                                                     7  the bin; the next read has the next one
//                                                     8  nodes
//
// 0 to 5 and 7 count measured messages only. Wiring of traffic_source, traffic_sink, entry_route.
// docs/fpga.md. No mirror: the model's terminals are model/network/terminal_bank.h.

`default_nettype none

module traffic_terminal #(
    parameter DATA_W        = 32,  // as of the router, which says what they are
    parameter ADDR_W        = 6,
    parameter VCS           = 4,
    parameter DEPTH         = 4,
    parameter PORTS         = 5,
    parameter LOCAL_PORTS   = 1,
    parameter ROUTING       = 0,
    parameter DIMENSIONS    = 2,
    parameter COORD_W       = 3,
    parameter HIGHEST_FIRST = 1,
    parameter NODES         = 16,  // up to 254; their addresses are their numbers
    parameter QUEUE         = 16,  // messages that wait, a power of two
    // Derived, do not override.
    parameter DATELINE      = ((ROUTING == 1 || ROUTING == 2) && VCS > 1) ? 1 : 0,
    parameter ROUTE_W       = PORTS + DATELINE,
    parameter SPARE         = DATA_W - 2 * ADDR_W - 3,
    parameter TIME_W        = (SPARE > 16) ? 16 : SPARE,
    parameter VC_W          = (VCS > 1) ? $clog2(VCS) : 1
) (
    input  wire               clk_i,
    input  wire               rst_i,
    input  wire               enable_i,
    input  wire [ADDR_W-1:0]  node_i,      // of the terminal
    input  wire [ADDR_W-1:0]  router_i,    // node_i and limit_i of the router
    input  wire [ADDR_W-1:0]  limit_i,
    input  wire [PORTS-1:0]   home_i,      // its output for packets to this node, one-hot
    input  wire               measured_i,  // this cycle is
    input  wire [15:0]        time_i,      // number of this cycle, modulo 65,536
    input  wire [47:0]        ring_i,
    output wire [47:0]        ring_o,

    // Channel from the router's local port
    input  wire               in_valid_i,
    input  wire [VC_W-1:0]    in_vc_i,
    input  wire [DATA_W+1:0]  in_flit_i,
    output wire [VCS-1:0]     in_credit_o,

    // Channel to it
    output wire               out_valid_o,
    output wire [VC_W-1:0]    out_vc_o,
    output wire [ROUTE_W-1:0] out_route_o,
    output wire [DATA_W+1:0]  out_flit_o,
    input  wire [VCS-1:0]     out_credit_i
);

    generate
        if (NODES > 254) begin : g_bad_nodes
            ERROR_traffic_terminal_NODES_must_be_2_to_254 u_error ();
        end
    endgenerate

    wire        alarm;
    wire        valid;
    wire        write;
    wire [7:0]  node;
    wire [4:0]  register;
    wire [31:0] data;

    assign {alarm, valid, write, node, register, data} = ring_i;

    wire [7:0]        number = {{(8-ADDR_W){1'b0}}, node_i};
    wire              here   = valid && (node == number || node == 8'd255);
    wire              load   = here && write;

    reg               seed_q;
    reg  [31:0]       seed_value_q;
    reg  [16:0]       threshold_q;
    reg               fixed_q;
    reg               others_q;
    reg  [8:0]        hot_threshold_q;
    reg  [ADDR_W-1:0] target_q;
    reg  [7:0]        length_q;
    reg  [7:0]        bin_q;

    always @(posedge clk_i) begin
        seed_q       <= load && register == 5'd0;
        seed_value_q <= data;
        if (rst_i) begin
            threshold_q     <= 17'd0;
            fixed_q         <= 1'b0;
            others_q        <= 1'b0;
            hot_threshold_q <= 9'd0;
            target_q        <= {ADDR_W{1'b0}};
            length_q        <= 8'd1;
            bin_q           <= 8'd0;
        end else if (load) begin
            case (register)
                5'd1: threshold_q <= data[16:0];
                5'd2: begin
                    fixed_q         <= data[31];
                    others_q        <= data[30];
                    hot_threshold_q <= data[24:16];
                    target_q        <= data[ADDR_W-1:0];
                end
                5'd3: length_q <= data[7:0];
                5'd4: bin_q    <= data[7:0];
                default: ;
            endcase
        end else if (here && register == 5'd7) begin
            bin_q <= bin_q + 8'd1;
        end
    end

    reg  [47:0]             ring_q;

    wire [31:0]        queued;
    wire [31:0]        packets;
    wire [31:0]        flits;
    wire [47:0]        latency;
    wire [TIME_W-1:0]  slowest;
    wire               lost;
    wire               wrong;
    wire [31:0]        bin;
    reg  [31:0]        value;

    always @* begin
        case (register)
            5'd0:    value = queued;
            5'd1:    value = packets;
            5'd2:    value = flits;
            5'd3:    value = latency[31:0];
            5'd4:    value = {16'd0, latency[47:32]};
            5'd5:    value = {{(32-TIME_W){1'b0}}, slowest};
            5'd6:    value = {30'd0, lost, wrong};
            5'd7:    value = bin;
            5'd8:    value = NODES[31:0];
            default: value = 32'd0;
        endcase
    end

    always @(posedge clk_i) begin
        if (rst_i) ring_q <= 48'd0;
        else ring_q <= {alarm || wrong, valid, write, node, register,
                        (here && !write) ? value : data};
    end

    wire [ADDR_W-1:0]  destination;
    wire [ROUTE_W-1:0] route;

    entry_route #(
        .PORTS         (PORTS),
        .LOCAL_PORTS   (LOCAL_PORTS),
        .DATELINE      (DATELINE),
        .ADDR_W        (ADDR_W),
        .ROUTING       (ROUTING),
        .DIMENSIONS    (DIMENSIONS),
        .COORD_W       (COORD_W),
        .HIGHEST_FIRST (HIGHEST_FIRST)
    ) u_route (
        .router_i      (router_i),
        .limit_i       (limit_i),
        .home_i        (home_i),
        .destination_i (destination),
        .route_o       (route)
    );

    traffic_source #(
        .DATA_W  (DATA_W),
        .ADDR_W  (ADDR_W),
        .VCS     (VCS),
        .DEPTH   (DEPTH),
        .NODES   (NODES),
        .QUEUE   (QUEUE),
        .ROUTE_W (ROUTE_W)
    ) u_source (
        .clk_i           (clk_i),
        .rst_i           (rst_i),
        .enable_i        (enable_i),
        .node_i          (node_i),
        .measured_i      (measured_i),
        .time_i          (time_i[TIME_W-1:0]),
        .seed_i          (seed_q),
        .seed_value_i    (seed_value_q),
        .threshold_i     (threshold_q),
        .length_i        (length_q),
        .fixed_i         (fixed_q),
        .others_i        (others_q),
        .hot_threshold_i (hot_threshold_q),
        .target_i        (target_q),
        .queued_o        (queued),
        .lost_o          (lost),
        .destination_o   (destination),
        .route_i         (route),
        .out_valid_o     (out_valid_o),
        .out_vc_o        (out_vc_o),
        .out_route_o     (out_route_o),
        .out_flit_o      (out_flit_o),
        .out_credit_i    (out_credit_i)
    );

    traffic_sink #(
        .DATA_W (DATA_W),
        .ADDR_W (ADDR_W),
        .VCS    (VCS)
    ) u_sink (
        .clk_i       (clk_i),
        .rst_i       (rst_i),
        .enable_i    (enable_i),
        .node_i      (node_i),
        .measured_i  (measured_i),
        .time_i      (time_i[TIME_W-1:0]),
        .length_i    (length_q),
        .packets_o   (packets),
        .flits_o     (flits),
        .latency_o   (latency),
        .slowest_o   (slowest),
        .wrong_o     (wrong),
        .bin_i       (bin_q),
        .bin_o       (bin),
        .in_valid_i  (in_valid_i),
        .in_vc_i     (in_vc_i),
        .in_flit_i   (in_flit_i),
        .in_credit_o (in_credit_o)
    );

    generate
        if (TIME_W < 16) begin : g_short_time
            wire unused = &{1'b0, time_i[15:TIME_W]};
        end
    endgenerate
    assign ring_o      = ring_q;

endmodule

`default_nettype wire
