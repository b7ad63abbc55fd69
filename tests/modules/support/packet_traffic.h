// packet_traffic.h - random neighbours of one packet router that keep all their duties.
//
// A packet goes out only when the buffer of its VC has room for PACKET_FLITS flits, and the channel
// is its own until its tail; its flits may be apart. Every flit that came is given back as one
// credit, sooner or later. What the router shows must be told to observe() before the next cycle
// is drawn.

#pragma once

#include <cstdint>
#include <vector>

#include "tests/modules/support/components.h"
#include "tests/modules/support/draws.h"

namespace turnpike::test {

class PacketTraffic {
 public:
  PacketTraffic(const model::PacketRouterParams& params, const PacketRouterIn& quiet,
                std::uint64_t seed)
      : its_(params), quiet_(quiet), draws_(seed) {
    reset();
  }

  // Heads that no output is for: legal on the pins, but they stay for ever.
  void send_unroutable_heads() { unroutable_ = 0.02; }

  void reset() {
    credits_.assign(std::size_t{its_.ports} * its_.virtual_channels, its_.buffer_depth);
    owed_.assign(credits_.size(), 0);
    packets_.assign(its_.ports, {});
  }

  const PacketRouterIn& quiet() const { return quiet_; }

  // The input pins of the next cycle.
  PacketRouterIn draw() {
    if (cycle_++ % 150 == 0) change_load();
    PacketRouterIn in = quiet_;
    if (draws_.chance(0.05)) return junk(in);
    for (model::PortId port = 0; port < its_.ports; ++port) {
      send(in, port);
      for (model::VcId vc = 0; vc < its_.virtual_channels; ++vc) {
        unsigned& owed = owed_[lane(port, vc)];
        if (owed == 0 || (stalled_ >> port & 1) != 0 || !draws_.chance(returning_)) continue;
        in.out_credit[port] |= 1u << vc;
        --owed;
      }
    }
    return in;
  }

  // What the router shows in the cycle after one that counted.
  void observe(const PacketRouterOut& out) {
    for (model::PortId port = 0; port < its_.ports; ++port) {
      for (model::VcId vc = 0; vc < its_.virtual_channels; ++vc) {
        credits_[lane(port, vc)] += out.in_credit[port] >> vc & 1;
      }
      if ((out.out_valid >> port & 1) == 0) continue;
      ++owed_[lane(port, out.out_vc[port])];
      ++delivered_;
    }
  }

  unsigned delivered() const { return delivered_; }
  Draws& draws() { return draws_; }

 private:
  struct Packet {
    unsigned left = 0;  // flits that are still to come
    model::VcId vc = 0;
  };

  unsigned lane(model::PortId port, model::VcId vc) const {
    return port * its_.virtual_channels + vc;
  }

  void change_load() {
    const double loads[] = {0.05, 0.3, 0.7, 1};
    load_ = loads[draws_.below(4)];
    returning_ = loads[draws_.below(4)];
    flowing_ = draws_.chance(0.5) ? 1 : 0.5;
    stalled_ = draws_.chance(0.5) ? draws_.subset(its_.ports, 0.3) : 0;
  }

  // A cycle that does not count: nobody may look at its pins.
  PacketRouterIn junk(PacketRouterIn in) {
    in.enable = false;
    in.in_valid = draws_.below(1u << its_.ports);
    for (model::PortId port = 0; port < its_.ports; ++port) {
      in.in_vc[port] = draws_.below(its_.virtual_channels);
      in.in_flit[port] = data();
      in.out_credit[port] = draws_.below(1u << its_.virtual_channels);
    }
    return in;
  }

  model::PinFlit data() {
    model::PinFlit flit;
    for (unsigned bit = 0; bit < its_.format.flit_bits; bit += 64) {
      const unsigned width = its_.format.flit_bits - bit;
      flit.word[bit / 64] = width < 64 ? draws_.bits() >> (64 - width) : draws_.bits();
    }
    return flit;
  }

  void send(PacketRouterIn& in, model::PortId port) {
    Packet& packet = packets_[port];
    const bool is_head = packet.left == 0;
    if (!draws_.chance(is_head ? load_ : flowing_)) return;
    if (is_head) {
      packet.vc = draws_.below(its_.virtual_channels);
      if (credits_[lane(port, packet.vc)] < its_.packets.packet_flits) return;
      packet.left = 1 + draws_.below(its_.packets.packet_flits);
    }
    --packet.left;
    --credits_[lane(port, packet.vc)];
    model::PinFlit flit = data();
    if (is_head) address(flit, port, packet.vc);
    const unsigned head = its_.format.flit_bits;
    flit.word[head / 64] |= std::uint64_t{is_head} << head % 64;
    flit.word[(head + 1) / 64] |= std::uint64_t{packet.left == 0} << (head + 1) % 64;
    in.in_valid |= 1u << port;
    in.in_vc[port] = packet.vc;
    in.in_flit[port] = flit;
  }

  // Destination and kind, one that has a way on unless it shall be lost.
  void address(model::PinFlit& flit, model::PortId port, model::VcId vc) {
    const bool is_lost = draws_.chance(unroutable_);
    for (unsigned tries = 0; tries < 100; ++tries) {
      const model::Address destination = draws_.below(1u << its_.format.address_bits);
      const unsigned kind = draws_.chance(0.5) ? 0 : draws_.below(is_lost ? 4 : 3);
      if (has_gone_round(destination, port, vc)) continue;
      if (is_lost == has_way(destination, kind, port)) continue;
      flit.word[0] &= ~(its_.format.address_mask() | std::uint64_t{3} << its_.format.address_bits);
      flit.word[0] |= destination | std::uint64_t{kind} << its_.format.address_bits;
      return;
    }
  }

  // On a torus no packet comes over the dateline on its way to it.
  bool has_gone_round(model::Address destination, model::PortId port, model::VcId vc) const {
    const model::Route route =
        compute_route(its_.routing, quiet_.node, quiet_.limit, destination, port, vc);
    return route.outputs != 0 && route.vcs == 0;
  }
  bool has_way(model::Address destination, unsigned kind, model::PortId port) const {
    const unsigned network = its_.network_ports();
    if (its_.routing.kind != model::RoutingKind::hypercube) {
      return compute_route(its_.routing, quiet_.node, quiet_.limit, destination, port, 0).outputs !=
             0;
    }
    const bool enters = port >= network;
    if (kind == 0 && its_.packets.first_hop && enters && port - network < network) {
      const model::Address differs = destination ^ quiet_.node;
      return differs == 0 || (differs >> (port - network) & 1) != 0;
    }
    return kind == 2 && enters ? destination != 0 : kind != 3;
  }

  model::PacketRouterParams its_;
  PacketRouterIn quiet_;
  Draws draws_;
  double load_ = 0;            // chance of a new packet
  double flowing_ = 1;         // of its next flit
  double returning_ = 0;       // of a credit
  std::uint32_t stalled_ = 0;  // receivers that give none
  double unroutable_ = 0;
  std::vector<unsigned> credits_;  // [input lane]
  std::vector<unsigned> owed_;     // [output lane] credits
  std::vector<Packet> packets_;    // [input port] that is under way
  unsigned cycle_ = 0;
  unsigned delivered_ = 0;
};

}  // namespace turnpike::test
