// predict_irregular.cpp - irregular networks under Up*/Down* (Arnau et al.).

#include "model/analysis/equivalent_distance.h"
#include "sim/studies/analyze/predict.h"

namespace turnpike::sim {

void predict_irregular(const Subject& subject, Predictions& predictions) {
  constexpr std::size_t kMostSwitches = 1024;
  std::string topology;
  if (!subject.network.topology->takes_root) {
    topology = "topology " + shown(subject.experiment, "network.topology");
  } else if (!subject.experiment.topology.routes_up_down()) {
    topology = "routing " + shown(subject.experiment, "network.routing");
  }
  const std::string size =
      subject.network.components.size() > kMostSwitches ? "more than 1024 switches" : "";
  const std::string no_distance = first_reason({topology, size});
  const std::string no_bound = first_reason({topology, size, subject.why_not_uniform()});
  if (!no_bound.empty()) predictions.refuse("saturation.arnau", no_bound);
  if (!no_distance.empty()) {
    predictions.refuse("distance.legal", no_distance);
    predictions.refuse("distance.equivalent", no_distance);
    return;
  }
  const model::SwitchGraph graph = model::switch_graph(subject.network);
  const model::ComponentId root = subject.network.root;
  if (no_bound.empty()) {
    predictions.set("saturation.arnau",
                    model::bottleneck(graph, root, model::hosts_of(subject.network),
                                      model::flit_cycles(subject.network))
                        .saturation,
                    subject.experiment.traffic.pattern == model::Pattern::uniform
                        ? "the form lets no node send to itself"
                        : "");
  }
  const model::DistanceTable table = model::equivalent_distances(graph, root);
  const double pairs = static_cast<double>(graph.size()) * static_cast<double>(graph.size() - 1);
  double equivalent = 0;
  double legal = 0;
  for (const double t : table.equivalent) equivalent += t;
  for (const unsigned l : table.legal) legal += l;
  if (pairs == 0) {
    predictions.refuse("distance.legal", "not covered: a single switch");
    predictions.refuse("distance.equivalent", "not covered: a single switch");
    return;
  }
  predictions.set("distance.legal", legal / pairs);
  predictions.set("distance.equivalent", equivalent / pairs);
}

}  // namespace turnpike::sim
