// make_fabric.cpp - the network graph, then the engine.

#include "sim/machine/make_fabric.h"

#include <stdexcept>

#include "model/machine/machine_network.h"
#include "model/machine/model_fabric.h"
#include "sim/machine/lockstep_fabric.h"

namespace turnpike::sim {
namespace {

// A fabric with the graph that it refers to.
template <class Fabric>
struct Holder {
  template <class... Options>
  explicit Holder(const FabricSpec& spec, const Options&... options)
      : network(model::machine_network(spec.params)), fabric(network, spec.params, options...) {}

  model::Network network;
  Fabric fabric;
};

template <class Fabric, class... Options>
std::shared_ptr<Holder<Fabric>> make(const FabricSpec& spec, const Options&... options) {
  return std::make_shared<Holder<Fabric>>(spec, options...);
}

}  // namespace

FabricHolder make_fabric(const FabricSpec& spec) {
  switch (spec.engine) {
    case FabricEngine::model: {
      const auto holder = make<model::ModelFabric>(spec);
      return {holder, &holder->fabric};
    }
    case FabricEngine::rtl: {
      const auto holder = make<RtlFabric>(spec, spec.seed, spec.progress);
      holder->fabric.trace(spec.trace);
      return {holder, &holder->fabric};
    }
    case FabricEngine::lockstep: {
      const auto holder = make<LockstepFabric>(spec, spec.seed, spec.progress);
      holder->fabric.rtl().trace(spec.trace);
      return {holder, &holder->fabric};
    }
  }
  throw std::logic_error("no such engine");
}

}  // namespace turnpike::sim
