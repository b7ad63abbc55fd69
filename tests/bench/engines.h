// engines.h - the one place where the benchmarks meet the engines.

#pragma once

#include <memory>

#include "model/network/engine.h"
#include "tests/bench/measure.h"

namespace turnpike::bench {

// A network under the experiment's traffic at `load` flits per node and cycle, seed 1, at cycle 0.
std::unique_ptr<model::Engine> make_engine(EngineKind kind, const Experiment& experiment,
                                           double load, unsigned threads);

}  // namespace turnpike::bench
