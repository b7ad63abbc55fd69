// turns.vh - the turns that packets make: from which input to which output they can go.
//
// Included in a module with the parameters PORTS, LOCAL_PORTS, ROUTING, DIMENSIONS,
// HIGHEST_FIRST and LOOPBACK. What no packet ever does needs no gates (docs/timing.md, 3).

function integer port_dimension;
    input integer p;
    port_dimension = (ROUTING == 0 || ROUTING == 2) ? p / 2 : p;
endfunction

function turn;
    input integer i;  // input port
    input integer o;  // output port
    integer       network_ports;
    begin
        network_ports = PORTS - LOCAL_PORTS;
        if (ROUTING == 4) turn = 1'b1;
        else if (i >= network_ports && o >= network_ports) turn = (LOOPBACK != 0);
        else if (ROUTING == 5) turn = (i != o);
        else if (i < network_ports && port_dimension(i) >= DIMENSIONS) turn = 1'b0;
        else if (o < network_ports && port_dimension(o) >= DIMENSIONS) turn = 1'b0;
        else if (i >= network_ports || o >= network_ports) turn = 1'b1;
        else if (port_dimension(i) == port_dimension(o)) begin
            turn = (ROUTING == 1) || (ROUTING != 3 && i != o);
        end else turn = (port_dimension(i) > port_dimension(o)) == (HIGHEST_FIRST != 0);
    end
endfunction

// Row i: the outputs of input i.
function [PORTS*PORTS-1:0] all_turns;
    input integer unused;
    integer       i;
    integer       o;
    begin
        for (i = 0; i < PORTS; i = i + 1) begin
            for (o = 0; o < PORTS; o = o + 1) all_turns[i*PORTS + o] = turn(i, o);
        end
    end
endfunction

// What can be taken at the next router behind output o.
function [PORTS-1:0] next_turns;
    input integer o;
    integer       n;
    integer       i;
    begin
        i = (ROUTING == 0 || ROUTING == 2) ? o ^ 1 : o;  // the input port there
        for (n = 0; n < PORTS; n = n + 1) begin
            // The local output of a packet is given by the port by which it comes in there.
            next_turns[n] = (o < PORTS - LOCAL_PORTS) && turn(i, n)
                          && (n < PORTS - LOCAL_PORTS
                              || n == PORTS - LOCAL_PORTS + i % ((LOCAL_PORTS > 0) ? LOCAL_PORTS : 1));
            if (ROUTING == 4) next_turns[n] = 1'b1;
            if (ROUTING == 5) next_turns[n] = 1'b0;
        end
    end
endfunction

// The same behind any of a set of outputs.
function [PORTS-1:0] all_next;
    input [PORTS-1:0] outputs;
    integer           o;
    begin
        all_next = {PORTS{1'b0}};
        for (o = 0; o < PORTS; o = o + 1) begin
            if (outputs[o]) all_next = all_next | next_turns(o);
        end
    end
endfunction

// The output by which a packet from input i goes on in its direction, on a ring.
function [PORTS-1:0] straight;
    input integer i;
    begin
        straight = {PORTS{1'b0}};
        if (i < PORTS - LOCAL_PORTS && ROUTING == 1) straight[i] = 1'b1;
        if (i < PORTS - LOCAL_PORTS && ROUTING == 2) straight[i ^ 1] = 1'b1;
    end
endfunction
