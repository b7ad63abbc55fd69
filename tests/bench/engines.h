// engines.h - the one place where the benchmarks meet the engines.

#pragma once

#include <memory>

#include "model/network/engine.h"
#include "model/topology/network.h"
#include "model/traffic/traffic.h"
#include "tests/bench/measure.h"

namespace turnpike::bench {

// An engine and what must outlive it.
struct Setup {
  std::unique_ptr<model::Network> network;
  std::unique_ptr<model::Traffic> traffic;
  std::unique_ptr<model::Traffic> drawn;  // what the caller offers; null: nobody does
  std::unique_ptr<model::Engine> engine;
  double bytes_per_router = 0;  // state of a router with its channels; model only
};

// `cycles` more, with the caller's work.
void advance(Setup& setup, model::Cycle cycles);

// The network under the experiment's traffic at `load` flits per node and cycle, seed 1, cycle 0.
Setup make_engine(EngineKind kind, const Experiment& experiment, double load, unsigned threads);

}  // namespace turnpike::bench
