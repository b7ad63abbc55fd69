// packet_output.h - the output ports of a packet router: their slots, and the flits that they send.
//
// docs/timing.md section 7, "Slots" and "Transmission".
// Mirror of rtl/packet_router/packet_output.v, packet_slots.v and packet_queue.v.

#pragma once

#include "model/common/check.h"
#include "model/packet_router/packet_router_layout.h"

namespace turnpike::model {

// A view of those of one router. The records of the router and of the port, which the caller has at
// hand, are passed with each call.
template <unsigned kWords>
class PacketOutputs {
 public:
  using Flit = FlitWords<kWords>;

  // `first_port`: the router's, among those of all.
  PacketOutputs(PacketRouterLayout<kWords>& state, const PacketRouterParams& params,
                std::size_t first_port)
      : vcs_(params.virtual_channels),
        slot_count_(params.packets.slots),
        packet_flits_(params.packets.packet_flits),
        cut_through_(params.packets.cut_through),
        slot_stride_(state.slot_stride),
        flit_stride_(state.flit_stride),
        queue_stride_(state.queue_stride),
        slots_(&state.slots[first_port * slot_stride_]),
        flits_(&state.slot_flits[first_port * flit_stride_]),
        queue_(&state.queue[first_port * queue_stride_]) {}

  // The lowest free slot becomes the last of the packets for `vc`.
  [[gnu::always_inline]] inline std::uint8_t give_slot(PacketRouterState& router, PortId port,
                                                       PacketPort& at, VcId vc) {
    std::uint64_t* word = at.free_slots;
    unsigned slot = 0;
    for (; *word == 0; ++word) slot += 64;
    slot += static_cast<unsigned>(__builtin_ctzll(*word));
    *word &= *word - 1;
    --at.free;
    slots_[port * slot_stride_ + slot] = {};
    const unsigned end = at.queue_front[vc] + at.queue_count[vc]++;
    queue(port, vc)[wrapped(end)] = static_cast<std::uint8_t>(slot);
    router.queued |= PortMask{1} << port;
    count_slots(router, port, at);
    return static_cast<std::uint8_t>(slot);
  }

  // Flits as they come: only their number is not known beforehand.
  [[gnu::always_inline]] inline void write(PortId port, std::uint8_t number, const Flit& flit,
                                           bool is_tail) {
    PacketSlot& slot = slots_[port * slot_stride_ + number];
    const unsigned written = slot.written;
    require(written < packet_flits_, "packets of at most PACKET_FLITS flits");
    flits(port, number)[written] = flit;
    slot = {static_cast<std::uint8_t>(written + 1), static_cast<std::uint8_t>(is_tail ? 1 : 0)};
  }

  // The flit that is on the pins in the next cycle, if any, with what arrives and what is written
  // in this one; `vc` is set.
  [[gnu::always_inline]] inline const Flit* send(PacketRouterState& router, PortId port,
                                                 PacketPort& at, VcId& vc) {
    const PortMask bit = PortMask{1} << port;
    if ((router.sending & bit) == 0) {
      if (!begin(port, at)) return nullptr;
      router.sending |= bit;
    }
    const unsigned number = at.send_slot;
    const PacketSlot slot = slots_[port * slot_stride_ + number];
    const unsigned sent = at.sent;
    if (sent == slot.written) return nullptr;
    vc = at.send_vc;
    --at.credits[vc];
    at.sent = static_cast<std::uint8_t>(sent + 1);
    if (slot.is_whole != 0 && sent + 1 == slot.written) free_slot(router, port, at, vc);
    return &flits(port, number)[sent];
  }

 private:
  unsigned wrapped(unsigned place) const {
    return place >= slot_count_ ? place - slot_count_ : place;
  }
  std::uint8_t* queue(PortId port, VcId vc) {
    return queue_ + port * queue_stride_ + vc * slot_count_;
  }
  Flit* flits(PortId port, unsigned slot) {
    return flits_ + port * flit_stride_ + slot * packet_flits_;
  }

  // The head of the oldest packet of a VC is sent: from the turn on, the first that can go.
  [[gnu::always_inline]] inline bool begin(PortId port, PacketPort& at) {
    VcId vc = at.send_turn;
    if (!can_send(port, at, vc)) {
      if (vcs_ == 1) return false;
      vc ^= 1u;
      if (!can_send(port, at, vc)) return false;
    }
    at.send_vc = static_cast<std::uint8_t>(vc);
    at.send_turn = static_cast<std::uint8_t>(vc + 1 == vcs_ ? 0 : vc + 1);
    at.send_slot = queue(port, vc)[at.queue_front[vc]];
    at.sent = 0;
    return true;
  }
  [[gnu::always_inline]] inline bool can_send(PortId port, const PacketPort& at, VcId vc) {
    if (at.queue_count[vc] == 0 || at.credits[vc] < packet_flits_) return false;
    if (cut_through_) return true;
    return slots_[port * slot_stride_ + queue(port, vc)[at.queue_front[vc]]].is_whole != 0;
  }

  [[gnu::always_inline]] inline void free_slot(PacketRouterState& router, PortId port,
                                               PacketPort& at, VcId vc) {
    const unsigned slot = at.send_slot;
    at.free_slots[slot / 64] |= std::uint64_t{1} << (slot % 64);
    ++at.free;
    at.queue_front[vc] = static_cast<std::uint16_t>(wrapped(at.queue_front[vc] + 1u));
    --at.queue_count[vc];
    router.sending &= ~(PortMask{1} << port);
    if (at.free == slot_count_) router.queued &= ~(PortMask{1} << port);
    count_slots(router, port, at);
  }

  // Each VC can always have one slot; with one VC, a contrary packet leaves one free.
  [[gnu::always_inline]] inline void count_slots(PacketRouterState& router, PortId port,
                                                 const PacketPort& at) {
    const PortMask bit = PortMask{1} << port;
    router.counted |= bit;
    const bool one_vc = vcs_ == 1;
    const unsigned least[2] = {!one_vc && at.queue_count[1] == 0 ? 2u : 1u,
                               one_vc || at.queue_count[0] == 0 ? 2u : 1u};
    for (VcId vc = 0; vc < 2; ++vc) {
      PortMask& outputs = router.available[vc];
      outputs = at.free >= least[vc] ? outputs | bit : outputs & ~bit;
    }
  }

  unsigned vcs_;
  unsigned slot_count_;
  unsigned packet_flits_;
  bool cut_through_;
  std::size_t slot_stride_;
  std::size_t flit_stride_;
  std::size_t queue_stride_;
  PacketSlot* slots_;    // [port][slots]
  Flit* flits_;          // [port][slots][packet flits]
  std::uint8_t* queue_;  // [port][VC][slots]
};

}  // namespace turnpike::model
