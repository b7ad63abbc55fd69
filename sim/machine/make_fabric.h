// make_fabric.h - a machine's routers and co-processors on the engine that was asked for.

#pragma once

#include <memory>
#include <utility>

#include "model/machine/fabric.h"
#include "model/machine/machine_network.h"
#include "sim/machine/fabric_spec.h"

namespace turnpike::sim {

// With all that it stands on.
using FabricHolder = std::shared_ptr<model::Fabric>;

// Engines other than the model: one in a process, as SystemC elaborates once. Throws
// model::ConfigurationError.
FabricHolder make_fabric(const FabricSpec& spec);

// Engines rtl and lockstep. Without hardware (TURNPIKE_HARDWARE=OFF): model::ConfigurationError.
FabricHolder make_hardware_fabric(const FabricSpec& spec);

// A fabric with the graph that it refers to.
template <class Fabric>
struct FabricOnNetwork {
  template <class... Options>
  explicit FabricOnNetwork(const FabricSpec& spec, const Options&... options)
      : network(model::machine_network(spec.params)), fabric(network, spec.params, options...) {}

  model::Network network;
  Fabric fabric;
};

template <class Fabric, class... Options>
std::shared_ptr<FabricOnNetwork<Fabric>> make_on_network(const FabricSpec& spec,
                                                         const Options&... options) {
  return std::make_shared<FabricOnNetwork<Fabric>>(spec, options...);
}

}  // namespace turnpike::sim
