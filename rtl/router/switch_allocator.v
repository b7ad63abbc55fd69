// switch_allocator.v - matching of inputs to outputs: at most one grant per row and column.
//
// Combinational but for the rotation. First the privileged request, then three wavefront
// passes: network inputs to network outputs, network inputs to local outputs, local inputs to
// all. A pass visits the diagonals d = 0 .. PORTS-1; diagonal d holds the pairs
// (i, (i + rotation_q + d) mod PORTS). Requests are kept by diagonal, one PORTS-bit vector
// each, with bit i for input i; so a diagonal is decided by three vector operations, and
// from one to the next the free columns only turn by one place.
// The three passes together leave no request whose input and output are both free.
//
// Tamir & Chi 1993 (wave front arbiter); Dally & Towles, chapter 19.
// Mirrored by the switch allocation of model/router/.

`default_nettype none
`include "check.vh"

module switch_allocator #(
    parameter PORTS       = 5,  // 2 .. 32, network ports first
    parameter LOCAL_PORTS = 1   // terminals, 0 .. PORTS
) (
    input  wire                   clk_i,
    input  wire                   rst_i,

    input  wire                   active_i,            // a flit waits somewhere: rotate
    input  wire [PORTS*PORTS-1:0] ip_op_req_i,
    input  wire [PORTS*PORTS-1:0] ip_op_privileged_i,  // requests of the privileged VC

    output wire [PORTS*PORTS-1:0] ip_op_gnt_o,
    output wire [PORTS-1:0]       ip_privileged_gnt_o  // its grant is the privileged one
);

    generate
        if (PORTS < 2 || PORTS > 32) begin : g_bad_ports
            ERROR_switch_allocator_PORTS_must_be_2_to_32 u_error ();
        end
        if (LOCAL_PORTS < 0 || LOCAL_PORTS > PORTS) begin : g_bad_local_ports
            ERROR_switch_allocator_LOCAL_PORTS_must_be_0_to_PORTS u_error ();
        end
    endgenerate

    localparam                    ROTATION_W = $clog2(PORTS);
    localparam                    LAST_INT   = PORTS - 1;
    localparam [ROTATION_W-1:0]   LAST       = LAST_INT[ROTATION_W-1:0];
    localparam [PORTS-1:0]        ALL        = {PORTS{1'b1}};
    localparam [PORTS-1:0]        LOCAL      = (LOCAL_PORTS == 0) ? {PORTS{1'b0}}
                                             : ALL << (PORTS - LOCAL_PORTS);
    localparam [PORTS-1:0]        NETWORK    = ~LOCAL;

    reg [ROTATION_W-1:0]  rotation_q;

    reg [PORTS-1:0]       ip_privileged;     // the privileged input and the output it gets,
    reg [PORTS-1:0]       op_privileged_gnt; // both one-hot or zero
    reg [PORTS*PORTS-1:0] diagonal_req;      // diagonal, then input
    reg [PORTS*PORTS-1:0] diagonal_gnt;
    reg [PORTS*PORTS-1:0] ip_op_gnt;
    reg [PORTS-1:0]       wants_network;     // inputs with a request for a network output
    reg [PORTS-1:0]       wants_local;
    reg [PORTS-1:0]       rows;              // free inputs of the pass
    reg [PORTS-1:0]       columns;           // bit i: the output on this diagonal of input i is free
    reg [PORTS-1:0]       local_columns;
    reg [PORTS-1:0]       network_rows;      // free network inputs between the passes
    reg [PORTS-1:0]       local_rows;
    reg [PORTS-1:0]       hit;
    reg [PORTS-1:0]       row;
    reg [2*PORTS-1:0]     turned;

    integer p;
    integer i;
    integer d;

    always @* begin
        p                 = 0;
        ip_privileged     = {PORTS{1'b0}};
        op_privileged_gnt = {PORTS{1'b0}};
        if (|ip_op_privileged_i) begin
            for (p = 0; p < PORTS; p = p + 1) begin
                ip_privileged[p]  = |ip_op_privileged_i[p*PORTS +: PORTS];
                op_privileged_gnt = op_privileged_gnt | ip_op_privileged_i[p*PORTS +: PORTS];
            end
            op_privileged_gnt = op_privileged_gnt & (~op_privileged_gnt + 1'b1);
        end
    end

    always @* begin
        i                 = 0;
        d                 = 0;
        diagonal_req      = {(PORTS*PORTS){1'b0}};
        diagonal_gnt      = {(PORTS*PORTS){1'b0}};
        wants_network     = {PORTS{1'b0}};
        wants_local       = {PORTS{1'b0}};
        rows              = {PORTS{1'b0}};
        columns           = {PORTS{1'b0}};
        local_columns     = {PORTS{1'b0}};
        network_rows      = {PORTS{1'b0}};
        local_rows        = {PORTS{1'b0}};
        hit               = {PORTS{1'b0}};
        row               = {PORTS{1'b0}};
        turned            = {(2*PORTS){1'b0}};
        if (|ip_op_req_i) begin
            // Row i, turned so that bit d is its request on diagonal d.
            for (i = 0; i < PORTS; i = i + 1) begin
                row = ip_op_req_i[i*PORTS +: PORTS];
                if (|row) begin
                    wants_network[i] = |(row & NETWORK);
                    wants_local[i]   = |(row & LOCAL);
                    turned           = {row, row} >> i;
                    row              = turned[PORTS-1:0];
                    turned           = {row, row} >> rotation_q;
                    for (d = 0; d < PORTS; d = d + 1) diagonal_req[d*PORTS + i] = turned[d];
                end
            end

            row           = NETWORK & ~op_privileged_gnt;
            turned        = {row, row} >> rotation_q;
            columns       = turned[PORTS-1:0];
            row           = LOCAL & ~op_privileged_gnt;
            turned        = {row, row} >> rotation_q;
            local_columns = turned[PORTS-1:0];
            network_rows  = NETWORK & ~ip_privileged;
            local_rows    = LOCAL & ~ip_privileged;

            rows = network_rows;
            if (|(rows & wants_network)) begin
                for (d = 0; d < PORTS; d = d + 1) begin
                    hit     = diagonal_req[d*PORTS +: PORTS] & rows & columns;
                    rows    = rows & ~hit;
                    columns = columns & ~hit;
                    columns = {columns[0], columns[PORTS-1:1]};
                    diagonal_gnt[d*PORTS +: PORTS] = hit;
                end
            end
            if (|(rows & wants_local)) begin
                for (d = 0; d < PORTS; d = d + 1) begin
                    hit           = diagonal_req[d*PORTS +: PORTS] & rows & local_columns;
                    rows          = rows & ~hit;
                    local_columns = local_columns & ~hit;
                    local_columns = {local_columns[0], local_columns[PORTS-1:1]};
                    diagonal_gnt[d*PORTS +: PORTS] = diagonal_gnt[d*PORTS +: PORTS] | hit;
                end
            end
            network_rows = rows;
            rows         = local_rows;
            columns      = columns | local_columns;
            if (|(rows & (wants_network | wants_local))) begin
                for (d = 0; d < PORTS; d = d + 1) begin
                    hit     = diagonal_req[d*PORTS +: PORTS] & rows & columns;
                    rows    = rows & ~hit;
                    columns = columns & ~hit;
                    columns = {columns[0], columns[PORTS-1:1]};
                    diagonal_gnt[d*PORTS +: PORTS] = diagonal_gnt[d*PORTS +: PORTS] | hit;
                end
            end
            local_rows = rows;
        end
    end

    // Back from diagonals to rows.
    reg [PORTS-1:0]   back;
    reg [2*PORTS-1:0] back_turned;
    integer           r;
    integer           b;

    always @* begin
        r           = 0;
        b           = 0;
        ip_op_gnt   = {(PORTS*PORTS){1'b0}};
        back        = {PORTS{1'b0}};
        back_turned = {(2*PORTS){1'b0}};
        if (|ip_op_req_i) begin
            for (r = 0; r < PORTS; r = r + 1) begin
                if (!network_rows[r] && !local_rows[r]) begin
                    for (b = 0; b < PORTS; b = b + 1) back[b] = diagonal_gnt[b*PORTS + r];
                    back_turned = {back, back} << rotation_q;
                    back        = back_turned[2*PORTS-1:PORTS];
                    back_turned = {back, back} << r;
                    back        = back_turned[2*PORTS-1:PORTS];
                    if (ip_privileged[r]) back = op_privileged_gnt;
                    ip_op_gnt[r*PORTS +: PORTS] = back;
                end
            end
        end
    end

    wire unused = &{1'b0, back_turned[PORTS-1:0]};

    assign ip_op_gnt_o         = ip_op_gnt;
    assign ip_privileged_gnt_o = ip_privileged;

    always @(posedge clk_i) begin
        if (rst_i) begin
            rotation_q <= {ROTATION_W{1'b0}};
        end else if (active_i) begin
            rotation_q <= (rotation_q == LAST) ? {ROTATION_W{1'b0}} : rotation_q + 1'b1;
        end
    end

    `REQUIRE((ip_privileged & (ip_privileged - 1'b1)) == {PORTS{1'b0}}, "one is privileged")
    `REQUIRE((ip_op_privileged_i & ~ip_op_req_i) == {(PORTS*PORTS){1'b0}}, "it requests, too")
    `ENSURE((ip_op_gnt & ~ip_op_req_i) == {(PORTS*PORTS){1'b0}}, "grant without a request")

endmodule

`default_nettype wire
