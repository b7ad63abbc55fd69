// A whole packet router, hardware beside model, under random legal traffic: every output, every
// cycle.

#include <gtest/gtest.h>

#include "Vpacket_router_6_cube.h"
#include "Vpacket_router_butterfly.h"
#include "Vpacket_router_cube.h"
#include "Vpacket_router_lowest_first.h"
#include "Vpacket_router_mesh.h"
#include "Vpacket_router_one_flit.h"
#include "Vpacket_router_one_vc.h"
#include "Vpacket_router_stored.h"
#include "Vpacket_router_torus.h"
#include "tests/modules/support/lockstep.h"
#include "tests/modules/support/packet_router_shapes.h"
#include "tests/modules/support/packet_traffic.h"

namespace turnpike::test {
namespace {

using model::PacketRouterParams;

PacketRouterIn quiet(model::Address node, model::Address limit) {
  PacketRouterIn in;
  in.node = node;
  in.limit = limit;
  return in;
}

template <class Top>
class PacketLockstep {
 public:
  PacketLockstep(const PacketRouterParams& params, const PacketRouterIn& quiet, std::uint64_t seed)
      : params_(params), traffic_(params, quiet, seed), rtl_(params, seed), model_(params, seed) {}

  PacketTraffic& traffic() { return traffic_; }
  bool has_error() { return rtl_.eval().error; }

  // Stops at the first difference.
  void run(unsigned cycles) {
    for (unsigned cycle = 0; cycle < cycles; ++cycle) {
      SCOPED_TRACE(testing::Message() << "cycle " << cycle);
      if (traffic_.draws().chance(0.002)) {
        rtl_.reset(traffic_.quiet());
        model_.reset(traffic_.quiet());
        traffic_.reset();
      } else {
        const PacketRouterIn in = traffic_.draw();
        rtl_.tick(in);
        model_.tick(in);
        if (in.enable) traffic_.observe(model_.eval());
      }
      compare();
      if (testing::Test::HasFatalFailure()) return;
    }
  }

 private:
  void compare() {
    const PacketRouterOut rtl = rtl_.eval();
    const PacketRouterOut model = model_.eval();
    expect_equal(rtl, model, params_.ports);
    for (model::PortId port = 0; port < params_.ports; ++port) {
      ASSERT_EQ(rtl.queue[port], model.queue[port]) << "port " << port;
    }
    ASSERT_FALSE(rtl_.is_violated());
  }

  PacketRouterParams params_;
  PacketTraffic traffic_;
  RtlPacketRouter<Top> rtl_;
  ModelPacketRouter model_;
};

template <class Top>
void agrees(const PacketRouterParams& params, model::Address node, model::Address limit) {
  constexpr unsigned kCycles = 8000;
  for (const std::uint64_t seed : kSeeds) {
    SCOPED_TRACE(testing::Message() << "node " << node << ", seed " << seed);
    PacketLockstep<Top> lockstep(params, quiet(node, limit), seed);
    lockstep.run(kCycles);
    if (testing::Test::HasFatalFailure()) return;
    EXPECT_GT(lockstep.traffic().delivered(), kCycles / 4) << "too little happens";
  }
}

TEST(PacketRouterLockstepTest, CubeWithFirstHopsAgrees) {
  agrees<Vpacket_router_cube>(small_packet_router(2, true), 5, 7);
}

TEST(PacketRouterLockstepTest, CubeWithOneVcAgrees) {
  agrees<Vpacket_router_one_vc>(small_packet_router(1, true), 2, 7);
}

TEST(PacketRouterLockstepTest, StoreAndForwardAgrees) {
  agrees<Vpacket_router_stored>(small_packet_router(2, false), 0, 7);
}

TEST(PacketRouterLockstepTest, SixCubeAgrees) {
  agrees<Vpacket_router_6_cube>(six_cube_packet_router(), 45, 63);
}

TEST(PacketRouterLockstepTest, LowestDimensionFirstAgrees) {
  agrees<Vpacket_router_lowest_first>(lowest_first_packet_router(), 6, 15);
}

TEST(PacketRouterLockstepTest, TorusAgreesInTheMiddleAndAtTheDatelines) {
  for (const model::Address node : {033u, 050u, 005u, 075u}) {
    agrees<Vpacket_router_torus>(torus_packet_router(), node, 075);
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(PacketRouterLockstepTest, MeshThatStores256PacketsAgrees) {
  agrees<Vpacket_router_mesh>(mesh_packet_router(), 3, 6);
}

TEST(PacketRouterLockstepTest, ButterflyOf64BitsAgrees) {
  agrees<Vpacket_router_butterfly>(butterfly_packet_router(), 1, 3);
}

TEST(PacketRouterLockstepTest, PacketsOfOneFlitOf8BitsAgree) {
  agrees<Vpacket_router_one_flit>(one_flit_packet_router(), 1, 2);
}

TEST(PacketRouterLockstepTest, PacketsWithoutAWayAreDiscardedInTheSameCycle) {
  unsigned errors = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    PacketLockstep<Vpacket_router_cube> cube(small_packet_router(2, true), quiet(5, 7), seed);
    PacketLockstep<Vpacket_router_torus> torus(torus_packet_router(), quiet(033, 055), seed);
    cube.traffic().send_unroutable_heads();
    torus.traffic().send_unroutable_heads();
    cube.run(200);
    torus.run(200);
    if (HasFatalFailure()) return;
    errors += (cube.has_error() ? 1 : 0) + (torus.has_error() ? 1 : 0);
  }
  EXPECT_GT(errors, 15u);
}

}  // namespace
}  // namespace turnpike::test
