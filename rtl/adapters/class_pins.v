// class_pins.v - selects the pins of one message class, or of two, at the receiver of a channel.
//
// The module decodes the VC number of a flit to one bit for each VC of the class, and puts the
// credits of the class in their places; the other VCs get no credits. With LEVELS 2 the VCs of the
// class two above follow. A flit on a VC outside is an error. Combinational. No mirror: wiring.

`default_nettype none

module class_pins #(
    parameter VCS   = 2,  // of the channel, 1 .. 16
    parameter GROUP = 1,  // of the class
    parameter FIRST = 0,  // of the class
    parameter LEVELS = 1, // 1 or 2 classes
    // Derived, do not override.
    parameter VC_W  = (VCS > 1) ? $clog2(VCS) : 1
) (
    input  wire             in_valid_i,
    input  wire [VC_W-1:0]  in_vc_i,
    output wire [LEVELS*GROUP-1:0] in_vcs_o,
    input  wire [LEVELS*GROUP-1:0] credit_i,
    output wire [VCS-1:0]   in_credit_o
);

    genvar v;

    generate
        if (FIRST + (2 * LEVELS - 1) * GROUP > VCS) begin : g_bad_first
            ERROR_class_pins_FIRST_and_GROUP_must_lie_in_VCS u_error ();
        end
        for (v = 0; v < VCS; v = v + 1) begin : g_vc
            localparam            NUMBER_INT = v;
            localparam [VC_W-1:0] NUMBER     = NUMBER_INT[VC_W-1:0];
            if (v >= FIRST && v < FIRST + GROUP) begin : g_ours
                assign in_vcs_o[v-FIRST] = in_valid_i && in_vc_i == NUMBER;
                assign in_credit_o[v]    = credit_i[v-FIRST];
            end else if (LEVELS == 2 && v >= FIRST + 2 * GROUP && v < FIRST + 3 * GROUP)
            begin : g_second
                assign in_vcs_o[v-FIRST-GROUP] = in_valid_i && in_vc_i == NUMBER;
                assign in_credit_o[v]          = credit_i[v-FIRST-GROUP];
            end else begin : g_other
                assign in_credit_o[v] = 1'b0;
            end
        end
    endgenerate

endmodule

`default_nettype wire
