// head_checksum.vh - checksum of traffic_source and traffic_sink: bit i is the parity of those bits
// of a head's fields whose number is i modulo FILLS. The including module has HEAD_W and FILLS.

    function automatic [FILLS-1:0] head_checksum;
        input reg [HEAD_W-1:0] bits;
        integer n;
        begin
            head_checksum = {FILLS{1'b0}};
            for (n = 0; n < HEAD_W; n = n + 1) begin
                head_checksum[n % FILLS] = head_checksum[n % FILLS] ^ bits[n];
            end
        end
    endfunction
