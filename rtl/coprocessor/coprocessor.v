// coprocessor.v - the communication co-processor of a node: messages in memory to packets and back.
//
// Each local port of the packet router has a send engine and a collector. The message unit is in
// the middle, with the copy engine and the comparator cache beside it. All of them share one memory
// port. Registers drive all outputs. docs/timing.md, section 8, says what happens in which cycle;
// this file is wiring.
//
// enable_i gates the beginning of every combinational path: while it is low no part grants or takes
// anything, and no register changes. More than 30 ports: those of processor, memory and router.
//
// Buzzard & Mudge 1988, sections 2 and 5. Mirrored by model/coprocessor/.

`default_nettype none
`include "check.vh"

module coprocessor #(
    parameter DIMENSIONS     = 6,   // of the cube, 1 .. 12
    parameter DATA_W         = 16,  // bits of a flit: 8 (DIMENSIONS <= 6), 16, 32 or 64
    parameter VCS            = 2,   // virtual channels of the router, 1 .. 16; packets use VC 0
    parameter DEPTH          = 12,  // flits of the router's input buffers and of ours, 1 .. 64
    parameter SYSTEM_BUFFERS = 16,  // 1 .. 64
    parameter SLOTS          = 16,  // packets of an output of the router, 1 .. 256
    // Derived, do not override.
    parameter PORTS          = DIMENSIONS + 1,
    parameter FLIT_W         = DATA_W + 2,
    parameter VC_W           = (VCS > 1) ? $clog2(VCS) : 1,
    parameter QUEUE_W        = $clog2(SLOTS + 1)
) (
    input  wire                          clk_i,
    input  wire                          rst_i,
    input  wire                          enable_i,

    // Address, system buffers
    input  wire [DIMENSIONS-1:0]         node_i,
    input  wire [31:0]                   system_base_i,       // a multiple of 8
    input  wire [4:0]                    system_size_log2_i,  // bytes of one, 6 .. 31

    // Instructions
    input  wire                          instruction_valid_i,
    input  wire [2:0]                    operation_i,
    input  wire [31:0]                   pointer_i,
    output wire                          instruction_ready_o,

    // Memory
    output wire                          memory_valid_o,
    output wire                          memory_write_o,
    output wire                          memory_fence_o,
    output wire [31:0]                   memory_address_o,    // a multiple of 8
    output wire [63:0]                   memory_data_o,
    output wire [7:0]                    memory_strobe_o,
    input  wire                          memory_ready_i,
    input  wire                          memory_response_i,
    input  wire [63:0]                   memory_data_i,

    // The processor's accesses
    input  wire                          watch_valid_i,
    input  wire [31:0]                   watch_address_i,
    input  wire [3:0]                    watch_bytes_i,       // 1 .. 8
    output wire                          watch_exception_o,

    // From the router
    input  wire [PORTS-1:0]              in_valid_i,
    input  wire [PORTS*VC_W-1:0]         in_vc_i,             // 0
    input  wire [PORTS*FLIT_W-1:0]       in_flit_i,
    output wire [PORTS*VCS-1:0]          in_credit_o,

    // To the router
    output wire [PORTS-1:0]              out_valid_o,
    output wire [PORTS*VC_W-1:0]         out_vc_o,
    output wire [PORTS*FLIT_W-1:0]       out_flit_o,
    input  wire [PORTS*VCS-1:0]          out_credit_i,
    input  wire [DIMENSIONS*QUEUE_W-1:0] queue_i,             // packets at its network outputs

    // Events
    output wire                          sent_o,
    output wire                          received_o,
    output wire                          error_valid_o,
    output wire [7:0]                    error_code_o,
    output wire [31:0]                   error_pointer_o,

    // Status
    output wire                          idle_o
);

    generate
        if (DIMENSIONS < 1 || DIMENSIONS > 12) begin : g_bad_dimensions
            ERROR_coprocessor_DIMENSIONS_must_be_1_to_12 u_error ();
        end
        if (DATA_W == 8 && DIMENSIONS > 6) begin : g_bad_data_w
            ERROR_coprocessor_DATA_W_of_8_needs_DIMENSIONS_of_at_most_6 u_error ();
        end
        if (VCS < 1 || VCS > 16) begin : g_bad_vcs
            ERROR_coprocessor_VCS_must_be_1_to_16 u_error ();
        end
        if (SLOTS < 1 || SLOTS > 256) begin : g_bad_slots
            ERROR_coprocessor_SLOTS_must_be_1_to_256 u_error ();
        end
    endgenerate

    `include "message_records.vh"

    localparam AGENTS   = PORTS + 2;  // message unit, copy engine, send engines
    localparam WORD_W   = 29;
    localparam BUFFER_W = (SYSTEM_BUFFERS > 1) ? $clog2(SYSTEM_BUFFERS) : 1;
    localparam ENTRY_W  = (DIMENSIONS > 1) ? $clog2(DIMENSIONS) : 1;

    // Memory port
    wire [AGENTS-1:0]        ag_valid;
    wire [AGENTS*WORD_W-1:0] ag_address;
    wire [2*WRITE_W-1:0]     ag_write;      // of message unit and copy engine
    wire [AGENTS-1:0]        ag_gnt;
    wire [AGENTS-1:0]        ag_response;
    wire [ENTRY_W-1:0]       unit_entry;
    wire [32:0]              unit_next;
    wire                     advance;
    wire [ENTRY_W-1:0]       advance_entry;
    wire [32:0]              advance_next;
    wire                     port_idle;

    memory_port #(
        .AGENTS  (AGENTS),
        .ENTRY_W (ENTRY_W)
    ) u_memory_port (
        .clk_i             (clk_i),
        .rst_i             (rst_i),
        .enable_i          (enable_i),
        .ag_valid_i        (ag_valid),
        .ag_address_i      (ag_address),
        .ag_write_i        (ag_write),
        .ag_gnt_o          (ag_gnt),
        .ag_response_o     (ag_response),
        .advance_entry_i   (unit_entry),
        .advance_next_i    (unit_next),
        .sent_o            (sent_o),
        .received_o        (received_o),
        .advance_o         (advance),
        .advance_entry_o   (advance_entry),
        .advance_next_o    (advance_next),
        .memory_valid_o    (memory_valid_o),
        .memory_write_o    (memory_write_o),
        .memory_fence_o    (memory_fence_o),
        .memory_address_o  (memory_address_o),
        .memory_data_o     (memory_data_o),
        .memory_strobe_o   (memory_strobe_o),
        .memory_ready_i    (memory_ready_i),
        .memory_response_i (memory_response_i),
        .idle_o            (port_idle)
    );

    // Words that are read for send engines are rotated here, by one shifter for all of them.
    wire [PORTS*3-1:0] engine_turn;
    reg  [2:0]         turn;
    reg  [63:0]        turned;
    integer            e;

    always @* begin
        e      = 0;
        turn   = 3'd0;
        turned = memory_data_i;
        if (|ag_response[AGENTS-1:2]) begin
            for (e = 0; e < PORTS; e = e + 1) begin
                if (ag_response[e+2]) turn = turn | engine_turn[3*e +: 3];
            end
            if (turn[0]) turned = {turned[55:0], turned[63:56]};
            if (turn[1]) turned = {turned[47:0], turned[63:48]};
            if (turn[2]) turned = {turned[31:0], turned[63:32]};
        end
    end

    // Channels
    wire [PORTS-1:0]     packet_valid;
    wire [PORTS*160-1:0] packets;
    wire [PORTS-1:0]     take;
    wire [PORTS-1:0]     collector_idle;
    wire [PORTS-1:0]     in_credit;
    wire [PORTS-1:0]     engine_free;
    wire [PORTS-1:0]     engine_done;
    wire [PORTS-1:0]     engine_idle;
    wire [PORTS-1:0]     load;
    wire [PORTS-1:0]     take_up;
    wire [LOAD_W-1:0]    load_message;

    genvar p;
    generate
        for (p = 0; p < PORTS; p = p + 1) begin : g_port
            localparam       STREAM_INT = p;
            localparam [3:0] STREAM     = STREAM_INT[3:0];

            collector #(
                .DATA_W (DATA_W),
                .DEPTH  (DEPTH)
            ) u_collector (
                .clk_i          (clk_i),
                .rst_i          (rst_i),
                .enable_i       (enable_i),
                .in_valid_i     (in_valid_i[p]),
                .in_flit_i      (in_flit_i[p*FLIT_W +: FLIT_W]),
                .in_credit_o    (in_credit[p]),
                .packet_valid_o (packet_valid[p]),
                .packet_o       (packets[p*160 +: 160]),
                .take_i         (take[p]),
                .idle_o         (collector_idle[p])
            );

            send_engine #(
                .DATA_W (DATA_W),
                .DEPTH  (DEPTH)
            ) u_send_engine (
                .clk_i          (clk_i),
                .rst_i          (rst_i),
                .enable_i       (enable_i),
                .origin_i       ({STREAM, {(12-DIMENSIONS){1'b0}}, node_i}),
                .load_i         (load[p]),
                .message_i      (load_message),
                .free_o         (engine_free[p]),
                .done_o         (engine_done[p]),
                .take_up_i      (take_up[p]),
                .read_valid_o   (ag_valid[p+2]),
                .read_address_o (ag_address[(p+2)*WORD_W +: WORD_W]),
                .read_gnt_i     (ag_gnt[p+2]),
                .response_i     (ag_response[p+2]),
                .turn_o         (engine_turn[3*p +: 3]),
                .turned_i       (turned),
                .out_valid_o    (out_valid_o[p]),
                .out_flit_o     (out_flit_o[p*FLIT_W +: FLIT_W]),
                .out_credit_i   (out_credit_i[p*VCS]),
                .idle_o         (engine_idle[p])
            );

            assign out_vc_o[p*VC_W +: VC_W] = {VC_W{1'b0}};
            if (VCS == 1) begin : g_one_vc
                assign in_credit_o[p] = in_credit[p];
            end else begin : g_vcs
                assign in_credit_o[p*VCS +: VCS] = {{(VCS-1){1'b0}}, in_credit[p]};
            end
        end
    endgenerate

    // Message unit, copies, comparators
    wire                pair;
    wire [ENTRY_W-1:0]  pair_entry;
    wire                pair_load;
    wire [31:0]         pair_start;
    wire [31:0]         pair_room;
    wire                invalidate;
    wire                push;
    wire [BUFFER_W-1:0] push_buffer;
    wire                copied;
    wire [BUFFER_W-1:0] copied_buffer;
    wire                unit_idle;
    wire                copy_idle;

    message_unit #(
        .DIMENSIONS     (DIMENSIONS),
        .SYSTEM_BUFFERS (SYSTEM_BUFFERS),
        .QUEUE_W        (QUEUE_W)
    ) u_message_unit (
        .clk_i               (clk_i),
        .rst_i               (rst_i),
        .enable_i            (enable_i),
        .node_i              (node_i),
        .system_base_i       (system_base_i),
        .system_size_log2_i  (system_size_log2_i),
        .instruction_valid_i (instruction_valid_i),
        .operation_i         (operation_i),
        .pointer_i           (pointer_i),
        .instruction_ready_o (instruction_ready_o),
        .error_valid_o       (error_valid_o),
        .error_code_o        (error_code_o),
        .error_pointer_o     (error_pointer_o),
        .request_valid_o     (ag_valid[0]),
        .request_address_o   (ag_address[WORD_W-1:0]),
        .request_write_o     (ag_write[WRITE_W-1:0]),
        .advance_next_o      (unit_next),
        .gnt_i               (ag_gnt[0]),
        .response_i          (ag_response[0]),
        .data_i              (memory_data_i),
        .packet_valid_i      (packet_valid),
        .packets_i           (packets),
        .take_o              (take),
        .free_i              (engine_free),
        .done_i              (engine_done),
        .take_up_o           (take_up),
        .load_o              (load),
        .load_message_o      (load_message),
        .queue_i             (queue_i),
        .pair_i              (pair),
        .pair_entry_i        (pair_entry),
        .pair_load_o         (pair_load),
        .pair_start_o        (pair_start),
        .pair_room_o         (pair_room),
        .invalidate_o        (invalidate),
        .entry_o             (unit_entry),
        .push_o              (push),
        .push_buffer_o       (push_buffer),
        .copied_i            (copied),
        .copied_buffer_i     (copied_buffer),
        .idle_o              (unit_idle)
    );

    copy_engine #(
        .BUFFERS (SYSTEM_BUFFERS)
    ) u_copy_engine (
        .clk_i              (clk_i),
        .rst_i              (rst_i),
        .enable_i           (enable_i),
        .system_base_i      (system_base_i[31:3]),
        .system_size_log2_i (system_size_log2_i),
        .push_i             (push),
        .push_buffer_i      (push_buffer),
        .request_valid_o    (ag_valid[1]),
        .request_address_o  (ag_address[WORD_W +: WORD_W]),
        .request_write_o    (ag_write[WRITE_W +: WRITE_W]),
        .gnt_i              (ag_gnt[1]),
        .response_i         (ag_response[1]),
        .data_i             (memory_data_i),
        .free_o             (copied),
        .free_buffer_o      (copied_buffer),
        .idle_o             (copy_idle)
    );

    comparator_cache #(
        .PAIRS (DIMENSIONS)
    ) u_comparator_cache (
        .clk_i             (clk_i),
        .rst_i             (rst_i),
        .enable_i          (enable_i),
        .watch_valid_i     (watch_valid_i),
        .watch_address_i   (watch_address_i),
        .watch_bytes_i     (watch_bytes_i),
        .watch_exception_o (watch_exception_o),
        .available_o       (pair),
        .entry_o           (pair_entry),
        .load_i            (pair_load),
        .start_i           (pair_start),
        .room_i            (pair_room),
        .invalidate_i      (invalidate),
        .which_i           (unit_entry),
        .advance_i         (advance),
        .advance_entry_i   (advance_entry),
        .advance_next_i    (advance_next)
    );

    generate
        for (p = 0; p < PORTS; p = p + 1) begin : g_check
            `REQUIRE(packets_come_on_vc_0,
                    !(enable_i && in_valid_i[p] && in_vc_i[p*VC_W +: VC_W] != {VC_W{1'b0}}))
            if (VCS > 1) begin : g_vcs
                `REQUIRE(credits_are_of_vc_0, !(enable_i && (|out_credit_i[p*VCS+1 +: VCS-1])))
            end
        end
    endgenerate

    assign idle_o = unit_idle && (&collector_idle) && (&engine_idle) && copy_idle && port_idle
                    && !(|in_credit) && !sent_o && !received_o && !error_valid_o
                    && !watch_exception_o;

endmodule

`default_nettype wire
