// Where packets go from a packet router (docs/timing.md, section 7).

#include "model/packet_router/packet_route.h"

#include <gtest/gtest.h>

#include <vector>

namespace turnpike::test {
namespace {

using model::Address;
using model::PacketKind;
using model::PacketRoute;
using model::PortId;

// A 4-cube with five local ports; first hops chosen by the sender.
model::PacketRouterParams four_cube(bool highest_first = true) {
  model::PacketRouterParams params;
  params.ports = 9;
  params.local_ports = 5;
  params.virtual_channels = 2;
  params.format = {16, 4};
  params.routing = {model::RoutingKind::hypercube, 4, 1, highest_first, 2, 4};
  params.packets.first_hop = true;
  return params;
}

PacketRoute route_of(const model::PacketRouterParams& params, Address node, Address limit,
                     Address to, PacketKind kind, PortId in, model::VcId in_vc) {
  return model::compute_packet_route(model::packet_routing(params), params.packets.first_hop, node,
                                     limit, kind, to, in, in_vc);
}

PacketRoute route(const model::PacketRouterParams& params, Address node, Address to, PortId in,
                  PacketKind kind = PacketKind::unicast) {
  return route_of(params, node, 0xf, to, kind, in, 0);
}

TEST(PacketRouteTest, LocalPortGivesTheFirstHopAndContraryPacketsTheLastVc) {
  const model::PacketRouterParams params = four_cube();
  EXPECT_EQ(route(params, 0b0000, 0b0110, 4 + 2), (PacketRoute{0b0100, 0, false}));
  EXPECT_EQ(route(params, 0b0000, 0b0110, 4 + 1), (PacketRoute{0b0010, 1, true}));
  const model::PacketRouterParams lowest = four_cube(false);
  EXPECT_EQ(route(lowest, 0b0000, 0b0110, 4 + 1), (PacketRoute{0b0010, 0, false}));
  EXPECT_EQ(route(lowest, 0b0000, 0b0110, 4 + 2), (PacketRoute{0b0100, 1, true}));
}

TEST(PacketRouteTest, AFirstHopThatDoesNotBringTheMessageNearerIsAnEmptySet) {
  EXPECT_EQ(route(four_cube(), 0b0101, 0b0110, 4 + 2).outputs, 0u);
}

TEST(PacketRouteTest, ThePortForBroadcastsTakesECube) {
  EXPECT_EQ(route(four_cube(), 0b0000, 0b0110, 4 + 4), (PacketRoute{0b0100, 0, false}));
}

TEST(PacketRouteTest, ANetworkPortTakesECubeWhateverCameBefore) {
  EXPECT_EQ(route(four_cube(), 0b0010, 0b1110, 1), (PacketRoute{0b1000, 0, false}));
}

TEST(PacketRouteTest, WhatArrivesLeavesByTheLocalPortOfItsInput) {
  model::PacketRouterParams params = four_cube();
  for (PortId in = 0; in < 4; ++in) {
    EXPECT_EQ(route(params, 9, 9, in), (PacketRoute{1u << (4 + in), 0, false}));
  }
  EXPECT_EQ(route(params, 9, 9, 6), (PacketRoute{1u << 6, 0, false}));  // to itself
  params.ports = 6;
  params.local_ports = 2;
  EXPECT_EQ(route(params, 9, 9, 3), (PacketRoute{1u << 5, 0, false}));
}

// The packets of a broadcast, followed to the end, reach every other node once.
TEST(PacketRouteTest, ABroadcastReachesEveryOtherNodeOnce) {
  struct Copy {
    Address node;
    PortId in;
  };
  for (const bool highest_first : {true, false}) {
    const model::PacketRouterParams params = four_cube(highest_first);
    for (PortId from = 4; from < 9; ++from) {
      std::vector<unsigned> received(16);
      std::vector<Copy> copies = {{5, from}};
      while (!copies.empty()) {
        const Copy copy = copies.back();
        copies.pop_back();
        const PacketRoute at = route(params, copy.node, 3, copy.in, PacketKind::broadcast);
        EXPECT_EQ(at.vc, 0u);
        for (PortId d = 0; d < 4; ++d) {
          if ((at.outputs >> d & 1) != 0) copies.push_back({copy.node ^ (1u << d), d});
        }
        received[copy.node] += static_cast<unsigned>(__builtin_popcount(at.outputs >> 4));
        ASSERT_LE(received[copy.node], 1u);
      }
      for (Address node = 0; node < 16; ++node) EXPECT_EQ(received[node], node == 5 ? 0u : 1u);
    }
  }
}

TEST(PacketRouteTest, ANearNeighbourBroadcastGoesToTheListAndNoFurther) {
  const model::PacketRouterParams params = four_cube();
  const PacketKind kind = PacketKind::near_neighbour_broadcast;
  EXPECT_EQ(route(params, 6, 0b1010, 8, kind), (PacketRoute{0b1010, 0, false}));
  EXPECT_EQ(route(params, 7, 0b1010, 1, kind), (PacketRoute{1u << 5, 0, false}));
  EXPECT_EQ(route(params, 6, 0, 8, kind).outputs, 0u);
}

TEST(PacketRouteTest, AReservedKindHasNoWay) {
  EXPECT_EQ(route(four_cube(), 6, 1, 8, static_cast<PacketKind>(3)).outputs, 0u);
}

// Elsewhere the kind means nothing.
TEST(PacketRouteTest, OnAMeshEveryKindIsAUnicast) {
  model::PacketRouterParams params;
  params.routing = {model::RoutingKind::mesh, 2, 3, true, 1, 4};
  for (const PacketKind kind : {PacketKind::unicast, PacketKind::broadcast}) {
    EXPECT_EQ(route_of(params, 0, 0b111111, 0b001010, kind, 4, 0),
              (PacketRoute{1u << 2, 0, false}));
  }
}

// A ring of 4, one way: from node 3 the wrap-around channel leads to node 0.
TEST(PacketRouteTest, OnATorusThePacketTakesTheLowestPermittedVc) {
  model::PacketRouterParams params;
  params.ports = 2;
  params.virtual_channels = 2;
  params.routing = {model::RoutingKind::torus_unidirectional, 1, 2, true, 2, 1};
  const auto vc = [&](Address node, Address to, PortId in, model::VcId in_vc) {
    return route_of(params, node, 3, to, PacketKind::unicast, in, in_vc).vc;
  };
  EXPECT_EQ(vc(2, 1, 1, 0), 0u);  // the dateline is ahead
  EXPECT_EQ(vc(3, 1, 0, 0), 0u);  // on it
  EXPECT_EQ(vc(0, 1, 0, 0), 1u);  // over it
}

}  // namespace
}  // namespace turnpike::test
