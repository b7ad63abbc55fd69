// make_fabric.cpp - the network graph, then the engine.

#include "sim/machine/make_fabric.h"

#include <stdexcept>

#include "model/machine/machine_network.h"
#include "model/machine/model_fabric.h"
#include "sim/machine/lockstep_fabric.h"
#include "sim/machine/rtl_fabric.h"

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
FabricHolder make(const FabricSpec& spec, const Options&... options) {
  auto holder = std::make_shared<Holder<Fabric>>(spec, options...);
  return {holder, &holder->fabric};
}

}  // namespace

FabricHolder make_fabric(const FabricSpec& spec) {
  switch (spec.engine) {
    case FabricEngine::model:
      return make<model::ModelFabric>(spec);
    case FabricEngine::rtl:
      return make<RtlFabric>(spec, spec.seed, spec.progress);
    case FabricEngine::lockstep:
      return make<LockstepFabric>(spec, spec.seed, spec.progress);
  }
  throw std::logic_error("no such engine");
}

}  // namespace turnpike::sim
