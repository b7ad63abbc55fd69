// turnpike.h - interconnection networks in a program of one's own: the C interface of libturnpike.
//
// C99 and C++. docs/embedding.md has examples; turnpike.hpp wraps it for C++17.
//
// Every function answers with a status and does nothing else: no output, no exit, no signal
// handler. Below 0 it is an error, and turnpike_error() has the text, the same as the program's;
// above 0 an answer that is no error, such as a full queue. A call that fails changes nothing,
// unless it says so here.
//
// Any number of networks live beside each other (hardware: one in a process), each used by one
// thread at a time: a call while another thread, or a callback, is in a call on the same network
// gives TURNPIKE_ERROR_BUSY. Different networks may be used by different threads. A network that
// was destroyed, or an address that never was one, gives TURNPIKE_ERROR_HANDLE, and NULL where
// something must be, TURNPIKE_ERROR_NULL.
//
// Texts are UTF-8 and belong to the network: each is good until the same function is called again
// for the network, or the network is destroyed. Nothing keeps an argument beyond the call but
// callbacks and their `user`.
//
// Within a major version nothing here changes its meaning or goes. Structs that begin with `size`
// may grow at their end: set all to 0, then size to sizeof; 0 is the default of every field. A size
// that no header gave them is refused with ERROR_ARGUMENT. The others never change.
//
// A process that was made by fork() may go on with the networks that no thread was in a call on;
// each gets threads of its own there. The others are busy there for ever.

#ifndef TURNPIKE_H
#define TURNPIKE_H

#include <stddef.h>
#include <stdint.h>

#define TURNPIKE_API_MAJOR 1
#define TURNPIKE_API_MINOR 2
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

typedef int32_t turnpike_status;
enum {
  TURNPIKE_OK = 0,
  TURNPIKE_QUEUE_FULL = 1,   // the source's queue of the class is at its limit: not taken
  TURNPIKE_NOT_REACHED = 2,  // the bound in cycles came first
  TURNPIKE_IDLE = 3,         // nothing is under way, so nothing can be delivered
  TURNPIKE_UNFINISHED = 4,   // a run ended without its figures; turnpike_error() says why
  TURNPIKE_STOPPED = 5,      // on_progress stopped a run: it has no results

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
  TURNPIKE_ERROR_SYSTEM = -12         // a tool or the system failed
};

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
} turnpike_options;

// Makes a network at cycle 0, without a packet. On success *network is to be given to
// turnpike_destroy(). Otherwise *network is NULL and *message, unless `message` is NULL, is a text
// to be given to turnpike_free(); it is NULL on success.
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
// queue limit, event callback, recording of events. ERROR_STATE: hardware that has run, which
// SystemC cannot start a second time.
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
// packets, those not yet sent whole.
TURNPIKE_API turnpike_status turnpike_queue_length(turnpike_network* network, uint32_t source,
                                                   uint32_t* packets);
// Packets of the class waiting at the source, and their flits. `packets` or `flits` may be NULL.
// ERROR_ARGUMENT: no such node or class. ERROR_STATE: drawn traffic. Since 1.1.
TURNPIKE_API turnpike_status turnpike_class_queue(turnpike_network* network, uint32_t source,
                                                  uint32_t message_class, uint64_t* packets,
                                                  uint64_t* flits);
// Of every source and class, from now on; 0: none. Longer queues keep what they have. Each class of
// a source has a queue of its own: one that is full does not keep packets of another class out.
TURNPIKE_API turnpike_status turnpike_set_queue_limit(turnpike_network* network, uint32_t packets);

// Takes the oldest deliveries, at most `capacity`, by their cycle, then by node and source. Call it
// until *count is below `capacity`; what is not taken is kept. `to` may be NULL with capacity 0.
TURNPIKE_API turnpike_status turnpike_take_deliveries(turnpike_network* network,
                                                      turnpike_delivery* to, size_t capacity,
                                                      size_t* count);
// `held` not 0: from the next cycle on the node takes in no flit of the class. Flits wait in the
// buffers of its sink, one for each virtual channel and as deep as a router's; then no credit comes
// back, and the network stalls behind them, as with hardware that is not ready. 0: it takes them in
// again. Packets that wait for this are no standstill (run.watchdog). turnpike_reset() ends it.
// ERROR_ARGUMENT: no such node or class. ERROR_STATE: drawn traffic. Since 1.1.
TURNPIKE_API turnpike_status turnpike_hold_deliveries(turnpike_network* network, uint32_t node,
                                                      uint32_t message_class, uint32_t held);
// Deliveries that are not yet taken.
TURNPIKE_API turnpike_status turnpike_deliveries_waiting(turnpike_network* network, size_t* count);
// Packets offered and not yet delivered.
TURNPIKE_API turnpike_status turnpike_outstanding(turnpike_network* network, uint64_t* packets);

// ---- Time ----

// Cycles completed since reset.
TURNPIKE_API turnpike_status turnpike_cycle(turnpike_network* network, uint64_t* cycle);
// The first cycle in which anything can happen: turnpike_cycle() while packets are under way. IDLE:
// none before another packet is offered, and *cycle is UINT64_MAX. ERROR_STATE: drawn traffic.
// Since 1.1.
TURNPIKE_API turnpike_status turnpike_next_event(turnpike_network* network, uint64_t* cycle);
// Runs `cycles` more. With engine model an idle network passes any number of cycles at once.
// ERROR_NETWORK: packets sat still for run.watchdog cycles, for one;
// ERROR_MISMATCH. After either only turnpike_reset() and turnpike_destroy() help.
TURNPIKE_API turnpike_status turnpike_step(turnpike_network* network, uint64_t cycles);
// Until a delivery waits to be taken: OK. At most `most` cycles: NOT_REACHED. IDLE: nothing is
// under way. *cycles, unless NULL, is the number run, 0 where one waited already.
TURNPIKE_API turnpike_status turnpike_step_until_delivery(turnpike_network* network, uint64_t most,
                                                          uint64_t* cycles);
// Until no packet is under way: OK, at once where none is. At most `most` cycles: NOT_REACHED.
// *cycles, unless NULL, is the number run.
TURNPIKE_API turnpike_status turnpike_step_until_idle(turnpike_network* network, uint64_t most,
                                                      uint64_t* cycles);

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
// Takes the oldest of those kept, at most `capacity`; as turnpike_take_deliveries().
TURNPIKE_API turnpike_status turnpike_take_events(turnpike_network* network, turnpike_event* to,
                                                  size_t capacity, size_t* count);
// Events kept and not yet taken.
TURNPIKE_API turnpike_status turnpike_events_waiting(turnpike_network* network, size_t* count);

// ---- Statistics and runs ----

enum {
  TURNPIKE_RUN_DONE = 0,
  TURNPIKE_RUN_SATURATED = 1,
  TURNPIKE_RUN_UNFINISHED = 2,
  TURNPIKE_RUN_STANDSTILL = 3,
  TURNPIKE_RUN_DEADLOCK = 4,
  TURNPIKE_RUN_MISMATCH = 5,
};

// As in docs/configuration.md: times in cycles, traffic in flits per node and cycle.
typedef struct turnpike_summary {
  size_t size;
  double offered;  // of offered packets: as generated
  double generated;
  double accepted;
  double latency;
  double latency_ci95;  // below 0: too few packets to tell
  double latency_stddev;
  double head_latency;
  double network_latency;
  double source_queue_share;
  double hops;
  double channel_utilisation_mean;  // below 0: not measured
  double channel_utilisation_max;   // below 0: not measured
  uint64_t latency_p50;
  uint64_t latency_p90;
  uint64_t latency_p95;
  uint64_t latency_p99;
  uint64_t latency_max;
  uint64_t packets;
  uint64_t flits;
  uint64_t undelivered;
  uint64_t cycles;
  uint64_t warmup_cycles;
  uint64_t measurement_cycles;
  uint64_t mismatches;
  uint32_t status;  // TURNPIKE_RUN_...
  uint32_t warmup_converged;
} turnpike_summary;

// Forgets what was measured; from now on packets that are queued in the next `cycles` cycles are
// measured, and traffic delivered in these; 0: in all that come. Measuring begins with cycle 0 and
// no end. ERROR_STATE: drawn traffic.
TURNPIKE_API turnpike_status turnpike_measure(turnpike_network* network, uint64_t cycles);

typedef struct turnpike_run_options {
  size_t size;
  const char* folder;               // for results.json and the files beside it; NULL: none
  const char* events;               // event log, .csv or .jsonl; NULL: none
  const char* trace;                // waveform, .fst; engines rtl and lockstep. NULL: none
  uint64_t trace_from;              // first cycle of it
  uint64_t trace_to;                // first cycle no longer in it; 0: the last is
  const char* const* trace_scopes;  // names of components in it; none: all
  size_t trace_scopes_count;
  // Called now and then; phase is "warm-up", "measurement" or "drain". 0: stop. NULL: never.
  int32_t (*on_progress)(void* user, uint64_t cycle, const char* phase);
  void* user;  // the first argument of on_progress
  // docs/checkpoints.md. A file that is replaced whole, at the first end of a window after so many
  // cycles; with it the event log grows in a file named `events` and ".partial". NULL: none.
  const char* checkpoint;
  uint64_t checkpoint_every;  // cycles, above 0 where there is a checkpoint
  // Goes on from this file. The same as `checkpoint`: the run that wrote it, with its event log.
  // NULL: from cycle 0. ERROR_CONFIGURATION: damaged, or of another configuration or program.
  const char* from_checkpoint;
} turnpike_run_options;

// What `turnpike run` does: warm-up, measurement and drain under the traffic of [traffic]; from
// cycle 0, each time it is called. `options` may be NULL. UNFINISHED: there are results, and
// `status` in them says how it ended. ERROR_STATE: offered packets. ERROR_CONFIGURATION: traffic
// that this network cannot have, files that cannot be read or written.
TURNPIKE_API turnpike_status turnpike_run(turnpike_network* network,
                                          const turnpike_run_options* options);

// Many runs at once, where the batch engine carries them and they are so many that it pays
// (docs/configuration.md, "Results of a sweep"). Each leaves what turnpike_run() does with no
// option but folders[i], byte for byte; `folders` and any of them may be NULL. done[i] becomes 1
// for the networks that have been run, else 0: turnpike_run() is for those. `on_progress` is called
// now and then with the cycle; 0: stop. NULL: never. Not while another call uses any of the
// networks, each of which stands here once. Of an error, turnpike_error(networks[0]) says more.
// STOPPED: by on_progress. ERROR_STATE: offered packets.
TURNPIKE_API turnpike_status turnpike_run_together(
    turnpike_network* const* networks, size_t count, const char* const* folders, uint8_t* done,
    int32_t (*on_progress)(void* user, uint64_t cycle), void* user);

// Of the last run; of offered packets: of what was measured up to now. ERROR_STATE: no run yet.
TURNPIKE_API turnpike_status turnpike_statistics(turnpike_network* network,
                                                 turnpike_summary* summary);
// Flits in a cycle on each channel, in the order of turnpike_get_channel(), over the cycles that
// were measured; the first `capacity` of them. *count is the number of all: of channels, or 0 where
// no cycle was measured. `to` may be NULL with capacity 0. ERROR_STATE: no run yet. Since 1.1.
TURNPIKE_API turnpike_status turnpike_channel_utilisation(turnpike_network* network, double* to,
                                                          size_t capacity, size_t* count);
// The same as `turnpike run --json` writes it (docs/schema/run.schema.json), a newline at its end.
TURNPIKE_API turnpike_status turnpike_statistics_json(turnpike_network* network, const char** text);
// The same for people, as `turnpike run` prints it.
TURNPIKE_API turnpike_status turnpike_statistics_table(turnpike_network* network,
                                                       const char** text);

// ---- The graph ----

#define TURNPIKE_MAX_DIMENSIONS 32

typedef struct turnpike_shape {
  size_t size;
  uint32_t nodes;             // that send and receive packets: 0 .. nodes - 1
  uint32_t components;        // routers and interchanges
  uint32_t channels;          // between components, one way each
  uint32_t local_channels;    // of a node to its router
  uint32_t virtual_channels;  // of a channel
  uint32_t buffer_depth;      // flits of a virtual channel's buffer
  uint32_t flit_bits;
  uint32_t message_classes;
  uint32_t dimensions;  // 0: irregular
  uint32_t radix[TURNPIKE_MAX_DIMENSIONS];
} turnpike_shape;

enum { TURNPIKE_ROUTER = 0, TURNPIKE_INTERCHANGE = 1, TURNPIKE_PACKET_ROUTER = 2 };

typedef struct turnpike_component {
  size_t size;
  uint32_t kind;
  uint32_t ports;
  uint32_t coordinates_count;                     // 0: irregular; butterfly: stage, number
  uint32_t coordinates[TURNPIKE_MAX_DIMENSIONS];  // dimension 0 first
} turnpike_component;

typedef struct turnpike_channel {
  size_t size;
  uint32_t from;  // component
  uint32_t from_port;
  uint32_t to;  // component
  uint32_t to_port;
  uint32_t latency;      // registers on the wire, cycles
  uint32_t level;        // of an express channel, 1 and up; 0: a local one
  double length;         // in distances between neighbours
  uint32_t phits;        // of a flit; more than 1: a narrow channel
  uint32_t clock_ratio;  // cycles of a phit there
} turnpike_channel;

typedef struct turnpike_node {
  size_t size;
  uint32_t inject_component;  // that its first local channel leads to, at this port
  uint32_t inject_port;
  uint32_t eject_component;  // that it comes from
  uint32_t eject_port;
  uint32_t coordinates_count;
  uint32_t coordinates[TURNPIKE_MAX_DIMENSIONS];
} turnpike_node;

TURNPIKE_API turnpike_status turnpike_get_shape(turnpike_network* network, turnpike_shape* shape);
// ERROR_ARGUMENT: no such component, channel or node.
TURNPIKE_API turnpike_status turnpike_get_component(turnpike_network* network, uint32_t component,
                                                    turnpike_component* description);
TURNPIKE_API turnpike_status turnpike_get_channel(turnpike_network* network, uint32_t channel,
                                                  turnpike_channel* description);
TURNPIKE_API turnpike_status turnpike_get_node(turnpike_network* network, uint32_t node,
                                               turnpike_node* description);
// The word of network.topology: "mesh", "torus", ...; good as long as the network.
TURNPIKE_API turnpike_status turnpike_topology(turnpike_network* network, const char** word);
// Such as "router_3_1".
TURNPIKE_API turnpike_status turnpike_component_name(turnpike_network* network, uint32_t component,
                                                     const char** name);

#ifdef __cplusplus
}
#endif

#endif  // TURNPIKE_H
