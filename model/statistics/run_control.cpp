// run_control.cpp - when warm-up ends, what is measured, when a run is over or saturated.

#include "model/statistics/run_control.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "model/common/check.h"
#include "model/common/configuration_error.h"
#include "model/statistics/mser.h"

namespace turnpike::model {
namespace {

constexpr std::size_t kMinWindows = 15;     // the rule is not asked before
constexpr unsigned kSteadyWindows = 3;      // successive windows that must agree
constexpr std::size_t kSparseWindows = 40;  // from here on windows without a packet may be many
constexpr double kAcceptedShare = 0.95;     // of generated; below: saturated
constexpr double kArrivalDeviations = 4;    // of a Poisson process, over the measurement
constexpr double kPrecisionMargin = 0.95;   // the packets on their way may still widen the interval

Cycle window_length(Cycle measurement) { return std::clamp<Cycle>(measurement / 50, 100, 1000); }

std::string formatted(const char* format, double a, double b) {
  char text[160];
  std::snprintf(text, sizeof text, format, a, b);
  return text;
}

double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

WindowReport window_report(const Collector& merged, bool drained, bool with_interval) {
  WindowReport report;
  report.totals = merged.totals();
  report.measured_packets = merged.measured().packets;
  report.measured_latency = merged.measured().latency;
  report.outstanding = merged.outstanding();
  report.drained = drained;
  report.latency_max = merged.measured().latency_max;
  if (with_interval) report.latency = merged.batches().estimate();
  return report;
}

RunControl::RunControl(const RunSpec& spec, NodeId nodes, TrafficNature nature, double zero_load)
    : spec_(spec),
      nodes_(nodes),
      nature_(nature),
      zero_load_(zero_load),
      latency_limit_(spec.latency_limit.value_or(
          nature.is_closed_loop ? std::numeric_limits<double>::infinity()
                                : std::max(kLeastLatencyLimit, kZeroLoadsOfLimit * zero_load))),
      window_(window_length(spec.measurement)) {
  if (spec.measurement == 0) {
    throw ConfigurationError("run.measurement", "0", "at least 1 cycle");
  }
  const Cycle warmup = spec.warmup.value_or(0);
  const Cycle least = warmup + (nature.is_finite ? 1 : spec.measurement);
  if (least > spec.max_cycles || least < warmup) {
    throw ConfigurationError(
        "run.max_cycles", std::to_string(spec.max_cycles),
        "at least warm-up and measurement, " + std::to_string(least) + " cycles");
  }
  if (nature.is_finite && !spec_.warmup) spec_.warmup = 0;
  warmup_limit_ = std::min(spec.max_cycles / 4, spec.max_cycles - spec.measurement);
  if (spec_.warmup == Cycle{0} || (!spec_.warmup && warmup_limit_ == 0)) start_measurement();
}

Cycle RunControl::next_window_cycles() const {
  Cycle until = spec_.max_cycles;
  switch (phase_) {
    case Phase::warmup:
      until = spec_.warmup ? *spec_.warmup : warmup_limit_;
      break;
    case Phase::measurement:
      // A window ends at half time, where the growth of the backlog is looked at.
      until = now_ < measurement_middle() ? measurement_middle() : end_;
      break;
    case Phase::drain:
      break;
    case Phase::done:
      return 0;
  }
  return std::min(window_, until - now_);
}

void RunControl::visit_state(StateStream& state) {
  state.value(phase_, static_cast<unsigned>(Phase::drain), "phase of the run");
  for (Cycle* cycle : {&now_, &start_, &end_}) state.value(*cycle, spec_.max_cycles, "cycle");
  state.check(is_possible(), "cycles of a phase");
  state.value(before_);
  state.any_list(latency_);
  state.any_list(delivered_);
  state.value(steady_, kSteadyWindows, "steady windows");
  state.value(half_backlog_);
  for (bool* flag : {&overloaded_, &warmup_converged_, &saturated_, &complete_}) {
    state.value(*flag);
  }
  state.value(reason_);
  state.check(reason_.empty() && !saturated_ && complete_, "end of a run that goes on");
}

// Else the run would not come to its end, or to one in a cycle that is over.
bool RunControl::is_possible() const {
  switch (phase_) {
    case Phase::warmup:
      return now_ < (spec_.warmup ? *spec_.warmup : warmup_limit_);
    case Phase::measurement:
      return start_ <= now_ && now_ < end_;
    case Phase::drain:
      return start_ < end_ && end_ <= now_ && now_ < spec_.max_cycles;
    case Phase::done:
      break;
  }
  return false;
}

Phase RunControl::on_window(const WindowReport& report) {
  require(phase_ != Phase::done, "no window after the end of the run");
  now_ += next_window_cycles();
  switch (phase_) {
    case Phase::warmup:
      on_warmup_window(report);
      break;
    case Phase::measurement:
      on_measurement_window(report);
      break;
    case Phase::drain:
      on_drain_window(report);
      break;
    case Phase::done:
      break;
  }
  return phase_;
}

// What was measured up to then stays, over the cycles that it took.
void RunControl::on_standstill(Cycle now, const std::string& reason) {
  require(phase_ != Phase::done, "no standstill after the end of the run");
  if (phase_ == Phase::warmup) start_ = now;
  if (phase_ != Phase::drain) end_ = now;
  now_ = now;
  complete_ = false;
  finish(false, reason);
}

void RunControl::on_warmup_window(const WindowReport& report) {
  const WindowSummary window = report.totals - before_;
  before_ = report.totals;
  if (window.packets_delivered != 0) {
    const double mean = share(window.latency_sum, window.packets_delivered);
    latency_.push_back(mean);
    if (mean > latency_limit_) overloaded_ = true;
  }
  delivered_.push_back(static_cast<double>(window.flits_delivered));
  steady_ = is_steady() ? steady_ + 1 : 0;
  if (spec_.warmup) {
    if (now_ == *spec_.warmup) start_measurement();
  } else if (steady_ == kSteadyWindows) {
    start_measurement();
  } else if (now_ == warmup_limit_) {
    warmup_converged_ = false;
    start_measurement();
  }
}

bool RunControl::is_steady() const {
  if (delivered_.size() < kMinWindows || !mser_is_steady(delivered_)) return false;
  // Above saturation latency grows for ever; accepted traffic is then all that can be steady.
  if (overloaded_) return true;
  if (latency_.size() < kMinWindows) return delivered_.size() >= kSparseWindows;
  return mser_is_steady(latency_);
}

void RunControl::start_measurement() {
  phase_ = Phase::measurement;
  start_ = now_;
  end_ = nature_.is_finite ? spec_.max_cycles : now_ + spec_.measurement;
}

// It grew in the first half and again in the second, by more than a mean message per node and by
// more than random arrivals make it in a network that is just about to saturate; and by more than
// is under way for that time in any network, if the measurement began with an empty one.
bool RunControl::backlog_grows(std::uint64_t backlog, const WindowReport& report) const {
  const auto queued = static_cast<double>(report.totals.flits_queued);
  const double message = share(report.totals.flits_queued, report.totals.packets_queued);
  const double weight = std::max(message, report.message_weight);
  const bool is_filling = static_cast<double>(start_) < 2 * zero_load_;
  const double filling =
      is_filling ? 2 * zero_load_ * queued / static_cast<double>(end_ - start_) : 0;
  return half_backlog_ > 0 && backlog > half_backlog_ &&
         static_cast<double>(backlog) >
             std::max({message * nodes_, kArrivalDeviations * std::sqrt(weight * queued), filling});
}

std::string RunControl::over_limit(const char* what, double latency) const {
  std::string text =
      what + formatted(" %.1f cycles is above run.latency_limit, %g", latency, latency_limit_);
  if (latency_limit_ < 2 * zero_load_) {
    text += formatted(
        ", but where no other message is under way one takes %.1f (zero-load "
        "latency): set a limit above it, or leave run.latency_limit out",
        zero_load_, 0);
  }
  return text;
}

void RunControl::on_measurement_window(const WindowReport& report) {
  const std::uint64_t queued = report.totals.flits_queued;
  const std::uint64_t delivered = report.totals.flits_delivered;
  if (nature_.is_finite) {
    if (report.drained) {
      end_ = now_;
      finish(false, "");
    } else if (now_ == end_) {
      complete_ = false;
      finish(false, "run.max_cycles, " + std::to_string(spec_.max_cycles) +
                        ", came before the last message was delivered: " +
                        std::to_string(report.measured_packets) + " messages delivered, " +
                        std::to_string(report.outstanding) + " under way");
    }
    return;
  }
  const std::uint64_t backlog = queued > delivered ? queued - delivered : 0;  // growth, flits
  if (now_ == measurement_middle()) half_backlog_ = backlog;
  if (now_ != end_) return;
  const double latency = share(report.totals.latency_sum, report.totals.packets_delivered);
  const bool may_saturate = !nature_.is_closed_loop;
  if (may_saturate && backlog_grows(backlog, report) && share(delivered, queued) < kAcceptedShare) {
    finish(true,
           formatted("accepted traffic is %.1f %% of generated, below %.0f %%, and the source "
                     "queues grow",
                     100 * share(delivered, queued), 100 * kAcceptedShare));
  } else if (latency > latency_limit_) {
    finish(true, over_limit("mean latency", latency));
  } else if (may_saturate && !report.starved.empty()) {
    finish(true, report.starved);
  } else if (goes_on_measuring(report)) {
    half_backlog_ = backlog;  // the new middle, unless run.max_cycles comes before twice the length
  } else {
    phase_ = Phase::drain;
    // With nothing on the way the run is over; else a drain window follows, if cycles are left.
    if (report.outstanding == 0 || now_ == spec_.max_cycles) on_drain_window(report);
  }
}

// Twice as long, until the interval is narrow enough: few looks at it, since each is a chance to
// stop too early by luck. What the drain may need is left below run.max_cycles.
bool RunControl::goes_on_measuring(const WindowReport& report) {
  if (spec_.precision <= 0 || report.latency.reaches(kPrecisionMargin * spec_.precision)) {
    return false;
  }
  const Cycle length = end_ - start_;
  const Cycle drain = window_ + 2 * report.latency_max;
  const Cycle last = spec_.max_cycles > drain ? spec_.max_cycles - drain : 0;
  const Cycle next = std::min(end_ + length, last);
  if (next < end_ + length / 4) return false;
  end_ = next;
  return true;
}

void RunControl::on_drain_window(const WindowReport& report) {
  const std::uint64_t packets = report.measured_packets + report.outstanding;
  // What is still on the way only adds: a lower bound of the final mean.
  const double latency = share(report.measured_latency, packets);
  if (latency > latency_limit_) {
    finish(true, over_limit("mean latency of at least", latency));
  } else if (report.outstanding == 0) {
    finish(false, "");
  } else if (now_ == spec_.max_cycles) {
    complete_ = false;
    finish(false, "run.max_cycles, " + std::to_string(spec_.max_cycles) + ", came with " +
                      std::to_string(report.outstanding) + " measured packets not delivered");
  }
}

void RunControl::finish(bool saturated, const std::string& reason) {
  phase_ = Phase::done;
  saturated_ = saturated;
  reason_ = reason;
}

}  // namespace turnpike::model
