// make_fabric.h - a machine's routers and co-processors on the engine that was asked for.

#pragma once

#include <functional>
#include <memory>
#include <string>

#include "model/machine/fabric.h"
#include "sim/machine/rtl_fabric.h"

namespace turnpike::sim {

enum class FabricEngine { model, rtl, lockstep };

struct FabricSpec {
  model::CoprocessorParams params;
  FabricEngine engine = FabricEngine::model;
  std::uint64_t seed = 1;                            // of what registers hold before reset
  std::function<void(const std::string&)> progress;  // hears of builds
  MachineTrace trace;                                // of the hardware; not for engine model
};

// With all that it stands on.
using FabricHolder = std::shared_ptr<model::Fabric>;

// Engines other than the model: one in a process, as SystemC elaborates once. Throws
// model::ConfigurationError.
FabricHolder make_fabric(const FabricSpec& spec);

}  // namespace turnpike::sim
