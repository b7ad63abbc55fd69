// message_records.vh - the records that the parts of the message unit exchange: the offset of each
// field. A user reads a field as record[OFFSET +: width]; one concatenation makes the record,
// last field first (docs/timing.md, section 8.7).
//
// The modules that need them include this file inside the module; no module uses all of them.

// verilator lint_off UNUSEDPARAM
// slang lint_off unused-parameter

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

// A message that is complete. From message_receiver.
localparam FINISHED_MATCHED = 0;   // 1
localparam FINISHED_FAILED  = 1;   // 1: too long
localparam FINISHED_BLOCK   = 2;   // 29
localparam FINISHED_PLACE   = 31;  // 29: its system buffer
localparam FINISHED_W       = 60;

// What the states look at of receives and messages that arrive, a bit each. From message_receiver.
localparam SEES_CLEARED     = 0;   // the context memory
localparam SEES_MATCH       = 1;   // COMPARE
localparam SEES_PLACED      = 2;   // ALLOT
localparam SEES_FOUND       = 3;
localparam SEES_WATCHED     = 4;
localparam SEES_OWN         = 5;   // the receive has a buffer of its own
localparam SEES_COMPLETE    = 6;   // the message that was claimed
localparam SEES_OPEN        = 7;
localparam SEES_MORE        = 8;   // packets of the message
localparam SEES_COPY        = 9;
localparam SEES_W           = 10;
// slang lint_on unused-parameter
// verilator lint_on UNUSEDPARAM
