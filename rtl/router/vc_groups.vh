// vc_groups.vh - the groups of output VCs, and the outputs, that a head may take. Include it in a
// module with PORTS, VCS, GROUPS, DATELINE, LAYERS, ESCAPE, ROUTE_W and START.
// Mirrored by model/router/router_core.h.

// Groups that a head on a VC may take: its message class is that of the VC; class 1 of a ring if
// its route says so, class 0 unless it goes on straight and was in class 1 or came over the
// dateline. DATELINE 2, an interchange: each VC is a group. A head keeps its VC; but an express
// channel that leads over the dateline it takes on one of class 1. LAYERS above 1: of its message
// class the layers that the row of its table names, a bit each above the outputs. With ESCAPE the
// row names outputs for each layer: named_by below says where the head may take which.
function automatic [GROUPS-1:0] groups_of;
    input integer of_vc;
    input         goes_on;
    input [ROUTE_W-1:0] of_route;
    input         is_across;
    integer       lowest;
    integer       size;
    integer       layer;
    begin
        groups_of = {GROUPS{1'b0}};
        size      = (DATELINE == 1) ? 2 * VCS / GROUPS : LAYERS * VCS / GROUPS;
        lowest    = (of_vc / size) * (1 + DATELINE % 2) * LAYERS;
        if (LAYERS > 1) begin
            for (layer = 0; layer < LAYERS; layer = layer + 1) begin
                groups_of[lowest+layer] = ESCAPE != 0 || of_route[ROUTE_W-LAYERS+layer];
            end
        end else if (DATELINE == 2) begin
            for (lowest = 0; lowest < GROUPS; lowest = lowest + 1) begin
                if (!goes_on && is_across && of_vc < VCS / 2) begin
                    groups_of[lowest] = (lowest == of_vc + VCS / 2);
                end else begin
                    groups_of[lowest] = (lowest == of_vc);
                end
            end
        end else if (DATELINE == 0) begin
            groups_of[lowest] = 1'b1;
        end else begin
            groups_of[lowest]          = !(goes_on && (is_across || of_vc % size >= size / 2));
            groups_of[lowest+DATELINE%2] = of_route[ROUTE_W-1];
        end
    end
endfunction

// The functions below handle all outputs at once, and loop only over several groups: so they are
// also quick in a simulator.

// For each output: does it have one of the allowed groups?
function automatic [PORTS-1:0] any_of;
    input [PORTS*GROUPS-1:0] groups;
    input [GROUPS-1:0]       allowed;
    integer                  out_port;
    begin
        any_of = groups[PORTS-1:0] & {PORTS{allowed[0]}};
        for (out_port = 0; out_port < ((GROUPS > 1) ? PORTS : 0); out_port = out_port + 1) begin
            any_of[out_port] = |(groups[out_port*GROUPS +: GROUPS] & allowed);
        end
    end
endfunction

// All groups of these outputs
function automatic [PORTS*GROUPS-1:0] groups_at;
    input [PORTS-1:0] outputs;
    integer           out_port;
    begin
        groups_at              = {(PORTS*GROUPS){1'b0}};
        groups_at[PORTS-1:0]   = outputs;
        for (out_port = 0; out_port < ((GROUPS > 1) ? PORTS : 0); out_port = out_port + 1) begin
            groups_at[out_port*GROUPS +: GROUPS] = {GROUPS{outputs[out_port]}};
        end
    end
endfunction

// At each output the lowest of these groups, or the highest of all if there is none
function automatic [PORTS*GROUPS-1:0] lowest_at;
    input [PORTS*GROUPS-1:0] groups;
    integer                  out_port;
    integer                  one_group;
    reg                      found;
    begin
        lowest_at = {(PORTS*GROUPS){1'b1}};
        for (out_port = 0; out_port < ((GROUPS > 1) ? PORTS : 0); out_port = out_port + 1) begin
            found = 1'b0;
            for (one_group = 0; one_group < GROUPS; one_group = one_group + 1) begin
                lowest_at[out_port*GROUPS + one_group] = !found
                    && (one_group == GROUPS - 1 || groups[out_port*GROUPS + one_group]);
                found = found || groups[out_port*GROUPS + one_group];
            end
        end
    end
endfunction

// The first of several legal outputs from START up, cyclically
function automatic [PORTS-1:0] first_of;
    input [PORTS-1:0] outputs;
    integer           step;
    reg               found;
    begin
        first_of = {PORTS{1'b0}};
        found    = 1'b0;
        for (step = 0; step < PORTS; step = step + 1) begin
            first_of[(START + step) % PORTS] = outputs[(START + step) % PORTS] && !found;
            found = found || outputs[(START + step) % PORTS];
        end
    end
endfunction

// Bits of a route here that can be high, for an input with these outputs
function automatic [ROUTE_W-1:0] route_bits;
    input [PORTS-1:0] outputs;
    begin
        route_bits            = {ROUTE_W{1'b1}};
        route_bits[PORTS-1:0] = outputs;
        if (ESCAPE != 0) route_bits[ROUTE_W-1 -: PORTS] = outputs;
    end
endfunction

// Groups that a route names at each output. Only with ESCAPE do they differ between outputs:
// odd groups are escapes. With `is_privileged`: the escape alone, if there is one.
function automatic [PORTS*GROUPS-1:0] named_by;
    input [ROUTE_W-1:0] of_route;
    input               is_privileged;
    integer             out_port;
    integer             one_group;
    reg                 keeps;
    begin
        named_by = {(PORTS*GROUPS){1'b1}};
        keeps    = !is_privileged || of_route[ROUTE_W-1 -: PORTS] == {PORTS{1'b0}};
        for (out_port = 0; out_port < PORTS; out_port = out_port + 1) begin
            for (one_group = 0; one_group < GROUPS; one_group = one_group + 1) begin
                if (ESCAPE != 0) begin
                    named_by[out_port*GROUPS + one_group] =
                        (one_group % 2 == 1) ? of_route[ROUTE_W - PORTS + out_port]
                                         : of_route[out_port] && keeps;
                end
            end
        end
    end
endfunction

// Outputs from which a head takes the first to which it may go. With ESCAPE: the outputs that it
// may take on the other layer, if any; for a privileged head those of the escape, if any.
function automatic [PORTS-1:0] wished_of;
    input [ROUTE_W-1:0]      of_route;
    input [PORTS*GROUPS-1:0] of_output;
    input [GROUPS-1:0]       allowed;
    input                    is_privileged;
    reg   [PORTS-1:0]        escape;
    reg   [PORTS-1:0]        others;
    integer                  out_port;
    integer                  one_group;
    begin
        escape    = of_route[ROUTE_W-1 -: PORTS];
        others    = {PORTS{1'b0}};
        wished_of = of_route[PORTS-1:0];
        for (out_port = 0; out_port < PORTS; out_port = out_port + 1) begin
            for (one_group = 0; one_group < GROUPS; one_group = one_group + 2) begin
                others[out_port] = others[out_port]
                                || (allowed[one_group] && of_output[out_port*GROUPS + one_group]);
            end
        end
        if (ESCAPE != 0) begin
            if (is_privileged)  wished_of = (|escape) ? escape : of_route[PORTS-1:0];
            else if (|others)   wished_of = others;
            else                wished_of = escape;
        end
    end
endfunction
