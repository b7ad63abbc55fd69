// make_fabric.h - a machine's routers and co-processors on the engine that was asked for.

#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "model/machine/fabric.h"
#include "model/machine/machine_network.h"
#include "sim/machine/fabric/fabric_spec.h"
#include "sim/machine/fabric/machine_mismatch.h"

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

// The words of a difference in lockstep, and of the waveform of the cycles before it, which the
// program leaves when it is called once more with `words`: mismatch.fst, mismatch_routers.fst and
// the view of the guilty pin, in the present folder. Throws Interrupted.
std::string with_waveform(const MachineMismatch& mismatch, const FabricSpec& spec,
                          std::vector<std::string> words);

}  // namespace turnpike::sim
