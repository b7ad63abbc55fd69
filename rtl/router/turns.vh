// turns.vh - the legal turns of the routing functions of router.v, by the number of the function.
//
// Include it in a module with the parameters PORTS, LOCAL_PORTS, ROUTING, DIMENSIONS,
// HIGHEST_FIRST, LOOPBACK, TURNS_LAST and ROUTE_W. The switch has no gates for other turns
// (docs/timing.md, 3).
// Mirrored by model/router/turns.h.

function automatic integer port_dimension;
    input integer port;
    port_dimension = (ROUTING == 0 || ROUTING == 2) ? port / 2 : port;
endfunction

function automatic turn;
    input integer in_port;
    input integer out_port;
    integer       network_ports;
    begin
        network_ports = PORTS - LOCAL_PORTS;
        if (in_port >= network_ports && out_port >= network_ports) turn = (LOOPBACK != 0);
        else if (ROUTING == 4) turn = 1'b1;
        else if (ROUTING == 5) turn = (in_port != out_port);
        else if (in_port < network_ports && port_dimension(in_port) >= DIMENSIONS) turn = 1'b0;
        else if (out_port < network_ports && port_dimension(out_port) >= DIMENSIONS) turn = 1'b0;
        else if (in_port >= network_ports || out_port >= network_ports) turn = 1'b1;
        else if (port_dimension(in_port) == port_dimension(out_port)) begin
            turn = (ROUTING == 1) || (ROUTING != 3 && in_port != out_port);
        end else begin
            turn = (port_dimension(in_port) > port_dimension(out_port)) == (HIGHEST_FIRST != 0);
        end
    end
endfunction

// Row i: the outputs of input i.
function automatic [PORTS*PORTS-1:0] all_turns;
    input integer ports;
    integer       in_port;
    integer       out_port;
    begin
        all_turns = {(PORTS*PORTS){1'b0}};
        for (in_port = 0; in_port < ports; in_port = in_port + 1) begin
            for (out_port = 0; out_port < ports; out_port = out_port + 1) begin
                all_turns[in_port*PORTS + out_port] = turn(in_port, out_port);
            end
        end
    end
endfunction

// Row i: the output by which a packet from input i goes straight on, on a ring.
function automatic [PORTS*PORTS-1:0] all_straight;
    input integer ports;
    integer       in_port;
    begin
        all_straight = {(PORTS*PORTS){1'b0}};
        for (in_port = 0; in_port < ports - LOCAL_PORTS; in_port = in_port + 1) begin
            if (ROUTING == 1) all_straight[in_port*PORTS + in_port] = 1'b1;
            if (ROUTING == 2) all_straight[in_port*PORTS + (in_port ^ 1)] = 1'b1;
        end
    end
endfunction

// Row i: the outputs of another dimension, at which heads from input i go last with TURNS_LAST 1.
function automatic [PORTS*PORTS-1:0] all_yields;
    input integer ports;
    integer       in_port;
    integer       out_port;
    begin
        all_yields = {(PORTS*PORTS){1'b0}};
        for (in_port = 0; in_port < ports - LOCAL_PORTS; in_port = in_port + 1) begin
            for (out_port = 0; out_port < ports - LOCAL_PORTS; out_port = out_port + 1) begin
                all_yields[in_port*PORTS + out_port] = TURNS_LAST != 0 && turn(in_port, out_port)
                    && port_dimension(in_port) != port_dimension(out_port);
            end
        end
    end
endfunction

// Bits of a route at the next router, behind an output, that can be high: its outputs and the other
// fields of a route. The port by which a packet enters there determines its local output.
function automatic [ROUTE_W-1:0] next_turns;
    input integer out_port;
    integer       network_ports;
    integer       next_in;
    integer       next_out;
    begin
        next_turns    = (ROUTING == 5) ? {ROUTE_W{1'b0}} : {ROUTE_W{1'b1}};
        network_ports = PORTS - LOCAL_PORTS;
        next_in       = (ROUTING == 0 || ROUTING == 2) ? out_port ^ 1 : out_port;
        for (next_out = 0; next_out < PORTS; next_out = next_out + 1) begin
            if (ROUTING != 4) begin
                next_turns[next_out] = ROUTING != 5 && out_port < network_ports
                    && turn(next_in, next_out)
                    && (next_out < network_ports
                        || next_out == network_ports
                                       + next_in % ((LOCAL_PORTS > 0) ? LOCAL_PORTS : 1));
            end
        end
    end
endfunction

// Row o: these bits behind output o.
function automatic [PORTS*ROUTE_W-1:0] all_nexts;
    input integer ports;
    integer       out_port;
    begin
        all_nexts = {(PORTS*ROUTE_W){1'b0}};
        for (out_port = 0; out_port < ports; out_port = out_port + 1) begin
            all_nexts[out_port*ROUTE_W +: ROUTE_W] = next_turns(out_port);
        end
    end
endfunction
