// message_records.vh - the records that the parts of the co-processor exchange: the offset of each
// field. A user reads a field as record[OFFSET +: width]; one concatenation makes the record,
// last field first (docs/timing.md, section 8.7).
//
// The modules that need them include this file inside the module; no module uses all of them.

// verilator lint_off UNUSEDPARAM
// slang lint_off unused-parameter

// A write, beside its address. From the message unit and the copy engine; zero for a read.
localparam WRITE_DATA     = 0;    // 64 bits
localparam WRITE_STROBE   = 64;   // 8
localparam WRITE_VALID    = 72;   // 1: it is no read
localparam WRITE_FENCE    = 73;   // 1
localparam WRITE_SENT     = 74;   // 1: tags, as are the next two
localparam WRITE_RECEIVED = 75;   // 1
localparam WRITE_ADVANCE  = 76;   // 1: of the comparator pair
localparam WRITE_W        = 77;

// The message that a send engine is loaded with. From message_sender.
localparam LOAD_HALFWORD = 0;     // 16: bytes 0 and 1 of its packets, destination and kind
localparam LOAD_TYPE     = 16;    // 16
localparam LOAD_LENGTH   = 32;    // 32
localparam LOAD_BUFFER   = 64;    // 32
localparam LOAD_W        = 96;

// The task: the fields of its instruction. From message_sender.
localparam TASK_PEER       = 0;    // 32 bits
localparam TASK_TYPE       = 32;   // 18: no overrun checking, any, type
localparam TASK_LENGTH     = 50;   // 32
localparam TASK_BUFFER     = 82;   // 32
localparam TASK_W          = 114;

// The message and the receive of the task. From placement.
localparam MESSAGE_SOURCE   = 0;   // 12
localparam MESSAGE_TYPE     = 12;  // 16
localparam MESSAGE_LENGTH   = 28;  // 32
localparam MESSAGE_OWN      = 60;  // 1: the receive has a buffer of its own
localparam MESSAGE_BUFFER   = 61;  // 32: which is there
localparam MESSAGE_TOO_LONG = 93;  // 1
localparam MESSAGE_START    = 94;  // 32: where the data goes
localparam MESSAGE_ROOM     = 126; // 32: and how much of it
localparam MESSAGE_W        = 158;

// A message that is complete. From message_context.
localparam FINISHED_MATCHED = 0;   // 1
localparam FINISHED_FAILED  = 1;   // 1: too long
localparam FINISHED_BLOCK   = 2;   // 29
localparam FINISHED_W       = 31;
// slang lint_on unused-parameter
// verilator lint_on UNUSEDPARAM
