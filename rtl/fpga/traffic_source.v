// traffic_source.v - sends random messages as worms with a time stamp.
//
// The generator has 32 bits and steps in each enabled cycle (Marsaglia 2003, xorshift).
// model/traffic/xorshift_traffic.h says what they mean for their cycle. The source computes that
// one cycle ahead, so the computation is not in front of the queue. Source: docs/timing.md, 5. A
// message of cycle t has its head on the pins in t + 1 if there is a credit. The model's queue is
// endless, this one has QUEUE places: after lost_o the two differ.
// Mirrored by model/traffic/xorshift_traffic.h.
//
// A head has, from bit 0 up: destination, kind 0, own number as source, measured, time, and a
// checksum that fills the flit. Every other flit is the previous one, rotated, with a bit inverted.

`default_nettype none

module traffic_source #(
    parameter DATA_W = 32,
    parameter ADDR_W = 6,
    parameter VCS    = 4,
    parameter DEPTH  = 4,    // credits a VC after reset
    parameter NODES  = 16,   // their addresses are their numbers
    parameter QUEUE  = 16,   // messages, a power of two
    parameter ROUTE_W = 5,   // of the router's channels
    // Derived, do not override.
    parameter SPARE  = DATA_W - 2 * ADDR_W - 3,
    parameter TIME_W = (SPARE > 16) ? 16 : SPARE,
    parameter VC_W   = (VCS > 1) ? $clog2(VCS) : 1
) (
    input  wire               clk_i,
    input  wire               rst_i,
    input  wire               enable_i,
    input  wire [ADDR_W-1:0]  node_i,
    input  wire               measured_i,       // messages of this cycle are measured
    input  wire [TIME_W-1:0]  time_i,

    // Registers, steady while enable_i is high
    input  wire               seed_i,           // the state becomes seed_value_i
    input  wire [31:0]        seed_value_i,
    input  wire [16:0]        threshold_i,      // of 65,536: messages a cycle
    input  wire [7:0]         length_i,         // flits, at least 1
    input  wire               fixed_i,          // all messages go to target_i
    input  wire               others_i,         // else: none goes to this node
    input  wire [8:0]         hot_threshold_i,  // of 256: go to target_i
    input  wire [ADDR_W-1:0]  target_i,
    output wire [31:0]        queued_o,         // measured messages
    output wire               lost_o,           // a message found no place, or grew too old

    // Route of a head: there and back in the same cycle
    output wire [ADDR_W-1:0]  destination_o,
    input  wire [ROUTE_W-1:0] route_i,

    // Channel to the router
    output wire               out_valid_o,
    output wire [VC_W-1:0]    out_vc_o,
    output wire [ROUTE_W-1:0] out_route_o,
    output wire [DATA_W+1:0]  out_flit_o,
    input  wire [VCS-1:0]     out_credit_i
);

    localparam                QUEUE_W   = $clog2(QUEUE);
    localparam                ENTRY_W   = ADDR_W + 1 + TIME_W;
    localparam                CREDIT_W  = $clog2(DEPTH + 1);
    localparam                SCALE_W   = 17 + ADDR_W;
    localparam                LAST_INT  = VCS - 1;
    localparam [VC_W-1:0]     LAST_VC   = LAST_INT[VC_W-1:0];
    localparam                HEAD_W    = 2 * ADDR_W + 3 + TIME_W;
    localparam                FILLS     = (DATA_W > HEAD_W) ? DATA_W - HEAD_W : 1;

    generate
        if (SPARE < 8) begin : g_bad_data_w
            ERROR_traffic_source_DATA_W_must_hold_two_addresses_and_11_bits u_error ();
        end
        if (QUEUE != (1 << QUEUE_W)) begin : g_bad_queue
            ERROR_traffic_source_QUEUE_must_be_a_power_of_two u_error ();
        end
        if (NODES < 2 || NODES > (1 << ADDR_W)) begin : g_bad_nodes
            ERROR_traffic_source_NODES_must_be_2_to_2_to_the_ADDR_W u_error ();
        end
    endgenerate

    function automatic [31:0] stepped;
        input reg [31:0] from;
        reg [31:0] x;
        begin
            x       = from ^ (from << 13);
            x       = x ^ (x >> 17);
            stepped = x ^ (x << 5);
        end
    endfunction

    // The highest bits of bits * (NODES - others), computed with additions only.
    function automatic [ADDR_W-1:0] scaled;
        input reg [15:0] bits;
        input reg others;
        reg [SCALE_W-1:0] sum;
        reg [SCALE_W-1:0] term;
        integer           n;
        begin
            sum  = {SCALE_W{1'b0}};
            term = {{(SCALE_W-16){1'b0}}, bits};
            for (n = 0; n <= ADDR_W; n = n + 1) begin
                if (((NODES >> n) & 1) != 0) sum = sum + (term << n);
            end
            if (others) sum = sum - term;
            scaled = sum[16 +: ADDR_W];
        end
    endfunction

`include "head_checksum.vh"

    // The message of the next enabled cycle
    reg  [31:0]       state_q;
    reg               arrive_q;
    reg  [ADDR_W-1:0] to_q;
    wire [31:0]       state = seed_i ? seed_value_i : enable_i ? stepped(state_q) : state_q;
    wire [31:0]       beyond = stepped(state);
    wire [ADDR_W-1:0] any    = scaled(state[15:0], others_i || hot_threshold_i != 9'd0);
    wire              past   = (others_i || hot_threshold_i != 9'd0) && any >= node_i;
    wire              hot    = fixed_i || {1'b0, beyond[13:6]} < hot_threshold_i;

    always @(posedge clk_i) begin
        state_q  <= rst_i ? 32'd1 : state;
        arrive_q <= !rst_i && {1'b0, state[31:16]} < threshold_i;
        to_q     <= hot ? target_i : any + {{(ADDR_W-1){1'b0}}, past};
    end

    reg  [31:0]             queued_q;
    reg                     lost_q;

    // Queue. A message bypasses it if it is empty.
    reg  [ENTRY_W-1:0] queue_q [0:QUEUE-1];
    reg  [QUEUE_W:0]   write_q;
    reg  [QUEUE_W:0]   read_q;
    wire [QUEUE_W:0]   waiting  = write_q - read_q;
    wire               empty    = (waiting == {(QUEUE_W+1){1'b0}});
    wire               arrive   = enable_i && arrive_q;
    wire               take;
    wire [ENTRY_W-1:0] entry    = {time_i, measured_i, to_q};
    wire [ENTRY_W-1:0] front    = empty ? entry : queue_q[read_q[QUEUE_W-1:0]];
    wire [TIME_W-1:0]  age      = time_i - front[ADDR_W+1 +: TIME_W];

    always @(posedge clk_i) begin
        if (arrive && !waiting[QUEUE_W]) queue_q[write_q[QUEUE_W-1:0]] <= entry;
    end
    always @(posedge clk_i) begin
        if (rst_i) begin
            write_q  <= {(QUEUE_W+1){1'b0}};
            read_q   <= {(QUEUE_W+1){1'b0}};
            queued_q <= 32'd0;
            lost_q   <= 1'b0;
        end else begin
            write_q  <= write_q + {{QUEUE_W{1'b0}}, arrive && !waiting[QUEUE_W]};
            read_q   <= read_q + {{QUEUE_W{1'b0}}, take};
            queued_q <= queued_q + {31'd0, arrive && measured_i};
            lost_q   <= lost_q || (arrive && waiting[QUEUE_W])
                        || (enable_i && !empty && age[TIME_W-1]);
        end
    end

    // Virtual channels
    reg  [VCS-1:0]     open_q;   // a packet is under way
    reg  [VC_W-1:0]    turn_q;
    wire [VCS-1:0]     credits;  // VCs that have one, that of this cycle included
    wire [VCS-1:0]     ready = credits & (open_q | {VCS{!empty || arrive_q}});
    reg  [VC_W-1:0]    vc;
    reg  [VCS-1:0]     sent;     // one-hot or zero
    reg                found;
    integer            i;

    always @* begin
        vc    = {VC_W{1'b0}};
        found = 1'b0;
        for (i = 0; i < VCS; i = i + 1) begin
            if (!found && ready[i] && i[VC_W-1:0] >= turn_q) begin
                vc    = i[VC_W-1:0];
                found = 1'b1;
            end
        end
        for (i = 0; i < VCS; i = i + 1) begin
            if (!found && ready[i]) begin
                vc    = i[VC_W-1:0];
                found = 1'b1;
            end
        end
        sent = {VCS{1'b0}};
        for (i = 0; i < VCS; i = i + 1) begin
            sent[i] = enable_i && found && vc == i[VC_W-1:0];
        end
    end

    genvar v;

    generate
        for (v = 0; v < VCS; v = v + 1) begin : g_vc
            reg [CREDIT_W-1:0] count_q;
            always @(posedge clk_i) begin
                if (rst_i) count_q <= DEPTH[CREDIT_W-1:0];
                else if (enable_i && out_credit_i[v] && !sent[v]) count_q <= count_q + 1'b1;
                else if (sent[v] && !out_credit_i[v]) count_q <= count_q - 1'b1;
            end
            assign credits[v] = out_credit_i[v] || count_q != {CREDIT_W{1'b0}};
        end
    endgenerate

    // The flit
    reg  [DATA_W-1:0]  words_q  [0:VCS-1];  // the last one sent
    reg  [7:0]         rest_q   [0:VCS-1];  // flits behind it
    reg  [ROUTE_W-1:0] routes_q [0:VCS-1];
    wire               go   = |sent;
    wire               body = |(open_q & sent);
    wire [DATA_W-1:0]  old  = words_q[vc];
    wire [HEAD_W-1:0]  fields = {front[ENTRY_W-1:ADDR_W], node_i, 2'b00, front[ADDR_W-1:0]};
    wire [HEAD_W+FILLS-1:0] head = {head_checksum(fields), fields};
    wire [DATA_W-1:0]  word = body ? {!old[0], old[DATA_W-1:1]} : head[DATA_W-1:0];
    wire [7:0]         left = (body ? rest_q[vc] : length_i) - 8'd1;
    wire               tail = (left == 8'd0);
    wire [ROUTE_W-1:0] route = body ? routes_q[vc] : route_i;

    reg                valid_q;
    reg  [VC_W-1:0]    vc_q;
    reg  [ROUTE_W-1:0] route_q;
    reg  [DATA_W+1:0]  flit_q;

    assign take          = go && !body;
    assign destination_o = front[ADDR_W-1:0];

    always @(posedge clk_i) begin
        if (rst_i) begin
            open_q  <= {VCS{1'b0}};
            turn_q  <= {VC_W{1'b0}};
            valid_q <= 1'b0;
            route_q <= {ROUTE_W{1'b0}};
        end else if (enable_i) begin
            open_q  <= (open_q & ~sent) | (sent & {VCS{!tail}});
            if (go) turn_q <= (vc == LAST_VC) ? {VC_W{1'b0}} : vc + 1'b1;
            valid_q <= go;
            route_q <= route & {ROUTE_W{go}};
        end
    end
    always @(posedge clk_i) begin
        if (go) begin
            words_q[vc]  <= word;
            rest_q[vc]   <= left;
            routes_q[vc] <= route;
        end
        if (enable_i) begin
            vc_q   <= vc;
            flit_q <= {tail, !body, word};
        end
    end

    wire unused = &{1'b0, beyond, head};

    assign out_valid_o = valid_q;
    assign out_vc_o    = vc_q;
    assign out_route_o = route_q;
    assign out_flit_o  = flit_q;
    assign queued_o    = queued_q;
    assign lost_o      = lost_q;

endmodule

`default_nettype wire
