// packet_router_layout.h - the state of all packet routers of a network: records in flat arrays.
//
// What a cycle touches together lies together: a router, a port, an input VC and a slot have a
// record each. Indices: port = router * ports + port of it, lane = port * VCs + vc. Names are those
// of the registers in rtl/packet_router.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/common/state_stream.h"
#include "model/common/types.h"
#include "model/packet_router/packet_router_params.h"

namespace turnpike::model {

struct PacketRouterState {
  PortMask waiting[kMaxPacketVcs];  // [VC] input ports with flits in its buffer
  PortMask queued;                  // outputs with a packet in a slot
  PortMask sending;                 // outputs that a head left and not yet its tail
  // Outputs with a slot for [0] VC 0 and [1] VC 1; with one VC for [1] contrary packets.
  PortMask available[2];
  PortMask counted;  // outputs whose number of slots in use has changed in the cycle before
  std::uint32_t error;
};

// An input port and the output port of the same number.
struct PacketPort {
  std::uint64_t free_slots[kMaxSlots / 64];
  std::uint16_t free;  // slots
  std::uint16_t queue_front[kMaxPacketVcs];
  std::uint16_t queue_count[kMaxPacketVcs];
  std::uint16_t send_slot;  // while sending
  std::uint8_t credits[kMaxPacketVcs];
  std::uint8_t op_turn;
  std::uint8_t send_turn;
  std::uint8_t send_vc;
  std::uint8_t sent;     // flits of the packet
  std::uint8_t vc_turn;  // of the input
  std::uint8_t unused[5];
};

struct PacketInputVc {
  PortMask pass;  // outputs of the pass under way; empty: none
  PortMask rest;  // to be copied to after it; 0: to be routed
  std::uint8_t front;
  std::uint8_t count;
  std::uint8_t read;
  std::uint8_t route_class;  // of `available`: its route's
  std::uint8_t route_vc;     // its route's
  std::uint8_t unused[3];
};

struct PacketSlot {
  std::uint8_t written;   // flits
  std::uint8_t is_whole;  // with the tail
};

// How far apart equal places of two ports lie, in items: an odd number of cache lines. The first
// slots are used most, and with a power of two those of all ports would share a few lines of a
// cache.
template <class Item>
constexpr std::size_t packet_stride(std::size_t items) {
  const std::size_t lines = (items * sizeof(Item) + 63) / 64 | 1;
  return (lines * 64 + sizeof(Item) - 1) / sizeof(Item);
}

template <unsigned kWords>
struct PacketRouterLayout {
  using Flit = FlitWords<kWords>;

  PacketRouterLayout(const PacketRouterParams& params, std::size_t routers);

  // Everything but the flits.
  void reset(const PacketRouterParams& params);
  void visit_state(StateStream& state) {
    state.list(routers);
    state.list(ports);
    state.list(lanes);
    state.list(slots);
    for (auto* bytes : {&pass_slot, &queue}) state.list(*bytes);
    for (auto* words : {&flits, &slot_flits}) state.list(*words);
  }
  // About: of all routers, flits and slots.
  std::size_t bytes() const {
    return (flits.size() + slot_flits.size()) * sizeof(Flit) + slots.size() * sizeof(PacketSlot) +
           queue.size() + pass_slot.size() + lanes.size() * sizeof(PacketInputVc) +
           ports.size() * sizeof(PacketPort) + routers.size() * sizeof(PacketRouterState);
  }

  std::vector<PacketRouterState> routers;
  std::vector<PacketPort> ports;
  std::vector<PacketInputVc> lanes;
  std::vector<std::uint8_t> pass_slot;  // [input lane][output port of the router]
  std::vector<Flit> flits;              // [input lane][depth]
  // From one output port to the next.
  std::size_t slot_stride;
  std::size_t flit_stride;
  std::size_t queue_stride;
  std::vector<PacketSlot> slots;    // [output port][slots]
  std::vector<Flit> slot_flits;     // [output port][slots][packet flits]
  std::vector<std::uint8_t> queue;  // [output port][VC][slots], rings of slots
};

template <unsigned kWords>
PacketRouterLayout<kWords>::PacketRouterLayout(const PacketRouterParams& params,
                                               std::size_t router_count)
    : routers(router_count),
      ports(router_count * params.ports),
      lanes(ports.size() * params.virtual_channels),
      pass_slot(lanes.size() * params.ports),
      flits(lanes.size() * params.buffer_depth),
      slot_stride(packet_stride<PacketSlot>(params.packets.slots)),
      flit_stride(
          packet_stride<Flit>(std::size_t{params.packets.slots} * params.packets.packet_flits)),
      queue_stride(
          packet_stride<std::uint8_t>(std::size_t{params.packets.slots} * params.virtual_channels)),
      slots(ports.size() * slot_stride),
      slot_flits(ports.size() * flit_stride),
      queue(ports.size() * queue_stride) {
  reset(params);
}

template <unsigned kWords>
void PacketRouterLayout<kWords>::reset(const PacketRouterParams& params) {
  const unsigned count = params.packets.slots;
  const PortMask all_outputs =
      params.ports == kMaxPorts ? ~PortMask{0} : (PortMask{1} << params.ports) - 1;
  PacketRouterState router{};
  router.available[0] = count >= params.virtual_channels ? all_outputs : 0;
  router.available[1] = count >= 2 ? all_outputs : 0;
  routers.assign(routers.size(), router);

  PacketPort port{};
  port.free = static_cast<std::uint16_t>(count);
  for (unsigned slot = 0; slot < count; ++slot) {
    port.free_slots[slot / 64] |= std::uint64_t{1} << (slot % 64);
  }
  for (std::uint8_t& credits : port.credits) {
    credits = static_cast<std::uint8_t>(params.buffer_depth);
  }
  ports.assign(ports.size(), port);
  lanes.assign(lanes.size(), PacketInputVc{});
}

}  // namespace turnpike::model
