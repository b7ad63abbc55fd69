// network_designs.cpp - shapes with the parameters that the simulated components have.

#include "sim/studies/synthesis/network_designs.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "model/common/configuration_error.h"
#include "model/common/lane_mask.h"
#include "sim/base/config_error.h"
#include "sim/hardware/shapes/network_shapes.h"

namespace turnpike::sim {

std::vector<CountedDesign> network_designs(const std::filesystem::path& root,
                                           const model::Network& network) {
  if (network.clocks() > 1) {
    throw model::ConfigurationError("network.clock_domains",
                                    fmt::format("{} clocks", network.clocks()),
                                    "one clock with `turnpike synth`, which counts no asynchronous "
                                    "channels");
  }
  const NetworkShapes shapes(network);
  const std::vector<std::uint64_t> absent = absent_ports(network);
  using Kind = std::pair<std::size_t, std::uint64_t>;  // the number of a shape, ports left out
  std::map<Kind, unsigned> counts;
  for (std::size_t c = 0; c < network.components.size(); ++c) {
    ++counts[{shapes.of(network.components[c]), absent[c]}];
  }
  for (const model::Channel& channel : network.channels) {
    if (channel.latency != 0) ++counts[{shapes.of(channel), 0}];
  }
  std::map<std::size_t, unsigned> most;  // ports, of each shape
  const auto ports_of = [&](const Kind& kind) {
    return shapes.all()[kind.first].ports - model::count(kind.second);
  };
  for (const auto& [kind, count] : counts) {
    most[kind.first] = std::max(most[kind.first], ports_of(kind));
  }

  std::vector<CountedDesign> designs;
  for (const auto& [kind, count] : counts) {
    const Shape& shape = shapes.all()[kind.first];
    if (shape.router && !number_of(shape.router->routing.kind)) {
      throw ConfigError(fmt::format(
          "routing \"{}\" is not in rtl/routing; `turnpike emit` writes the network for any tool",
          shape.router->routing.kind.function->word));
    }
    CountedDesign design{rtl_design(root, shape.module, shape.parameters), count,
                         ports_of(kind) < most[kind.first]};
    if (kind.second != 0) {
      design.design.parameters.emplace_back("ABSENT", static_cast<std::uint32_t>(kind.second));
    }
    designs.push_back(std::move(design));
  }
  return designs;
}

}  // namespace turnpike::sim
