// network.cpp - names and coordinates of the parts of a network.

#include "model/topology/network.h"

namespace turnpike::model {

namespace {

std::string joined(const char* word, const std::vector<unsigned>& coordinates,
                   std::uint32_t number) {
  std::string name = word;
  if (coordinates.empty()) return name + "_" + std::to_string(number);
  for (const unsigned coordinate : coordinates) name += "_" + std::to_string(coordinate);
  return name;
}

// Of the node that an interchange stands before.
std::vector<unsigned> place_of(const Network& network, const Component& interchange) {
  const InterchangeRouting& routing = network.interchanges.at(interchange.shape).routing;
  std::vector<unsigned> result;
  for (unsigned d = 0; d < routing.dimensions; ++d) {
    result.push_back(coordinate(interchange.address, d, routing.coordinate_bits));
  }
  return result;
}

std::string interchange_name(const Network& network, const Component& interchange) {
  const bool is_joint = network.interchanges.at(interchange.shape).routing.is_joint;
  const std::string word =
      is_joint ? "interchange" : "interchange_" + std::to_string(interchange.dimension);
  std::string name = joined(word.c_str(), place_of(network, interchange), 0);
  switch (interchange.role) {
    case ModuleRole::whole:
      break;
    case ModuleRole::ascending:
      return name + "_a" + std::to_string(interchange.level);
    case ModuleRole::top:
      return name + "_top";
    case ModuleRole::descending:
      return name + "_d" + std::to_string(interchange.level);
    case ModuleRole::adapter:
      return name + "_adapter";
  }
  return name;
}

}  // namespace

std::vector<unsigned> digits_of(const std::vector<unsigned>& radix, std::uint32_t number) {
  std::vector<unsigned> digits;
  digits.reserve(radix.size());
  for (const unsigned k : radix) {
    digits.push_back(number % k);
    number /= k;
  }
  return digits;
}

std::vector<unsigned> component_coordinates(const Network& network, ComponentId component) {
  if (component < network.components.size() &&
      network.components[component].kind == ComponentKind::interchange) {
    return place_of(network, network.components[component]);
  }
  return network.topology->coordinates(network, component);
}

std::vector<unsigned> terminal_coordinates(const Network& network, NodeId terminal) {
  return digits_of(network.radix, network.node_of(terminal));
}

std::string component_name(const Network& network, ComponentId component) {
  if (component < network.components.size() &&
      network.components[component].kind == ComponentKind::interchange) {
    return interchange_name(network, network.components[component]);
  }
  if (component < network.names.size()) return network.names[component];
  return joined(network.topology->router_word, component_coordinates(network, component),
                component);
}

std::string terminal_name(const Network& network, NodeId terminal) {
  std::string name =
      joined("terminal", terminal_coordinates(network, terminal), network.node_of(terminal));
  if (network.local_channels == 1) return name;
  return name + "_local_" + std::to_string(terminal % network.local_channels);
}

std::string channel_name(const Network& network, ChannelId channel) {
  const Channel& c = network.channels.at(channel);
  return component_name(network, c.from) + "." + std::to_string(c.from_port) + " -> " +
         component_name(network, c.to) + "." + std::to_string(c.to_port);
}

}  // namespace turnpike::model
