// model_network.h - the state of a network in the reference model, and one cycle of one partition.
//
// One memory holds a block per component, then the nodes' pins, a block per node and one per delay
// line. A node's block is the far end of its router's local port: buffers for the flits that come
// out. The pins of neighbouring nodes lie together, so that a cycle looks at 64 nodes at once.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "model/interchange/interchange_core.h"
#include "model/network/block_memory.h"
#include "model/network/delay_line.h"
#include "model/network/event_log.h"
#include "model/network/model_engine.h"
#include "model/network/terminal_bank.h"
#include "model/router/router_core.h"

namespace turnpike::model {

// The components and nodes of one thread, and what happened there in a cycle.
struct alignas(64) Partition {
  ComponentId first = 0;  // routers
  ComponentId end = 0;
  ComponentId first_interchange = 0;
  ComponentId end_interchange = 0;
  NodeRange nodes;
  std::vector<std::uint32_t> flit_lines;    // lines whose flits come out here
  std::vector<std::uint32_t> credit_lines;  // lines whose credits come out here
  std::vector<Event> events;
};

template <unsigned kWords, class Shape>
class ModelNetwork {
 public:
  using Flit = FlitWords<kWords>;
  using Core = RouterCore<kWords, Shape>;
  using Pin = typename Shape::Pin;
  // Networks with interchanges have a general shape.
  static constexpr bool kHasInterchanges = !Shape::kIsFixed;

  ModelNetwork(const Network& network, unsigned partitions);

  // Cycle `now` of one partition; partitions may run side by side.
  void cycle(unsigned partition, Cycle now, TerminalBank<kWords>& terminals);
  // All of cycle `now`, the routers in the given order and none left out.
  void cycle_in_order(Cycle now, TerminalBank<kWords>& terminals,
                      const std::vector<ComponentId>& order);

  std::vector<NodeRange> node_ranges() const;
  std::vector<Partition>& partitions() { return partitions_; }
  void set_logging(bool is_on) { is_logging_ = is_on; }
  // A flit went to a port that is not connected.
  bool has_lost_flits() const;

  // Of all blocks, interchanges included.
  const RouterLayout<kWords, Shape>& layout() const { return core_.layout(); }
  std::byte* block(ComponentId component) const { return memory_.get() + component * stride_; }
  void outputs(ComponentId component, Cycle now, ComponentOutputs& to) const;
  NodeOutputs node_outputs(NodeId node, Cycle now) const;

 private:
  // Offsets in a node's block.
  struct NodeLayout {
    std::size_t inject_slots = 0;  // [vc] slot of the source's next flit, in its router
    std::size_t eject_fronts = 0;  // [vc] slot of the next flit to come out
    std::size_t flits = 0;         // [vc][slot]
    std::size_t bytes = 0;
  };
  // Routers ahead whose blocks are brought into the cache, in networks that do not fit into it.
  static constexpr ComponentId kPrefetchDistance = 4;
  static constexpr std::size_t kCacheBytes = std::size_t{1} << 20;

  struct Line {
    DelayLine flits;
    DelayLine credits;
    std::byte* block = nullptr;
    FlitWire to;      // the receiver's pins
    CreditWire back;  // the sender's pins
  };

  void lay_out();
  void split(unsigned partitions);
  void connect();
  void connect_line(const Channel& channel, std::uint32_t index);
  void connect_node(NodeId node);
  FlitWire wire_to_input(ComponentId component, PortId port) const;
  CreditWire wire_to_output(ComponentId component, PortId port) const;
  std::uint32_t unit_of(const std::byte* block) const;
  unsigned partition_of(ComponentId component) const;

  std::byte* node_block(NodeId node) const { return nodes_ + node * node_.bytes; }
  // The pins of as many nodes as a row has room for lie like those of a router: a row of flits,
  // a row of credits, for each parity.
  NodeId nodes_a_row() const { return static_cast<NodeId>(core_.layout().pin_row() / sizeof(Pin)); }
  std::byte* node_pins(NodeId node) const {
    return pins_ + node / nodes_a_row() * 2 * core_.layout().parity_stride();
  }
  CreditWire wire_to_node(NodeId node, std::size_t row) const;
  std::uint64_t nodes_with_pins(NodeId first, std::size_t row) const;
  Pin& pin(std::uint32_t pin_block, std::size_t offset, unsigned parity) const;
  // Reads a pin and clears it.
  static Pin take(Pin& pin) {
    const Pin seen = pin;
    pin = 0;
    return seen;
  }
  static VcId vc_on(Pin pin) { return static_cast<VcId>(__builtin_ctz(pin)); }
  Flit* buffer(const FlitWire& wire) const;
  RouterIdentity router_identity(ComponentId component) const;
  InterchangePlace interchange_place(ComponentId component) const;
  bool is_router(ComponentId component) const { return component < routers_; }
  unsigned depth_of(ComponentId component, PortId port) const {
    if (is_router(component)) return network_.router.buffer_depth;
    return network_.interchanges[network_.components[component].shape].depth_of(port);
  }

  void cycle_nodes(unsigned partition, Cycle now, TerminalBank<kWords>& terminals);
  void cycle_64_nodes(NodeId first, unsigned partition, Cycle now, TerminalBank<kWords>& terminals);
  void inject(NodeId node, Cycle now, TerminalBank<kWords>& terminals);
  void eject(NodeId node, unsigned partition, Cycle now, Pin arrival,
             TerminalBank<kWords>& terminals);
  void cycle_lines(Partition& part, Cycle now);
  void prefetch(ComponentId component) const;
  void cycle_component(ComponentId component, Cycle now, Partition& part);
  template <class AnyCore, class Identify>
  void cycle_with(const AnyCore& core, const Identify& identify, ComponentId component, Cycle now,
                  Partition& part);
  void cycle_interchanges(Cycle now, Partition& part);
  void log_hop(ComponentId component, PortId output, VcId vc, const Flit& flit, Cycle now,
               Partition& part) const;

  const Network& network_;
  ComponentId routers_;  // the first components; the others are interchanges
  Core core_;
  std::vector<InterchangeCore<kWords, Shape>> interchange_cores_;  // [shape]
  std::size_t stride_;
  bool is_large_ = false;  // more than fits into a processor's own cache
  NodeLayout node_;
  BlockMemory memory_;
  std::byte* pins_ = nullptr;
  std::byte* nodes_ = nullptr;
  std::byte* lines_start_ = nullptr;
  std::byte* nowhere_ = nullptr;         // what unconnected ports are connected to
  std::vector<FlitWire> inject_wires_;   // [node]
  std::vector<CreditWire> eject_wires_;  // [node]
  std::vector<NodeId> node_at_;          // [address]
  std::vector<Line> lines_;
  std::vector<Partition> partitions_;
  bool is_logging_ = false;
};

}  // namespace turnpike::model
