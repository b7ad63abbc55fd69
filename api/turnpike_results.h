// turnpike_results.h - the part of turnpike.h about statistics and runs.

#ifndef TURNPIKE_RESULTS_H
#define TURNPIKE_RESULTS_H

#include <turnpike.h>

#ifdef __cplusplus
extern "C" {
#endif

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
// cycle 0, each time it is called. `options` may be NULL. STOPPED: by
// on_progress or turnpike_interrupt(), without results. UNFINISHED: there are results, and `status`
// in them says how it ended. ERROR_ARGUMENT: its size. ERROR_SYSTEM: a tool failed. ERROR_STATE:
// offered packets. ERROR_CONFIGURATION: traffic that this network cannot have, files that cannot be
// read or written.
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

// Of the last run; of offered packets: of what was measured up to now. ERROR_ARGUMENT: its size.
// ERROR_STATE: no run yet.
TURNPIKE_API turnpike_status turnpike_statistics(turnpike_network* network,
                                                 turnpike_summary* summary);
// Flits in a cycle on each channel, in the order of turnpike_get_channel(), over the cycles that
// were measured; the first `capacity` of them. *count is the number of all: of channels, or 0 where
// no cycle was measured. `to` may be NULL with capacity 0. ERROR_STATE: no run yet. Since 1.1.
TURNPIKE_API turnpike_status turnpike_channel_utilisation(turnpike_network* network, double* to,
                                                          size_t capacity, size_t* count);
// How many flits that were, likewise; of 2^32 and more on one channel the rest above multiples of
// 2^32. ERROR_STATE: no run yet. Since 1.3.
TURNPIKE_API turnpike_status turnpike_channel_flits(turnpike_network* network, uint64_t* to,
                                                    size_t capacity, size_t* count);
// The statistics as `turnpike run --json` writes them (docs/schema/run.schema.json), a newline at
// its end. ERROR_STATE: no run yet.
TURNPIKE_API turnpike_status turnpike_statistics_json(turnpike_network* network, const char** text);
// The statistics for people, as `turnpike run` prints them. ERROR_STATE: no run yet.
TURNPIKE_API turnpike_status turnpike_statistics_table(turnpike_network* network,
                                                       const char** text);

#ifdef __cplusplus
}
#endif

#endif  // TURNPIKE_RESULTS_H
