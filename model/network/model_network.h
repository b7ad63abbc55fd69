// model_network.h - the state of a network in the reference model, and one cycle of one partition.

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

// Where a wire leads: two bits of kind, then component and port, node, or delay line.
enum class WireKind : std::uint32_t { none = 0, router = 1, node = 2, line = 3 };

constexpr unsigned kPortBits = 5;

constexpr Wire make_wire(WireKind kind, std::uint32_t index) {
  return static_cast<std::uint32_t>(kind) << 30 | index;
}
constexpr Wire router_wire(ComponentId component, PortId port) {
  return make_wire(WireKind::router, component << kPortBits | port);
}
constexpr WireKind wire_kind(Wire wire) { return static_cast<WireKind>(wire >> 30); }
constexpr std::uint32_t wire_index(Wire wire) { return wire & 0x3fffffffu; }

// The components and nodes of one thread, and what it collects in a cycle.
struct alignas(64) Partition {
  ComponentId first = 0;
  ComponentId end = 0;
  NodeRange nodes;
  std::vector<std::uint32_t> flit_lines;    // lines whose flits come out here
  std::vector<std::uint32_t> credit_lines;  // lines whose credits come out here
  std::vector<Event> events;                // of this cycle
};

template <unsigned kWords>
class ModelNetwork {
 public:
  using Flit = FlitWords<kWords>;

  ModelNetwork(const Network& network, unsigned partitions);

  void reset();
  // Cycle `now` of one partition; partitions may run side by side.
  void cycle(unsigned partition, Cycle now, TerminalBank<kWords>& terminals);
  // The routers of a partition one by one, in any order, instead of all in cycle().
  void cycle_shuffled(Cycle now, TerminalBank<kWords>& terminals,
                      const std::vector<ComponentId>& order);

  std::vector<NodeRange> node_ranges() const;
  const std::vector<Partition>& partitions() const { return partitions_; }
  std::vector<Partition>& partitions() { return partitions_; }
  void set_logging(bool is_on) { is_logging_ = is_on; }

  const RouterCore<kWords>& core() const { return core_; }
  std::byte* block(ComponentId component) const { return blocks_.get() + component * stride_; }
  void outputs(ComponentId component, Cycle now, ComponentOutputs& to) const;
  NodeOutputs node_outputs(NodeId node, Cycle now) const;
  RouterIdentity identity(ComponentId component) const;
  // Where the flits of a delay line come out.
  Wire line_end(Wire line) const { return lines_[wire_index(line)].flit_wire; }

 private:
  struct NodePins {  // of one node, by parity
    std::uint8_t flit[2] = {kNoFlit, kNoFlit};
    std::uint8_t credit[2] = {kNoCredit, kNoCredit};
    Wire inject = 0;
    Wire eject = 0;
    Flit slot[2];
  };
  class Wires;
  friend class Wires;

  void connect();
  void split(unsigned partitions);
  unsigned partition_of(ComponentId component) const;
  void cycle_nodes(Partition& part, unsigned index, Cycle now, TerminalBank<kWords>& terminals);
  void cycle_node(unsigned index, NodeId node, Cycle now, TerminalBank<kWords>& terminals,
                  Wires& wires);
  void cycle_lines(Partition& part, Cycle now, Wires& wires);
  void cycle_routers(Partition& part, Cycle now);

  const Network& network_;
  RouterCore<kWords> core_;
  std::size_t stride_;
  struct Free {
    void operator()(std::byte* p) const { std::free(p); }
  };
  std::unique_ptr<std::byte, Free> blocks_;  // zeroed by the system, touched when reset
  std::vector<NodePins> node_pins_;
  std::vector<std::uint8_t> inject_slots_;  // [node * vcs + vc] slot of the source's next flit
  std::vector<NodeId> node_at_;             // [address]
  std::vector<DelayLine<kWords>> lines_;
  std::vector<Partition> partitions_;
  bool is_logging_ = false;
};

extern template class ModelNetwork<1>;
extern template class ModelNetwork<2>;
extern template class ModelNetwork<3>;
extern template class ModelNetwork<5>;

}  // namespace turnpike::model
