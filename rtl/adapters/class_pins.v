// class_pins.v - selects the pins of one message class at the receiver of a channel.
//
// The module decodes the VC number of a flit to one bit for each VC of the class, and puts the
// credits of the class in their places; the other VCs get no credits. A flit on a VC outside the
// class is an error. Combinational. No mirror: wiring.

`default_nettype none

module class_pins #(
    parameter VCS   = 2,  // of the channel, 1 .. 16
    parameter GROUP = 1,  // of the class
    parameter FIRST = 0,  // of the class
    // Derived, do not override.
    parameter VC_W  = (VCS > 1) ? $clog2(VCS) : 1
) (
    input  wire             in_valid_i,
    input  wire [VC_W-1:0]  in_vc_i,
    output wire [GROUP-1:0] in_vcs_o,
    input  wire [GROUP-1:0] credit_i,
    output wire [VCS-1:0]   in_credit_o
);

    genvar v;

    generate
        if (FIRST + GROUP > VCS) begin : g_bad_first
            ERROR_class_pins_FIRST_and_GROUP_must_lie_in_VCS u_error ();
        end
        for (v = 0; v < VCS; v = v + 1) begin : g_vc
            if (v >= FIRST && v < FIRST + GROUP) begin : g_ours
                localparam            NUMBER_INT = v;
                localparam [VC_W-1:0] NUMBER     = NUMBER_INT[VC_W-1:0];
                assign in_vcs_o[v-FIRST] = in_valid_i && in_vc_i == NUMBER;
                assign in_credit_o[v]    = credit_i[v-FIRST];
            end else begin : g_other
                assign in_credit_o[v] = 1'b0;
            end
        end
    endgenerate

endmodule

`default_nettype wire
