// engines.cpp - the one place where the benchmarks meet the engines.

#include "tests/bench/engines.h"

#include <utility>

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

}  // namespace turnpike::bench
