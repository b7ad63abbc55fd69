// run_control.h - decides when warm-up ends, what is measured, and when a run ends or is saturated.
//
// docs/statistics.md has the rules and their sources. It can drive any engine:
//
//   RunControl control(spec, nodes, traffic.nature());
//   if (control.phase() == Phase::measurement) restart collectors with the measurement interval;
//   while (control.phase() != Phase::done) {
//     const Phase before = control.phase();
//     run control.next_window_cycles() cycles;
//     control.on_window(window_report(merged collectors, drained));
//     if (before == Phase::warmup && control.phase() == Phase::measurement)
//       restart collectors with [control.measurement_start(), control.measurement_end());
//   }

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/common/types.h"
#include "model/statistics/collector.h"
#include "model/statistics/run_spec.h"

namespace turnpike::model {

enum class Phase : std::uint8_t { warmup, measurement, drain, done };

// The properties of the messages that the rules for the end of a run need.
struct TrafficNature {
  bool is_finite = false;  // they end by themselves
  // They follow from deliveries, so the network is offered no more than it takes: no backlog, no
  // latency and no node that waits makes it saturated.
  bool is_closed_loop = false;
};

// The counts of a run at the end of a window.
struct WindowReport {
  WindowSummary totals;                // since the collectors were made or last restarted
  std::uint64_t measured_packets = 0;  // measured packets delivered
  std::uint64_t measured_latency = 0;  // cycles, sum over them
  std::uint64_t outstanding = 0;       // measured packets queued, not delivered
  Estimate latency;                    // of the measured packets delivered; run.precision only
  Cycle latency_max = 0;               // cycles, of these packets
  bool drained = false;                // no message under way and none will ever come
  // At the end of the measurement.
  std::string starved;        // which node is; empty: none
  double message_weight = 1;  // flits: mean of the squared message lengths over the mean length
};

// `with_interval`: the mean latency is estimated, which only run.precision asks for.
WindowReport window_report(const Collector& merged, bool drained, bool with_interval = false);

class RunControl {
 public:
  // Traffic that ends by itself, as a trace: warm-up is 0 unless run.warmup says otherwise, and
  // all that follows is measured until it is delivered. Throws ConfigurationError
  // when measurement does not fit into max_cycles. `zero_load`: cycles that a message takes where
  // no other is under way; 0: unknown.
  RunControl(const RunSpec& spec, NodeId nodes, TrafficNature nature = {}, double zero_load = 0);

  Phase phase() const { return phase_; }
  // Cycles to run before the next on_window(); at least 1 unless done.
  Cycle next_window_cycles() const;
  // To be called when they have been run. Returns the new phase.
  Phase on_window(const WindowReport& report);
  // Instead: the network stood still in cycle `now`, somewhere in the window. Ends the run.
  void on_standstill(Cycle now, const std::string& reason);

  bool finite() const { return nature_.is_finite; }
  double precision() const { return spec_.precision; }
  // The next on_window() wants an estimate of the latency.
  bool wants_interval() const {
    return spec_.precision > 0 && phase_ == Phase::measurement && now_ + window_ >= end_;
  }
  Cycle now() const { return now_; }  // cycles run
  // Valid once the phase is measurement; the end is not part of the interval. With run.precision
  // on_window() may move it further away, while the phase stays measurement.
  Cycle measurement_start() const { return start_; }
  Cycle measurement_end() const { return end_; }
  Cycle measurement_middle() const { return start_ + (end_ - start_ + 1) / 2; }
  // Cycles of mean latency above which the run is saturated; infinite: none.
  double latency_limit() const { return latency_limit_; }
  // False: warm-up was cut at its limit before the rule was met.
  bool warmup_converged() const { return warmup_converged_; }
  bool saturated() const { return saturated_; }
  // False: max_cycles or a standstill came before all measured packets were delivered, and the run
  // is not called saturated. A saturated run is not drained.
  bool complete() const { return complete_; }
  // Why the run ended as it did; empty when there is nothing to say.
  const std::string& reason() const { return reason_; }

  // Cycles of one window of warm-up and of the check for the end of the drain.

  // Visits the state of a run that is not done.
  void visit_state(StateStream& state);

 private:
  bool is_possible() const;  // phase and cycles, as read
  void on_warmup_window(const WindowReport& report);
  void on_measurement_window(const WindowReport& report);
  void on_drain_window(const WindowReport& report);
  bool goes_on_measuring(const WindowReport& report);
  void start_measurement();
  void finish(bool saturated, const std::string& reason);
  bool is_steady() const;
  bool backlog_grows(std::uint64_t backlog, const WindowReport& report) const;
  std::string over_limit(const char* what, double latency) const;

  RunSpec spec_;
  NodeId nodes_;
  TrafficNature nature_;
  double zero_load_;
  double latency_limit_;
  Cycle window_ = 0;
  Cycle warmup_limit_ = 0;  // the warm-up rule gives up here
  Phase phase_ = Phase::warmup;
  Cycle now_ = 0;
  Cycle start_ = 0;
  Cycle end_ = 0;
  WindowSummary before_;            // totals at the end of the window before
  std::vector<double> latency_;     // mean latency of the packets delivered in each window
  std::vector<double> delivered_;   // flits delivered in each window
  unsigned steady_ = 0;             // successive windows at whose end the rule was met
  bool overloaded_ = false;         // a window's mean latency was above the limit
  std::uint64_t half_backlog_ = 0;  // growth of the backlog in the first half, flits
  bool warmup_converged_ = true;
  bool saturated_ = false;
  bool complete_ = true;
  std::string reason_;
};

}  // namespace turnpike::model
