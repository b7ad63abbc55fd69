// packet_output.h - an output port of a packet router: its slots, and the flits that it sends.
//
// docs/timing.md section 7, "Slots" and "Transmission". A view of one output of one router.
// Mirror of rtl/packet_router/packet_output.v, packet_slots.v and packet_queue.v.

#pragma once

#include <optional>

#include "model/common/check.h"
#include "model/packet_router/packet_router_layout.h"

namespace turnpike::model {

template <unsigned kWords>
class PacketOutput {
 public:
  using Flit = FlitWords<kWords>;

  PacketOutput(PacketRouterLayout<kWords>& state, const PacketRouterParams& params,
               std::size_t router, PortId port)
      : s_(state),
        p_(params),
        router_(router),
        port_(router * params.ports + port),
        bit_(PortMask{1} << port) {}

  // The lowest free slot becomes the last of the packets for `vc`.
  std::uint8_t give_slot(VcId vc) {
    const std::size_t words = (p_.packets.slots + 63) / 64;
    std::uint64_t* word = &s_.free_slots[port_ * words];
    unsigned slot = 0;
    for (; *word == 0; ++word) slot += 64;
    slot += static_cast<unsigned>(__builtin_ctzll(*word));
    *word &= *word - 1;
    --s_.free[port_];
    s_.written[port_ * p_.packets.slots + slot] = 0;
    s_.is_whole[port_ * p_.packets.slots + slot] = 0;
    const std::size_t l = lane(vc);
    const unsigned end = s_.queue_front[l] + s_.queue_count[l]++;
    s_.queue[l * p_.packets.slots + wrapped(end)] = static_cast<std::uint8_t>(slot);
    s_.queued[router_] |= bit_;
    update_available();
    return static_cast<std::uint8_t>(slot);
  }

  // Flits as they come: only their number is not known beforehand.
  void write(std::uint8_t slot, const Flit& flit, bool is_tail) {
    const std::size_t at = port_ * p_.packets.slots + slot;
    require(s_.written[at] < p_.packets.packet_flits, "packets of at most PACKET_FLITS flits");
    s_.slot_flits[at * p_.packets.packet_flits + s_.written[at]++] = flit;
    if (is_tail) s_.is_whole[at] = 1;
  }

  // The flit that is on the pins in the next cycle, if any, with what arrives and what is written
  // in this one; `vc` is set.
  const Flit* send(VcId& vc) {
    if ((s_.sending[router_] & bit_) == 0) {
      const std::optional<VcId> first = pick();
      if (!first) return nullptr;
      s_.send_vc[port_] = static_cast<std::uint8_t>(*first);
      s_.send_turn[port_] =
          static_cast<std::uint8_t>(*first + 1 == p_.virtual_channels ? 0 : *first + 1);
      s_.send_slot[port_] = oldest(*first);
      s_.sent[port_] = 0;
      s_.sending[router_] |= bit_;
    }
    const std::size_t at = port_ * p_.packets.slots + s_.send_slot[port_];
    if (s_.sent[port_] == s_.written[at]) return nullptr;
    vc = s_.send_vc[port_];
    --s_.credits[lane(vc)];
    const Flit& flit = s_.slot_flits[at * p_.packets.packet_flits + s_.sent[port_]++];
    if (s_.is_whole[at] != 0 && s_.sent[port_] == s_.written[at]) free_slot(vc);
    return &flit;
  }

 private:
  std::size_t lane(VcId vc) const { return port_ * p_.virtual_channels + vc; }
  unsigned wrapped(unsigned place) const {
    return place >= p_.packets.slots ? place - p_.packets.slots : place;
  }
  std::uint8_t oldest(VcId vc) const {
    return s_.queue[lane(vc) * p_.packets.slots + s_.queue_front[lane(vc)]];
  }

  // The VC whose oldest packet's head is sent.
  std::optional<VcId> pick() const {
    VcId vc = s_.send_turn[port_];
    for (unsigned i = 0; i < p_.virtual_channels; ++i) {
      if (can_send(vc)) return vc;
      vc = vc + 1 == p_.virtual_channels ? 0 : vc + 1;
    }
    return std::nullopt;
  }
  bool can_send(VcId vc) const {
    if (s_.queue_count[lane(vc)] == 0) return false;
    if (s_.credits[lane(vc)] < p_.packets.packet_flits) return false;
    return p_.packets.cut_through || s_.is_whole[port_ * p_.packets.slots + oldest(vc)] != 0;
  }

  void free_slot(VcId vc) {
    const unsigned slot = s_.send_slot[port_];
    const std::size_t words = (p_.packets.slots + 63) / 64;
    s_.free_slots[port_ * words + slot / 64] |= std::uint64_t{1} << (slot % 64);
    ++s_.free[port_];
    s_.queue_front[lane(vc)] = static_cast<std::uint16_t>(wrapped(s_.queue_front[lane(vc)] + 1u));
    --s_.queue_count[lane(vc)];
    s_.sending[router_] &= ~bit_;
    if (s_.free[port_] == p_.packets.slots) s_.queued[router_] &= ~bit_;
    update_available();
  }

  // Each VC can always have one slot; with one VC, a contrary packet leaves one free.
  void update_available() {
    for (VcId vc = 0; vc < 2; ++vc) {
      const bool leaves_one =
          p_.virtual_channels == 1 ? vc == 1 : s_.queue_count[lane(vc ^ 1u)] == 0;
      const bool is_available = s_.free[port_] > (leaves_one ? 1 : 0);
      PortMask& outputs = s_.available[vc][router_];
      outputs = is_available ? outputs | bit_ : outputs & ~bit_;
    }
  }

  PacketRouterLayout<kWords>& s_;
  const PacketRouterParams& p_;
  std::size_t router_;
  std::size_t port_;
  PortMask bit_;
};

}  // namespace turnpike::model
