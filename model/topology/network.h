// network.h - the network graph: plain data that is built once and read by all other code.
//
// Engines, SystemC harness, deadlock checker, analysis and pictures take their wiring from it; no
// second description of a topology exists.

#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/common/types.h"
#include "model/interchange/interchange_params.h"
#include "model/packet_router/packet_router_params.h"
#include "model/router/router_params.h"
#include "model/topology/topology.h"

namespace turnpike::model {

// All routers of a network are of one kind: `router` or `packet_router`.
enum class ComponentKind : std::uint8_t { router, interchange, packet_router };

// The place of a module in an interchange of several modules of level one (Dally 1991, Fig. 5). An
// adapter (level 0) stands beside a router at the end of a narrow local channel.
enum class ModuleRole : std::uint8_t { whole, ascending, top, descending, adapter };

struct Component {
  ComponentKind kind = ComponentKind::router;
  // node_i: the router's address, its digit number in a butterfly, 0 with tables; of an interchange
  // the address of the node before which it stands.
  Address address = 0;
  // Output ports with a narrow channel behind them; paced_i of an interchange.
  PortMask paced = 0;
  // The following members are for interchanges only.
  std::uint8_t dimension = 0;  // dimension_i: the one it serves; joint: 0
  ModuleRole role = ModuleRole::whole;
  std::uint8_t level = 0;   // the highest level of channels that it switches
  std::uint16_t shape = 0;  // index in Network::interchanges
  PortMask connected = 0;   // connected_i: output ports that lead somewhere
};

// A unidirectional channel: flits go from -> to, credits to -> from.
struct Channel {
  ComponentId from = 0;
  PortId from_port = 0;
  ComponentId to = 0;
  PortId to_port = 0;
  unsigned latency = 0;    // registers on the wire beyond the sender's output register
  float length = 1;        // wire length in units of the distance between neighbours
  std::uint8_t level = 0;  // of an express channel, 1 .. 4; 0: local, all others
  // On a narrow channel a flit crosses as `phits` phits, one every `clock_ratio` cycles.
  std::uint8_t phits = 1;
  std::uint8_t clock_ratio = 1;

  bool is_narrow() const { return phits * clock_ratio > 1; }
};

struct Attachment {
  ComponentId component = 0;
  PortId port = 0;
};

// Terminal n of the network; its flits enter at `inject` and leave at `eject`. A node with several
// local channels has as many terminals, one after the other, all with the node's address.
struct Terminal {
  Address address = 0;
  Attachment inject;  // input port of the component
  Attachment eject;   // output port of the component
};

constexpr std::size_t kMaxTableWords = std::size_t{1} << 28;  // of a network: 1 GiB

struct Network {
  const Topology* topology = Topology::mesh;
  std::vector<unsigned> radix;  // per dimension; without dimensions: empty
  bool bidirectional = true;
  RouterParams router;                          // one shape for all routers
  std::optional<PacketSwitching> packets;       // packet routers: the rest of their shape
  unsigned local_channels = 1;                  // terminals of a node
  std::vector<InterchangeParams> interchanges;  // their shapes
  // Message classes in their order: a node may have to send a message of the next class to consume
  // one. Empty: no class depends on another.
  std::vector<unsigned> class_order;
  Address limit = 0;     // limit_i: k-1 per dimension in address layout
  ComponentId root = 0;  // of Up*/Down*, if the topology uses it: the switch at level 0
  std::shared_ptr<const TopologySpec> said;  // of a generated graph: its spec
  std::vector<std::string> names;            // of routers; empty: the topology makes the names
  std::vector<Component> components;
  std::vector<Channel> channels;
  std::vector<Terminal> terminals;
  // With tables only: tables[component][table_row()] has the legal outputs and layers (routing.h).
  // A word is 0 where no such packet can be.
  std::vector<std::vector<TableWord>> tables;
  // In a network that is too large for a line for each port, ports share lines: [component, input
  // port] has the line's number. There is one layer, and a line has a word for each terminal.
  std::vector<std::uint8_t> shared_lines;
  // With narrow channels behind routers only: [component, output port] has the cycles in which the
  // output sends nothing after a flit.
  std::vector<std::uint16_t> pauses;
  // Routing with several paths: [source, destination] (terminals) has a bit for each path that
  // their packets may take. A terminal then has an address for each path (FlitFormat::path_bits),
  // and the tables have words for all addresses. Empty: there is one path.
  std::vector<std::uint64_t> paths;
  // The number of the clock of each component; empty: all have one.
  std::vector<std::uint8_t> clock_domains;
  // Number of layers that the routes of the tables need, at most RoutingParams::layers; 0 if it is
  // unknown.
  unsigned layers_needed = 0;

  unsigned clocks() const {
    return clock_domains.empty()
               ? 1
               : 1u + *std::max_element(clock_domains.begin(), clock_domains.end());
  }
  unsigned clock_of(ComponentId component) const {
    return clock_domains.empty() ? 0 : clock_domains[component];
  }
  // Its ends have different clocks.
  bool is_asynchronous(const Channel& channel) const {
    return clock_of(channel.from) != clock_of(channel.to);
  }

  NodeId nodes() const { return static_cast<NodeId>(terminals.size()) / local_channels; }
  // The terminals split messages into packets (model/network/message_bank.h).
  bool has_message_terminals() const { return packets.has_value() || local_channels > 1; }
  // For a model that runs alone, where nobody reads more of a flit than its fields.
  void drop_payload() {
    router.format = router.format.without_payload();
    for (InterchangeParams& shape : interchanges) shape.format = shape.format.without_payload();
  }
  // The node of a terminal, and the first terminal of a node.
  NodeId node_of(NodeId terminal) const { return terminal / local_channels; }
  NodeId first_terminal(NodeId node) const { return node * local_channels; }

  // A bit for each path that packets from one terminal to another may take, at least one.
  std::uint64_t paths_between(NodeId from, NodeId to) const {
    return paths.empty() ? 1 : paths[std::size_t{from} * terminals.size() + to];
  }
  unsigned path_count() const { return 1u << router.format.path_bits; }
  Address address_by(NodeId to, unsigned path) const {
    const unsigned bits = router.format.address_bits - router.format.path_bits;
    return terminals[to].address | path << bits;
  }

  // Number of words of a line, and the line of an input port.
  std::size_t line_words() const {
    return shared_lines.empty() ? std::size_t{1} << router.format.address_bits : terminals.size();
  }
  const TableWord* line_of(ComponentId component, PortId in_port, unsigned layer) const {
    const std::size_t line = shared_lines.empty()
                                 ? table_line(router.routing, in_port, layer)
                                 : shared_lines[std::size_t{component} * router.ports + in_port];
    return tables[component].data() + line * line_words();
  }

  // Says whether a router has a narrow channel behind an output; its row of pauses.
  bool is_paced(ComponentId component) const {
    return !pauses.empty() && components[component].paced != 0;
  }
  const std::uint16_t* pauses_of(ComponentId component) const {
    return &pauses[std::size_t{component} * router.ports];
  }

  // Routers come first among the components, then the interchanges, shape by shape.
  unsigned ports_of(ComponentId component) const {
    const Component& c = components[component];
    return c.kind == ComponentKind::interchange ? interchanges[c.shape].ports() : router.ports;
  }
  // The maximum number of ports of a component: the stride of arrays over all ports.
  unsigned max_ports() const {
    unsigned most = router.ports;
    for (const InterchangeParams& shape : interchanges) most = std::max(most, shape.ports());
    return most;
  }
};

// The path whose turn it is among those whose bits are set: each once, from the lowest, repeatedly.
inline unsigned path_in_turn(std::uint64_t paths, std::uint64_t turn) {
  for (auto skip = turn % static_cast<unsigned>(__builtin_popcountll(paths)); skip > 0; --skip) {
    paths &= paths - 1;
  }
  return static_cast<unsigned>(__builtin_ctzll(paths));
}

// The parameters of the packet routers of a network.
inline PacketRouterParams packet_router_params(const Network& network) {
  const RouterParams& router = network.router;
  return {router.ports,  router.local_ports, router.virtual_channels, router.buffer_depth,
          router.format, router.routing,     network.packets.value()};
}

// Names and coordinates are computed, not stored, because a network may have a million components.
// Names are unique: "router_3_1" has coordinates, "switch_7" has a number. "interchange_0_4_1" has
// dimension 0 and stands before node (4, 1); a joint one is "interchange_4_1". The name of a module
// of an interchange ends in "_a1", "_top" or "_d1".
std::string component_name(const Network& network, ComponentId component);
std::string terminal_name(const Network& network, NodeId terminal);  // "terminal_3_1"; where a
// node has several: "terminal_0_1_local_2"
std::string channel_name(const Network& network, ChannelId channel);

// The digits of `number` in a mixed radix, the lowest digit first.
std::vector<unsigned> digits_of(const std::vector<unsigned>& radix, std::uint32_t number);
// Coordinates, dimension 0 first; an interchange has those of the node before which it stands.
std::vector<unsigned> component_coordinates(const Network& network, ComponentId component);
std::vector<unsigned> terminal_coordinates(const Network& network, NodeId terminal);

}  // namespace turnpike::model
