// turn_lists.vh - lists the legal inputs of an output, in a module with PORTS and TURNS.
// Mirrored by model/router/arbiter_trees.h.

function automatic integer inputs_of;  // how many inputs can send to an output
    input integer out_port;
    integer       in_port;
    begin
        inputs_of = 0;
        for (in_port = 0; in_port < PORTS; in_port = in_port + 1) begin
            if (TURNS[in_port*PORTS + out_port]) inputs_of = inputs_of + 1;
        end
    end
endfunction

function automatic integer input_of;  // one of them, counted from the lowest up
    input integer out_port;
    input integer place;
    integer       in_port;
    integer       count;
    begin
        count   = 0;
        input_of = 0;
        for (in_port = 0; in_port < PORTS; in_port = in_port + 1) begin
            if (TURNS[in_port*PORTS + out_port]) begin
                if (count == place) input_of = in_port;
                count = count + 1;
            end
        end
    end
endfunction
