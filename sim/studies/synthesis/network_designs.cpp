// network_designs.cpp - shapes with the parameters that the simulated components have.

#include "sim/studies/synthesis/network_designs.h"

#include <fmt/format.h>

#include "sim/base/config_error.h"
#include "sim/hardware/shapes/network_shapes.h"

namespace turnpike::sim {

std::vector<CountedDesign> network_designs(const std::filesystem::path& root,
                                           const model::Network& network) {
  const NetworkShapes shapes(network);
  std::vector<CountedDesign> designs;
  for (const Shape& shape : shapes.all()) {
    if (shape.router && !number_of(shape.router->routing.kind)) {
      throw ConfigError(fmt::format(
          "routing \"{}\" is not in rtl/routing; `turnpike emit` writes the network for any tool",
          shape.router->routing.kind.function->word));
    }
    designs.push_back(
        {rtl_design(root, shape.module, {shape.parameters.begin(), shape.parameters.end()}), 0});
  }
  for (const model::Component& component : network.components) {
    ++designs[shapes.of(component)].count;
  }
  for (const model::Channel& channel : network.channels) {
    if (channel.latency != 0) ++designs[shapes.of(channel)].count;
  }
  return designs;
}

}  // namespace turnpike::sim
