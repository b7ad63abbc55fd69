// fairness_meter.h - the offered and accepted traffic of each node while packets were measured.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/network/engine.h"
#include "model/statistics/fairness.h"
#include "model/statistics/results.h"
#include "model/statistics/run_control.h"

namespace turnpike::model {

class FairnessMeter {
 public:
  // `control` outlives it.
  FairnessMeter(const RunControl& control, const Network& network, const RunSpec& run);

  void start(const Engine& engine) { growth_ = BacklogGrowth(engine.network().nodes()); }
  // At the end of a window of the measurement, in cycle `now`. At the end of the measurement
  // `report` gets what the rules for saturation need.
  void sample(Engine& engine, Cycle now, WindowReport& report);
  // The measurement, at its end, goes on for as long again.
  void go_on();
  void fill(Engine& engine, Results& results) const;

  void visit_state(StateStream& state) { growth_.visit_state(state); }
  // Checks a state that was read, for a network of `nodes` nodes.
  void check(const StateStream& state, NodeId nodes) const {
    const bool has_begun = control_.phase() != Phase::warmup;
    state.check(growth_.nodes() == (has_begun ? nodes : 0), "backlogs of nodes");
  }

 private:
  FairnessScale scale() const;

  const RunControl& control_;
  double flit_cycles_ = 1;
  BacklogGrowth growth_;
  std::vector<std::int64_t> backlogs_;
};

}  // namespace turnpike::model
