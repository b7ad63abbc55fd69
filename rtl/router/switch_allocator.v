// switch_allocator.v - matching of inputs to outputs: at most one grant per row and column.
//
// Combinational but for the rotation. First the privileged request, then three wavefront
// passes: network inputs to network outputs, network inputs to local outputs, local inputs to
// all. A pass visits the diagonals d = 0 .. PORTS-1; diagonal d holds the pairs
// (i, (i + rotation_q + d) mod PORTS), with DESCENDING (i, (i - rotation_q - d) mod PORTS).
//
// The request matrix is turned row by row until the request of input i on diagonal d is bit
// i * PORTS + d; free inputs and free outputs have their bits at i * PORTS. So a diagonal is
// decided by a few operations on whole vectors (wires in hardware), and from one diagonal to
// the next the free outputs only turn by one place.
// The passes together leave no request whose input and output are both free.
//
// Tamir & Chi 1993 (wave front arbiter); Dally & Towles, chapter 19.
// Mirrored by model/router/ (switch allocator).

`default_nettype none
`include "check.vh"

module switch_allocator #(
    parameter PORTS       = 5,  // 2 .. 32, network ports first
    parameter LOCAL_PORTS = 1,  // terminals, 0 .. PORTS
    parameter DESCENDING  = 0   // 1: from a diagonal to the next the outputs count down
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
            ERROR_switch_allocator_PORTS_must_be_2_to_32 u_error ();
        end
        if (LOCAL_PORTS < 0 || LOCAL_PORTS > PORTS) begin : g_bad_local_ports
            ERROR_switch_allocator_LOCAL_PORTS_must_be_0_to_PORTS u_error ();
        end
    endgenerate

    localparam                  ROTATION_W = $clog2(PORTS);
    localparam                  LAST_INT   = PORTS - 1;
    localparam [ROTATION_W-1:0] LAST       = LAST_INT[ROTATION_W-1:0];
    localparam [PORTS-1:0]      ALL        = {PORTS{1'b1}};
    localparam [PORTS-1:0]      NETWORK    = (LOCAL_PORTS == PORTS) ? {PORTS{1'b0}}
                                           : ALL >> LOCAL_PORTS;
    localparam [PORTS-1:0]      LOCAL      = ~NETWORK;

    // Counting outputs down is counting them up from the other end.
    function automatic [PORTS-1:0] from_the_end;
        input [PORTS-1:0] outputs;
        integer           o;
        begin
            from_the_end = {PORTS{1'b0}};
            for (o = 0; o < PORTS; o = o + 1) from_the_end[o] = outputs[PORTS-1-o];
        end
    endfunction

    // On the next diagonal input i meets the output that input i + 1 meets on this one; counting
    // down, that of input i - 1.
    function automatic [PORTS*PORTS-1:0] next_diagonal;
        input [PORTS*PORTS-1:0] columns_now;
        begin
            next_diagonal = (DESCENDING != 0)
                ? {columns_now[PORTS*PORTS-PORTS-1:0], columns_now[PORTS*PORTS-1 -: PORTS]}
                : {columns_now[PORTS-1:0], columns_now[PORTS*PORTS-1:PORTS]};
        end
    endfunction

    reg [ROTATION_W-1:0]  rotation_q;

    reg [PORTS-1:0]       ip_privileged;  // the privileged input and the output it gets,
    reg [PORTS-1:0]       op_privileged;  // both one-hot or zero
    reg [PORTS*PORTS-1:0] ip_op_gnt;
    reg [PORTS-1:0]       op_gnt;

    // Bit i * PORTS + d: input i on diagonal d
    reg [PORTS*PORTS-1:0] req;
    reg [PORTS*PORTS-1:0] gnt;

    // Bit i * PORTS: input i, or the output that it meets on this diagonal
    reg [PORTS*PORTS-1:0] rows;
    reg [PORTS*PORTS-1:0] local_rows;
    reg [PORTS*PORTS-1:0] columns;
    reg [PORTS*PORTS-1:0] local_columns;
    reg [PORTS*PORTS-1:0] hit;

    reg                   network_pass;   // somebody requests something in the first pass
    reg                   eject_pass;     // in the second
    reg                   inject_pass;    // in the third
    reg [PORTS-1:0]       row;
    reg [PORTS-1:0]       local_row;
    reg [2*PORTS-1:0]     turned;
    integer               p;
    integer               i;
    integer               d;

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
        i             = 0;
        d             = 0;
        req           = {(PORTS*PORTS){1'b0}};
        gnt           = {(PORTS*PORTS){1'b0}};
        rows          = {(PORTS*PORTS){1'b0}};
        local_rows    = {(PORTS*PORTS){1'b0}};
        columns       = {(PORTS*PORTS){1'b0}};
        local_columns = {(PORTS*PORTS){1'b0}};
        hit           = {(PORTS*PORTS){1'b0}};
        network_pass  = 1'b0;
        eject_pass    = 1'b0;
        inject_pass   = 1'b0;
        row           = {PORTS{1'b0}};
        local_row     = {PORTS{1'b0}};
        turned        = {(2*PORTS){1'b0}};
        ip_op_gnt     = {(PORTS*PORTS){1'b0}};
        op_gnt        = {PORTS{1'b0}};
        if (|ip_op_req_i) begin
            for (i = 0; i < PORTS; i = i + 1) begin
                row = ip_op_req_i[i*PORTS +: PORTS];
                if (i >= PORTS - LOCAL_PORTS) begin
                    inject_pass  = inject_pass || (|row);
                end else begin
                    network_pass = network_pass || (|(row & NETWORK));
                    eject_pass   = eject_pass || (|(row & LOCAL));
                end
                if (|row) begin
                    if (DESCENDING != 0) row = from_the_end(row);
                    turned = {row, row} >> ((DESCENDING != 0) ? PORTS - 1 - i : i);
                    row    = turned[PORTS-1:0];
                    turned = {row, row} >> rotation_q;
                    req[i*PORTS +: PORTS] = turned[PORTS-1:0];
                end
            end

            row       = NETWORK & ~op_privileged;
            local_row = LOCAL & ~op_privileged;
            if (DESCENDING != 0) begin
                row       = from_the_end(row);
                local_row = from_the_end(local_row);
            end
            turned    = {row, row} >> rotation_q;
            row       = turned[PORTS-1:0];
            turned    = {local_row, local_row} >> rotation_q;
            local_row = turned[PORTS-1:0];
            if (DESCENDING != 0) begin
                row       = from_the_end(row);
                local_row = from_the_end(local_row);
            end
            for (i = 0; i < PORTS; i = i + 1) begin
                rows[i*PORTS]          = NETWORK[i] && !ip_privileged[i];
                local_rows[i*PORTS]    = LOCAL[i] && !ip_privileged[i];
                columns[i*PORTS]       = row[i];
                local_columns[i*PORTS] = local_row[i];
            end

            if (network_pass) begin
                for (d = 0; d < PORTS; d = d + 1) begin
                    hit     = (req >> d) & rows & columns;
                    gnt     = gnt | (hit << d);
                    rows    = rows ^ hit;
                    columns = columns ^ hit;
                    columns = next_diagonal(columns);
                end
            end
            if (eject_pass) begin
                for (d = 0; d < PORTS; d = d + 1) begin
                    hit           = (req >> d) & rows & local_columns;
                    gnt           = gnt | (hit << d);
                    rows          = rows ^ hit;
                    local_columns = local_columns ^ hit;
                    local_columns = next_diagonal(local_columns);
                end
            end
            if (inject_pass) begin
                columns = columns | local_columns;
                for (d = 0; d < PORTS; d = d + 1) begin
                    hit        = (req >> d) & local_rows & columns;
                    gnt        = gnt | (hit << d);
                    local_rows = local_rows ^ hit;
                    columns    = columns ^ hit;
                    columns    = next_diagonal(columns);
                end
            end

            // Turn the rows back.
            for (i = 0; i < PORTS; i = i + 1) begin
                row = gnt[i*PORTS +: PORTS];
                if (|row) begin
                    turned = {row, row} << rotation_q;
                    row    = turned[2*PORTS-1:PORTS];
                    turned = {row, row} << ((DESCENDING != 0) ? PORTS - 1 - i : i);
                    row    = turned[2*PORTS-1:PORTS];
                    if (DESCENDING != 0) row = from_the_end(row);
                    ip_op_gnt[i*PORTS +: PORTS] = row;
                    op_gnt = op_gnt | row;
                end
                if (ip_privileged[i]) ip_op_gnt[i*PORTS +: PORTS] = op_privileged;
            end
            op_gnt = op_gnt | op_privileged;
        end
    end

    assign ip_op_gnt_o         = ip_op_gnt;
    assign op_gnt_o            = op_gnt;
    assign ip_privileged_gnt_o = ip_privileged;

    always @(posedge clk_i) begin
        if (rst_i) begin
            rotation_q <= {ROTATION_W{1'b0}};
        end else if (active_i) begin
            rotation_q <= (rotation_q == LAST) ? {ROTATION_W{1'b0}} : rotation_q + 1'b1;
        end
    end

`ifdef FORMAL
    `REQUIRE((ip_privileged & (ip_privileged - 1'b1)) == {PORTS{1'b0}}, "one is privileged")
    `REQUIRE((ip_op_privileged_i & ~ip_op_req_i) == {(PORTS*PORTS){1'b0}}, "it requests, too")

    wire [PORTS*PORTS-1:0] f_columns;  // the grants, outputs outer
    genvar f, fo;
    generate
        for (f = 0; f < PORTS; f = f + 1) begin : g_port
            wire [PORTS-1:0] f_row    = ip_op_gnt[f*PORTS +: PORTS];
            wire [PORTS-1:0] f_column = f_columns[f*PORTS +: PORTS];
            for (fo = 0; fo < PORTS; fo = fo + 1) begin : g_pair
                assign f_columns[fo*PORTS + f] = f_row[fo];
                `ENSURE(!ip_op_req_i[f*PORTS + fo] || (|f_row) || op_gnt[fo],
                        "no request is left whose input and output are free")
            end
            `ENSURE((f_row & (f_row - 1'b1)) == {PORTS{1'b0}}, "one grant per input")
            `ENSURE((f_column & (f_column - 1'b1)) == {PORTS{1'b0}}, "one grant per output")
            `ENSURE(op_gnt[f] == (|f_column), "granted outputs")
            `ENSURE(!ip_privileged[f] || (f_row == op_privileged && (|f_row)), "privilege wins")
        end
    endgenerate
    `ENSURE(rotation_q <= LAST, "rotation in range")
`endif
    `ENSURE((ip_op_gnt & ~ip_op_req_i) == {(PORTS*PORTS){1'b0}}, "grant without a request")

endmodule

`default_nettype wire
