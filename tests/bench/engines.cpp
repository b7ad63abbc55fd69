// engines.cpp - the one place where the benchmarks meet the engines.

#include "tests/bench/engines.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <stdexcept>
#include <utility>
#include <vector>

#include "model/network/model_engine.h"
#include "model/topology/build.h"
#include "sim/hardware/engines/lockstep_engine.h"
#include "sim/hardware/engines/rtl_engine.h"

namespace turnpike::bench {
namespace {

// The network of an experiment as a caller of the library writes it.
std::string network_toml(const Experiment& experiment) {
  const model::RouterSpec& router = experiment.router;
  const bool is_cube = experiment.topology.kind == model::Topology::hypercube;
  return fmt::format(
      "[network]\ntopology = \"{}\"\n{}\n[router]\nvirtual_channels = {}\n"
      "buffer_depth = {}\nflit_bits = {}\n[run]\nengine = \"model\"\n",
      experiment.topology.kind->word,
      is_cube ? fmt::format("dimensions = {}", experiment.topology.radix.size())
              : fmt::format("radix = [{}]", fmt::join(experiment.topology.radix, ", ")),
      router.virtual_channels, router.buffer_depth, router.flit_bits);
}

// What a program around the library does in each cycle: offers what is due, takes what came.
void advance_library(turnpike::Simulation& library, model::Traffic& drawn, model::Cycle cycles) {
  turnpike_network* const network = library.get();
  const auto check = [&](turnpike_status status) {
    if (status != TURNPIKE_OK) throw std::runtime_error(turnpike_error(network));
  };
  turnpike_delivery deliveries[256];
  model::Cycle now = library.cycle();
  for (const model::Cycle end = now + cycles; now < end; ++now) {
    for (model::NodeId node = 0; node < drawn.nodes(); ++node) {
      while (drawn.next_cycles()[node] <= now) {
        const model::Message m = drawn.take(node);
        check(turnpike_offer(network, node, m.destination, m.flits, m.message_class, now));
      }
    }
    check(turnpike_step(network, 1));
    std::size_t count = 256;
    while (count == 256) check(turnpike_take_deliveries(network, deliveries, 256, &count));
  }
}

}  // namespace

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
  if (kind == EngineKind::model) setup.network->drop_payload();  // as in a run
  setup.traffic = std::make_unique<model::Traffic>(traffic, *setup.network, run.seed);
  switch (kind) {
    case EngineKind::offered:
      setup.library = std::make_unique<turnpike::Simulation>(
          turnpike::Simulation::from_text(network_toml(experiment)));
      break;
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
  if (setup.library) return advance_library(*setup.library, *setup.traffic, cycles);
  setup.engine->advance(cycles);
}

Moved moved(const Setup& setup) {
  Moved sum;
  if (setup.library) {
    const turnpike::Summary s = setup.library->statistics();
    sum.delivered = s.accepted * static_cast<double>(s.cycles * setup.network->nodes());
    sum.hops = sum.delivered * (s.hops + 1);  // and the last one to the node
    return sum;
  }
  const std::vector<std::uint64_t> sent = setup.engine->flits_sent();
  for (const std::uint64_t flits : sent) sum.hops += static_cast<double>(flits);
  const std::size_t ports = setup.network->router.ports;
  for (const model::Terminal& terminal : setup.network->terminals) {
    sum.delivered +=
        static_cast<double>(sent[terminal.eject.component * ports + terminal.eject.port]);
  }
  return sum;
}

}  // namespace turnpike::bench
