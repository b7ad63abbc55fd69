// A whole router, hardware beside model, under random legal traffic: every output, every cycle.

#include <gtest/gtest.h>

#include <vector>

#include "Vrouter_butterfly.h"
#include "Vrouter_corner.h"
#include "Vrouter_cube_turns_last.h"
#include "Vrouter_escape.h"
#include "Vrouter_escape_paced.h"
#include "Vrouter_layers.h"
#include "Vrouter_mesh.h"
#include "Vrouter_mesh_fair.h"
#include "Vrouter_mesh_one_vc.h"
#include "Vrouter_mesh_pipeline_2.h"
#include "Vrouter_no_choices.h"
#include "Vrouter_one_vc.h"
#include "Vrouter_paced.h"
#include "Vrouter_ring_up.h"
#include "Vrouter_single_escape.h"
#include "Vrouter_single_layers.h"
#include "Vrouter_table.h"
#include "Vrouter_torus.h"
#include "Vrouter_torus_classes.h"
#include "Vrouter_turns_last.h"
#include "Vrouter_two_locals.h"
#include "model/router/turns.h"
#include "tests/modules/support/lockstep.h"
#include "tests/modules/support/router_shapes.h"

namespace turnpike::test {
namespace {

template <class Top>
class RouterLockstep : public Lockstep<Top, model::Router> {
 public:
  RouterLockstep(const model::RouterParams& params, model::Address node, model::Address limit,
                 std::uint64_t seed, model::PortMask absent = 0)
      : Lockstep<Top, model::Router>(params, neighbourhood(params, node, limit, absent),
                                     quiet(node, limit), seed),
        params_(params) {}

  // Every entry: a mask of outputs, with a legal one among them, and of layers; nothing for `hole`,
  // if it exists.
  void load_table(model::Address hole = ~0u) {
    const model::Turns turns = legal_turns(params_);
    RouterIn in = this->traffic().quiet();
    in.table_we = true;
    for (in.table_port = 0; in.table_port < params_.ports; ++in.table_port) {
      const unsigned layers = params_.routing.layers;
      const model::Address rows = layers << params_.format.address_bits;
      for (in.table_dest = 0; in.table_dest < rows; ++in.table_dest) {
        do {
          in.table_mask = params_.routing.has_choices
                              ? this->traffic().draws().below(1u << params_.ports)
                              : 1u << this->traffic().draws().below(params_.ports);
        } while ((in.table_mask & turns[in.table_port]) == 0);
        const unsigned named = 1 + this->traffic().draws().below((1u << layers) - 1);
        in.table_mask = table_word(params_.routing, in.table_mask, named);
        if (params_.routing.has_escape) {  // outputs of its own
          const model::PortMask escape = this->traffic().draws().below(1u << params_.ports);
          in.table_mask |= table_word(params_.routing, escape, 2);
        }
        if (in.table_dest == hole) in.table_mask = 0;
        this->tick(in);
      }
    }
  }

 private:
  static RouterIn quiet(model::Address node, model::Address limit) {
    RouterIn in;
    in.node = node;
    in.limit = limit;
    return in;
  }
  // `absent`: ports without a neighbour, who therefore has no credits.
  static Neighbourhood neighbourhood(const model::RouterParams& params, model::Address node,
                                     model::Address limit, model::PortMask absent) {
    Neighbourhood its{params.virtual_channels, params.format,
                      std::vector<unsigned>(params.ports, params.buffer_depth), nullptr, nullptr};
    for (model::PortId port = 0; port < params.ports; ++port) {
      if ((absent >> port & 1) != 0) its.depths[port] = 0;
    }
    its.sources = static_cast<model::PortMask>(~0u << params.network_ports());
    if (params.routing.kind != model::RoutingKind::table) {
      // Neighbours send a packet only where it can make a legal turn.
      its.route = [=, turns = legal_turns(params)](model::Address destination, model::PortId port,
                                                   model::VcId vc) {
        const model::Route route =
            compute_route(params.routing, node, limit, destination, port, vc);
        return (route.outputs & turns[port]) != 0 ? route : model::Route{};
      };
      its.pins = [=, ahead = model::Lookahead(params.routing)](model::Address destination,
                                                               model::PortId port, model::VcId vc) {
        return ahead.at(node, limit, destination, port, vc);
      };
    }
    return its;
  }

  model::RouterParams params_;
};

template <class Top>
void agrees(const model::RouterParams& params, model::Address node, model::Address limit,
            model::PortMask absent = 0) {
  constexpr unsigned kCycles = 8000;
  for (const std::uint64_t seed : kSeeds) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    RouterLockstep<Top> lockstep(params, node, limit, seed, absent);
    if (params.routing.kind == model::RoutingKind::table) lockstep.load_table();
    lockstep.run(kCycles);
    if (testing::Test::HasFatalFailure()) return;
    EXPECT_GT(lockstep.traffic().delivered(), kCycles / 4) << "too little happens";
  }
}

TEST(RouterLockstepTest, MeshAgrees) { agrees<Vrouter_mesh>(mesh_router(1), 033, 075); }

// A corner of a mesh. The model has all ports of a router: those that hardware leaves out change no
// pin.
TEST(RouterLockstepTest, ARouterWithoutTheGatesOfAbsentPortsAgrees) {
  agrees<Vrouter_corner>(mesh_router(1), 0, 075, 012);
}

TEST(RouterLockstepTest, TwoCyclesPerHopAgree) {
  agrees<Vrouter_mesh_pipeline_2>(mesh_router(2), 033, 075);
}

TEST(RouterLockstepTest, MeshWithOneVcAgrees) {
  agrees<Vrouter_mesh_one_vc>(mesh_one_vc_router(), 042, 075);
}

TEST(RouterLockstepTest, FairInjectionAndAGuardWithoutPatienceAgree) {
  agrees<Vrouter_mesh_fair>(mesh_fair_router(), 024, 077);
}

TEST(RouterLockstepTest, TorusAgreesInTheMiddleAndAtTheDatelines) {
  for (const model::Address node : {033u, 050u, 005u, 075u}) {
    SCOPED_TRACE(testing::Message() << "node " << node);
    agrees<Vrouter_torus>(torus_router(), node, 075);
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(RouterLockstepTest, MessageClassesWithDatelinesAgree) {
  for (const model::Address node : {022u, 050u, 004u, 054u}) {
    SCOPED_TRACE(testing::Message() << "node " << node);
    agrees<Vrouter_torus_classes>(torus_classes_router(), node, 054);
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(RouterLockstepTest, RoutersInWhichTurningHeadsGoLastAgree) {
  for (const model::Address node : {033u, 070u}) {
    SCOPED_TRACE(testing::Message() << "node " << node);
    agrees<Vrouter_turns_last>(turns_last_router(), node, 077);
    if (testing::Test::HasFatalFailure()) return;
  }
  agrees<Vrouter_cube_turns_last>(cube_turns_last_router(), 5, 7);
}

TEST(RouterLockstepTest, RingsThatGoOneWayAgree) {
  for (const model::Address node : {0u, 3u, 6u}) {
    SCOPED_TRACE(testing::Message() << "node " << node);
    agrees<Vrouter_ring_up>(ring_up_router(), node, 6);
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(RouterLockstepTest, TableRoutingAgrees) { agrees<Vrouter_table>(table_router(), 5, 15); }

TEST(RouterLockstepTest, TablesThatNameOneOutputAgree) {
  agrees<Vrouter_no_choices>(no_choices_router(), 5, 15);
}

TEST(RouterLockstepTest, LayersThatTablesNameAgree) {
  agrees<Vrouter_layers>(layers_router(), 5, 15);
  if (HasFatalFailure()) return;
  agrees<Vrouter_single_layers>(single_layers_router(), 5, 15);
}

TEST(RouterLockstepTest, HeadsThatMayEscapeAgree) {
  agrees<Vrouter_escape>(escape_router(), 5, 15);
  if (HasFatalFailure()) return;
  agrees<Vrouter_single_escape>(single_escape_router(), 5, 15);
}

TEST(RouterLockstepTest, OutputsThatKeepAPaceAgree) {
  agrees<Vrouter_paced>(paced_router(), 033, 075);
  if (HasFatalFailure()) return;
  agrees<Vrouter_escape_paced>(escape_paced_router(), 5, 15);
}

TEST(RouterLockstepTest, DestinationTagsAgreeInEveryStage) {
  for (const model::Address stage : {0u, 1u, 2u}) {
    SCOPED_TRACE(testing::Message() << "stage " << stage);
    agrees<Vrouter_butterfly>(butterfly_router(), stage, 3);
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(RouterLockstepTest, OneVcOfOneFlitAgrees) { agrees<Vrouter_one_vc>(one_vc_router(), 1, 2); }

TEST(RouterLockstepTest, SeveralLocalPortsAgree) {
  agrees<Vrouter_two_locals>(two_locals_router(), 5, 7);
}

TEST(RouterLockstepTest, PacketsWithoutAWayAreDiscardedInTheSameCycle) {
  unsigned errors = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    RouterLockstep<Vrouter_mesh> mesh(mesh_router(1), 033, 075, seed);
    RouterLockstep<Vrouter_mesh_pipeline_2> deeper(mesh_router(2), 033, 075, seed);
    mesh.traffic().send_unroutable_heads();
    deeper.traffic().send_unroutable_heads();
    mesh.run(200);
    deeper.run(200);
    if (HasFatalFailure()) return;
    errors += (mesh.shown().error ? 1 : 0) + (deeper.shown().error ? 1 : 0);
  }
  EXPECT_GT(errors, 10u);  // of 40 runs; only sources send such heads
}

TEST(RouterLockstepTest, AHoleOfATableIsReportedInTheSameCycle) {
  unsigned errors = 0;
  for (const std::uint64_t seed : kSeeds) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    RouterLockstep<Vrouter_table> lockstep(table_router(), 5, 15, seed);
    lockstep.load_table(7);
    EXPECT_FALSE(lockstep.shown().error);
    lockstep.run(200);
    if (HasFatalFailure()) return;
    errors += lockstep.shown().error ? 1 : 0;
  }
  EXPECT_GT(errors, 0u);
}

}  // namespace
}  // namespace turnpike::test
