// interchange_allocator.v - matching of inputs to outputs: at most one grant per row and column.
//
// Combinational but for the rotation; it grants what router/switch_allocator does without local
// ports (tests/formal/interchange_allocator.ys): first the privileged request, then a wavefront
// over the diagonals d = rotation_q, rotation_q + 1 .. modulo PORTS; diagonal d holds the pairs
// (i, (i + d) mod PORTS).
//
// Here no request is turned to its diagonal: the wave runs twice over all diagonals in a fixed
// order, at first only over those from rotation_q on. So pairs that never meet (an interchange has
// none between directions) are constants, and synthesis removes them.
//
// Tamir & Chi 1993 (wave front arbiter); Dally & Towles, chapter 19.
// Mirrored by model/router/switch_allocator.h.

`default_nettype none
`include "check.vh"

module interchange_allocator #(
    parameter PORTS = 4  // 2 .. 32
) (
    input  wire                   clk_i,
    input  wire                   rst_i,

    input  wire                   active_i,            // a flit waits somewhere: rotate
    input  wire [PORTS*PORTS-1:0] ip_op_req_i,
    input  wire [PORTS*PORTS-1:0] ip_op_privileged_i,  // requests of the privileged VC

    output wire [PORTS*PORTS-1:0] ip_op_gnt_o,
    output wire [PORTS-1:0]       op_gnt_o,            // the output was granted to an input
    output wire [PORTS-1:0]       ip_privileged_gnt_o  // the grant is the privileged one
);

    generate
        if (PORTS < 2 || PORTS > 32) begin : g_bad_ports
            ERROR_interchange_allocator_PORTS_must_be_2_to_32 u_error ();
        end
    endgenerate

    localparam                  ROTATION_W = $clog2(PORTS);
    localparam                  LAST_INT   = PORTS - 1;
    localparam [ROTATION_W-1:0] LAST       = LAST_INT[ROTATION_W-1:0];

    reg [ROTATION_W-1:0]  rotation_q;

    reg [PORTS-1:0]       ip_privileged;  // the privileged input and the output it gets,
    reg [PORTS-1:0]       op_privileged;  // both one-hot or zero
    integer               p;

    // Bit d * PORTS + i: input i on diagonal d
    reg [PORTS*PORTS-1:0] req;
    reg [PORTS*PORTS-1:0] gnt;
    integer               d;
    integer               i;

    reg [PORTS-1:0]       rows;           // free inputs
    reg [PORTS-1:0]       columns;        // free outputs
    reg [PORTS-1:0]       hit;
    reg [2*PORTS-1:0]     turned;
    integer               k;

    reg [PORTS*PORTS-1:0] ip_op_gnt;
    integer               e;
    integer               j;

    always @* begin
        p             = 0;
        ip_privileged = {PORTS{1'b0}};
        op_privileged = {PORTS{1'b0}};
        if (|ip_op_privileged_i) begin
            for (p = 0; p < PORTS; p = p + 1) begin
                ip_privileged[p] = |ip_op_privileged_i[p*PORTS +: PORTS];
                op_privileged    = op_privileged | ip_op_privileged_i[p*PORTS +: PORTS];
            end
            op_privileged = op_privileged & (~op_privileged + 1'b1);
        end
    end

    always @* begin
        d   = 0;
        i   = 0;
        req = {(PORTS*PORTS){1'b0}};
        if (|ip_op_req_i) begin
            for (d = 0; d < PORTS; d = d + 1) begin
                for (i = 0; i < PORTS; i = i + 1) begin
                    req[d*PORTS + i] = ip_op_req_i[i*PORTS + (i + d) % PORTS];
                end
            end
        end
    end

    always @* begin
        k       = 0;
        gnt     = {(PORTS*PORTS){1'b0}};
        rows    = ~ip_privileged;
        columns = ~op_privileged;
        hit     = {PORTS{1'b0}};
        turned  = {(2*PORTS){1'b0}};
        if (|req) begin
            for (k = 0; k < 2*PORTS - 1; k = k + 1) begin
                turned = {columns, columns} >> (k % PORTS);
                hit    = req[(k % PORTS)*PORTS +: PORTS] & rows & turned[PORTS-1:0];
                if (k < PORTS && k[ROTATION_W-1:0] < rotation_q) hit = {PORTS{1'b0}};
                gnt[(k % PORTS)*PORTS +: PORTS] = gnt[(k % PORTS)*PORTS +: PORTS] | hit;
                turned  = {hit, hit} << (k % PORTS);
                rows    = rows & ~hit;
                columns = columns & ~turned[2*PORTS-1:PORTS];
            end
        end
    end

    always @* begin
        e         = 0;
        j         = 0;
        ip_op_gnt = {(PORTS*PORTS){1'b0}};
        if (|ip_op_req_i) begin
            for (j = 0; j < PORTS; j = j + 1) begin
                for (e = 0; e < PORTS; e = e + 1) begin
                    ip_op_gnt[j*PORTS + (j + e) % PORTS] = gnt[e*PORTS + j]
                        || (ip_privileged[j] && op_privileged[(j + e) % PORTS]);
                end
            end
        end
    end

    assign ip_op_gnt_o         = ip_op_gnt;
    assign op_gnt_o            = ~columns;
    assign ip_privileged_gnt_o = ip_privileged;

    always @(posedge clk_i) begin
        if (rst_i) begin
            rotation_q <= {ROTATION_W{1'b0}};
        end else if (active_i) begin
            rotation_q <= (rotation_q == LAST) ? {ROTATION_W{1'b0}} : rotation_q + 1'b1;
        end
    end

    `ENSURE((ip_op_gnt & ~ip_op_req_i) == {(PORTS*PORTS){1'b0}}, "grant without a request")

endmodule

`default_nettype wire
