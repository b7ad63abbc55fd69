// network.h - the network graph: plain data, made once, read by everything.
//
// Engines, SystemC harness, Verilog emitter, deadlock checker, analysis and pictures all
// take their wiring from here; no second description of a topology exists.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/common/types.h"
#include "model/router/router_params.h"

namespace turnpike::model {

enum class ComponentKind : std::uint8_t { router };

struct Component {
  ComponentKind kind = ComponentKind::router;
  Address address = 0;  // node_i: own address; a butterfly's digit number; a table router's 0
};

// Unidirectional: flits from -> to, credits to -> from.
struct Channel {
  ComponentId from = 0;
  PortId from_port = 0;
  ComponentId to = 0;
  PortId to_port = 0;
  unsigned latency = 0;  // registers on the wire beyond the sender's output register
  float length = 1;      // wire length in units of the distance between neighbours
};

struct Attachment {
  ComponentId component = 0;
  PortId port = 0;
};

// Terminal n of the network; its flits enter at `inject` and leave at `eject`.
struct Terminal {
  Address address = 0;
  Attachment inject;  // input port of the component
  Attachment eject;   // output port of the component
};

enum class TopologyKind : std::uint8_t { mesh, torus, hypercube, butterfly, irregular };

struct Network {
  TopologyKind topology = TopologyKind::mesh;
  std::vector<unsigned> radix;  // per dimension; irregular: empty
  bool bidirectional = true;
  RouterParams router;  // one shape for all routers
  Address limit = 0;    // limit_i: k-1 per dimension in address layout
  std::vector<Component> components;
  std::vector<Channel> channels;
  std::vector<Terminal> terminals;
  // RoutingKind::table only: tables[component][in_port * 2^address_bits + destination address],
  // a mask of legal outputs; 0: such a packet never stands there.
  std::vector<std::vector<PortMask>> tables;
};

// Names and coordinates are computed, not stored: a network may have a million components.
// Unique: "router_3_1" (dimension 0 first), "switch_2_5" (stage, number), "switch_7" (irregular).
std::string component_name(const Network& network, ComponentId component);
std::string terminal_name(const Network& network, NodeId terminal);  // "terminal_3_1"
std::string channel_name(const Network& network, ChannelId channel);

// Dimension 0 first; butterfly components: stage, number; irregular networks: empty.
std::vector<unsigned> component_coordinates(const Network& network, ComponentId component);
std::vector<unsigned> terminal_coordinates(const Network& network, NodeId terminal);

}  // namespace turnpike::model
