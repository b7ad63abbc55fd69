// message_states.vh - the states of the message unit (docs/timing.md, section 8.7).
//
// The modules that need them include this file inside the module; no module uses all of them.

// verilator lint_off UNUSEDPARAM
// slang lint_off unused-parameter
localparam [4:0] CLEAR       = 5'd0;   // the context memory, after reset
localparam [4:0] IDLE        = 5'd1;   // takes an instruction, a packet or an engine that is done
localparam [4:0] FETCH       = 5'd2;   // the first words of a block or descriptor
localparam [4:0] CHECK       = 5'd3;   // an instruction's fields
localparam [4:0] LIST        = 5'd4;   // reads the list of neighbours
localparam [4:0] CHOOSE      = 5'd5;   // the channel of a message to be sent
localparam [4:0] START       = 5'd6;   // flag 1, loads a send engine
localparam [4:0] LINK        = 5'd7;   // into the wait list of a channel
localparam [4:0] SENT        = 5'd8;   // flag 3
localparam [4:0] POP         = 5'd9;   // the first of a wait list
localparam [4:0] ERROR       = 5'd10;  // flag with the code
localparam [4:0] COMPARE     = 5'd11;  // a receive and a message
localparam [4:0] ALLOT       = 5'd12;  // where the data goes
localparam [4:0] UNLINK      = 5'd13;  // what matched, from its list
localparam [4:0] DESCRIBE    = 5'd14;  // the message, in the receive's block
localparam [4:0] ONE         = 5'd15;  // flag 1 of a receive
localparam [4:0] OPEN        = 5'd16;  // the context of a message
localparam [4:0] DESCRIPTOR  = 5'd17;  // of an unexpected message
localparam [4:0] DATA        = 5'd18;  // of a packet, or its header
localparam [4:0] FINISH      = 5'd19;  // a message that is complete
localparam [4:0] JOB         = 5'd20;  // for the copy engine
localparam [4:0] THREE       = 5'd21;  // flag 3 of a receive that got the system buffer
localparam [4:0] CLAIM       = 5'd22;  // reads the context of a message that still arrives
localparam [4:0] CLAIM_WRITE = 5'd23;  // it belongs to a receive now
localparam [4:0] POST        = 5'd24;  // a receive, at the end of its list
// slang lint_on unused-parameter
// verilator lint_on UNUSEDPARAM
