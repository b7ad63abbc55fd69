// axi4_packet_sender.v - sends packets of a header and beats as worms, on their class's VCs.
//
// A packet is a header and beats, up to the beat with last_i; with only_i the header is all of it.
// The first word is the header and the first beat, another word is a beat. A beat has the upper
// bits of its flits, and the header all bits below the first beat, from bit 0 up; its lowest bits
// are the destination. So a beat is in the same bits in each word. The head takes a VC with a
// credit: the search is cyclic and begins behind the last packet's VC. The packet stays on it.
// With LEVELS 2, packets of level 1 have the VCs of the class two above CLASS.
//
// If a word is valid in cycle t and there is a credit, its first flit is on the channel in t + 1;
// taken_o is high in the cycle of its last flit. enable_i low stops all of it. docs/axi.md, 3.
// Mirrored by model/adapters/axi4_packets.h.

`default_nettype none

module axi4_packet_sender #(
    parameter DATA_W        = 72,  // as of the router, as all up to CLASSES
    parameter ADDR_W        = 6,
    parameter VCS           = 2,
    parameter DEPTH         = 4,
    parameter PORTS         = 5,
    parameter LOCAL_PORTS   = 1,
    parameter ROUTING       = 0,
    parameter DIMENSIONS    = 2,
    parameter COORD_W       = 3,
    parameter HIGHEST_FIRST = 1,
    parameter CLASSES       = 2,
    parameter CLASS         = 0,   // of these packets, 0 .. CLASSES-1
    parameter LEVELS        = 1,   // 1; or 2, with two more classes
    parameter HEADER_W      = 81,  // bits of a header, and of a beat
    parameter BEAT_W        = 73,
    // Derived, do not override.
    parameter DATELINE      = ((ROUTING == 1 || ROUTING == 2) && VCS > CLASSES) ? 1 : 0,
    parameter ROUTE_W       = PORTS + DATELINE,
    parameter VC_W          = (VCS > 1) ? $clog2(VCS) : 1
) (
    input  wire                clk_i,
    input  wire                rst_i,
    input  wire                enable_i,
    input  wire [ADDR_W-1:0]   router_i,  // node_i and limit_i of the router
    input  wire [ADDR_W-1:0]   limit_i,
    input  wire [PORTS-1:0]    home_i,    // its output for packets to this node, one-hot

    // A header, which is valid until its packet's last word is taken, and the beats
    input  wire                header_valid_i,
    input  wire [HEADER_W-1:0] header_i,
    input  wire                level_i,         // of this packet, 0 with LEVELS 1
    input  wire                only_i,
    input  wire                beat_valid_i,
    input  wire [BEAT_W-1:0]   beat_i,
    input  wire                last_i,
    output wire                taken_o,

    // Channel to the router's local port
    output wire                out_valid_o,
    output wire [VC_W-1:0]     out_vc_o,
    output wire [ROUTE_W-1:0]  out_route_o,
    output wire [DATA_W+1:0]   out_flit_o,
    input  wire [VCS-1:0]      out_credit_i
);

    localparam               GROUP    = VCS / CLASSES;  // VCs of a class
    localparam               OURS     = LEVELS * GROUP;
    localparam               FIRST    = CLASS * GROUP;
    localparam [VC_W-1:0]    BELOW    = {VC_W{1'b0}};
    localparam [VC_W-1:0]    ABOVE    = GROUP[VC_W-1:0];  // VCs of a class in between
    localparam               FLITS    = (HEADER_W + BEAT_W + DATA_W - 1) / DATA_W;
    localparam               BEAT_F   = (BEAT_W + DATA_W - 1) / DATA_W;
    localparam               LEAD     = FLITS - BEAT_F;  // flits before the first beat
    localparam               PIECE_W  = (FLITS > 1) ? $clog2(FLITS) : 1;
    localparam               HEAD_INT = (HEADER_W + DATA_W - 1) / DATA_W - 1;
    localparam               LAST_INT = FLITS - 1;
    localparam [PIECE_W-1:0] HEAD_END = HEAD_INT[PIECE_W-1:0];
    localparam [PIECE_W-1:0] LAST     = LAST_INT[PIECE_W-1:0];
    localparam [PIECE_W-1:0] BEAT     = LEAD[PIECE_W-1:0];
    localparam [DATA_W-1:0]  ABOVE_H  = {DATA_W{1'b1}} << (BEAT_F * DATA_W - BEAT_W);
    localparam [OURS-1:0]    LAST_VC  = {{(OURS-1){1'b0}}, 1'b1} << (OURS - 1);

    generate
        if (CLASSES < 1 || VCS % CLASSES != 0) begin : g_bad_classes
            ERROR_axi4_packet_sender_CLASSES_must_divide_VCS u_error ();
        end
        if (CLASS < 0 || CLASS >= CLASSES) begin : g_bad_class
            ERROR_axi4_packet_sender_CLASS_must_be_below_CLASSES u_error ();
        end
        if (LEVELS < 1 || LEVELS > 2 || CLASS + 2 * (LEVELS - 1) >= CLASSES) begin : g_bad_levels
            ERROR_axi4_packet_sender_LEVELS_must_be_1_or_2_with_two_more_CLASSES u_error ();
        end
        if (DATA_W < 2 * ADDR_W + 2) begin : g_bad_data_w
            ERROR_axi4_packet_sender_DATA_W_must_hold_two_addresses_and_a_kind u_error ();
        end
    endgenerate

    reg                beats_q;  // the first word is sent, the tail is not
    reg  [PIECE_W-1:0] piece_q;  // flits sent of the word under way
    reg  [OURS-1:0]    vc_q;     // of the packet under way or the last one, one-hot

    wire               head   = !beats_q && piece_q == {PIECE_W{1'b0}};
    wire               ends   = (piece_q == (only_i ? HEAD_END : LAST));
    wire               valid  = only_i ? header_valid_i : beat_valid_i;
    wire               tail   = ends && (only_i || last_i);

    wire [OURS-1:0]    credits;
    wire [OURS-1:0]    of_level;  // VCs that this packet may take
    wire [OURS-1:0]    pick;
    wire [OURS-1:0]    vc     = head ? pick : vc_q;
    wire               send   = enable_i && valid && (|(vc & credits));

    assign taken_o = send && ends;

    wire [OURS-1:0]    unused_two;
    wire [OURS-1:0]    unused_room;
    wire [OURS-1:0]    unused_less;

    genvar v;

    generate
        for (v = 0; v < OURS; v = v + 1) begin : g_vc
            assign of_level[v] = (LEVELS == 1) || level_i == (v >= GROUP);
            credit_counter #(
                .DEPTH (DEPTH),
                .ROOM  (1)
            ) u_credits (
                .clk_i    (clk_i),
                .rst_i    (rst_i),
                .enable_i (enable_i),
                .credit_i (out_credit_i[v < GROUP ? FIRST + v : FIRST + GROUP + v]),
                .spend_i  (send && vc[v]),
                .one_o    (credits[v]),
                .two_o    (unused_two[v]),
                .room_o   (unused_room[v]),
                .less_o   (unused_less[v])
            );
        end
    endgenerate

    first_after #(
        .N (OURS)
    ) u_pick (
        .set_i   (credits & of_level),
        .after_i (vc_q),
        .first_o (pick)
    );

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
        .destination_i (header_i[ADDR_W-1:0]),
        .route_o       (route)
    );

    // Of the first word all flits, and of its first flit with a beat what belongs to this word
    wire [FLITS*DATA_W-1:0] word = {beat_i, {(FLITS*DATA_W-BEAT_W){1'b0}}}
                                 | {{(FLITS*DATA_W-HEADER_W){1'b0}}, header_i};
    wire [DATA_W-1:0] ours = (ABOVE_H & {DATA_W{!only_i}}) | (~ABOVE_H & {DATA_W{!beats_q}});

    reg  [DATA_W-1:0] data;
    reg  [VC_W-1:0]   number;
    integer           i;
    always @* begin
        data   = {DATA_W{1'b0}};
        number = FIRST[VC_W-1:0];
        for (i = 0; i < FLITS; i = i + 1) begin
            if (piece_q == i[PIECE_W-1:0]) begin
                data = data | (word[i*DATA_W +: DATA_W] & (i == LEAD ? ours : {DATA_W{1'b1}}));
            end
        end
        for (i = 0; i < OURS; i = i + 1) begin
            if (vc[i]) number = FIRST[VC_W-1:0] + i[VC_W-1:0] + (i < GROUP ? BELOW : ABOVE);
        end
    end

    reg                valid_q;
    reg  [VC_W-1:0]    number_q;
    reg  [ROUTE_W-1:0] packet_route_q;  // of the packet under way
    reg  [ROUTE_W-1:0] route_q;
    reg  [DATA_W+1:0]  flit_q;

    wire [ROUTE_W-1:0] taken_route = head ? route : packet_route_q;

    always @(posedge clk_i) begin
        if (rst_i) begin
            beats_q <= 1'b0;
            piece_q <= {PIECE_W{1'b0}};
            vc_q    <= LAST_VC;
        end else if (send) begin
            beats_q <= ends ? !tail : beats_q;
            piece_q <= tail ? {PIECE_W{1'b0}} : ends ? BEAT : piece_q + 1'b1;
            vc_q    <= vc;
        end
    end
    always @(posedge clk_i) begin
        if (rst_i) begin
            valid_q <= 1'b0;
            route_q <= {ROUTE_W{1'b0}};
        end else if (enable_i) begin
            valid_q <= send;
            route_q <= send ? taken_route : {ROUTE_W{1'b0}};
        end
    end
    always @(posedge clk_i) begin
        if (enable_i) begin
            number_q <= number;
            flit_q   <= {tail, head, data};
        end
        if (send && head) packet_route_q <= route;
    end

    assign out_valid_o = valid_q;
    assign out_vc_o    = number_q;
    assign out_route_o = route_q;
    assign out_flit_o  = flit_q;

    wire unused = &{1'b0, unused_two, unused_room, unused_less, out_credit_i, level_i};

endmodule

`default_nettype wire
