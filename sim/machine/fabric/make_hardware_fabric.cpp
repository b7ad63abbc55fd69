// make_hardware_fabric.cpp - the network graph, then the engine.

#include "sim/machine/fabric/emitted_fabric.h"
#include "sim/machine/fabric/lockstep_fabric.h"
#include "sim/machine/fabric/make_fabric.h"

namespace turnpike::sim {

FabricHolder make_hardware_fabric(const FabricSpec& spec) {
  if (spec.engine == EngineKind::rtl) {
    const auto holder = make_on_network<RtlFabric>(spec, spec.seed, spec.progress);
    holder->fabric.trace(spec.trace);
    return {holder, &holder->fabric};
  }
  if (spec.engine == EngineKind::emitted) {
    BusSpec buses;
    buses.seed = spec.seed;
    buses.stall = spec.bus_stall;
    buses.error = spec.bus_errors;
    const auto holder = make_on_network<EmittedFabric>(spec, buses, spec.progress);
    return {holder, &holder->fabric};
  }
  const auto holder = make_on_network<LockstepFabric>(spec, spec.seed, spec.progress);
  holder->fabric.rtl().trace(spec.trace);
  return {holder, &holder->fabric};
}

}  // namespace turnpike::sim
