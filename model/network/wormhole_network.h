// wormhole_network.h - a network of wormhole routers and interchanges in the reference model: its
// state, and one cycle of one partition.
//
// One memory holds the blocks of the components, each of one router or a few (router_shape.h), and
// then the terminals' pins, with a block for each terminal and for each delay line. A terminal's
// block is the far end of a router's local port: buffers for the flits that come out. The pins of
// neighbouring terminals lie together, so that a cycle can check 64 of them at once.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "model/interchange/interchange_core.h"
#include "model/network/block_memory.h"
#include "model/network/credit_check.h"
#include "model/network/delay_line.h"
#include "model/network/event_log.h"
#include "model/network/hop_reader.h"
#include "model/network/model_engine.h"
#include "model/network/standstill.h"
#include "model/network/terminal_bank.h"
#include "model/network/terminal_driver.h"
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
  std::vector<TerminalInputs> seen;         // [local channel] of the node that is served
  std::vector<TerminalOutputs> next;
  std::vector<Event> events;
};

template <unsigned kWords, class Shape>
class WormholeNetwork {
 public:
  using Flit = FlitWords<kWords>;
  using Core = RouterCore<kWords, Shape>;
  using Pin = typename Shape::Pin;
  // Networks with interchanges have a general shape.
  static constexpr bool kHasInterchanges = !Shape::kIsFixed;
  static constexpr unsigned kRouters = Shape::kRouters;  // of a block

  WormholeNetwork(const Network& network, unsigned partitions);

  // Cycle `now` of the components and of the nodes of one partition, in either order; partitions
  // may run side by side. A TerminalBank is handed each flit by itself: one local channel a node.
  void cycle_components(unsigned partition, Cycle now);
  void cycle_nodes(unsigned partition, Cycle now, TerminalBank<kWords>& terminals);
  void cycle_nodes(unsigned partition, Cycle now, TerminalDriver& driver);
  // Cycle `now` of all components in the given order, none left out.
  void cycle_in_order(Cycle now, const std::vector<ComponentId>& order);

  // No cycle would change anything, from `now` on.
  bool is_still(Cycle now) const;

  std::vector<NodeRange> node_ranges() const;
  // From now on hops are noted, and terminals get a log; take_events() moves all that was noted.
  void log_events(bool is_on);
  void take_events(std::vector<Event>& to);
  // A flit went to a port that is not connected.
  bool has_lost_flits() const;
  // See Engine.
  std::vector<std::uint64_t> flits_sent() const;
  std::uint64_t flits_moved() const;  // their sum
  std::vector<std::uint32_t> flits_buffered() const;
  // Between cycles.
  void visit_state(StateStream& state, Cycle now);
  // For CreditCheck: of a VC what an output port, an input port, a channel with registers and a
  // terminal's pins have.
  unsigned credits_behind(ComponentId component, PortId output, VcId vc) const;
  unsigned flits_before(ComponentId component, PortId input, VcId vc) const;
  unsigned on_line(std::size_t index, VcId vc) const;
  PinsOfTerminal on_pins_of(NodeId terminal, VcId vc) const;
  unsigned depth_of(ComponentId component, PortId port) const {
    if (is_router(component)) return network_.router.buffer_depth;
    return network_.interchanges[network_.components[component].shape].depth_of(port);
  }
  // Finds which packets wait for which.
  Standstill find_standstill(Cycle now) const;
  std::size_t bytes_per_router() const { return layout().bytes() / kRouters; }

  // The layout of all blocks, including interchanges.
  const RouterLayout<kWords, Shape>& layout() const { return core_.layout(); }
  // The block that a component is in,
  std::byte* block(ComponentId component) const {
    return memory_.get() + component / kRouters * stride_;
  }
  // and the number that the block has for its port 0.
  PortId first_port(ComponentId component) const {
    return component % kRouters * network_.max_ports();
  }
  void outputs(ComponentId component, Cycle now, ComponentOutputs& to) const;
  NodeOutputs node_outputs(NodeId terminal, Cycle now) const;

 private:
  // Offsets in a terminal's block.
  struct TerminalLayout {
    std::size_t inject_slots = 0;  // [vc] slot of the source's next flit, in its router
    std::size_t eject_fronts = 0;  // [vc] slot of the next flit to come out
    std::size_t flits = 0;         // [vc][slot]
    std::size_t bytes = 0;
  };
  // In networks that do not fit into the cache: routers ahead whose headers are brought into it,
  // and those whose whole blocks are, if they can move.
  static constexpr ComponentId kLookDistance = kRouters * 6;
  static constexpr ComponentId kPrefetchDistance = kRouters * 2;
  static constexpr std::size_t kCacheBytes = std::size_t{1} << 20;

  struct Line {
    DelayLine flits;
    DelayLine credits;
    std::byte* block = nullptr;
    FlitWire to;      // the receiver's pins
    CreditWire back;  // the sender's pins
  };

  void identify_routers();
  void lay_out();
  void split(unsigned partitions);
  void connect();
  void connect_line(const Channel& channel, std::uint32_t index);
  void connect_terminal(NodeId terminal);
  // Where the wires of a component end.
  FlitWire& flit_wire(ComponentId component, PortId output) const {
    return layout().flit_wires(block(component))[first_port(component) + output];
  }
  CreditWire& credit_wire(ComponentId component, PortId input) const {
    return layout().credit_wires(block(component))[first_port(component) + input];
  }
  FlitWire wire_to_input(ComponentId component, PortId port) const;
  CreditWire wire_to_output(ComponentId component, PortId port) const;
  std::uint32_t unit_of(const std::byte* block) const;
  unsigned partition_of(ComponentId component) const;

  std::byte* terminal_block(NodeId terminal) const {
    return terminals_ + terminal * terminal_.bytes;
  }
  // The pins of as many terminals as a row has room for lie like those of a router: a row of flits,
  // a row of credits, for each parity.
  NodeId terminals_a_row() const {
    return static_cast<NodeId>(core_.layout().pin_row() / sizeof(Pin));
  }
  std::byte* terminal_pins(NodeId terminal) const {
    return pins_ + terminal / terminals_a_row() * 2 * core_.layout().parity_stride();
  }
  // Offsets of the rows that are read in a cycle.
  std::size_t flit_row(Cycle now) const { return (now & 1) * layout().parity_stride(); }
  std::size_t credit_row(Cycle now) const { return flit_row(now) + layout().pin_row(); }
  Pin& terminal_pin(NodeId terminal, std::size_t row) const {
    return reinterpret_cast<Pin*>(terminal_pins(terminal) + row)[terminal % terminals_a_row()];
  }
  CreditWire wire_to_terminal(NodeId terminal, std::size_t row) const;
  std::uint64_t terminals_with_pins(NodeId first, std::size_t row) const;
  std::uint64_t nodes_with_pins(NodeId first, Cycle now) const;
  Pin& pin(std::uint32_t pin_block, std::size_t offset, unsigned parity) const;
  // Reads a pin and clears it.
  static Pin take(Pin& pin) {
    const Pin seen = pin;
    pin = 0;
    return seen;
  }
  static VcId vc_on(Pin pin) { return static_cast<VcId>(__builtin_ctz(pin)); }
  Flit* buffer(const FlitWire& wire) const;
  InterchangePlace interchange_place(ComponentId component) const;
  bool is_router(ComponentId component) const { return component < routers_; }
  void check_memory(const StateStream& state, unsigned parity) const;
  void check_pins(const StateStream& state, unsigned flit, unsigned credit) const;

  void cycle_64_nodes(NodeId first, unsigned partition, Cycle now, TerminalBank<kWords>& terminals);
  void eject(NodeId node, unsigned partition, Cycle now, Pin arrival,
             TerminalBank<kWords>& terminals);
  void cycle_node(NodeId node, unsigned partition, Cycle now, TerminalDriver& driver);
  void inject(NodeId terminal, Cycle now, VcId vc, const Flit& flit);
  const Flit& take_ejected(NodeId terminal, VcId vc);
  void give_back(NodeId terminal, Cycle now, VcMask vcs);
  void cycle_lines(Partition& part, Cycle now);
  std::size_t blocks() const { return (network_.components.size() + kRouters - 1) / kRouters; }
  void prefetch(ComponentId present, ComponentId end, unsigned parity) const;
  void prefetch(ComponentId component, std::size_t from, std::size_t to) const;
  // A cycle of the block that begins with component `first`.
  void cycle_block(ComponentId first, Cycle now, Partition& part);
  template <class AnyCore, class Identify>
  void cycle_with(const AnyCore& core, const Identify& identify, ComponentId first, Cycle now,
                  Partition& part);
  void cycle_interchanges(Cycle now, Partition& part);

  const Network& network_;
  ComponentId routers_;  // the first components; the others are interchanges
  Core core_;
  std::vector<const TableWord*> table_lines_;  // with tables: [router, table_line()]
  std::vector<RouterIdentity> identities_;     // [router]
  std::vector<InterchangeCore<kWords, Shape>> interchange_cores_;  // [shape]
  std::size_t stride_;
  bool is_large_ = false;  // more than fits into a processor's own cache
  TerminalLayout terminal_;
  BlockMemory memory_;  // no pointers are in it
  std::size_t memory_bytes_ = 0;
  std::byte* pins_ = nullptr;
  std::byte* terminals_ = nullptr;
  std::byte* lines_start_ = nullptr;
  std::byte* nowhere_ = nullptr;         // what unconnected ports are connected to
  std::vector<FlitWire> inject_wires_;   // [terminal]
  std::vector<CreditWire> eject_wires_;  // [terminal]
  std::vector<Line> lines_;
  std::vector<Partition> partitions_;
  std::optional<HopReader> hops_;  // while events are logged
};

}  // namespace turnpike::model
