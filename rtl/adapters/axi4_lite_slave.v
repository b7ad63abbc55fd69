// axi4_lite_slave.v - presents the five channels of AXI4-Lite to registers as writes and reads.
//
// The slave takes the address and the data of a write in either order. When it holds both, and no
// response is on the bus, it raises `write_valid_o` until the registers answer with
// `write_ready_i`. Their response of that cycle is on the bus in the next one. Likewise it raises
// `read_valid_o` for a read until the registers answer with `read_ready_i`.
// It accepts a write and a read every two cycles. Registers drive the pins of the bus.
// Arm IHI 0022 (AXI4-Lite). Mirrored by model/adapters/axi_registers.h.

`default_nettype none
`include "check.vh"

module axi4_lite_slave #(
    parameter ADDRESS_W = 12  // bits of an address, 3 .. 32
) (
    input  wire                 clk_i,
    input  wire                 rst_i,

    // Write address
    input  wire                 axil_awvalid_i,
    /* verilator lint_off UNUSEDSIGNAL */  // bits 1:0: the strobes name the bytes
    input  wire [ADDRESS_W-1:0] axil_awaddr_i,
    /* verilator lint_on UNUSEDSIGNAL */
    output wire                 axil_awready_o,
    // Write data
    input  wire                 axil_wvalid_i,
    input  wire [31:0]          axil_wdata_i,
    input  wire [3:0]           axil_wstrb_i,
    output wire                 axil_wready_o,
    // Write response
    output wire                 axil_bvalid_o,
    output wire [1:0]           axil_bresp_o,
    input  wire                 axil_bready_i,
    // Read address
    input  wire                 axil_arvalid_i,
    /* verilator lint_off UNUSEDSIGNAL */  // bits 1:0: the strobes name the bytes
    input  wire [ADDRESS_W-1:0] axil_araddr_i,
    /* verilator lint_on UNUSEDSIGNAL */
    output wire                 axil_arready_o,
    // Read data
    output wire                 axil_rvalid_o,
    output wire [31:0]          axil_rdata_o,
    output wire [1:0]           axil_rresp_o,
    input  wire                 axil_rready_i,

    // To the registers; addresses in words
    output wire                 write_valid_o,
    output wire [ADDRESS_W-3:0] write_word_o,
    output wire [31:0]          write_data_o,
    output wire [3:0]           write_strobe_o,
    input  wire                 write_ready_i,
    input  wire [1:0]           write_response_i,  // with ready
    output wire                 read_valid_o,
    output wire [ADDRESS_W-3:0] read_word_o,
    input  wire                 read_ready_i,
    input  wire [31:0]          read_data_i,       // with ready
    input  wire [1:0]           read_response_i
);

    generate
        if (ADDRESS_W < 3 || ADDRESS_W > 32) begin : g_bad_address_w
            ERROR_axi4_lite_slave_ADDRESS_W_must_be_3_to_32 u_error ();
        end
    endgenerate

    reg                 awready_q;
    reg                 wready_q;
    reg                 arready_q;
    reg                 address_valid_q;  // address of a write is here
    reg                 data_valid_q;     // data of a write is here
    reg                 read_valid_q;     // address of a read is here
    reg                 bvalid_q;
    reg                 rvalid_q;
    reg [ADDRESS_W-3:0] awaddr_q;  // in words
    reg [31:0]          wdata_q;
    reg [3:0]           wstrb_q;
    reg [ADDRESS_W-3:0] araddr_q;  // in words
    reg [1:0]           bresp_q;
    reg [31:0]          rdata_q;
    reg [1:0]           rresp_q;

    assign write_valid_o  = address_valid_q && data_valid_q && !bvalid_q;
    assign write_word_o   = awaddr_q;
    assign write_data_o   = wdata_q;
    assign write_strobe_o = wstrb_q;
    assign read_valid_o   = read_valid_q && !rvalid_q;
    assign read_word_o    = araddr_q;

    wire                written = write_valid_o && write_ready_i;
    wire                has_read = read_valid_o && read_ready_i;
    wire                take_aw = axil_awvalid_i && awready_q;
    wire                take_w  = axil_wvalid_i && wready_q;
    wire                take_ar = axil_arvalid_i && arready_q;
    wire                address_valid = take_aw || (address_valid_q && !written);
    wire                data_valid    = take_w || (data_valid_q && !written);
    wire                read_valid    = take_ar || (read_valid_q && !has_read);

    always @(posedge clk_i) begin
        if (rst_i) begin
            awready_q       <= 1'b0;
            wready_q        <= 1'b0;
            arready_q       <= 1'b0;
            address_valid_q <= 1'b0;
            data_valid_q    <= 1'b0;
            read_valid_q    <= 1'b0;
            bvalid_q        <= 1'b0;
            rvalid_q        <= 1'b0;
        end else begin
            awready_q       <= !address_valid;
            wready_q        <= !data_valid;
            arready_q       <= !read_valid;
            address_valid_q <= address_valid;
            data_valid_q    <= data_valid;
            read_valid_q    <= read_valid;
            bvalid_q        <= written || (bvalid_q && !axil_bready_i);
            rvalid_q        <= has_read || (rvalid_q && !axil_rready_i);
        end
    end

    always @(posedge clk_i) begin
        if (take_aw) awaddr_q <= axil_awaddr_i[ADDRESS_W-1:2];
        if (take_w) begin
            wdata_q <= axil_wdata_i;
            wstrb_q <= axil_wstrb_i;
        end
        if (take_ar) araddr_q <= axil_araddr_i[ADDRESS_W-1:2];
        if (written) bresp_q  <= write_response_i;
        if (has_read) begin
            rdata_q <= read_data_i;
            rresp_q <= read_response_i;
        end
    end

    assign axil_awready_o = awready_q;
    assign axil_wready_o  = wready_q;
    assign axil_arready_o = arready_q;
    assign axil_bvalid_o  = bvalid_q;
    assign axil_bresp_o   = bresp_q;
    assign axil_rvalid_o  = rvalid_q;
    assign axil_rdata_o   = rdata_q;
    assign axil_rresp_o   = rresp_q;

`ifdef FORMAL
    `ENSURE(nothing_is_taken_over_what_is_here,
            !(awready_q && address_valid_q) && !(wready_q && data_valid_q) &&
            !(arready_q && read_valid_q))

    // There are as many responses as requests.
    reg [7:0] f_addresses_q, f_data_q, f_reads_q;  // taken, without a response
    always @(posedge clk_i) begin
        if (rst_i) begin
            f_addresses_q <= 8'd0;
            f_data_q      <= 8'd0;
            f_reads_q     <= 8'd0;
        end else begin
            f_addresses_q <= f_addresses_q + take_aw - (bvalid_q && axil_bready_i);
            f_data_q      <= f_data_q + take_w - (bvalid_q && axil_bready_i);
            f_reads_q     <= f_reads_q + take_ar - (rvalid_q && axil_rready_i);
        end
    end
    `ENSURE(a_write_response_for_each_address, f_addresses_q == address_valid_q + bvalid_q)
    `ENSURE(a_write_response_for_each_data, f_data_q == data_valid_q + bvalid_q)
    `ENSURE(a_read_response_for_each_address, f_reads_q == read_valid_q + rvalid_q)
    `ENSURE(no_response_unasked, !bvalid_q || (f_addresses_q != 8'd0 && f_data_q != 8'd0))
    `ENSURE(no_data_unasked, !rvalid_q || f_reads_q != 8'd0)

    // A valid stays high, and its payload does not change, until ready is high.
    reg        f_b_held_q, f_r_held_q, f_write_held_q;
    reg [1:0]  f_bresp_q;
    reg [33:0] f_r_q;
    reg [ADDRESS_W+33:0] f_write_q;
    always @(posedge clk_i) begin
        f_b_held_q     <= !rst_i && bvalid_q && !axil_bready_i;
        f_r_held_q     <= !rst_i && rvalid_q && !axil_rready_i;
        f_write_held_q <= !rst_i && write_valid_o && !write_ready_i;
        f_bresp_q      <= bresp_q;
        f_r_q          <= {rdata_q, rresp_q};
        f_write_q      <= {awaddr_q, wdata_q, wstrb_q};
    end
    `ENSURE(b_stays, !f_b_held_q || (bvalid_q && bresp_q == f_bresp_q))
    `ENSURE(r_stays, !f_r_held_q || (rvalid_q && {rdata_q, rresp_q} == f_r_q))
    `ENSURE(a_write_stays_until_the_registers_take_it,
            !f_write_held_q || (write_valid_o && {awaddr_q, wdata_q, wstrb_q} == f_write_q))
`endif

endmodule

`default_nettype wire
