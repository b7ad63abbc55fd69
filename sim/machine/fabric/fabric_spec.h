// fabric_spec.h - the parameters of a machine's routers and co-processors.

#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "model/common/types.h"
#include "model/coprocessor/coprocessor_params.h"
#include "sim/base/engine_kind.h"

namespace turnpike::sim {

// Waveforms of some nodes in a window of cycles.
struct MachineTrace {
  std::string file;       // of the co-processors, an .fst; empty: none
  model::Cycle from = 0;  // first cycle in it
  model::Cycle to = std::numeric_limits<model::Cycle>::max();  // first cycle no longer in it
  std::vector<model::NodeId> nodes;                            // empty: all

  // Of the nodes' routers: beside `file`, "x.fst" and "x_routers.fst". They are Verilated apart.
  std::string routers_file() const;
  // Both waveforms, and behind each its save file for GTKWave.
  std::vector<std::string> files() const;
};

struct FabricSpec {
  model::CoprocessorParams params;
  EngineKind engine = EngineKind::model;
  std::uint64_t seed = 1;                            // of what registers hold before reset
  double bus_stall = 0;                              // of emitted: BusSpec::stall
  double bus_errors = 0;                             // of emitted: BusSpec::error
  std::function<void(const std::string&)> progress;  // hears of builds
  MachineTrace trace;                                // of the hardware; not for engine model
};

}  // namespace turnpike::sim
