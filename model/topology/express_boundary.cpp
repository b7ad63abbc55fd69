// express_boundary.cpp - which channels cross a module's boundary, and what becomes of them.

#include "model/topology/express_boundary.h"

#include <algorithm>
#include <string>
#include <unordered_map>

#include "model/topology/builders.h"

namespace turnpike::model::detail {

namespace {

void check_range(const std::string& key, unsigned value, unsigned low, unsigned high) {
  if (value >= low && value <= high) return;
  throw ConfigurationError("network.express.boundary." + key, std::to_string(value),
                           std::to_string(low) + " .. " + std::to_string(high));
}

class BoundaryBuilder {
 public:
  BoundaryBuilder(Network& network, const BoundarySpec& boundary, const LinkSpec& link)
      : network_(network),
        boundary_(boundary),
        link_(link),
        crossing_(boundary.phits * boundary.clock_ratio) {}

  void build() {
    std::vector<Channel> channels;
    channels.reserve(network_.channels.size());
    for (const Channel& channel : network_.channels) {
      if (!crosses(channel)) {
        channels.push_back(channel);
      } else if (is_surplus(channel)) {
        network_.components[channel.from].connected &= ~(PortMask{1} << channel.from_port);
      } else if (crossing_ == 1) {
        channels.push_back(channel);
      } else {
        for (const Channel& piece : pieces(channel)) channels.push_back(piece);
      }
    }
    network_.channels = std::move(channels);
    for (InterchangeParams& shape : network_.interchanges) shape.pace = crossing_;
  }

 private:
  bool is_interchange(ComponentId id) const {
    return network_.components[id].kind == ComponentKind::interchange;
  }
  const InterchangeRouting& routing(ComponentId id) const {
    return network_.interchanges[network_.components[id].shape].routing;
  }
  bool goes_up(ComponentId id, PortId port) const { return port < routing(id).per_direction(); }
  bool is_at_boundary(ComponentId id) const {
    const Component& c = network_.components[id];
    return coordinate(c.address, c.dimension, routing(id).coordinate_bits) % boundary_.nodes == 0;
  }

  // Does it end on the lower side of an interchange at a boundary?
  bool crosses(const Channel& channel) const {
    const bool arrives = is_interchange(channel.to) && goes_up(channel.to, channel.to_port) &&
                         is_at_boundary(channel.to);
    const bool leaves = is_interchange(channel.from) && !goes_up(channel.from, channel.from_port) &&
                        is_at_boundary(channel.from);
    return arrives || leaves;
  }

  bool is_surplus(const Channel& channel) const {
    if (channel.level == 0 || boundary_.channels == 0) return false;
    const InterchangeRouting& from = routing(channel.from);
    const unsigned number = channel.from_port % from.per_direction();
    return number - from.first_channel(channel.level) >= boundary_.channels;
  }

  Channel narrowed(Channel channel) {
    channel.phits = static_cast<std::uint8_t>(boundary_.phits);
    channel.clock_ratio = static_cast<std::uint8_t>(boundary_.clock_ratio);
    channel.latency = latency_of(link_, channel.length) + crossing_ + 1;
    network_.components[channel.from].paced |= PortMask{1} << channel.from_port;
    return channel;
  }

  // A local channel goes by way of an adapter at the router's end.
  std::vector<Channel> pieces(const Channel& channel) {
    if (channel.level != 0) return {narrowed(channel)};
    const bool up = is_interchange(channel.to);
    const ComponentId adapter = adapter_before(up ? channel.to : channel.from);
    const PortId port = up ? 0 : 1;
    Channel first = channel;  // what comes first on the flits' way
    first.to = adapter;
    first.to_port = port;
    Channel second = channel;
    second.from = adapter;
    second.from_port = port;
    Channel& beside_router = up ? first : second;
    beside_router.length = 0;
    beside_router.latency = latency_of(link_, 0);
    Channel& across = up ? second : first;
    across = narrowed(across);
    return {beside_router, across};
  }

  // The adapter of the interchange `id`, one for both directions.
  ComponentId adapter_before(ComponentId id) {
    const auto known = adapters_.find(id);
    if (known != adapters_.end()) return known->second;
    if (adapters_.empty()) add_adapter_shape(id);
    Component adapter = network_.components[id];
    adapter.role = ModuleRole::adapter;
    adapter.level = 0;
    adapter.shape = static_cast<std::uint16_t>(network_.interchanges.size() - 1);
    adapter.connected = 0b11;
    adapter.paced = 0;
    network_.components.push_back(adapter);
    const auto added = static_cast<ComponentId>(network_.components.size() - 1);
    adapters_.emplace(id, added);
    return added;
  }

  void add_adapter_shape(ComponentId id) {
    InterchangeParams shape = network_.interchanges[network_.components[id].shape];
    shape.routing.levels = 0;
    shape.routing.channels = {};
    shape.routing.distance = {};
    shape.express_depth = shape.buffer_depth;
    network_.interchanges.push_back(shape);
  }

  Network& network_;
  const BoundarySpec& boundary_;
  const LinkSpec& link_;
  const unsigned crossing_;                                // cycles of a flit on the narrow wires
  std::unordered_map<ComponentId, ComponentId> adapters_;  // [interchange]
};

}  // namespace

void check_boundary(const TopologySpec& topology, const ExpressRules& rules, unsigned wire_bits) {
  const BoundarySpec& boundary = *topology.express->boundary;
  const auto refuse = [](const char* key, const std::string& value, const std::string& allowed) {
    throw ConfigurationError(std::string("network.express.") + key, value, allowed);
  };
  check_range("phits", boundary.phits, 1, std::min(kMaxPhits, wire_bits));
  check_range("clock_ratio", boundary.clock_ratio, 1, kMaxClockRatio);
  check_range("channels", boundary.channels, 0, kMaxExpressChannels);
  const std::uint64_t unit = rules.length[rules.levels];
  const std::string nodes = std::to_string(boundary.nodes);
  if (boundary.nodes == 0 || boundary.nodes % unit != 0) {
    refuse("boundary.nodes", nodes,
           "a multiple of " + std::to_string(unit) +
               ": all channels end at the interchange at a boundary");
  }
  for (const unsigned k : topology.radix) {
    if (boundary.nodes < k && (!rules.is_ring || k % boundary.nodes == 0)) continue;
    refuse(
        "boundary.nodes", nodes,
        "less than the radix, " + std::to_string(k) + (rules.is_ring ? ", and dividing it" : ""));
  }
  if (rules.lanes != 1) refuse("insertion", "\"interleaved\"", "\"multichannel\" with a boundary");
  if (rules.is_joint) refuse("dimensions", "\"joint\"", "\"separate\" with a boundary");
  if (rules.decomposition != ExpressDecomposition::single) {
    refuse("decomposition", "more than one module", "\"single\" with a boundary");
  }
  if (!rules.bidirectional) {
    throw ConfigurationError("network.bidirectional", "false", "true with a boundary");
  }
}

void connect_boundaries(Network& network, const BoundarySpec& boundary, const LinkSpec& link) {
  BoundaryBuilder(network, boundary, link).build();
}

}  // namespace turnpike::model::detail
