// build.cpp - limits of what can be built, and the parts common to all topologies.

#include "model/topology/build.h"

#include <algorithm>

#include "model/common/joined_words.h"
#include "model/topology/builders.h"
#include "model/topology/clock_domains.h"

namespace turnpike::model {

namespace detail {

namespace {

void check_range(const char* key, unsigned value, unsigned low, unsigned high,
                 const std::string& unit) {
  if (value >= low && value <= high) return;
  throw ConfigurationError(key, std::to_string(value),
                           std::to_string(low) + " .. " + std::to_string(high) + unit);
}

void check_packets(const RouterSpec& router) {
  const PacketSwitching& packets = router.packets;
  check_range("router.virtual_channels", router.virtual_channels, 1, 2, " with packet routers");
  check_range("router.packet_flits", packets.packet_flits, 1, kMaxDepth, " flits");
  check_range("router.packet_buffers", packets.slots, router.virtual_channels, kMaxSlots,
              " packets, at least one for each virtual channel");
  check_range("router.buffer_depth", router.buffer_depth, packets.packet_flits, kMaxDepth,
              " flits: a whole packet must fit");
}

// What a kind of router cannot have in this topology.
void check_kind(const TopologySpec& topology, const RouterSpec& router) {
  const Topology& kind = *topology.kind;
  const std::string of_cubes = "topology " + quoted_topologies_with(&Topology::is_cube);
  check_range("router.local_channels", router.local_channels, 1, kind.is_cube ? kMaxPorts : 1,
              kind.is_cube ? "" : " but with " + of_cubes);
  const bool is_packet = router.kind == RouterKind::packet;
  const RoutingKind routing = topology.routing_kind();
  if (is_packet && routing.function->looks_up()) {
    throw ConfigurationError(
        "router.kind", "packet",
        std::string("\"wormhole\" with ") +
            (topology.tables != nullptr ? std::string("routing \"") + topology.tables->word
                                        : std::string("topology \"") + kind.word) +
            "\": packet routers have no routing table");
  }
  if (is_packet && !routing.function->is_in_packet_routers) {
    throw ConfigurationError("router.kind", "packet",
                             std::string("\"wormhole\" with routing \"") + routing.function->word +
                                 "\": packet routers do not have it");
  }
  if (is_packet && topology.express) {
    throw ConfigurationError("router.kind", "packet", "\"wormhole\" with express channels");
  }
  if (is_packet && routing.has_rings && router.virtual_channels != 2) {
    throw ConfigurationError("router.virtual_channels", std::to_string(router.virtual_channels),
                             "2 with packet routers in a torus: one for each dateline class");
  }
  if (!router.packets.first_hop) return;
  if (!is_packet || !kind.is_cube) {
    throw ConfigurationError("router.first_hop", "shortest_queue",
                             "only with kind \"packet\" and " + of_cubes);
  }
  if (router.local_channels != topology.radix.size() + 1) {
    throw ConfigurationError("router.local_channels", std::to_string(router.local_channels),
                             std::to_string(topology.radix.size() + 1) +
                                 " with chosen first hops: one for each dimension and one for "
                                 "broadcasts");
  }
}

void check_router(const RouterSpec& router) {
  check_range("router.virtual_channels", router.virtual_channels, 1, kMaxVcs, "");
  check_range("router.buffer_depth", router.buffer_depth, 1, kMaxDepth, " flits");
  check_range("router.flit_bits", router.flit_bits, kMinFlitBits, kMaxFlitBits, " bits");
  check_range("router.pipeline_cycles", router.pipeline_cycles, 1, 2, " cycles");
  check_range("router.message_classes", router.message_classes, 1, kMaxMessageClasses, "");
  if (router.virtual_channels % router.message_classes != 0) {
    throw ConfigurationError(
        "router.message_classes", std::to_string(router.message_classes),
        "a divisor of router.virtual_channels, " + std::to_string(router.virtual_channels));
  }
  if (router.message_classes > 1 &&
      (router.local_channels > 1 || router.kind == RouterKind::packet)) {
    throw ConfigurationError("router.message_classes", std::to_string(router.message_classes),
                             "1 with several local channels, and with packet routers");
  }
  for (const unsigned c : router.class_order) {
    if (c < router.message_classes) continue;
    throw ConfigurationError(
        "router.class_order", "class " + std::to_string(c),
        "classes below router.message_classes, " + std::to_string(router.message_classes));
  }
  check_range("router.patience", router.patience, 1, 65535, " cycles");
  if (router.kind == RouterKind::packet) check_packets(router);
}

void check_radix(const Topology& topology, const std::vector<unsigned>& radix) {
  if (radix.empty()) throw ConfigurationError("network.dimensions", "0", "at least 1");
  if (topology.radix == RadixRule::one && radix.size() != 1) {
    throw ConfigurationError("network.dimensions", std::to_string(radix.size()),
                             std::string("1, or leave it out: ") + topology.word);
  }
  for (const unsigned k : radix) {
    if (k < 2) throw ConfigurationError("network.radix", std::to_string(k), "at least 2");
    if (topology.radix == RadixRule::two && k != 2) {
      throw ConfigurationError("network.radix", std::to_string(k),
                               std::string("2, or leave it out: ") + topology.word);
    }
    if (topology.radix == RadixRule::equal && k != radix[0]) {
      throw ConfigurationError("network.radix",
                               std::to_string(radix[0]) + " and " + std::to_string(k),
                               std::string("one radix for all dimensions: ") + topology.word);
    }
  }
}

// What must stand in the head flit: where the packet goes and its kind, of a wormhole also where
// it comes from.
void check_flit_bits(const RouterSpec& router, unsigned address_bits) {
  const bool is_packet = router.kind == RouterKind::packet;
  const unsigned least = (is_packet ? 1 : 2) * address_bits + 2;
  if (router.flit_bits >= least) return;
  throw ConfigurationError("router.flit_bits", std::to_string(router.flit_bits),
                           "at least " + std::to_string(least) + ": a head flit holds " +
                               (is_packet ? "an address" : "two addresses") + " of " +
                               std::to_string(address_bits) + " bits and its kind");
}

void check_turns(const RouterSpec& router, const TopologySpec& topology) {
  if (!router.turns_last || topology.routing_kind().function->follows_dimensions) return;
  throw ConfigurationError("router.turns", "last",
                           "\"fair\" with this routing: only where packets follow the dimensions "
                           "one after the other does a head turn");
}

}  // namespace

Network start_network(const TopologySpec& topology, const RouterSpec& router,
                      const AddressLayout& layout) {
  const unsigned address_bits = layout.bits() + topology.path_bits();
  if (address_bits > 24) {
    throw ConfigurationError("network.radix", std::to_string(address_bits) + " address bits",
                             "at most 24 (dimensions times the bits of a coordinate)");
  }
  check_flit_bits(router, address_bits);
  check_turns(router, topology);
  Network network;
  network.topology = topology.kind;
  network.radix = topology.radix;
  network.bidirectional = topology.bidirectional;
  RouterParams& params = network.router;
  params.virtual_channels = router.virtual_channels;
  params.buffer_depth = router.buffer_depth;
  params.format = {router.flit_bits, address_bits, topology.path_bits()};
  params.pipeline_cycles = router.pipeline_cycles;
  params.patience = router.patience;
  params.turns_last = router.turns_last;
  params.room = router.room;
  params.routing.kind = topology.routing_kind();
  params.routing.dimensions = layout.dimensions;
  params.routing.coordinate_bits = layout.coordinate_bits;
  params.routing.highest_first = topology.highest_first;
  params.routing.virtual_channels = router.virtual_channels;
  params.routing.message_classes = router.message_classes;
  network.class_order = router.class_order;
  if (router.kind == RouterKind::packet) network.packets = router.packets;
  return network;
}

void set_ports(Network& network, unsigned network_ports, unsigned local_ports,
               const std::string& key) {
  if (network_ports + local_ports > kMaxPorts) {
    throw ConfigurationError(key,
                             "routers of " + std::to_string(network_ports + local_ports) + " ports",
                             "at most " + std::to_string(kMaxPorts) + " ports");
  }
  network.router.ports = network_ports + local_ports;
  network.router.local_ports = local_ports;
  network.router.routing.network_ports = network_ports;
  network.router.routing.local_ports = local_ports;
}

std::size_t count_terminals(const std::vector<unsigned>& radix) {
  std::size_t terminals = 1;
  for (const unsigned k : radix) {
    terminals *= k;
    if (terminals > kMaxTerminals) {
      throw ConfigurationError("network.radix",
                               "more than " + std::to_string(kMaxTerminals) + " terminals",
                               "at most " + std::to_string(kMaxTerminals) + " terminals");
    }
  }
  return terminals;
}

Address address_of(const std::vector<unsigned>& radix, unsigned coordinate_bits, NodeId node) {
  Address address = 0;
  unsigned shift = 0;
  for (const unsigned k : radix) {
    address |= (node % k) << shift;
    node /= k;
    shift += coordinate_bits;
  }
  return address;
}

Address limit_of(const std::vector<unsigned>& radix, unsigned coordinate_bits) {
  Address limit = 0;
  unsigned shift = 0;
  for (const unsigned k : radix) {
    limit |= (k - 1) << shift;
    shift += coordinate_bits;
  }
  return limit;
}

namespace {

// Of the routings that may be named those that go with this topology.
bool suits(const Routing& routing, const TopologySpec& topology) {
  if (routing.looks_up()) return false;  // those are named by a TableRouting
  return &routing == topology.kind->routing(topology).function ||
         (routing.suits != nullptr && routing.suits(topology));
}
bool suits(const TableRouting& routing, const TopologySpec& topology) {
  return routing.suits(topology);
}

void check_routing(const TopologySpec& topology) {
  const bool is_table = topology.tables != nullptr;
  if (is_table ? suits(*topology.tables, topology)
               : topology.routing == nullptr || suits(*topology.routing, topology)) {
    return;
  }
  const auto its = [&](const auto& one) { return suits(one, topology); };
  std::string allowed = "\"auto\"";
  for (const std::string& words :
       {joined_words(routings(), true, its), joined_words(table_routings(), true, its)}) {
    if (!words.empty()) allowed += " or " + words;
  }
  throw ConfigurationError("network.routing", topology.routing_word(),
                           allowed + " with topology \"" + topology.kind->word + "\"");
}

// Whether a head may find several outputs in a word of its table. With an escape layer it does.
bool has_choices(const Network& network) {
  const RoutingParams& routing = network.router.routing;
  if (routing.has_escape) return true;
  const auto outputs = static_cast<PortMask>((std::uint64_t{1} << network.router.ports) - 1);
  for (const std::vector<TableWord>& table : network.tables) {
    for (const TableWord word : table) {
      const PortMask named = word & outputs;
      if ((named & (named - 1)) != 0) return true;
    }
  }
  return network.tables.empty();
}

}  // namespace

}  // namespace detail

void check_shape(const TopologySpec& topology) {
  if (topology.kind->radix != RadixRule::none) detail::check_radix(*topology.kind, topology.radix);
  topology.kind->check(topology);
  detail::check_routing(topology);
}

Network build_network(const TopologySpec& topology, const RouterSpec& router,
                      const LinkSpec& link) {
  detail::check_router(router);
  // 2^16 registers on a wire are more than any buffer of 64 flits could cover.
  if (!(link.cycles_per_unit >= 0 && link.cycles_per_unit <= 65536)) {
    throw ConfigurationError("link.cycles_per_unit", std::to_string(link.cycles_per_unit),
                             "0 .. 65536 cycles");
  }
  if (link.cycles_per_hop > 65536) {
    throw ConfigurationError("link.cycles_per_hop", std::to_string(link.cycles_per_hop),
                             "0 .. 65536 cycles");
  }
  if (topology.express && !topology.kind->is_grid) {
    throw ConfigurationError("network.express.spacing", "another topology",
                             "only with topology " + quoted_topologies_with(&Topology::is_grid));
  }
  if (topology.express && topology.has_own_routing()) {
    throw ConfigurationError("network.routing", topology.routing_word(),
                             "\"auto\" with express channels");
  }
  if (topology.express && router.message_classes > 1) {
    throw ConfigurationError("router.message_classes", std::to_string(router.message_classes),
                             "1 with express channels");
  }
  check_shape(topology);
  detail::check_kind(topology, router);
  Network network = topology.kind->build(topology, router, link);
  if (topology.tables != nullptr && topology.tables->fill != nullptr) {
    topology.tables->fill(topology, network);
  }
  network.router.routing.has_choices = detail::has_choices(network);
  if (!topology.clock_domains.empty()) set_clock_domains(topology.clock_domains, network);
  return network;
}

}  // namespace turnpike::model
