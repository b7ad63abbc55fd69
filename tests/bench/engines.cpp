// engines.cpp - the one place where the benchmarks meet the engines.

#include "tests/bench/engines.h"

#include <utility>
#include <vector>

#include "model/network/model_engine.h"
#include "model/topology/build.h"
#include "sim/engines/lockstep_engine.h"
#include "sim/engines/rtl_engine.h"

namespace turnpike::bench {

Setup make_engine(EngineKind kind, const Experiment& experiment, double load, unsigned threads) {
  model::TrafficSpec traffic;
  traffic.pattern = model::Pattern::uniform;
  traffic.load = load;
  traffic.length = experiment.packet_flits;
  model::RunSpec run;
  run.threads = threads;

  Setup setup;
  setup.network = std::make_unique<model::Network>(
      model::build_network(experiment.topology, experiment.router, model::LinkSpec{}));
  setup.traffic = std::make_unique<model::Traffic>(traffic, *setup.network, run.seed);
  switch (kind) {
    case EngineKind::offered:
      setup.drawn = std::move(setup.traffic);
      setup.traffic =
          std::make_unique<model::Traffic>(model::Traffic::offered(traffic, *setup.network));
      [[fallthrough]];
    case EngineKind::model: {
      auto engine = model::make_model_engine(*setup.network, *setup.traffic, run);
      setup.bytes_per_router = static_cast<double>(engine->bytes_per_router());
      setup.engine = std::move(engine);
      break;
    }
    case EngineKind::rtl:
      setup.engine = std::make_unique<sim::RtlEngine>(*setup.network, *setup.traffic, run);
      break;
    case EngineKind::lockstep:
      setup.engine = std::make_unique<sim::LockstepEngine>(*setup.network, *setup.traffic, run,
                                                           sim::LockstepOptions{});
      break;
  }
  return setup;
}

void advance(Setup& setup, model::Cycle cycles) {
  if (!setup.drawn) return setup.engine->advance(cycles);
  std::vector<model::Delivery> deliveries;
  for (; cycles > 0; --cycles) {
    const model::Cycle now = setup.engine->now();
    for (model::NodeId node = 0; node < setup.drawn->nodes(); ++node) {
      while (setup.drawn->next_cycles()[node] <= now) {
        setup.traffic->offer(node, setup.drawn->take(node));
      }
    }
    setup.engine->advance(1);
    deliveries.clear();
    setup.engine->take_deliveries(deliveries);
  }
}

}  // namespace turnpike::bench
