// switch_mux.v - the multiplexer of one output of the crossbar, led by switch_arbiter.v.
//
// Four words take two LUTs a bit: the first one puts the low bit of the way in the place of the
// data of the left half when the way goes right, and the second one knows that.
// When nobody asks, the output is the word of some input.
// No mirror: a multiplexer.

`default_nettype none

module switch_mux #(
    parameter INPUTS = 4,   // 1 .. 32
    parameter WIDTH  = 40,
    // Derived, do not override.
    parameter SIZE   = (INPUTS > 1) ? 1 << $clog2(INPUTS) : 2
) (
    input  wire [INPUTS*WIDTH-1:0] words_i,
    input  wire [SIZE-1:0]         right_i,  // of each inner node
    output wire [WIDTH-1:0]        word_o
);

    localparam LOWEST = (SIZE >= 4) ? SIZE / 4 : 1;  // the first node whose words are chosen here

    reg  [2*SIZE*WIDTH-1:0] words;  // of every node
    reg  [WIDTH-1:0]        left;
    reg                     high;
    reg                     low;
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
        words = {(2*SIZE*WIDTH){1'b0}};
        left  = {WIDTH{1'b0}};
        high  = 1'b0;
        low   = 1'b0;
        for (k = 0; k < SIZE; k = k + 1) begin
            words[(SIZE+k)*WIDTH +: WIDTH] = words_i[input_at(k)*WIDTH +: WIDTH];
        end
        if (SIZE >= 4) begin
            for (n = LOWEST; n < 2*LOWEST; n = n + 1) begin
                high = right_i[n];
                low  = high ? right_i[(2*n+1) % SIZE] : right_i[(2*n) % SIZE];
                left = high ? {WIDTH{low}} : low ? words[((4*n+1) % (2*SIZE))*WIDTH +: WIDTH]
                                                 : words[((4*n) % (2*SIZE))*WIDTH +: WIDTH];
                words[n*WIDTH +: WIDTH] = !high ? left
                    : (left & words[((4*n+3) % (2*SIZE))*WIDTH +: WIDTH])
                    | (~left & words[((4*n+2) % (2*SIZE))*WIDTH +: WIDTH]);
            end
        end
        for (n = ((SIZE >= 4) ? LOWEST : SIZE) - 1; n >= 1; n = n - 1) begin
            words[n*WIDTH +: WIDTH] = right_i[n] ? words[(2*n+1)*WIDTH +: WIDTH]
                                                 : words[2*n*WIDTH +: WIDTH];
        end
    end

    assign word_o = words[WIDTH +: WIDTH];

endmodule

`default_nettype wire
