// switch_mux.v - the multiplexer of one output of the crossbar, led by switch_arbiter.v.
//
// When nobody asks, the output is the word of some input. It has two bodies: gates follow the tree
// of the arbiter, Verilator indexes. tests/formal/switch_mux.ys proves them equal.
// No mirror: a multiplexer.

`default_nettype none

module switch_mux #(
    parameter INPUTS  = 4,   // input ports, 1 .. 32
    parameter LANES   = 1,   // of each, 1 or 2
    parameter WIDTH   = 40,
    // Derived, do not override.
    parameter SENDERS = INPUTS * LANES,
    parameter SIZE    = LANES * ((INPUTS > 1) ? 1 << $clog2(INPUTS) : 2)
) (
    input  wire [SENDERS*WIDTH-1:0] words_i,
    input  wire [SIZE-1:0]         right_i,  // of each inner node
    output wire [WIDTH-1:0]        word_o
);

    localparam PLACES = SIZE / LANES;

`ifdef VERILATOR
    localparam LEVELS  = $clog2(SIZE);
    localparam INDEX_W = $clog2(SENDERS + 1);

    reg [31:0]        node;  // from the root down
    reg [31:0]        place;
    reg [INDEX_W-1:0] sender;
    integer           level;

    always @* begin
        node = 32'd1;
        for (level = 0; level < LEVELS; level = level + 1) begin
            node = {node[30:0], right_i[node[LEVELS-1:0]]};
        end
        node   = node - SIZE;
        place  = (LANES == 2) ? node >> 1 : node;
        place  = place[0] ? PLACES - 1 - (place >> 1) : place >> 1;
        place  = (LANES == 2) ? {place[30:0], node[0]} : place;
        sender = place[INDEX_W-1:0];
    end

    wire unused = &{1'b0, node, place};

    assign word_o = words_i[sender*WIDTH +: WIDTH];
`else
    reg [2*SIZE*WIDTH-1:0] words;  // of each node
    integer                k;
    integer                n;

    // The sender at a leaf. A leaf without one shows what its neighbour shows.
    function automatic integer sender_at;
        input integer leaf;
        integer       place;
        begin
            place     = leaf / LANES;
            sender_at = (place % 2 == 0) ? place / 2 : PLACES - 1 - place / 2;
            if (sender_at >= INPUTS) sender_at = (place - place % 2) / 2;
            sender_at = sender_at * LANES + leaf % LANES;
        end
    endfunction

    always @* begin
        words[WIDTH-1:0] = {WIDTH{1'b0}};
        for (k = 0; k < SIZE; k = k + 1) begin
            words[(SIZE+k)*WIDTH +: WIDTH] = words_i[sender_at(k)*WIDTH +: WIDTH];
        end
        for (n = SIZE - 1; n >= 1; n = n - 1) begin
            words[n*WIDTH +: WIDTH] = right_i[n] ? words[(2*n+1)*WIDTH +: WIDTH]
                                                 : words[2*n*WIDTH +: WIDTH];
        end
    end

    wire unused = &{1'b0, right_i};

    assign word_o = words[WIDTH +: WIDTH];
`endif

endmodule

`default_nettype wire
