// turn_lists.vh - the inputs of an output, counted: for a module with PORTS and TURNS.

function integer inputs_of;  // how many inputs can send to output o
    input integer o;
    integer       i;
    begin
        inputs_of = 0;
        for (i = 0; i < PORTS; i = i + 1) begin
            if (TURNS[i*PORTS + o]) inputs_of = inputs_of + 1;
        end
    end
endfunction

function integer input_of;  // the k-th of them, from the lowest up
    input integer o;
    input integer k;
    integer       i;
    integer       n;
    begin
        n        = 0;
        input_of = 0;
        for (i = 0; i < PORTS; i = i + 1) begin
            if (TURNS[i*PORTS + o]) begin
                if (n == k) input_of = i;
                n = n + 1;
            end
        end
    end
endfunction

function integer networks_of;  // how many of the inputs of output o are network ports
    input integer o;
    integer       i;
    begin
        networks_of = 0;
        for (i = 0; i < PORTS - LOCAL_PORTS; i = i + 1) begin
            if (TURNS[i*PORTS + o]) networks_of = networks_of + 1;
        end
    end
endfunction
