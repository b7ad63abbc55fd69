// mechanism_study.cpp - what the model assumes of single messages, ports and channels, measured.

#include "papers/shahrabi/mechanism_study.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "model/network/message_engine.h"
#include "model/network/simulation.h"
#include "model/topology/build.h"
#include "model/traffic/list_source.h"

namespace turnpike::sim::shahrabi {

namespace {

model::Network network_of(const Experiment& experiment) {
  return build_network(experiment.topology, experiment.router, experiment.link);
}

// Counts the local channels by which messages go in.
struct PortCounter final : model::EventSink {
  explicit PortCounter(unsigned dimensions) : messages(dimensions) {}
  void record(const model::Event& event) override {
    if (event.kind != model::EventKind::injected) return;
    const model::NodeId differs = event.source ^ event.destination;
    ++messages[static_cast<unsigned>(31 - __builtin_clz(differs))];
  }
  std::vector<double> messages;  // [dimension]
};

// Hears the copies of the first broadcast.
struct FirstBroadcast final : model::EventSink {
  explicit FirstBroadcast(unsigned nodes) : copies(nodes) {}
  void record(const model::Event& event) override {
    if (event.kind == model::EventKind::queued && begun == 0) begun = event.cycle - kStartup;
    if (event.kind != model::EventKind::delivered || arrived + 1 == copies.size()) return;
    ++copies[event.destination];
    ++arrived;
    last = event.cycle;
  }
  std::vector<unsigned> copies;  // [node]
  std::size_t arrived = 0;
  model::Cycle begun = 0;
  model::Cycle last = 0;
};

}  // namespace

ZeroLoad study_zero_load(const Panel& panel, std::uint64_t seed) {
  ZeroLoad found;
  // Broadcasts so rare that hardly two meet: one in 100 latencies.
  Panel quiet = panel;
  quiet.broadcast_share = 1;
  const double latency = panel.dimensions * (panel.flits + 3.0);
  Experiment experiment = experiment_of(quiet, 1 / (100 * latency * panel.nodes()), 0, 12);
  experiment.run.seed = seed;
  const model::Network network = network_of(experiment);
  model::Traffic traffic(experiment.traffic, network, seed);
  const auto engine = model::make_model_engine(network, traffic, experiment.run);
  FirstBroadcast first(panel.nodes());
  engine->log_events(&first);
  found.broadcast = results_of(simulate(*engine, traffic, experiment.run, {})).broadcast_latency;

  found.nodes = static_cast<unsigned>(std::count(first.copies.begin(), first.copies.end(), 1u));
  const double step = panel.flits + double{kStartup} + kUncountedCopy;
  found.steps =
      static_cast<unsigned>(std::lround(static_cast<double>(first.last - first.begun) / step));

  std::vector<model::ListedSend> list;
  const model::Cycle apart = 4 * panel.flits + 100;
  for (unsigned d = 1; d <= panel.dimensions; ++d) {
    list.push_back({d * apart, 0, (model::NodeId{1} << d) - 1, panel.flits});
  }
  model::ListedTraffic messages(network, list);
  const auto alone = model::make_message_engine(network, messages, experiment.run,
                                                terminal_spec(network, experiment.run));
  alone->advance((panel.dimensions + 2) * apart);
  for (std::size_t i = 0; i < list.size(); ++i) {
    found.unicast.push_back(static_cast<double>(messages.times()[i].last - list[i].queued));
  }
  return found;
}

std::vector<double> study_ports(const Panel& panel, const PaperOptions& options) {
  const unsigned messages = options.quick ? 1000 : 5000;
  Experiment experiment = experiment_of(panel, rate_at(panel, .5), 0, messages);
  experiment.run.seed = options.seed;
  const model::Network network = network_of(experiment);
  model::Traffic traffic(experiment.traffic, network, options.seed);
  const auto engine = model::make_model_engine(network, traffic, experiment.run);
  PortCounter counter(panel.dimensions);
  engine->log_events(&counter);
  engine->advance(experiment.run.measurement);
  const double all = std::accumulate(counter.messages.begin(), counter.messages.end(), 0.0);
  for (double& port : counter.messages) port /= all;
  return counter.messages;
}

std::vector<double> counted_ports(const Panel& panel) {
  const double others = panel.nodes() - 1.0;
  const double beta = panel.broadcast_share;
  const double all = 1 - beta + beta * others;
  std::vector<double> ports;
  for (unsigned d = 0; d < panel.dimensions; ++d) {
    const double unicast = (1 - beta) * std::exp2(d) / others;
    ports.push_back((unicast + beta * others / panel.dimensions) / all);
  }
  return ports;
}

std::optional<Balance> study_balance(const Panel& panel, const PaperOptions& options) {
  Panel only = panel;
  only.broadcast_share = 1;
  const double rate = .15 * panel.dimensions / panel.flits / (panel.nodes() - 1.0);
  std::vector<NetworkPoint> points;
  for (const char* base : {"rotating", "random", "fixed"}) {
    Variation variation;
    variation.base = base;
    points.push_back({experiment_of(only, rate, 50, options.quick ? 300 : 1000, variation), {}});
  }
  if (!run_network_points(points, effort(options).seeds, options, "balance")) return {};
  const auto busiest = [](const NetworkPoint& point) {
    std::vector<double> values;
    for (const model::Results& results : point.results) {
      const std::vector<double>& all = results.channel_utilisation;
      const double sum = std::accumulate(all.begin(), all.end(), 0.0);
      values.push_back(*std::max_element(all.begin(), all.end()) / sum *
                       static_cast<double>(all.size()));
    }
    return measured(values);
  };
  return Balance{busiest(points[0]), busiest(points[1]), busiest(points[2])};
}

}  // namespace turnpike::sim::shahrabi
