// turnpike_results.cpp - statistics and runs: turnpike_results.h.

#include <algorithm>
#include <numeric>
#include <vector>

#include "api/call.h"
#include "api/turnpike.h"
#include "sim/experiment/results/result_keys.h"
#include "sim/experiment/results/run_outcome.h"

using turnpike::api::call;
using turnpike::api::call_or_reply;
using turnpike::api::require_not_null;
using turnpike::api::Session;
using turnpike::model::Results;

namespace {

turnpike_summary summary_of(const turnpike::sim::RunOutcome& outcome) {
  const Results& r = outcome.results;
  const std::vector<double>& used = r.channel_utilisation;
  turnpike_summary s{};
  s.offered = r.offered;
  s.generated = r.generated;
  s.accepted = r.accepted;
  s.latency = r.latency;
  s.latency_ci95 = r.latency_ci95;
  s.latency_stddev = r.latency_stddev;
  s.head_latency = r.head_latency;
  s.network_latency = r.network_latency;
  s.source_queue_share = r.source_queue_share;
  s.hops = r.hops;
  s.channel_utilisation_mean = used.empty() ? -1
                                            : std::accumulate(used.begin(), used.end(), 0.0) /
                                                  static_cast<double>(used.size());
  s.channel_utilisation_max = used.empty() ? -1 : *std::max_element(used.begin(), used.end());
  s.latency_p50 = r.latency_p50;
  s.latency_p90 = r.latency_p90;
  s.latency_p95 = r.latency_p95;
  s.latency_p99 = r.latency_p99;
  s.latency_max = r.latency_max;
  s.packets = r.packets;
  s.flits = r.flits;
  s.undelivered = r.undelivered;
  s.cycles = r.cycles;
  s.warmup_cycles = r.warmup_cycles;
  s.measurement_cycles = r.measurement_cycles;
  s.mismatches = outcome.mismatches;
  s.status = static_cast<uint32_t>(turnpike::sim::status_of(outcome));
  s.warmup_converged = r.warmup_converged ? 1 : 0;
  return s;
}

static_assert(static_cast<int>(turnpike::sim::RunStatus::mismatch) == TURNPIKE_RUN_MISMATCH);

// The first `capacity` values of a list of results, and how many there are.
template <class Value>
turnpike_status first_of(turnpike_network* network, std::vector<Value> Results::*list, Value* to,
                         size_t capacity, size_t* count) {
  size_t found = 0;
  const turnpike_status status = call_or_reply(network, [&](Session& session) {
    require_not_null(count, "count");
    if (capacity != 0) require_not_null(to, "to");
    const std::vector<Value>& all = session.outcome().results.*list;
    std::copy_n(all.begin(), std::min(capacity, all.size()), to);
    found = all.size();
    return TURNPIKE_OK;
  });
  if (count != nullptr) *count = found;
  return status;
}

}  // namespace

turnpike_status turnpike_measure(turnpike_network* network, uint64_t cycles) {
  return call(network, [&](Session& session) {
    session.offered().measure(cycles);
    return TURNPIKE_OK;
  });
}

turnpike_status turnpike_run(turnpike_network* network, const turnpike_run_options* options) {
  return call(network, [&](Session& session) -> turnpike_status {
    turnpike_run_options whole{};
    if (options != nullptr) whole = turnpike::api::read_struct(options, "options");
    if (!session.run(whole)) return TURNPIKE_STOPPED;
    const turnpike::sim::RunOutcome& outcome = session.outcome();
    if (is_finished(status_of(outcome))) return TURNPIKE_OK;
    session.fail({TURNPIKE_UNFINISHED, outcome.results.reason});
    return TURNPIKE_UNFINISHED;
  });
}

turnpike_status turnpike_statistics(turnpike_network* network, turnpike_summary* summary) {
  return call_or_reply(network, [&](Session& session) {
    turnpike::api::check_size(summary, "summary");
    turnpike::api::write_struct(summary_of(session.outcome()), summary);
    return TURNPIKE_OK;
  });
}

turnpike_status turnpike_channel_utilisation(turnpike_network* network, double* to, size_t capacity,
                                             size_t* count) {
  return first_of(network, &Results::channel_utilisation, to, capacity, count);
}

turnpike_status turnpike_channel_flits(turnpike_network* network, uint64_t* to, size_t capacity,
                                       size_t* count) {
  return first_of(network, &Results::channel_flits, to, capacity, count);
}

turnpike_status turnpike_statistics_json(turnpike_network* network, const char** text) {
  return call_or_reply(network, [&](Session& session) {
    require_not_null(text, "text");
    session.json_text = session.results_json();
    *text = session.json_text.c_str();
    return TURNPIKE_OK;
  });
}

turnpike_status turnpike_statistics_table(turnpike_network* network, const char** text) {
  return call_or_reply(network, [&](Session& session) {
    require_not_null(text, "text");
    session.table_text = session.results_table();
    *text = session.table_text.c_str();
    return TURNPIKE_OK;
  });
}

turnpike_status turnpike_inputs(turnpike_network* network, const char** text) {
  return call_or_reply(network, [&](Session& session) {
    require_not_null(text, "text");
    session.inputs_text = turnpike::sim::inputs_hash(session.experiment());
    *text = session.inputs_text.c_str();
    return TURNPIKE_OK;
  });
}
