// model_network.h - the state of a network in the reference model, and one cycle of one partition.
//
// One memory holds a block per router, then one per node and one per delay line. A node's block is
// the far end of its router's local port: pins, and buffers for the flits that come out.

#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

#include "model/network/delay_line.h"
#include "model/network/event_log.h"
#include "model/network/model_engine.h"
#include "model/network/terminal_bank.h"
#include "model/router/router_core.h"

namespace turnpike::model {

// The components and nodes of one thread, and what happened there in a cycle.
struct alignas(64) Partition {
  ComponentId first = 0;
  ComponentId end = 0;
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

  const Core& core() const { return core_; }
  std::byte* block(ComponentId component) const { return memory_.get() + component * stride_; }
  void outputs(ComponentId component, Cycle now, ComponentOutputs& to) const;
  NodeOutputs node_outputs(NodeId node, Cycle now) const;

 private:
  // Offsets in a node's block, after four rows of pins as in a router's.
  struct NodeLayout {
    std::size_t inject_slots = 0;  // [vc] slot of the source's next flit, in its router
    std::size_t eject_fronts = 0;  // [vc] slot of the next flit to come out
    std::size_t flits = 0;         // [vc][slot]
    std::size_t bytes = 0;
  };
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
  Pin& pin(std::uint32_t pin_block, std::size_t offset, unsigned parity) const;
  Flit* buffer(const FlitWire& wire) const;
  RouterIdentity identity(ComponentId component) const;

  void cycle_nodes(unsigned partition, Cycle now, TerminalBank<kWords>& terminals);
  void inject(NodeId node, Cycle now, TerminalBank<kWords>& terminals);
  void eject(NodeId node, unsigned partition, Cycle now, TerminalBank<kWords>& terminals);
  void cycle_lines(Partition& part, Cycle now);
  void cycle_router(ComponentId component, Cycle now, Partition& part);
  void log_hop(ComponentId component, PortId output, VcId vc, const Flit& flit, Cycle now,
               Partition& part) const;

  const Network& network_;
  Core core_;
  std::size_t stride_;
  NodeLayout node_;
  struct Free {
    void operator()(std::byte* p) const { std::free(p); }
  };
  std::unique_ptr<std::byte, Free> memory_;
  std::byte* nodes_ = nullptr;
  std::byte* lines_start_ = nullptr;
  std::byte* nowhere_ = nullptr;  // what unconnected ports are connected to
  std::vector<FlitWire> inject_wires_;   // [node]
  std::vector<CreditWire> eject_wires_;  // [node]
  std::vector<NodeId> node_at_;          // [address]
  std::vector<Line> lines_;
  std::vector<Partition> partitions_;
  bool is_logging_ = false;
};

}  // namespace turnpike::model
