// axi4_demonstrator.v - runs an AXI4 network with managers and memories, under commands of a serial
// line.
//
// serial_commands says what a command is. Node 254 means this module. With any other node a command
// means the word of the network's control block at address {node, register, 2'd0}.
//
//   write                                       read
//   0  1: run from reset on; 0: no more bursts  0  0: running; 1: error of the network;
//                                                  2: an answer was wrong
//   1  cycles in which bursts may begin
//   2  pace_i of the managers                   2  0x54504b41, "TPKA"
//   3  beats_i of the managers
//   16 + n  state of the generator of manager n
//
// A run begins with a reset of all but this module and the generators' states. Its first cycle, in
// which bursts may want to begin, is the first one without that reset; so a run is the same one
// whenever it begins.
// docs/fpga.md. No mirror: a bus.

`default_nettype none

module axi4_demonstrator #(
    parameter CLOCKS    = 434,  // of a bit on the line, 4 .. 65535
    parameter MANAGERS  = 2,    // 1 .. 16
    parameter ADDRESS_W = 13    // bits of an address of the control block, 3 .. 18
) (
    input  wire                 clk_i,
    input  wire                 rst_i,           // synchronous
    input  wire                 rx_i,
    output wire                 tx_o,

    // The network
    output wire                 reset_o,         // rst_i of all the others
    input  wire                 error_i,

    // The managers
    output wire                 requests_o,
    output wire [16:0]          pace_o,
    output wire [3:0]           beats_o,
    output wire [MANAGERS-1:0]  seed_o,
    output wire [31:0]          seed_value_o,
    input  wire [MANAGERS-1:0]  busy_i,
    input  wire [MANAGERS-1:0]  wrong_i,

    // The control block
    output wire                 axil_awvalid_o,
    output wire [ADDRESS_W-1:0] axil_awaddr_o,
    input  wire                 axil_awready_i,
    output wire                 axil_wvalid_o,
    output wire [31:0]          axil_wdata_o,
    input  wire                 axil_wready_i,
    input  wire                 axil_bvalid_i,
    output wire                 axil_bready_o,
    output wire                 axil_arvalid_o,
    output wire [ADDRESS_W-1:0] axil_araddr_o,
    input  wire                 axil_arready_i,
    input  wire                 axil_rvalid_i,
    input  wire [31:0]          axil_rdata_i,
    output wire                 axil_rready_o,

    // For lamps
    output wire                 running_o,
    output wire                 alarm_o,
    output wire                 alive_o          // goes on and off about once a second
);

    generate
        if (MANAGERS < 1 || MANAGERS > 16) begin : g_bad_managers
            ERROR_axi4_demonstrator_MANAGERS_must_be_1_to_16 u_error ();
        end
        if (ADDRESS_W < 3 || ADDRESS_W > 18) begin : g_bad_address_w
            ERROR_axi4_demonstrator_ADDRESS_W_must_be_3_to_18 u_error ();
        end
    endgenerate

    localparam [7:0] SELF = 8'd254;

    wire        request;
    wire        write;
    wire [7:0]  node;
    wire [7:0]  register;
    wire [31:0] data;
    wire        is_self = (node == SELF);
    wire        control = request && is_self && write;

    reg         reset_q = 1'b1;  // as an FPGA begins
    reg  [3:0]  resets_q;        // clocks of reset that follow
    reg  [31:0] left_q;          // cycles in which bursts may begin
    reg  [31:0] cycles_q;
    reg  [16:0] pace_q;
    reg  [3:0]  beats_q;
    reg  [25:0] alive_q;
    reg         aw_q;
    reg         w_q;
    reg         ar_q;
    wire [17:0] address = {node, register, 2'd0};
    wire        answers = write ? axil_bvalid_i : axil_rvalid_i;
    wire [31:0] value   = (register == 8'd2) ? 32'h54504b41 : {29'd0, |wrong_i, error_i, running_o};

    serial_commands #(
        .CLOCKS (CLOCKS)
    ) u_commands (
        .clk_i      (clk_i),
        .rst_i      (rst_i),
        .rx_i       (rx_i),
        .tx_o       (tx_o),
        .hold_i     (reset_q),
        .request_o  (request),
        .write_o    (write),
        .node_o     (node),
        .register_o (register),
        .data_o     (data),
        .done_i     (is_self ? request : answers),
        .answer_i   (write ? data : is_self ? value : axil_rdata_i)
    );

    always @(posedge clk_i) begin
        alive_q <= alive_q + 26'd1;
        reset_q <= rst_i || resets_q != 4'd0;
        if (rst_i) begin
            resets_q <= 4'd15;
            left_q   <= 32'd0;
            alive_q  <= 26'd0;
        end else begin
            if (resets_q != 4'd0) resets_q <= resets_q - 4'd1;
            if (requests_o) left_q <= left_q - 32'd1;
            if (control && register == 8'd0) begin
                left_q <= data[0] ? cycles_q : 32'd0;
                if (data[0]) begin
                    resets_q <= 4'd15;
                    reset_q  <= 1'b1;
                end
            end
            if (control && register == 8'd1) cycles_q <= data;
            if (control && register == 8'd2) pace_q <= data[16:0];
            if (control && register == 8'd3) beats_q <= data[3:0];
        end
    end

    always @(posedge clk_i) begin
        if (reset_q) begin
            aw_q <= 1'b0;
            w_q  <= 1'b0;
            ar_q <= 1'b0;
        end else begin
            aw_q <= (aw_q && !axil_awready_i) || (request && !is_self && write);
            w_q  <= (w_q && !axil_wready_i) || (request && !is_self && write);
            ar_q <= (ar_q && !axil_arready_i) || (request && !is_self && !write);
        end
    end

    genvar m;
    generate
        for (m = 0; m < MANAGERS; m = m + 1) begin : g_seed
            assign seed_o[m] = control && register == 8'd16 + m;
        end
        if (ADDRESS_W < 18) begin : g_unused
            wire unused = &{1'b0, address[17:ADDRESS_W]};
        end
    endgenerate

    assign reset_o        = reset_q;
    assign requests_o     = left_q != 32'd0 && !reset_q;
    assign pace_o         = pace_q;
    assign beats_o        = beats_q;
    assign seed_value_o   = data;
    assign axil_awvalid_o = aw_q;
    assign axil_awaddr_o  = address[ADDRESS_W-1:0];
    assign axil_wvalid_o  = w_q;
    assign axil_wdata_o   = data;
    assign axil_bready_o  = 1'b1;
    assign axil_arvalid_o = ar_q;
    assign axil_araddr_o  = address[ADDRESS_W-1:0];
    assign axil_rready_o  = 1'b1;
    assign running_o      = left_q != 32'd0 || |busy_i;
    assign alarm_o        = error_i || |wrong_i;
    assign alive_o        = alive_q[25];

endmodule

`default_nettype wire
