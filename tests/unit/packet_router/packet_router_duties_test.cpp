// The packet router of the model refuses parameters that the hardware refuses, and neighbours that
// break their duties.

#include <gtest/gtest.h>

#include <stdexcept>

#include "model/packet_router/packet_router.h"

namespace turnpike::test {
namespace {

using model::PacketRouter;

model::PacketRouterParams mesh_params() {
  model::PacketRouterParams params;
  params.routing = {model::RoutingKind::mesh, 2, 3, true, 1, 4};
  return params;
}

model::PinFlit flit_of(const model::PacketRouterParams& params, bool is_head, bool is_tail) {
  return is_head ? params.format.head<model::kMaxFlitWords>(1, 0, model::PacketKind::unicast, 0,
                                                            is_tail)
                 : params.format.body<model::kMaxFlitWords>(0, 0, 1, is_tail);
}

PacketRouter::In with_flit(const model::PacketRouterParams& params, bool is_head, bool is_tail) {
  PacketRouter::In in;
  in.limit = 0b111111;
  in.in_valid = 1u << 4;
  in.in_flit[4] = flit_of(params, is_head, is_tail);
  return in;
}

TEST(PacketRouterDutiesTest, BadParametersAreRefused) {
  const auto refuses = [](const auto& change) {
    model::PacketRouterParams params = mesh_params();
    change(params);
    EXPECT_THROW(PacketRouter{params}, std::invalid_argument);
  };
  PacketRouter{mesh_params()};
  refuses([](auto& p) { p.virtual_channels = 3; });
  refuses([](auto& p) { p.buffer_depth = p.packets.packet_flits - 1; });
  refuses([](auto& p) { p.packets.packet_flits = 0; });
  refuses([](auto& p) { p.packets.slots = 0; });
  refuses([](auto& p) { p.packets.slots = 257; });
  refuses([](auto& p) { p.packets.first_hop = true; });
  refuses([](auto& p) { p.routing.kind = model::RoutingKind::table; });
  refuses([](auto& p) { p.routing.kind = model::RoutingKind::torus_bidirectional; });
}

TEST(PacketRouterDutiesTest, ABodyBeforeAHeadIsRefused) {
  PacketRouter router(mesh_params());
  EXPECT_THROW(router.tick(with_flit(mesh_params(), false, true)), std::logic_error);
}

TEST(PacketRouterDutiesTest, APacketLongerThanASlotIsRefused) {
  PacketRouter router(mesh_params());
  router.tick(with_flit(mesh_params(), true, false));
  for (unsigned i = 1; i < 5; ++i) router.tick(with_flit(mesh_params(), false, false));
  EXPECT_THROW(router.tick(with_flit(mesh_params(), false, true)), std::logic_error);
}

TEST(PacketRouterDutiesTest, ACreditTooManyIsRefused) {
  PacketRouter router(mesh_params());
  PacketRouter::In in;
  in.out_credit[0] = 1;
  EXPECT_THROW(router.tick(in), std::logic_error);
}

// One slot, which a packet that is not sent for want of credits keeps.
TEST(PacketRouterDutiesTest, AHeadWithoutRoomForAPacketIsRefused) {
  model::PacketRouterParams params = mesh_params();
  params.packets.slots = 1;
  PacketRouter router(params);
  for (unsigned packet = 0; packet < 4; ++packet) {
    router.tick(with_flit(params, true, true));
    router.tick({});
  }
  for (unsigned packet = 0; packet < 3; ++packet) router.tick(with_flit(params, true, true));
  EXPECT_FALSE(router.eval().idle);
  EXPECT_EQ(router.eval().queue[0], 1u);
  EXPECT_THROW(
      {
        for (unsigned packet = 0; packet < 8; ++packet) {
          router.tick(with_flit(params, true, true));
        }
      },
      std::logic_error);
}

// A flit that finds nothing in its way shows in the next cycle; with store and forward the head
// waits for its tail.
TEST(PacketRouterDutiesTest, AHopTakesOneCycleOrThePacket) {
  for (const bool cut_through : {true, false}) {
    model::PacketRouterParams params = mesh_params();
    params.packets.cut_through = cut_through;
    PacketRouter router(params);
    PacketRouter::In in = with_flit(params, true, false);
    unsigned cycles = 0;
    for (; router.eval().out_valid == 0 && cycles < 20; ++cycles) {
      router.tick(in);
      in = cycles < 4 ? with_flit(params, false, cycles == 3) : PacketRouter::In{};
    }
    EXPECT_EQ(cycles, cut_through ? 1u : 5u);
    EXPECT_TRUE(params.format.is_head(router.eval().out_flit[0].word));
  }
}

}  // namespace
}  // namespace turnpike::test
