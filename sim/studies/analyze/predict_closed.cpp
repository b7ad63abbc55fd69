// predict_closed.cpp - what a topology says of itself without counting.

#include <algorithm>

#include "sim/studies/analyze/predict.h"

namespace turnpike::sim {

void predict_closed(const Subject& subject, Predictions& predictions) {
  const model::TopologySpec& topology = subject.experiment.topology;
  const std::optional<model::ClosedForms> forms = topology.kind->closed_forms(topology);
  if (!forms) {
    const std::string reason =
        first_reason({"topology " + shown(subject.experiment, "network.topology")});
    predictions.refuse("saturation.closed", reason);
    predictions.refuse("wires.bisection_closed", reason);
    return;
  }
  predictions.set("wires.bisection_closed", forms->bisection, forms->note);
  const std::string routing =
      topology.has_own_routing() ? "routing " + shown(subject.experiment, "network.routing") : "";
  const std::string reason =
      first_reason({routing, subject.why_not_uniform(), subject.why_not_unicast()});
  if (!reason.empty()) return predictions.refuse("saturation.closed", reason);
  // Uniform traffic to others alone puts what a node would send to itself on the channels, too.
  const bool is_other = subject.experiment.traffic.pattern == model::Pattern::uniform_other;
  const double share = is_other ? 1 - 1 / subject.nodes() : 1;
  predictions.set("saturation.closed", std::min(1.0, forms->capacity * share), forms->note);
}

}  // namespace turnpike::sim
