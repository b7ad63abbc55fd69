// finish_router.cpp - the defaults of the two kinds of router.

#include "sim/experiment/config/finish_router.h"

#include <algorithm>

#include "sim/experiment/config/injection_room.h"

namespace turnpike::sim {

namespace {

using model::RouterKind;

constexpr unsigned kPacketBits = 160;  // 20 bytes (Buzzard & Mudge 1988, section 5.3)

void finish_wormhole(Experiment& e) {
  e.router.virtual_channels = e.virtual_channels.value_or(4);
  e.router.buffer_depth = e.buffer_depth.value_or(4);
  e.router.class_order = e.class_order.values;
  e.router.room = e.room.value_or(injection_room(e));
  const unsigned least = 2 * e.topology.address_bits() + 2;
  e.router.flit_bits = e.flit_bits.value_or(least <= 32 ? 32 : least <= 64 ? 64 : 128);
}

void finish_packet(Experiment& e) {
  model::RouterSpec& router = e.router;
  const bool chooses = router.packets.first_hop;
  const bool has_rings = e.topology.routing_kind().has_rings;
  router.virtual_channels = e.virtual_channels.value_or(has_rings || chooses ? 2 : 1);
  router.flit_bits = e.flit_bits.value_or(32);  // an address has at most 24
  router.packets.packet_flits =
      e.packet_flits.value_or((kPacketBits + router.flit_bits - 1) / router.flit_bits);
  router.buffer_depth =
      e.buffer_depth.value_or(std::min(router.packets.packet_flits + 2, model::kMaxDepth));
}

void finish_local_channels(Experiment& e) {
  e.router.local_channels = e.local_channels.value_or(1);
  if (e.local_channels || !e.topology.kind->is_cube) return;
  const auto dimensions = static_cast<unsigned>(e.topology.radix.size());
  const bool has_broadcasts = e.traffic.broadcast.fraction > 0;
  if (e.router.kind == RouterKind::packet && e.router.packets.first_hop) {
    e.router.local_channels = dimensions + 1;
  } else if (has_broadcasts) {
    e.router.local_channels = dimensions;
  }
}

}  // namespace

std::vector<std::pair<const char*, const char*>> keys_of_other_routers(const Experiment& e) {
  if (e.router.kind == RouterKind::wormhole) {
    constexpr const char* kWhy = "only with kind \"packet\"";
    return {{"router.packet_flits", kWhy},
            {"router.packet_buffers", kWhy},
            {"router.switching", kWhy},
            {"router.first_hop", kWhy}};
  }
  return {{"router.pipeline_cycles", "nothing with kind \"packet\": a hop takes one cycle"},
          {"router.patience",
           "nothing with kind \"packet\": it has no starvation guard, all choices are by turns"},
          {"router.turns", "nothing with kind \"packet\": all choices are by turns"},
          {"router.message_classes", "nothing with kind \"packet\": packets have no classes"},
          {"router.class_order", "nothing with kind \"packet\": packets have no classes"},
          {"router.injection", "nothing with kind \"packet\": all choices are by turns"}};
}

void finish_router(Experiment& experiment) {
  finish_local_channels(experiment);
  if (experiment.router.kind == RouterKind::packet) {
    finish_packet(experiment);
  } else {
    finish_wormhole(experiment);
  }
}

}  // namespace turnpike::sim
