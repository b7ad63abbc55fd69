// A whole router, hardware beside model, under random legal traffic: every output, every cycle.

#include <gtest/gtest.h>

#include "Vrouter_mesh.h"
#include "Vrouter_mesh_pipeline_2.h"
#include "Vrouter_one_vc.h"
#include "Vrouter_table.h"
#include "Vrouter_torus.h"
#include "tests/modules/support/legal_traffic.h"
#include "tests/modules/support/router_shapes.h"
#include "tests/modules/support/routers.h"

namespace turnpike::test {
namespace {

void expect_equal(const RouterOut& rtl, const RouterOut& model, unsigned ports) {
  ASSERT_EQ(rtl.out_valid, model.out_valid);
  for (model::PortId port = 0; port < ports; ++port) {
    ASSERT_EQ(rtl.in_credit[port], model.in_credit[port]) << "port " << port;
    if ((model.out_valid >> port & 1) == 0) continue;
    ASSERT_EQ(rtl.out_vc[port], model.out_vc[port]) << "port " << port;
    ASSERT_TRUE(rtl.out_flit[port] == model.out_flit[port]) << "flit of port " << port;
  }
  ASSERT_EQ(rtl.error, model.error);
  ASSERT_EQ(rtl.idle, model.idle);
}

template <class Top>
class Lockstep {
 public:
  Lockstep(const model::RouterParams& params, model::Address node, model::Address limit,
           std::uint64_t seed)
      : params_(params),
        traffic_(params, node, limit, seed),
        rtl_(params, seed),
        model_(params, seed) {}

  LegalTraffic& traffic() { return traffic_; }
  RouterOut shown() { return rtl_.eval(); }

  // Every entry: a mask of outputs, never empty.
  void load_table() {
    RouterIn in = traffic_.quiet();
    in.table_we = true;
    for (in.table_port = 0; in.table_port < params_.ports; ++in.table_port) {
      for (in.table_dest = 0; in.table_dest < 1u << params_.format.address_bits; ++in.table_dest) {
        in.table_mask = 1 + traffic_.draws().below((1u << params_.ports) - 1);
        tick(in);
      }
    }
  }

  // Stops at the first difference.
  void run(unsigned cycles) {
    for (unsigned cycle = 0; cycle < cycles; ++cycle) {
      SCOPED_TRACE(testing::Message() << "cycle " << cycle);
      if (traffic_.draws().chance(0.002)) {
        const RouterIn in = traffic_.quiet();
        rtl_.reset(in);
        model_.reset(in);
        traffic_.reset();
      } else {
        const RouterIn in = traffic_.draw();
        tick(in);
        if (in.enable) traffic_.observe(model_.eval());
      }
      expect_equal(rtl_.eval(), model_.eval(), params_.ports);
      if (testing::Test::HasFatalFailure()) return;
      ASSERT_FALSE(rtl_.is_violated());
    }
  }

 private:
  void tick(const RouterIn& in) {
    rtl_.tick(in);
    model_.tick(in);
  }

  model::RouterParams params_;
  LegalTraffic traffic_;
  RtlRouter<Top> rtl_;
  ModelRouter model_;
};

template <class Top>
void agrees(const model::RouterParams& params, model::Address node, model::Address limit) {
  constexpr unsigned kCycles = 8000;
  for (const std::uint64_t seed : kSeeds) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Lockstep<Top> lockstep(params, node, limit, seed);
    if (params.routing.kind == model::RoutingKind::table) lockstep.load_table();
    lockstep.run(kCycles);
    if (testing::Test::HasFatalFailure()) return;
    EXPECT_GT(lockstep.traffic().delivered(), kCycles / 4) << "too little happens";
  }
}

TEST(RouterLockstepTest, MeshAgrees) { agrees<Vrouter_mesh>(mesh_router(1), 033, 075); }

TEST(RouterLockstepTest, TwoCyclesPerHopAgree) {
  agrees<Vrouter_mesh_pipeline_2>(mesh_router(2), 033, 075);
}

TEST(RouterLockstepTest, TorusAgreesInTheMiddleAndAtTheDatelines) {
  for (const model::Address node : {033u, 050u, 005u, 075u}) {
    SCOPED_TRACE(testing::Message() << "node " << node);
    agrees<Vrouter_torus>(torus_router(), node, 075);
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(RouterLockstepTest, TableRoutingAgrees) { agrees<Vrouter_table>(table_router(), 5, 15); }

TEST(RouterLockstepTest, OneVcOfOneFlitAgrees) { agrees<Vrouter_one_vc>(one_vc_router(), 1, 2); }

TEST(RouterLockstepTest, HeadsThatCanNeverLeaveAreReportedInTheSameCycle) {
  unsigned errors = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Lockstep<Vrouter_mesh> mesh(mesh_router(1), 033, 075, seed);
    Lockstep<Vrouter_mesh_pipeline_2> deeper(mesh_router(2), 033, 075, seed);
    mesh.traffic().send_unroutable_heads();
    deeper.traffic().send_unroutable_heads();
    mesh.run(200);
    deeper.run(200);
    if (HasFatalFailure()) return;
    errors += (mesh.shown().error ? 1 : 0) + (deeper.shown().error ? 1 : 0);
  }
  EXPECT_GT(errors, 20u);
}

}  // namespace
}  // namespace turnpike::test
