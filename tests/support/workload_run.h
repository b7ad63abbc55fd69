// workload_run.h - a workload on the model, to its end.

#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "model/network/model_engine.h"
#include "model/network/simulation.h"
#include "model/traffic/workload.h"
#include "tests/support/experiment.h"

namespace turnpike::test {

inline const model::Workload* workload_named(const std::string& word) {
  for (const model::Workload* one : model::workloads()) {
    if (one->word == word) return one;
  }
  return nullptr;
}

class WorkloadRun {
 public:
  explicit WorkloadRun(const Experiment& experiment)
      : workload_(experiment.traffic.workload), network_(experiment.build()) {
    model::Traffic traffic(experiment.traffic, network_, experiment.run.seed);
    const auto engine = model::make_model_engine(network_, traffic, experiment.run);
    results_ = results_of(model::simulate(*engine, traffic, experiment.run, {}));
  }

  const model::Results& results() const { return results_; }
  // Of a figure that is not known, not a number.
  double figure(const std::string& name) const {
    for (std::size_t i = 0; i < workload_->figure_count; ++i) {
      if (workload_->figures[i].name == name) return results_.workload.figures[i].value_or(NAN);
    }
    throw std::invalid_argument("no figure " + name);
  }
  const model::WorkloadTable& table(std::size_t i = 0) const { return results_.workload.tables[i]; }

 private:
  const model::Workload* workload_;
  model::Network network_;
  model::Results results_;
};

}  // namespace turnpike::test
