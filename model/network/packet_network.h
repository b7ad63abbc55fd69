// packet_network.h - a network of packet routers in the reference model: its state, and one cycle
// of one partition.
//
// Routers and terminals meet at the pins of a board. A unit sleeps if it has nothing on its pins
// and did not change.

#pragma once

#include <cstdint>
#include <numeric>
#include <optional>
#include <vector>

#include "model/network/credit_check.h"
#include "model/network/event_log.h"
#include "model/network/hop_reader.h"
#include "model/network/model_engine.h"
#include "model/network/pin_board.h"
#include "model/network/standstill.h"
#include "model/network/terminals.h"
#include "model/packet_router/packet_core.h"

namespace turnpike::model {

template <unsigned kWords>
class PacketNetwork {
 public:
  using Flit = FlitWords<kWords>;

  PacketNetwork(const Network& network, unsigned partitions);

  // Cycle `now` of the components and of the nodes of one partition, in either order; partitions
  // may run side by side.
  void cycle_components(unsigned partition, Cycle now);
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
  bool has_lost_flits() const { return board_.has_lost_flits(); }
  // See Engine.
  const std::vector<std::uint64_t>& flits_sent() const { return sent_; }
  std::uint64_t flits_moved() const {
    return std::accumulate(sent_.begin(), sent_.end(), std::uint64_t{0});
  }
  std::vector<std::uint32_t> flits_buffered() const {
    std::vector<std::uint32_t> flits;
    for (const PacketInputVc& in : core_.state().lanes) flits.push_back(in.count);
    return flits;
  }
  // Between cycles.
  void visit_state(StateStream& state, Cycle now);
  // For CreditCheck, as of a WormholeNetwork.
  unsigned credits_behind(ComponentId component, PortId output, VcId vc) const;
  unsigned flits_before(ComponentId component, PortId input, VcId vc) const;
  unsigned on_line(std::size_t index, VcId vc) const;
  PinsOfTerminal on_pins_of(NodeId terminal, VcId vc) const;
  unsigned depth_of(ComponentId /*component*/, PortId /*port*/) const {
    return network_.router.buffer_depth;
  }
  // Finds which packets wait for which.
  Standstill find_standstill(Cycle now) const;
  std::size_t bytes_per_router() const {
    return core_.state().bytes() / network_.components.size();
  }

  void outputs(ComponentId component, Cycle now, ComponentOutputs& to) const;
  NodeOutputs node_outputs(NodeId terminal, Cycle now) const;

 private:
  // The units that one thread serves.
  struct alignas(64) Part {
    ComponentId first = 0;
    ComponentId end = 0;
    NodeRange nodes;
    std::vector<std::size_t> lines;
    std::vector<Event> events;
    std::vector<TerminalInputs> seen;  // [local channel] of the node that is served
    std::vector<TerminalOutputs> next;
  };
  // The pins of one router in one cycle, as its core sees them.
  template <class OnSend>
  struct RouterPins;

  void split(unsigned partitions);
  void cycle_component(ComponentId component, Cycle now, Part& part);
  template <class OnSend>
  void cycle_core(ComponentId component, Cycle now, const OnSend& on_send);
  void cycle_node(NodeId node, unsigned partition, Cycle now, TerminalDriver& driver);
  // [output port] queue_o in cycle `now`.
  const std::uint16_t* queue(ComponentId component, Cycle now) const {
    return &shown_[now & 1][component * ports_];
  }

  const Network& network_;
  unsigned ports_;
  PinBoard<kWords> board_;
  PacketCore<kWords> core_;
  std::vector<PinLine<kWords>> lines_;
  std::vector<std::uint8_t> is_awake_;   // [component] may change without anything on its pins
  std::vector<std::uint64_t> sent_;      // [component * ports + port] flits
  std::vector<std::uint16_t> shown_[2];  // [parity][component * ports + port] queue_o
  std::vector<Part> parts_;
  std::optional<HopReader> hops_;  // while events are logged
};

extern template class PacketNetwork<1>;
extern template class PacketNetwork<2>;
extern template class PacketNetwork<kMaxFlitWords>;

}  // namespace turnpike::model
