// vc_groups.vh - groups of output VCs: for a module with PORTS, VCS, GROUPS and DATELINE.

// Groups that a head on VC v may take: its message class is that of the VC; class 1 of a ring if its
// route says so, class 0 unless it goes straight on and was in class 1 or came over the dateline.
function [GROUPS-1:0] groups_of;
    input integer v;
    input         straight;
    input         late;
    input         crossed;
    integer       c;
    integer       size;
    begin
        groups_of = {GROUPS{1'b0}};
        size      = (DATELINE != 0) ? 2 * VCS / GROUPS : VCS / GROUPS;
        c         = (v / size) * (1 + DATELINE);
        if (DATELINE == 0) begin
            groups_of[c] = 1'b1;
        end else begin
            groups_of[c]          = !(straight && (crossed || v % size >= size / 2));
            groups_of[c+DATELINE] = late;
        end
    end
endfunction

// Of each output: is there one of the groups that are allowed?
function [PORTS-1:0] any_of;
    input [PORTS*GROUPS-1:0] groups;
    input [GROUPS-1:0]       allow;
    integer                  n;
    for (n = 0; n < PORTS; n = n + 1) any_of[n] = |(groups[n*GROUPS +: GROUPS] & allow);
endfunction
