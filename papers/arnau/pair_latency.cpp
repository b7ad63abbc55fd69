// pair_latency.cpp - mean latency of each pair of switches over the steady part of a run.

#include "papers/arnau/pair_latency.h"

#include "model/network/model_engine.h"
#include "model/network/simulation.h"
#include "model/topology/build.h"

namespace turnpike::sim::arnau {

PairSums& PairSums::operator+=(const PairSums& other) {
  messages += other.messages;
  queueing += other.queueing;
  crossing += other.crossing;
  return *this;
}

PairLatencies::PairLatencies(std::vector<unsigned> switch_of, std::size_t switches)
    : switch_of_(std::move(switch_of)),
      switches_(switches),
      sources_(switch_of_.size()),
      sums_(switches * switches) {
  for (Source& source : sources_) source.under_way.resize(kUnderWay);
}

void PairLatencies::record(const model::Event& event) {
  Source& source = sources_[event.source];
  Message& message = source.under_way[event.packet % kUnderWay];
  switch (event.kind) {
    case model::EventKind::queued:
      source.waiting.push_back(event.cycle);
      break;
    case model::EventKind::injected:  // first come, first served
      message = {source.waiting.front(), event.cycle};
      source.waiting.pop_front();
      break;
    case model::EventKind::delivered: {
      if (!is_counting_) break;
      PairSums& sums = sums_[switch_of_[event.source] * switches_ + switch_of_[event.destination]];
      sums += {1, message.injected - message.queued, event.cycle - message.injected};
      break;
    }
    default:  // latencies follow from these three
      break;
  }
}

PairRun run_pairs(const Experiment& experiment, const std::atomic<bool>& stop) {
  const model::Network network =
      build_network(experiment.topology, experiment.router, experiment.link);
  std::vector<unsigned> switch_of;
  for (const model::Terminal& terminal : network.terminals) {
    switch_of.push_back(terminal.inject.component);
  }
  PairRun run;
  run.switches = network.components.size();
  PairLatencies latencies(switch_of, run.switches);
  model::Traffic traffic(experiment.traffic, network, experiment.run.seed);
  const auto engine = model::make_model_engine(network, traffic, experiment.run);
  engine->log_events(&latencies);
  const auto on_window = [&](model::Cycle, model::Phase phase) {
    if (phase == model::Phase::measurement) {
      latencies.start();
    } else {
      latencies.stop();
    }
    return !stop;
  };
  const model::Results results = results_of(simulate(*engine, traffic, experiment.run, on_window));
  const double hosts = network.nodes() / static_cast<double>(run.switches);
  run.accepted = results.accepted * hosts;
  for (std::size_t from = 0; from < run.switches; ++from) {
    for (std::size_t to = 0; to < run.switches; ++to) {
      run.pairs.push_back(latencies.at(from, to));
      run.all += run.pairs.back();
    }
  }
  return run;
}

}  // namespace turnpike::sim::arnau
