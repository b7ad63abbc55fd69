// hop_reader.h - finds the packet to which a passing head belongs, for the event log.
//
// With narrow flits, the packet head of a message terminal spans several flits. The hop is then
// known only after all of these have passed, some cycles after the hop.

#pragma once

#include <optional>
#include <vector>

#include "model/common/state_stream.h"
#include "model/network/event_log.h"
#include "model/network/packet_format.h"
#include "model/topology/network.h"

namespace turnpike::model {

class HopReader {
 public:
  explicit HopReader(const Network& network)
      : network_(network),
        format_(network.router.format),
        header_(network.router.format),
        ports_(network.max_ports()) {
    if (network.has_message_terminals()) {
      // Nothing is known of a packet whose head went by before, as if its header had gone by.
      passing_.resize(network.components.size() * ports_ * network.router.virtual_channels,
                      {0, 0, header_.number_flits()});
    }
    node_at_.resize(std::size_t{1} << format_.address_bits);
    for (NodeId n = 0; n < network.terminals.size(); ++n) {
      node_at_[network.terminals[n].address] = n / network.local_channels;
    }
  }

  // A flit that is on the pins of (component, port) in cycle `now` on VC `vc`.
  void see(ComponentId component, PortId port, VcId vc, const std::uint64_t* flit, Cycle now,
           std::vector<Event>& log) {
    Event event;
    event.cycle = now;
    event.kind = EventKind::hop;
    event.component = component;
    event.port = port;
    event.vc = vc;
    if (!format_.is_head(flit)) {
      event.kind = EventKind::body;
      log.push_back(event);
      event.kind = EventKind::hop;
    }
    if (!network_.has_message_terminals()) {
      if (!format_.is_head(flit)) return;
      event.source = node_at_[format_.source(flit)];
      event.destination = node_at_[format_.terminal_of(format_.destination(flit))];
      event.packet = format_.number(flit);
    } else if (!see_message(flit, event)) {
      return;
    }
    log.push_back(event);
  }

  void visit_state(StateStream& state) {
    state.list(passing_);
    for (const Passing& packet : passing_) {
      state.check(packet.flits <= kMostFlits, "flits of a packet that passes");
    }
  }

 private:
  static constexpr unsigned kMostFlits = 1u << 31;

  struct Passing {
    Cycle head = 0;
    std::uint64_t bits = 0;
    unsigned flits = 0;
  };

  // True: with this flit the whole header has gone by.
  bool see_message(const std::uint64_t* flit, Event& event) {
    Passing& packet =
        passing_[(event.component * ports_ + event.port) * network_.router.virtual_channels +
                 event.vc];
    if (format_.is_head(flit)) packet = {event.cycle, 0, 0};
    const unsigned known = packet.flits++ * format_.flit_bits;
    if (packet.flits > header_.number_flits()) return false;
    const std::uint64_t data =
        format_.flit_bits >= 64 ? flit[0] : flit[0] & ((std::uint64_t{1} << format_.flit_bits) - 1);
    packet.bits |= data << known;
    if (packet.flits < header_.number_flits() && !format_.is_tail(flit)) return false;
    const PacketHeader header = header_.header(packet.bits);
    event.cycle = packet.head;
    event.source = node_at_[header.source & format_.address_mask()];
    event.destination = header.kind == PacketKind::unicast ? node_at_[header.destination] : 0;
    event.packet = header.number;
    return true;
  }

  const Network& network_;
  FlitFormat format_;
  PacketFormat header_;
  unsigned ports_;
  std::vector<Passing> passing_;  // [component, output port, vc]; of message terminals
  std::vector<NodeId> node_at_;   // [address]
};

// Visits the hops that were noted. Hops in a state that the reader does not want are dropped.
// Throws StateError if the reader wants hops and the state has none.
template <class Hops>  // a HopReader, or what has one
void visit_hops(StateStream& state, const Network& network, std::optional<Hops>& hops) {
  bool are_there = hops.has_value();
  state.value(are_there);
  if (!are_there) {
    if (hops) throw StateError("events: found none, allowed: a state with them");
    return;
  }
  if (hops) return hops->visit_state(state);
  HopReader(network).visit_state(state);
}

}  // namespace turnpike::model
