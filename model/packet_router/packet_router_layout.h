// packet_router_layout.h - the state of all packet routers of a network, in flat arrays.
//
// Indices: port = router * ports + port of it, lane = port * VCs + vc, for inputs and outputs
// alike. Names are those of the registers in rtl/packet_router.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/common/state_stream.h"
#include "model/common/types.h"
#include "model/packet_router/packet_router_params.h"

namespace turnpike::model {

template <unsigned kWords>
struct PacketRouterLayout {
  using Flit = FlitWords<kWords>;

  PacketRouterLayout(const PacketRouterParams& params, std::size_t routers);

  // Everything but the flits.
  void reset(const PacketRouterParams& params);
  void visit_state(StateStream& state) {
    for (auto* words : {&waiting, &free_slots}) state.list(*words);
    for (auto* masks : {&queued, &sending, &available[0], &available[1], &pass, &rest}) {
      state.list(*masks);
    }
    for (auto* bytes :
         {&error, &vc_turn, &op_turn, &send_turn, &send_vc, &sent, &front, &count, &read,
          &route_class, &route_vc, &pass_slot, &credits, &queue, &written, &is_whole}) {
      state.list(*bytes);
    }
    for (auto* numbers : {&free, &send_slot, &queue_front, &queue_count}) state.list(*numbers);
    state.list(flits);
    state.list(slot_flits);
  }
  // About: of all routers, flits and slots.
  std::size_t bytes() const {
    return (flits.size() + slot_flits.size()) * sizeof(Flit) + 2 * written.size() + queue.size() +
           pass_slot.size() + 18 * count.size() + 10 * free.size() + 21 * waiting.size();
  }

  // [router]
  std::vector<std::uint64_t> waiting;  // input lanes of the router with flits in their buffer
  std::vector<PortMask> queued;        // outputs with a packet in a slot
  std::vector<PortMask> sending;       // outputs that a head left and not yet its tail
  // Outputs with a slot for [0] VC 0 and [1] VC 1; with one VC for [1] contrary packets.
  std::vector<PortMask> available[2];
  std::vector<std::uint8_t> error;

  // [input port], [output port]
  std::vector<std::uint8_t> vc_turn;
  std::vector<std::uint8_t> op_turn;
  std::vector<std::uint8_t> send_turn;
  std::vector<std::uint16_t> free;       // slots
  std::vector<std::uint16_t> send_slot;  // while sending
  std::vector<std::uint8_t> send_vc;
  std::vector<std::uint8_t> sent;  // flits of the packet

  // [input lane]
  std::vector<std::uint8_t> front;
  std::vector<std::uint8_t> count;
  std::vector<std::uint8_t> read;
  std::vector<PortMask> pass;             // outputs of the pass under way; empty: none
  std::vector<PortMask> rest;             // to be copied to after it; 0: to be routed
  std::vector<std::uint8_t> route_class;  // of `available`: its route's
  std::vector<std::uint8_t> route_vc;     // its route's
  std::vector<Flit> flits;                // [input lane][depth]
  std::vector<std::uint8_t> pass_slot;    // [input lane][output port of the router]

  // [output lane]
  std::vector<std::uint8_t> credits;
  std::vector<std::uint16_t> queue_front;
  std::vector<std::uint16_t> queue_count;
  std::vector<std::uint8_t> queue;  // [output lane][slots], a ring of slots

  // [output port][slots]
  std::vector<std::uint64_t> free_slots;  // [output port][words of 64 slots]
  std::vector<std::uint8_t> written;      // flits in the slot
  std::vector<std::uint8_t> is_whole;     // with the tail
  std::vector<Flit> slot_flits;           // [output port][slots][packet flits]
};

template <unsigned kWords>
PacketRouterLayout<kWords>::PacketRouterLayout(const PacketRouterParams& params,
                                               std::size_t routers)
    : waiting(routers), queued(routers), sending(routers), error(routers) {
  const std::size_t ports = routers * params.ports;
  const std::size_t lanes = ports * params.virtual_channels;
  const unsigned slots = params.packets.slots;
  for (std::vector<PortMask>& outputs : available) outputs.resize(routers);
  for (auto* bytes : {&vc_turn, &op_turn, &send_turn, &send_vc, &sent}) bytes->resize(ports);
  free.resize(ports);
  send_slot.resize(ports);
  for (auto* bytes : {&front, &count, &read, &route_class, &route_vc, &credits}) {
    bytes->resize(lanes);
  }
  pass.resize(lanes);
  rest.resize(lanes);
  flits.resize(lanes * params.buffer_depth);
  pass_slot.resize(lanes * params.ports);
  queue_front.resize(lanes);
  queue_count.resize(lanes);
  queue.resize(lanes * slots);
  free_slots.resize(ports * ((slots + 63) / 64));
  written.resize(ports * slots);
  is_whole.resize(ports * slots);
  slot_flits.resize(ports * slots * params.packets.packet_flits);
  reset(params);
}

template <unsigned kWords>
void PacketRouterLayout<kWords>::reset(const PacketRouterParams& params) {
  const auto clear = [](auto& array) { array.assign(array.size(), 0); };
  clear(waiting);
  clear(queued);
  clear(sending);
  const unsigned slots = params.packets.slots;
  const unsigned all_outputs =
      params.ports == kMaxPorts ? ~PortMask{0} : (PortMask{1} << params.ports) - 1;
  available[0].assign(available[0].size(), slots >= params.virtual_channels ? all_outputs : 0);
  available[1].assign(available[1].size(), slots >= 2 ? all_outputs : 0);
  for (auto* bytes : {&error, &vc_turn, &op_turn, &send_turn, &front, &count, &read}) clear(*bytes);
  clear(pass);
  clear(rest);
  clear(queue_front);
  clear(queue_count);
  free.assign(free.size(), static_cast<std::uint16_t>(slots));
  credits.assign(credits.size(), static_cast<std::uint8_t>(params.buffer_depth));
  const unsigned words = (slots + 63) / 64;
  for (std::size_t i = 0; i < free_slots.size(); ++i) {
    const unsigned left = slots - static_cast<unsigned>(i % words) * 64;
    free_slots[i] = left >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << left) - 1;
  }
}

}  // namespace turnpike::model
