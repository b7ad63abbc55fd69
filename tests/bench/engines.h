// engines.h - the one place where the benchmarks meet the engines.

#pragma once

#include <memory>

#include "api/turnpike.hpp"
#include "model/network/engine.h"
#include "model/topology/network.h"
#include "model/traffic/traffic.h"
#include "tests/bench/measure.h"

namespace turnpike::bench {

// An engine and what must outlive it.
struct Setup {
  std::unique_ptr<model::Network> network;
  std::unique_ptr<model::Traffic> traffic;
  std::unique_ptr<model::Engine> engine;
  // In place of an engine: `traffic` is drawn here and offered through libturnpike.
  std::unique_ptr<turnpike::Simulation> library;
  double bytes_per_router = 0;  // state of a router with its channels; model only
};

// Flits since reset that left the network by its terminals, and that left any router.
struct Moved {
  double delivered = 0;
  double hops = 0;
};
Moved moved(const Setup& setup);

// `cycles` more, with the caller's work.
void advance(Setup& setup, model::Cycle cycles);

// The network under the experiment's traffic at `load` flits per node and cycle, seed 1, cycle 0.
Setup make_engine(EngineKind kind, const Experiment& experiment, double load, unsigned threads);

}  // namespace turnpike::bench
