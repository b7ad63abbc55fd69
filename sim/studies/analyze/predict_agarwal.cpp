// predict_agarwal.cpp - k-ary n-cubes and butterflies (Agarwal 1991).

#include <optional>

#include "model/analysis/agarwal.h"
#include "sim/studies/analyze/predict.h"

namespace turnpike::sim {

namespace {

namespace agarwal = model::agarwal;

constexpr const char* kCubeLoadKeys[] = {"load.agarwal_wait", "load.agarwal_wait_exact",
                                         "load.agarwal", "load.agarwal_exact", "load.agarwal_here"};
constexpr const char* kCubeKeys[] = {"zero_load.agarwal", "zero_load.clocked",
                                     "load.agarwal_utilisation", "saturation.agarwal"};

// The letters of the paper.
struct Cube {
  double n = 0;
  double k_d = 0;
  unsigned directions = 1;
  double m = 0;
  double b = 0;
  double p = 1;  // cycles of a hop

  double rho() const { return m * b * k_d / directions; }
  // (10): contention's w may be that of (8) or that of the exact variance.
  double latency(double wait) const { return (p + wait) * n * k_d + b; }
};

std::string why_no_cube(const Subject& subject) {
  const bool is_cube = subject.is(model::Topology::mesh) || subject.is(model::Topology::torus) ||
                       subject.is(model::Topology::hypercube);
  if (!is_cube) return "topology " + shown(subject.experiment, "network.topology");
  if (subject.experiment.topology.express) return "express channels";
  const bool is_window = subject.experiment.traffic.pattern == model::Pattern::locality &&
                         subject.is(model::Topology::torus) &&
                         !subject.experiment.topology.bidirectional;
  if (is_window) return "";
  return subject.why_not_uniform();
}

double mean_hops(const Subject& subject) {
  const model::TopologySpec& topology = subject.experiment.topology;
  if (subject.experiment.traffic.pattern == model::Pattern::locality) {
    return agarwal::locality_window_distance(subject.nodes(), subject.dimensions(),
                                             subject.experiment.traffic.locality);
  }
  if (subject.is(model::Topology::mesh)) {
    return agarwal::mean_distance(subject.radix(), agarwal::Channels::mesh);
  }
  const bool is_both_ways = subject.is(model::Topology::torus) && topology.bidirectional;
  return agarwal::mean_distance(subject.radix(), is_both_ways ? agarwal::Channels::bidirectional
                                                              : agarwal::Channels::unidirectional);
}

Cube cube_of(const Subject& subject) {
  Cube cube;
  cube.n = subject.dimensions();
  cube.k_d = mean_hops(subject);
  const bool is_both_ways =
      subject.is(model::Topology::mesh) ||
      (subject.is(model::Topology::torus) && subject.experiment.topology.bidirectional);
  cube.directions = is_both_ways ? 2 : 1;
  cube.m = subject.rate();
  cube.b = subject.mean_flits();
  cube.p = subject.network.router.pipeline_cycles;
  return cube;
}

std::string note_of(const Subject& subject) {
  return subject.experiment.traffic.pattern == model::Pattern::uniform_other
             ? "the form lets a node send to itself"
             : "";
}

void predict_cube_load(const Cube& cube, const std::string& note, Predictions& predictions) {
  const auto wait = [&] { return agarwal::contention(cube.rho(), cube.k_d, cube.n, cube.b); };
  const auto exact = [&] {
    return agarwal::contention_exact(cube.rho(), cube.k_d, cube.n, cube.b);
  };
  set_if_inside(predictions, "load.agarwal_wait", wait, note);
  set_if_inside(predictions, "load.agarwal_wait_exact", exact, note);
  set_if_inside(
      predictions, "load.agarwal",
      [&] {
        const double deeper = (cube.p - 1) * cube.n * cube.k_d;
        return cube.directions == 2
                   ? agarwal::latency_bidirectional(cube.n, cube.k_d, cube.m, cube.b) + deeper
                   : agarwal::latency_pipelined(cube.n, cube.k_d, cube.m, cube.b, cube.p);
      },
      note);
  set_if_inside(
      predictions, "load.agarwal_exact", [&] { return cube.latency(exact()); }, note);
  const std::optional<double> base = predictions.at("zero_load.latency").value;
  if (base) {
    set_if_inside(
        predictions, "load.agarwal_here", [&] { return *base + wait() * cube.n * cube.k_d; }, note);
  } else {
    predictions.refuse("load.agarwal_here", "not covered: no zero_load.latency");
  }
}

}  // namespace

void predict_agarwal(const Subject& subject, const AnalysisOptions& options,
                     Predictions& predictions) {
  const std::string reason =
      first_reason({why_no_cube(subject), subject.why_not_unicast(), subject.why_not_one_radix(),
                    subject.why_not_one_length()});
  if (!reason.empty()) {
    for (const char* key : kCubeKeys) predictions.refuse(key, reason);
    for (const char* key : kCubeLoadKeys) predictions.refuse(key, reason);
    return;
  }
  const Cube cube = cube_of(subject);
  const std::string note = note_of(subject);
  predictions.set("zero_load.agarwal", cube.latency(0), note);
  set_if_inside(
      predictions, "zero_load.clocked",
      [&] {
        const double wire =
            agarwal::wire_length(subject.nodes(), cube.n, options.layout_dimensions);
        return (options.switch_delay + wire) * (cube.n * cube.k_d + cube.b);
      },
      note);
  predictions.set("load.agarwal_utilisation", cube.rho(), note);
  set_if_inside(
      predictions, "saturation.agarwal",
      [&] { return agarwal::saturation_rate(cube.b, cube.k_d, cube.directions) * cube.b; }, note);
  predict_cube_load(cube, note, predictions);
}

void predict_butterfly(const Subject& subject, const AnalysisOptions& options,
                       Predictions& predictions) {
  const bool is_butterfly = subject.is(model::Topology::butterfly);
  const std::string reason =
      first_reason({is_butterfly ? "" : "topology " + shown(subject.experiment, "network.topology"),
                    subject.why_not_uniform(), subject.why_not_one_length()});
  if (!reason.empty()) {
    for (const char* key : {"zero_load.indirect", "load.indirect_wait", "load.indirect",
                            "load.indirect_here", "saturation.indirect"}) {
      predictions.refuse(key, reason);
    }
    return;
  }
  const double n = subject.dimensions();
  const double k = subject.radix();
  const double b = subject.mean_flits();
  const double m = subject.rate();
  const std::string note = note_of(subject);
  predictions.set("zero_load.indirect", agarwal::indirect_latency(n, k, 0, b), note);
  if (options.layout_dimensions == 2) {
    predictions.set("zero_load.clocked",
                    agarwal::indirect_latency_clocked(n, k, 0, b, options.switch_delay), note);
  } else {
    predictions.refuse("zero_load.clocked", "not covered: a butterfly that is not laid out flat");
  }
  const auto wait = [&] { return agarwal::indirect_contention(m * b, b, k); };
  set_if_inside(predictions, "load.indirect_wait", wait, note);
  const std::optional<double> base = predictions.at("zero_load.latency").value;
  if (base) {
    set_if_inside(
        predictions, "load.indirect_here", [&] { return *base + wait() * n; }, note);
  } else {
    predictions.refuse("load.indirect_here", "not covered: no zero_load.latency");
  }
  set_if_inside(
      predictions, "load.indirect", [&] { return agarwal::indirect_latency(n, k, m, b); }, note);
  predictions.set("saturation.indirect", 1, note);
}

Designs make_designs(const Subject& subject, const AnalysisOptions& options) {
  Designs designs;
  const bool is_cube = subject.is(model::Topology::mesh) || subject.is(model::Topology::torus) ||
                       subject.is(model::Topology::hypercube);
  const model::TrafficSpec& traffic = subject.experiment.traffic;
  const bool is_drawn = model::workload_of(traffic).is_drawn;
  designs.reason =
      first_reason({is_cube ? "" : "topology " + shown(subject.experiment, "network.topology"),
                    subject.why_not_one_radix(),
                    options.message_bits > 0 ? ""
                    : is_drawn               ? ""
                               : model::workload_text(traffic) + " without --message-bits"});
  if (!designs.reason.empty()) return designs;
  const double width = subject.network.router.format.flit_bits;
  agarwal::Budget& budget = designs.budget;
  budget.nodes = subject.nodes();
  budget.bits = options.message_bits > 0 ? options.message_bits : subject.mean_flits() * width;
  budget.switch_delay = options.switch_delay;
  budget.layout_dimensions = options.layout_dimensions;
  budget.width = width;
  budget.bisection = options.bisection_wires > 0 ? options.bisection_wires
                                                 : 2 * width * subject.nodes() / subject.radix();
  budget.pins = options.node_pins > 0 ? options.node_pins : 2 * subject.dimensions() * width;
  designs.width = agarwal::designs(agarwal::Constraint::width, budget);
  designs.bisection = agarwal::designs(agarwal::Constraint::bisection, budget);
  designs.node = agarwal::designs(agarwal::Constraint::node, budget);
  if (designs.width.empty()) designs.reason = "not covered: too few nodes to lay out";
  return designs;
}

}  // namespace turnpike::sim
