// turnpike.h - interconnection networks in your own program: the C interface of libturnpike.
//
// C99 and C++. docs/embedding.md has examples; turnpike.hpp wraps it for C++17.
//
// Every function returns a status. No function prints, exits or installs a signal handler. A status
// below 0 is an error, and turnpike_error() returns its text, as the program prints it. A status
// above 0 is no error, such as a full queue. A call that fails changes nothing unless its comment
// says so. Any function of a network may return OK, ERROR_NULL, ERROR_HANDLE, ERROR_BUSY and
// ERROR_MEMORY; the comment of a function lists its other statuses.
//
// A process can have any number of networks (with hardware: one). One thread at a time may use a
// network: a call during a call of another thread, or of a callback, on the same network returns
// TURNPIKE_ERROR_BUSY. Different threads may use different networks. A call on a destroyed network
// or an invalid handle returns TURNPIKE_ERROR_HANDLE; NULL in place of a required pointer returns
// TURNPIKE_ERROR_NULL.
//
// Texts are UTF-8 and belong to the network. Each is valid until the same function is called again
// for the network, or until the network is destroyed. The library keeps no argument beyond a call
// except callbacks and their `user`.
//
// Within a major version nothing in this header changes its meaning or disappears. Structs that
// begin with `size` may grow at their end: set the struct to 0 and size to sizeof; 0 is the default
// of every field. The library refuses a size that no header had with ERROR_ARGUMENT. Packets,
// deliveries and events may grow at their end, too. Their arrays have the layout of the header with
// which turnpike_create() was called; the library knows it from the size of the options. Compile
// all code that shares a network with one header.
//
// After fork() the child may use every network that was in no call at the time of the fork; each
// gets its own threads there. The other networks stay busy in the child.

#ifndef TURNPIKE_H
#define TURNPIKE_H

#include <stddef.h>
#include <stdint.h>

#define TURNPIKE_API_MAJOR 1
#define TURNPIKE_API_MINOR 3
#define TURNPIKE_API_VERSION (TURNPIKE_API_MAJOR * 1000 + TURNPIKE_API_MINOR)

#if defined(__GNUC__)
#define TURNPIKE_API __attribute__((visibility("default")))
#else
#define TURNPIKE_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

// Not an address: it may be compared and copied, and nothing else.
typedef struct turnpike_network turnpike_network;

typedef enum turnpike_status {
  TURNPIKE_OK = 0,
  TURNPIKE_QUEUE_FULL = 1,   // the source's queue of the class is at its limit: not taken
  TURNPIKE_NOT_REACHED = 2,  // the bound in cycles came first
  TURNPIKE_IDLE = 3,         // nothing is under way, so nothing can be delivered
  TURNPIKE_UNFINISHED = 4,   // a run ended without its figures; turnpike_error() says why
  TURNPIKE_STOPPED = 5,      // by on_progress or turnpike_interrupt()
  TURNPIKE_NONE = 6,         // there is nothing to take

  TURNPIKE_ERROR_NULL = -1,           // an argument is NULL
  TURNPIKE_ERROR_HANDLE = -2,         // no such network: it was destroyed, or never was one
  TURNPIKE_ERROR_BUSY = -3,           // another call on this network is going on
  TURNPIKE_ERROR_ARGUMENT = -4,       // out of range, such as a node that is not there
  TURNPIKE_ERROR_STATE = -5,          // not at this time, or not with this kind of traffic
  TURNPIKE_ERROR_CONFIGURATION = -6,  // bad configuration, file or option; the program ends with 2
  TURNPIKE_ERROR_UNSOUND = -7,        // the network can deadlock or is not connected
  TURNPIKE_ERROR_NETWORK = -8,        // it stands still or broke a promise; reset it
  TURNPIKE_ERROR_MISMATCH = -9,       // lockstep: hardware and model differ; reset it
  TURNPIKE_ERROR_HARDWARE = -10,      // libturnpike_hardware.so is not there or does not fit
  TURNPIKE_ERROR_MEMORY = -11,        // not enough memory
  TURNPIKE_ERROR_SYSTEM = -12,        // a tool or the system failed

  TURNPIKE_STATUS_IS_32_BITS = 0x7fffffff  // no status: all compilers give the type as many
} turnpike_status;

// The word for a status, such as "queue full"; never NULL.
TURNPIKE_API const char* turnpike_status_text(turnpike_status status);
// Of the library: TURNPIKE_API_VERSION of the header it was built with. It serves programs that
// were compiled with the same major version and the same or a lower minor one.
TURNPIKE_API uint32_t turnpike_api_version(void);
// Of the project, as `turnpike --version` has it: "0.2.0".
TURNPIKE_API const char* turnpike_version(void);

// ---- Making a network ----

typedef struct turnpike_options {
  size_t size;
  // The configuration: exactly one of the two. Files that it names are looked for from the current
  // folder, as by the program.
  const char* file;       // path of a TOML file
  const char* text;       // TOML
  const char* text_name;  // what messages call the text; NULL: "configuration"
  // "table.key=value", later ones win; messages call them "--set table.key=value". Also
  // "--engine=word", "--seed=number" and "--threads=number", as the program has them, and
  // "--unset=table.key", which takes back a key of the configuration.
  const char* const* overrides;
  size_t overrides_count;
  const char* engine;       // "model", "rtl", "lockstep", "emitted", "batch"; NULL: run.engine
  uint32_t threads;         // of engine model; 0: run.threads. Results do not depend on it
  uint32_t queue_limit;     // packets of a class waiting at a source; 0: no limit
  uint32_t drawn_traffic;   // 0: packets are offered; 1: [traffic] says, for turnpike_run() alone
  uint32_t allow_deadlock;  // 1: a network that can deadlock is taken
  const char* mismatch_folder;  // lockstep: of the waveform of a mismatch; NULL: the current one
  // Hears what takes long: building hardware. NULL: nobody does.
  void (*on_build)(void* user, const char* text);
  void* user;  // the first argument of on_build
  // Of engines rtl and lockstep. 1: the caller's program is a SystemC simulation that is not yet
  // elaborated; cycles are run, by any process of it, once it runs (else ERROR_STATE), and take
  // no time in it. 0: the network runs SystemC itself.
  uint32_t in_systemc;
  // Since 1.3:
  uint32_t reserved;           // 0
  uint32_t queue_limit_flits;  // flits of a class waiting at a source; 0: no limit
  // Bit c: packets of one pair of nodes in message class c are handed over in the order in which
  // they were offered. Those that come too early wait in a reorder buffer at the sink, which has no
  // limit and is no part of the network.
  uint32_t ordered_classes;
  // Of turnpike_send_bytes(): bytes in a flit (0: router.flit_bits / 8, at most 4096), flits of a
  // packet before its bytes (at most 64), most bytes of a packet (0: those of 64 flits, at most
  // 2^30).
  uint32_t flit_bytes;
  uint32_t header_flits;
  uint32_t packet_bytes;
} turnpike_options;

// Makes a network at cycle 0, without a packet. On success *network is to be given to
// turnpike_destroy(). Otherwise *network is NULL and *message, unless `message` is NULL, is a text
// to be given to turnpike_free(); it is NULL on success. ERROR_ARGUMENT: an option is out of range.
// ERROR_CONFIGURATION, ERROR_UNSOUND: of the configuration. ERROR_HARDWARE, ERROR_SYSTEM: hardware
// cannot be had. ERROR_MEMORY: as many networks as there may be, too.
TURNPIKE_API turnpike_status turnpike_create(const turnpike_options* options,
                                             turnpike_network** network, char** message);
// Frees it; NULL is fine. ERROR_BUSY: it is in use and still there.
TURNPIKE_API turnpike_status turnpike_destroy(turnpike_network* network);
TURNPIKE_API void turnpike_free(char* message);
// Of the last call on this network that was no success, good until there is another; "" before the
// first. Never NULL: of no network it says that.
TURNPIKE_API const char* turnpike_error(turnpike_network* network);
// What is odd though not wrong, for people, a line each: a check that had to be left out, a trace
// without a packet, buffers that are smaller than a round trip; "" mostly.
TURNPIKE_API turnpike_status turnpike_remark(turnpike_network* network, const char** text);
// The configuration in full, defaults included, as TOML.
TURNPIKE_API turnpike_status turnpike_configuration(turnpike_network* network, const char** text);
// Names all that results depend on: the configuration, the contents of the files that it names, the
// engine, and this build of the library. 32 hexadecimal digits, the key `inputs` of results.json.
// ERROR_CONFIGURATION: such a file cannot be read any more.
TURNPIKE_API turnpike_status turnpike_inputs(turnpike_network* network, const char** text);
// Back to cycle 0, without packets, deliveries, events and statistics; what was asked for stays:
// queue limits, callbacks, recording of events. ERROR_STATE: drawn traffic; hardware that has run,
// which SystemC cannot start a second time. ERROR_HARDWARE, ERROR_SYSTEM: as turnpike_create().
TURNPIKE_API turnpike_status turnpike_reset(turnpike_network* network);

// ---- Packets ----

typedef struct turnpike_packet {
  uint64_t tag;            // comes back with its delivery
  uint32_t source;         // node
  uint32_t destination;    // node; may be the source
  uint32_t flits;          // at least 1; a router with a header of several flits may send more
  uint32_t message_class;  // below router.message_classes
} turnpike_packet;

typedef struct turnpike_delivery {
  uint64_t tag;
  uint64_t queued;     // cycle in which it was put into the source queue
  uint64_t injected;   // cycle in which its head was on the injection pins
  uint64_t head;       // cycle in which its head was delivered
  uint64_t delivered;  // cycle in which its last flit was delivered
  uint32_t source;
  uint32_t destination;
  uint32_t flits;
  uint32_t message_class;
  uint32_t hops;      // channels between routers
  uint32_t reserved;  // 0
  // Since 1.3:
  uint64_t released;    // cycle in which it was handed over: `delivered`, or later if ordered
  double delivered_ns;  // `delivered` in ns; 0: run.clock_mhz is "auto"
  double latency_ns;    // from `queued` to `delivered`, likewise
} turnpike_delivery;

// Queues a packet at its source in the cycle that comes next, behind those offered before. Where
// nodes send messages of several packets, it is a message. QUEUE_FULL: not now. ERROR_ARGUMENT: no
// such node, no flits or more than 2^31 - 1, no such class. ERROR_STATE: drawn traffic.
TURNPIKE_API turnpike_status turnpike_offer(turnpike_network* network, uint32_t source,
                                            uint32_t destination, uint32_t flits,
                                            uint32_t message_class, uint64_t tag);
// The same for `count` packets, in order, up to the first that is not taken, whose status this is;
// *taken, unless NULL, is the number before it.
TURNPIKE_API turnpike_status turnpike_offer_packets(turnpike_network* network,
                                                    const turnpike_packet* packets, size_t count,
                                                    size_t* taken);
// Packets waiting at the source: offered, and their heads not yet sent. Of messages of several
// packets, those not yet sent whole. ERROR_ARGUMENT: no such node. ERROR_STATE: drawn traffic.
TURNPIKE_API turnpike_status turnpike_queue_length(turnpike_network* network, uint32_t source,
                                                   uint32_t* packets);
// Packets of the class waiting at the source, and their flits. `packets` or `flits` may be NULL.
// ERROR_ARGUMENT: no such node or class. ERROR_STATE: drawn traffic. Since 1.1.
TURNPIKE_API turnpike_status turnpike_class_queue(turnpike_network* network, uint32_t source,
                                                  uint32_t message_class, uint64_t* packets,
                                                  uint64_t* flits);
// Of every source and class, from now on; 0: none. Longer queues keep what they have. Each class of
// a source has a queue of its own: one that is full does not keep packets of another class out. A
// queue that is empty takes any packet or message. ERROR_STATE: drawn traffic. The limit in flits:
// since 1.3; turnpike_set_queue_limit() leaves it.
TURNPIKE_API turnpike_status turnpike_set_queue_limit(turnpike_network* network, uint32_t packets);
TURNPIKE_API turnpike_status turnpike_set_queue_limits(turnpike_network* network, uint32_t packets,
                                                       uint32_t flits);
// What the queue of the class still takes: packets, and flits; UINT32_MAX where there is no limit.
// `packets` or `flits` may be NULL. ERROR_ARGUMENT: no such node or class. ERROR_STATE: drawn
// traffic. Since 1.3.
TURNPIKE_API turnpike_status turnpike_queue_space(turnpike_network* network, uint32_t source,
                                                  uint32_t message_class, uint32_t* packets,
                                                  uint32_t* flits);

// Takes the oldest deliveries, at most `capacity`, by their cycle, then by node and source. Call it
// until *count is below `capacity`; what is not taken is kept. `to` may be NULL with capacity 0.
// ERROR_STATE: drawn traffic.
TURNPIKE_API turnpike_status turnpike_take_deliveries(turnpike_network* network,
                                                      turnpike_delivery* to, size_t capacity,
                                                      size_t* count);
typedef struct turnpike_reorder_state {
  size_t size;
  uint64_t packets;     // that came out and wait for earlier ones of their pair and class
  uint64_t most_flits;  // that ever waited at one node: of its reorder buffer in hardware
} turnpike_reorder_state;
// Of ordered classes (turnpike_options). ERROR_STATE: drawn traffic. Since 1.3.
TURNPIKE_API turnpike_status turnpike_get_reorder_state(turnpike_network* network,
                                                        turnpike_reorder_state* state);
// `held` not 0: from the next cycle on the node takes in no flit of the class. Flits wait in the
// buffers of its sink, one for each virtual channel and as deep as a router's; then no credit comes
// back, and the network stalls behind them, as with hardware that is not ready. 0: it takes them in
// again. Packets that wait for this are no standstill (run.watchdog). turnpike_reset() ends it.
// ERROR_ARGUMENT: no such node or class. ERROR_STATE: drawn traffic. Since 1.1.
TURNPIKE_API turnpike_status turnpike_hold_deliveries(turnpike_network* network, uint32_t node,
                                                      uint32_t message_class, uint32_t held);
// Deliveries that are not yet taken. ERROR_STATE: drawn traffic.
TURNPIKE_API turnpike_status turnpike_deliveries_waiting(turnpike_network* network, size_t* count);
// Packets offered and not yet delivered. ERROR_STATE: drawn traffic.
TURNPIKE_API turnpike_status turnpike_outstanding(turnpike_network* network, uint64_t* packets);

// Called by functions that run cycles, between two of them, for each delivery that waits, in order;
// none is left to be taken. It may use the network, to offer a reply that is queued in the next
// cycle, say; but calls that run cycles, reset, restore or destroy the network, or set a callback,
// give ERROR_BUSY. It must not throw or leave by longjmp.
typedef void (*turnpike_delivery_callback)(void* user, const turnpike_delivery* delivery);
// From now on; NULL: no more. It stays through a reset. After turnpike_interrupt() from the
// callback other deliveries of the cycle come with the next call that runs cycles. Cycles are then
// run one by one while packets are under way. ERROR_STATE: drawn traffic. Since 1.3.
TURNPIKE_API turnpike_status turnpike_on_delivery(turnpike_network* network,
                                                  turnpike_delivery_callback callback, void* user);

// ---- Time ----

// Cycles completed since reset. ERROR_STATE: drawn traffic.
TURNPIKE_API turnpike_status turnpike_cycle(turnpike_network* network, uint64_t* cycle);
// The first cycle in which anything can happen: turnpike_cycle() while packets are under way. IDLE:
// none before another packet is offered, and *cycle is UINT64_MAX. ERROR_STATE: drawn traffic.
// Since 1.1.
TURNPIKE_API turnpike_status turnpike_next_event(turnpike_network* network, uint64_t* cycle);
// Runs `cycles` more. With engine model an idle network passes any number of cycles at once.
// STOPPED: by turnpike_interrupt(). ERROR_ARGUMENT: more than there are. ERROR_STATE: drawn
// traffic; SystemC does not run yet. ERROR_NETWORK: packets sat still for run.watchdog cycles, for
// one; ERROR_MISMATCH; ERROR_SYSTEM. After the last three only turnpike_reset(), turnpike_restore()
// and turnpike_destroy() help.
TURNPIKE_API turnpike_status turnpike_step(turnpike_network* network, uint64_t cycles);
// Until a delivery or message waits to be taken, or a callback had one: OK. At most `most` cycles:
// NOT_REACHED. IDLE: nothing is under way. *cycles, unless NULL, is the number run, 0 where one
// waited already.
TURNPIKE_API turnpike_status turnpike_step_until_delivery(turnpike_network* network, uint64_t most,
                                                          uint64_t* cycles);
// Until no packet is under way: OK, at once where none is. At most `most` cycles: NOT_REACHED.
// *cycles, unless NULL, is the number run. Other statuses of both: as turnpike_step().
TURNPIKE_API turnpike_status turnpike_step_until_idle(turnpike_network* network, uint64_t most,
                                                      uint64_t* cycles);

// Time in ns, where run.clock_mhz of the configuration says what a cycle takes; cycle c is the time
// from c to c + 1 periods. ERROR_STATE: it is "auto"; drawn traffic. Since 1.3.
TURNPIKE_API turnpike_status turnpike_clock_period(turnpike_network* network, double* ns);
// The end of the cycles completed.
TURNPIKE_API turnpike_status turnpike_time_ns(turnpike_network* network, double* ns);
// Runs the cycles that end at `ns` or before; none where that is over. As turnpike_step(), and
// ERROR_ARGUMENT: below 0, or too late for a cycle.
TURNPIKE_API turnpike_status turnpike_step_until_ns(turnpike_network* network, double ns);

// Writes all that later cycles depend on into a file, and what waits to be taken but for events;
// replaced whole. ERROR_STATE: engine emitted, which writes no state; hardware in_systemc; drawn
// traffic. ERROR_CONFIGURATION: it cannot be written. ERROR_NETWORK: the network is broken. Since
// 1.3.
TURNPIKE_API turnpike_status turnpike_save(turnpike_network* network, const char* file);
// The network becomes what it was when the file was written, by a network of the same
// configuration, inputs, `threads`, ordered classes and format of messages, and this build of the
// library (docs/checkpoints.md). As by turnpike_reset() what was asked for stays. Otherwise nothing
// changes: ERROR_CONFIGURATION: damaged, or of another network; of hardware, a file that another
// user can write, too. ERROR_STATE: as turnpike_save(), and hardware that has run or has packets:
// SystemC starts once in a process, so another one restores it. Since 1.3.
TURNPIKE_API turnpike_status turnpike_restore(turnpike_network* network, const char* file);

// Ends the call that runs cycles of the network now, or else the next one, at the end of a cycle
// with STOPPED; turnpike_cycle() tells how far it came, and the next call goes on. At most some
// milliseconds later, unless a single cycle takes longer. From any thread, from handlers of signals
// and from callbacks. Of turnpike_run() it does what on_progress does with 0. ERROR_NULL;
// ERROR_HANDLE: no such network. turnpike_error() keeps its text. Since 1.3.
TURNPIKE_API turnpike_status turnpike_interrupt(turnpike_network* network);

// ---- Events ----

enum {
  TURNPIKE_EVENT_QUEUED = 0,     // the packet entered its source queue
  TURNPIKE_EVENT_INJECTED = 1,   // its head is on the injection pins
  TURNPIKE_EVENT_HOP = 2,        // its head is on the output pins of a component
  TURNPIKE_EVENT_HEAD = 3,       // its head was delivered
  TURNPIKE_EVENT_DELIVERED = 4,  // its last flit was delivered
};

typedef struct turnpike_event {
  uint64_t cycle;
  uint32_t kind;
  uint32_t source;
  uint32_t destination;
  uint32_t packet;     // number at its source, as in the head flit
  uint32_t component;  // hop
  uint32_t port;       // hop: output port
  uint32_t vc;         // hop, injected: virtual channel
  uint32_t flits;      // queued, delivered
  // Since 1.3:
  uint64_t tag;  // of the packet, or of the message that it is a part of. 0, as the class: of a
                 // packet that was sent before anybody heard events
  uint32_t message_class;
  uint32_t reserved;  // 0
} turnpike_event;

// Called from turnpike_step() for each event, in an order that does not depend on threads
// (docs/event_log.md). It must not throw or leave by longjmp, and not use this network.
typedef void (*turnpike_event_callback)(void* user, const turnpike_event* event);
// From now on; NULL: no more. ERROR_STATE: drawn traffic.
TURNPIKE_API turnpike_status turnpike_on_event(turnpike_network* network,
                                               turnpike_event_callback callback, void* user);
// Without a callback: 1: from now on the network keeps its events, in the same order, as many as
// there are; 0: no more, and those kept are forgotten. ERROR_STATE: drawn traffic.
TURNPIKE_API turnpike_status turnpike_record_events(turnpike_network* network, uint32_t wanted);
// Takes the oldest of those kept, at most `capacity`; as turnpike_take_deliveries(). ERROR_STATE:
// drawn traffic.
TURNPIKE_API turnpike_status turnpike_take_events(turnpike_network* network, turnpike_event* to,
                                                  size_t capacity, size_t* count);
// Events kept and not yet taken. ERROR_STATE: drawn traffic.
TURNPIKE_API turnpike_status turnpike_events_waiting(turnpike_network* network, size_t* count);

#ifdef __cplusplus
}
#endif

#include <turnpike_graph.h>
#include <turnpike_messages.h>
#include <turnpike_results.h>

#endif  // TURNPIKE_H
