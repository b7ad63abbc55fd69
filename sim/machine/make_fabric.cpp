// make_fabric.cpp - the network graph, then the engine.

#include "sim/machine/make_fabric.h"

#include "model/common/configuration_error.h"
#include "model/machine/machine_network.h"
#include "model/machine/model_fabric.h"

namespace turnpike::sim {
namespace {

// The model with the graph that it refers to.
struct ModelMachine {
  explicit ModelMachine(const model::CoprocessorParams& params)
      : network(model::machine_network(params)), fabric(network, params) {}

  model::Network network;
  model::ModelFabric fabric;
};

}  // namespace

FabricHolder make_fabric(const FabricSpec& spec) {
  if (spec.engine != FabricEngine::model) {
    throw model::ConfigurationError("engine", "rtl", "model");
  }
  auto machine = std::make_shared<ModelMachine>(spec.params);
  return {machine, &machine->fabric};
}

}  // namespace turnpike::sim
