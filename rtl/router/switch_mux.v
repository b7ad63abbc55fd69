// switch_mux.v - the multiplexer of one output of the crossbar, led by switch_arbiter.v.
//
// When nobody asks, the output is the word of some input.
// No mirror: a multiplexer.

`default_nettype none

module switch_mux #(
    parameter INPUTS = 4,   // 1 .. 32
    parameter WIDTH  = 40,
    parameter FLITS  = 0,   // 1: so wide that its gates are kept together (select_four.v)
    // Derived, do not override.
    parameter SIZE   = (INPUTS > 1) ? 1 << $clog2(INPUTS) : 2
) (
    input  wire [INPUTS*WIDTH-1:0] words_i,
    input  wire [SIZE-1:0]         right_i,  // of each inner node
    output wire [WIDTH-1:0]        word_o
);

    localparam LOWEST = (SIZE >= 4) ? SIZE / 4 : 1;  // the first node whose words are chosen here

    reg  [SIZE*WIDTH-1:0]   leaves;
    wire [LOWEST*WIDTH-1:0] chosen;  // of the nodes from LOWEST up
    reg  [2*LOWEST*WIDTH-1:0] words; // of every node
    integer                 k;
    integer                 n;

    // Leaves without an input show what their neighbours show.
    function automatic integer input_at;
        input integer leaf;
        begin
            input_at = (leaf % 2 == 0) ? leaf / 2 : SIZE - 1 - leaf / 2;
            if (input_at >= INPUTS) input_at = (leaf - leaf % 2) / 2;
        end
    endfunction

    always @* begin
        for (k = 0; k < SIZE; k = k + 1) begin
            leaves[k*WIDTH +: WIDTH] = words_i[input_at(k)*WIDTH +: WIDTH];
        end
    end

    genvar g;

    generate
        for (g = 0; g < LOWEST; g = g + 1) begin : g_node
            localparam N = LOWEST + g;
            wire [WIDTH-1:0] word;

            if (SIZE < 4) begin : g_two
                assign word = right_i[1] ? leaves[WIDTH +: WIDTH] : leaves[0 +: WIDTH];
            end else if (FLITS != 0) begin : g_flits
                select_four #(
                    .WIDTH (WIDTH)
                ) u_select (
                    .words_i (leaves[4*g*WIDTH +: 4*WIDTH]),
                    .high_i  (right_i[N]),
                    .low_i   (right_i[N] ? right_i[2*N+1] : right_i[2*N]),
                    .word_o  (word)
                );
            end else begin : g_few
                wire             low   = right_i[N] ? right_i[2*N+1] : right_i[2*N];
                wire [WIDTH-1:0] left  = leaves[4*g*WIDTH +: WIDTH];
                wire [WIDTH-1:0] right = leaves[(4*g+2)*WIDTH +: WIDTH];
                assign word = right_i[N] ? (low ? leaves[(4*g+3)*WIDTH +: WIDTH] : right)
                                         : (low ? leaves[(4*g+1)*WIDTH +: WIDTH] : left);
            end
            assign chosen[g*WIDTH +: WIDTH] = word;
        end
    endgenerate

    always @* begin
        words = {(2*LOWEST*WIDTH){1'b0}};
        words[LOWEST*WIDTH +: LOWEST*WIDTH] = chosen;
        for (n = LOWEST - 1; n >= 1; n = n - 1) begin
            words[n*WIDTH +: WIDTH] = right_i[n] ? words[(2*n+1)*WIDTH +: WIDTH]
                                                 : words[2*n*WIDTH +: WIDTH];
        end
    end

    wire unused = &{1'b0, right_i};

    assign word_o = words[WIDTH +: WIDTH];

endmodule

`default_nettype wire
