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
    for (std::size_t router = 0; router < s_.waiting.size(); ++router) {
      check_router(router);
      for (PortId port = 0; port < p_.ports; ++port) check_output(router, port);
    }
    for (std::size_t l = 0; l < s_.count.size(); ++l) check_lane(l);
    for (const std::uint8_t flits : s_.written) {
      expect(flits <= p_.packets.packet_flits, "flits in a slot");
    }
    for (const std::uint8_t flag : s_.is_whole) expect(flag <= 1, "flag of a slot");
    for (const std::uint8_t slot : s_.pass_slot) expect(slot < p_.packets.slots, "slot of a pass");
  }

 private:
  void expect(bool holds, const char* what) const { stream_.check(holds, what); }
  bool has_outputs_only(PortMask outputs) const { return std::uint64_t{outputs} >> p_.ports == 0; }

  void check_router(std::size_t router) const {
    const unsigned lanes = p_.ports * p_.virtual_channels;
    std::uint64_t waiting = 0;
    for (unsigned l = 0; l < lanes; ++l) {
      waiting |= std::uint64_t{s_.count[router * lanes + l] != 0} << l;
    }
    expect(s_.waiting[router] == waiting, "input VCs with flits");
    expect(has_outputs_only(s_.queued[router]) && has_outputs_only(s_.sending[router]),
           "outputs of a router");
    expect(s_.error[router] <= 1, "flag of a router");
  }

  void check_lane(std::size_t l) const {
    expect(s_.front[l] < p_.buffer_depth && s_.count[l] <= p_.buffer_depth, "buffer of a router");
    const bool has_pass = s_.pass[l] != 0;
    expect(s_.read[l] <= s_.count[l] && (s_.read[l] == 0 || (has_pass && s_.rest[l] != 0)),
           "flits of a pass");
    expect(has_outputs_only(s_.pass[l]) && has_outputs_only(s_.rest[l]), "outputs of a packet");
    expect(s_.route_class[l] <= 1 && s_.route_vc[l] < p_.virtual_channels, "route of a packet");
    expect(s_.credits[l] <= p_.buffer_depth, "credits of a router");
  }

  // Each slot is free or in the queue of one VC.
  void check_output(std::size_t router, PortId own) const {
    const std::size_t port = router * p_.ports + own;
    const unsigned slots = p_.packets.slots;
    expect(s_.vc_turn[port] < p_.virtual_channels && s_.send_turn[port] < p_.virtual_channels &&
               s_.op_turn[port] < p_.ports,
           "turns of a port");
    std::vector<bool> is_used(slots);
    unsigned free = 0;
    for (unsigned slot = 0; slot < slots; ++slot) {
      const bool is_free = (free_word(port, slot) >> (slot % 64) & 1) != 0;
      is_used[slot] = is_free;
      free += is_free ? 1u : 0u;
    }
    unsigned used = 0;
    for (VcId vc = 0; vc < p_.virtual_channels; ++vc) {
      const std::size_t l = port * p_.virtual_channels + vc;
      expect(s_.queue_front[l] < slots && s_.queue_count[l] <= slots, "queue of an output");
      used += s_.queue_count[l];
      for (unsigned i = 0; i < s_.queue_count[l]; ++i) {
        const unsigned slot = s_.queue[l * slots + (s_.queue_front[l] + i) % slots];
        expect(slot < slots && !is_used[slot], "a slot in a queue");
        is_used[slot] = true;
      }
    }
    const unsigned beyond = slots % 64;
    expect(beyond == 0 || free_word(port, slots) >> beyond == 0, "slots of an output");
    expect(s_.free[port] == free && free + used == slots, "free slots of an output");
    expect((s_.queued[router] >> own & 1) == (used != 0 ? 1u : 0u), "outputs with packets");
    check_available(router, own);
    if ((s_.sending[router] >> own & 1) != 0) check_sending(port);
  }
  std::uint64_t free_word(std::size_t port, unsigned slot) const {
    return s_.free_slots[port * ((p_.packets.slots + 63) / 64) + slot / 64];
  }

  void check_available(std::size_t router, PortId own) const {
    const std::size_t port = router * p_.ports + own;
    for (VcId vc = 0; vc < 2; ++vc) {
      const bool is_available = (s_.available[vc][router] >> own & 1) != 0;
      expect(!is_available || s_.free[port] != 0, "outputs with a free slot");
      expect(has_outputs_only(s_.available[vc][router]), "outputs of a router");
    }
  }

  // The oldest packet of its VC, for the rest of which there are credits.
  void check_sending(std::size_t port) const {
    const unsigned slots = p_.packets.slots;
    expect(s_.send_vc[port] < p_.virtual_channels && s_.send_slot[port] < slots,
           "a packet that is sent");
    const std::size_t l = port * p_.virtual_channels + s_.send_vc[port];
    const unsigned sent = s_.sent[port];
    expect(s_.queue_count[l] != 0 &&
               s_.queue[l * slots + s_.queue_front[l]] == s_.send_slot[port] &&
               sent <= s_.written[port * slots + s_.send_slot[port]] &&
               s_.credits[l] + sent >= p_.packets.packet_flits,
           "a packet that is sent");
  }

  const StateStream& stream_;
  const PacketRouterParams& p_;
  const PacketRouterLayout<kWords>& s_;
};

}  // namespace turnpike::model
