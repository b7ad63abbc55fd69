// fairness_meter.cpp - backlogs at the ends of windows, the verdict at the end.

#include "model/network/fairness_meter.h"

#include <algorithm>
#include <cmath>

namespace turnpike::model {

FairnessMeter::FairnessMeter(const RunControl& control, const Network& network, const RunSpec& run)
    : control_(control) {
  for (const Channel& channel : network.channels) {
    flit_cycles_ = std::max(flit_cycles_, double{1} * channel.phits * channel.clock_ratio);
  }
  flit_cycles_ = std::max(flit_cycles_, 1 / (1 - run.sink_stall));
}

FairnessScale FairnessMeter::scale() const {
  const Cycle cycles = control_.measurement_end() - control_.measurement_start();
  const double limit = control_.latency_limit();
  return {static_cast<double>(cycles), std::isfinite(limit) ? limit : kLeastLatencyLimit,
          flit_cycles_};
}

void FairnessMeter::sample(Engine& engine, Cycle now, WindowReport& report) {
  // A trace ends by itself, so all that it offers is delivered; in a closed loop, which has no
  // limit, no backlog grows for ever.
  if (control_.finite() || !std::isfinite(control_.latency_limit())) return;
  engine.read_backlogs(backlogs_);
  growth_.sample(backlogs_, now == control_.measurement_middle());
  if (now != control_.measurement_end()) return;
  const Fairness fairness = judge_fairness(engine.node_table(false), growth_, scale());
  report.message_weight = fairness.weight;
  if (!fairness.starved.empty()) report.starved = fairness.starved.front().text();
}

void FairnessMeter::go_on() { growth_.start_second_half(); }

void FairnessMeter::fill(Engine& engine, Results& results) const {
  results.node_table = engine.node_table(true);
  results.fairness = judge_fairness(results.node_table, growth_, scale());
}

}  // namespace turnpike::model
