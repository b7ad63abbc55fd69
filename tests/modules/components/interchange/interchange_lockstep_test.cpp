// A whole interchange, hardware beside model, under random legal traffic: every output, every
// cycle.

#include <gtest/gtest.h>

#include <vector>

#include "Vinterchange_adapter.h"
#include "Vinterchange_joint.h"
#include "Vinterchange_joint_3d.h"
#include "Vinterchange_line.h"
#include "Vinterchange_line_pipeline_2.h"
#include "Vinterchange_paced.h"
#include "Vinterchange_ring.h"
#include "Vinterchange_up.h"
#include "model/router/turns.h"
#include "tests/modules/support/interchange_shapes.h"
#include "tests/modules/support/lockstep.h"

namespace turnpike::test {
namespace {

using model::InterchangeParams;
using model::InterchangePlace;

InterchangeIn quiet(const InterchangePlace& place) {
  InterchangeIn in;
  in.place = place;
  return in;
}

Neighbourhood neighbourhood(const InterchangeParams& params, const InterchangePlace& place) {
  Neighbourhood its{params.virtual_channels(), params.format, {}, nullptr, nullptr};
  for (model::PortId port = 0; port < params.ports(); ++port) {
    its.depths.push_back(params.depth_of(port));
  }
  model::RouterParams routers;
  routers.routing = routing_of_routers(params.routing);
  routers.ports = routers.routing.network_ports + 1;
  const model::Turns legal = legal_turns(routers);
  its.route = [=, ahead = model::InterchangeLookahead(params.routing)](
                  model::Address destination, model::PortId port, model::VcId vc) {
    model::Route route = interchange_route(params.routing, place, destination, port, vc);
    // Whoever sent it here goes on by the routers' rules: no packet comes that the router behind
    // the local channel would send back, or on in a dimension that it had before.
    const unsigned travel = port / params.routing.per_direction();
    const bool up = travel % params.routing.directions() == 0;
    const unsigned d =
        params.routing.is_joint ? travel / params.routing.directions() : place.dimension;
    const bool has_pairs = routers.routing.kind != model::RoutingKind::torus_unidirectional;
    const model::PortMask turns = legal[has_pairs ? 2 * d + (up ? 1 : 0) : d];
    const model::PortId local = port - port % params.routing.per_direction();
    if ((ahead.behind(place, destination, local, vc) & turns) == 0) route.vcs = 0;
    return route;
  };
  return its;
}

template <class Top>
using InterchangeLockstep = Lockstep<Top, model::Interchange>;

// `least`: flits in 100 cycles.
template <class Top>
void agrees(const InterchangeParams& params, const InterchangePlace& place, unsigned least = 25) {
  constexpr unsigned kCycles = 8000;
  for (const std::uint64_t seed : kSeeds) {
    SCOPED_TRACE(testing::Message() << "node " << place.node << ", seed " << seed);
    InterchangeLockstep<Top> lockstep(params, neighbourhood(params, place), quiet(place), seed);
    lockstep.run(kCycles);
    if (testing::Test::HasFatalFailure()) return;
    EXPECT_GT(lockstep.traffic().delivered(), kCycles / 100 * least) << "too little happens";
  }
}

TEST(InterchangeLockstepTest, LineOfTwoLevelsAgrees) {
  const InterchangeParams params = line_interchange(1);
  agrees<Vinterchange_line>(params, {32, 63, 0, all_ports(params.routing)});
  // Where the array ends after the next interchange no channel of level 2 leads on.
  agrees<Vinterchange_line>(params, {48, 60, 0, 0b11110111});
}

TEST(InterchangeLockstepTest, TwoCyclesPerHopAgree) {
  const InterchangeParams params = line_interchange(2);
  agrees<Vinterchange_line_pipeline_2>(params, {16, 63, 0, all_ports(params.routing)});
}

TEST(InterchangeLockstepTest, RingAgreesInTheMiddleAndAtTheDateline) {
  const InterchangeParams params = ring_interchange();
  for (const model::Address node : {0x06u, 0x60u, 0x33u}) {
    for (const unsigned dimension : {0u, 1u}) {
      agrees<Vinterchange_ring>(params, {node, 0xbb, dimension, all_ports(params.routing)});
      if (HasFatalFailure()) return;
    }
  }
}

TEST(InterchangeLockstepTest, OneWayRingOfThreeLevelsAgrees) {
  const InterchangeParams params = up_interchange();
  for (const model::Address node : {0u, 8u}) {
    agrees<Vinterchange_up>(params, {node, 23, 0, all_ports(params.routing)});
    if (HasFatalFailure()) return;
  }
}

TEST(InterchangeLockstepTest, JointInterchangesAgree) {
  const InterchangeParams flat = joint_interchange();
  agrees<Vinterchange_joint>(flat, {044, 077, 0, all_ports(flat.routing)});
  agrees<Vinterchange_joint>(flat, {042, 067, 0, 0b10111101});
  const InterchangeParams deep = joint_3d_interchange();
  agrees<Vinterchange_joint_3d>(deep, {0343, 0666, 0, all_ports(deep.routing)});
}

TEST(InterchangeLockstepTest, PacedOutputsAgree) {
  const InterchangeParams adapter = adapter_interchange();
  InterchangePlace place{4, 11, 0, all_ports(adapter.routing)};
  for (const model::PortMask paced : {0b01u, 0b11u}) {
    place.paced = paced;
    agrees<Vinterchange_adapter>(adapter, place, 15);
    if (HasFatalFailure()) return;
  }
  const InterchangeParams express = paced_interchange();
  place = {2, 3, 0, all_ports(express.routing), 0b1010};
  agrees<Vinterchange_paced>(express, place, 10);
}

TEST(InterchangeLockstepTest, PacketsWithoutAWayAreDiscardedInTheSameCycle) {
  const InterchangeParams params = line_interchange(1);
  const InterchangeParams joint = joint_interchange();
  const InterchangePlace middle{16, 60, 0, all_ports(params.routing)};
  const InterchangePlace corner{042, 066, 0, all_ports(joint.routing)};
  unsigned errors = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    InterchangeLockstep<Vinterchange_line> one(params, neighbourhood(params, middle), quiet(middle),
                                               seed);
    InterchangeLockstep<Vinterchange_joint> two(joint, neighbourhood(joint, corner), quiet(corner),
                                                seed);
    one.traffic().send_unroutable_heads();
    two.traffic().send_unroutable_heads();
    one.run(200);
    two.run(200);
    if (HasFatalFailure()) return;
    errors += (one.shown().error ? 1 : 0) + (two.shown().error ? 1 : 0);
  }
  EXPECT_GT(errors, 20u);
}

}  // namespace
}  // namespace turnpike::test
