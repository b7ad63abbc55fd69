// vc_groups.vh - groups of output VCs, and outputs, that a head may take: for a module with PORTS,
// VCS, GROUPS, DATELINE, LAYERS, ROUTE_W and START.
// Mirrored by model/router/router_core.h.

// Groups that a head on a VC may take: its message class is that of the VC; class 1 of a ring if
// its route says so, class 0 unless it goes on straight and was in class 1 or came over the
// dateline. DATELINE 2, an interchange: each VC is a group. A head keeps its VC; but an express
// channel that leads over the dateline it takes on one of class 1. LAYERS above 1: of its message
// class the layers that the row of its table names, a bit each above the outputs.
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
                groups_of[lowest+layer] = of_route[ROUTE_W-LAYERS+layer];
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

// Of each output: is there one of the groups that are allowed?
function automatic [PORTS-1:0] any_of;
    input [PORTS*GROUPS-1:0] groups;
    input [GROUPS-1:0]       allowed;
    integer                  out_port;
    begin
        any_of = {PORTS{1'b0}};
        for (out_port = 0; out_port < PORTS; out_port = out_port + 1) begin
            any_of[out_port] = |(groups[out_port*GROUPS +: GROUPS] & allowed);
        end
    end
endfunction

// Of several legal outputs the first one from START up, cyclically
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
