// packet_router_check.h - checks that a state of packet routers that was read is one in which a
// cycle can begin.
//
// It checks the range of every index, count and set that packet_core.h uses without a check of its
// own, and that values which say the same agree. The network checks the credits.

#pragma once

#include <vector>

#include "model/packet_router/packet_router_layout.h"

namespace turnpike::model {

template <unsigned kWords>
class PacketRouterCheck {
 public:
  PacketRouterCheck(const StateStream& stream, const PacketRouterParams& params,
                    const PacketRouterLayout<kWords>& state)
      : stream_(stream), p_(params), s_(state) {}

  void run() const {
    for (std::size_t router = 0; router < s_.routers.size(); ++router) {
      check_router(router);
      for (PortId port = 0; port < p_.ports; ++port) check_output(router, port);
    }
    for (const PacketInputVc& in : s_.lanes) check_input(in);
    for (const PacketSlot& slot : s_.slots) {
      expect(slot.written <= p_.packets.packet_flits, "flits in a slot");
      expect(slot.is_whole <= 1, "flag of a slot");
    }
    for (const std::uint8_t slot : s_.pass_slot) expect(slot < p_.packets.slots, "slot of a pass");
  }

 private:
  void expect(bool holds, const char* what) const { stream_.check(holds, what); }
  bool has_outputs_only(PortMask outputs) const { return std::uint64_t{outputs} >> p_.ports == 0; }

  void check_router(std::size_t router) const {
    const PacketRouterState& r = s_.routers[router];
    PortMask waiting[kMaxPacketVcs] = {};
    for (PortId port = 0; port < p_.ports; ++port) {
      for (VcId vc = 0; vc < p_.virtual_channels; ++vc) {
        const std::size_t l = (router * p_.ports + port) * p_.virtual_channels + vc;
        waiting[vc] |= PortMask{s_.lanes[l].count != 0} << port;
      }
    }
    expect(r.waiting[0] == waiting[0] && r.waiting[1] == waiting[1], "input VCs with flits");
    expect(has_outputs_only(r.queued) && has_outputs_only(r.sending) && has_outputs_only(r.counted),
           "outputs of a router");
    expect(r.error <= 1, "flag of a router");
  }

  void check_input(const PacketInputVc& in) const {
    expect(in.front < p_.buffer_depth && in.count <= p_.buffer_depth, "buffer of a router");
    expect(in.read <= in.count && (in.read == 0 || (in.pass != 0 && in.rest != 0)),
           "flits of a pass");
    expect(has_outputs_only(in.pass) && has_outputs_only(in.rest), "outputs of a packet");
    expect(in.route_class <= 1 && in.route_vc < p_.virtual_channels, "route of a packet");
  }

  // Each slot is free or in the queue of one VC.
  void check_output(std::size_t router, PortId own) const {
    const PacketRouterState& r = s_.routers[router];
    const std::size_t at = router * p_.ports + own;
    const PacketPort& port = s_.ports[at];
    const unsigned slots = p_.packets.slots;
    expect(port.vc_turn < p_.virtual_channels && port.send_turn < p_.virtual_channels &&
               port.op_turn < p_.ports,
           "turns of a port");
    std::vector<bool> is_used(slots);
    unsigned free = 0;
    for (unsigned slot = 0; slot < kMaxSlots; ++slot) {
      const bool is_free = (port.free_slots[slot / 64] >> (slot % 64) & 1) != 0;
      expect(slot < slots || !is_free, "slots of an output");
      if (slot < slots) is_used[slot] = is_free;
      free += is_free ? 1u : 0u;
    }
    unsigned used = 0;
    for (VcId vc = 0; vc < p_.virtual_channels; ++vc) {
      expect(port.credits[vc] <= p_.buffer_depth, "credits of a router");
      expect(port.queue_front[vc] < slots && port.queue_count[vc] <= slots, "queue of an output");
      used += port.queue_count[vc];
      for (unsigned i = 0; i < port.queue_count[vc]; ++i) {
        const unsigned slot = queue(at, vc)[(port.queue_front[vc] + i) % slots];
        expect(slot < slots && !is_used[slot], "a slot in a queue");
        is_used[slot] = true;
      }
    }
    expect(port.free == free && free + used == slots, "free slots of an output");
    expect((r.queued >> own & 1) == (used != 0 ? 1u : 0u), "outputs with packets");
    for (const PortMask available : r.available) {
      expect((available >> own & 1) == 0 || free != 0, "outputs with a free slot");
      expect(has_outputs_only(available), "outputs of a router");
    }
    if ((r.sending >> own & 1) != 0) check_sending(at);
  }

  // The oldest packet of its VC, for the rest of which there are credits.
  void check_sending(std::size_t at) const {
    const PacketPort& port = s_.ports[at];
    const unsigned slots = p_.packets.slots;
    expect(port.send_vc < p_.virtual_channels && port.send_slot < slots, "a packet that is sent");
    const VcId vc = port.send_vc;
    expect(port.queue_count[vc] != 0 && queue(at, vc)[port.queue_front[vc]] == port.send_slot &&
               port.sent <= s_.slots[at * s_.slot_stride + port.send_slot].written &&
               port.credits[vc] + port.sent >= p_.packets.packet_flits,
           "a packet that is sent");
  }
  const std::uint8_t* queue(std::size_t port, VcId vc) const {
    return &s_.queue[port * s_.queue_stride + vc * p_.packets.slots];
  }

  const StateStream& stream_;
  const PacketRouterParams& p_;
  const PacketRouterLayout<kWords>& s_;
};

}  // namespace turnpike::model
