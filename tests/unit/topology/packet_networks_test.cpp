// packet_networks_test.cpp - networks of packet routers: nodes with several terminals, every way
// that a first hop allows, broadcast trees, and what can deadlock.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "model/common/configuration_error.h"
#include "model/topology/deadlock.h"
#include "model/topology/validate.h"
#include "tests/unit/topology/networks.h"

namespace turnpike::test {
namespace {

using model::Address;
using model::ComponentId;
using model::ComponentKind;
using model::ConfigurationError;
using model::DeadlockReport;
using model::Network;
using model::NodeId;
using model::PacketKind;
using model::PacketRoute;
using model::PortId;
using model::RouterSpec;
using model::Topology;
using model::TopologySpec;

std::vector<unsigned> cube(unsigned dimensions) { return std::vector<unsigned>(dimensions, 2); }

RouterSpec packet_router(unsigned virtual_channels = 1) {
  RouterSpec router;
  router.kind = model::RouterKind::packet;
  router.packets.packet_flits = 10;
  router.virtual_channels = virtual_channels;
  router.buffer_depth = 12;
  router.flit_bits = 16;
  return router;
}

RouterSpec chosen_first_hops(unsigned dimensions, unsigned virtual_channels) {
  RouterSpec router = packet_router(virtual_channels);
  router.packets.first_hop = true;
  router.local_channels = dimensions + 1;
  return router;
}

Network quasi_adaptive_cube(unsigned dimensions, unsigned virtual_channels,
                            bool highest_first = true) {
  return model::build_network(spec_of(Topology::hypercube, cube(dimensions), true, highest_first),
                              chosen_first_hops(dimensions, virtual_channels), {});
}

void expect_sound(const TopologySpec& spec, const RouterSpec& router) {
  const Network network = model::build_network(spec, router, {});
  ASSERT_TRUE(network.packets.has_value());
  EXPECT_EQ(network.components[0].kind, ComponentKind::packet_router);
  const auto validation = model::validate(network);
  EXPECT_TRUE(validation.valid()) << validation.problems.front();
  EXPECT_EQ(validation.pairs, std::size_t{network.nodes()} * network.nodes());
  const DeadlockReport report = model::check_deadlock(network);
  EXPECT_TRUE(report.checked);
  EXPECT_TRUE(report.deadlock_free) << model::cycle_text(network, report);
}

TEST(PacketNetworksTest, EveryTopologyIsSoundAndFree) {
  expect_sound(spec_of(Topology::mesh, {4, 3}), packet_router(1));
  expect_sound(spec_of(Topology::mesh, {4, 3}), packet_router(2));
  expect_sound(spec_of(Topology::torus, {5, 4}), packet_router(2));
  expect_sound(spec_of(Topology::torus, {8}), packet_router(2));
  expect_sound(spec_of(Topology::torus, {5, 4}, false), packet_router(2));
  expect_sound(spec_of(Topology::butterfly, {4, 4, 4}), packet_router(1));
  expect_sound(spec_of(Topology::hypercube, cube(4)), packet_router(1));
}

TEST(PacketNetworksTest, TorusWithoutItsSecondVcHasACycle) {
  Network network =
      model::build_network(spec_of(Topology::torus, {5}, false), packet_router(2), {});
  // As if the dateline were nowhere: every packet on VC 0.
  network.router.routing.kind = model::RoutingKind::hypercube;
  network.router.routing.dimensions = 1;
  const DeadlockReport report = model::check_deadlock(network);
  EXPECT_FALSE(report.deadlock_free);
  EXPECT_EQ(report.cycle.size(), 5u);
}

TEST(PacketNetworksTest, HypercubeWithSeveralLocalChannelsIsSoundWithBothKindsOfRouter) {
  for (const unsigned locals : {1u, 2u, 3u, 5u}) {
    RouterSpec packets = packet_router(1);
    packets.local_channels = locals;
    expect_sound(spec_of(Topology::hypercube, cube(3)), packets);
    RouterSpec wormhole = wide_router(1);
    wormhole.local_channels = locals;
    const Network network =
        model::build_network(spec_of(Topology::hypercube, cube(3)), wormhole, {});
    EXPECT_EQ(network.terminals.size(), 8 * locals);
    EXPECT_EQ(network.nodes(), 8u);
    EXPECT_TRUE(model::validate(network).valid());
    EXPECT_TRUE(model::check_deadlock(network).deadlock_free);
  }
}

TEST(PacketNetworksTest, TerminalsOfANodeFollowEachOtherWithItsAddress) {
  const Network network = quasi_adaptive_cube(3, 2);
  ASSERT_EQ(network.local_channels, 4u);
  std::set<std::string> names;
  for (NodeId t = 0; t < network.terminals.size(); ++t) {
    EXPECT_EQ(network.terminals[t].address, t / 4);
    EXPECT_EQ(network.terminals[t].inject.component, t / 4);
    EXPECT_EQ(network.terminals[t].inject.port, 3 + t % 4);
    EXPECT_EQ(network.terminals[t].eject.port, 3 + t % 4);
    EXPECT_EQ(model::terminal_coordinates(network, t),
              model::component_coordinates(network, t / 4));
    names.insert(model::terminal_name(network, t));
  }
  EXPECT_EQ(names.size(), network.terminals.size());
  EXPECT_EQ(model::terminal_name(network, 6), "terminal_1_0_0_local_2");
}

TEST(PacketNetworksTest, RouteTakesTheFirstHopOfItsTerminalAndECubeAfterIt) {
  const Network network = quasi_adaptive_cube(3, 2);
  // From 000 to 111 by dimension 0: then the highest, on VC 0.
  const auto path = model::route(network, 0, network.first_terminal(7));
  ASSERT_EQ(path.size(), 4u);
  const unsigned ports[] = {0, 2, 1};
  const unsigned vcs[] = {1, 0, 0};
  for (unsigned i = 0; i < 3; ++i) {
    EXPECT_EQ(path[i].out_port, ports[i]);
    EXPECT_EQ(path[i].vc, vcs[i]);
  }
  EXPECT_EQ(path[3].out_port, 3u + 1) << "from network port 1 to local channel 1";
  EXPECT_THROW(model::route(network, 0, network.first_terminal(6)), std::runtime_error);
  EXPECT_EQ(model::route(network, 3, network.first_terminal(6)).size(), 3u) << "last: e-cube";
}

TEST(PacketNetworksTest, ContraryPacketsOnTheSameVcCloseACycle) {
  for (const unsigned dimensions : {2u, 3u, 5u}) {
    for (const bool highest_first : {true, false}) {
      const Network naive = quasi_adaptive_cube(dimensions, 1, highest_first);
      EXPECT_TRUE(model::validate(naive).valid());
      for (const std::size_t work : {model::kMaxDeadlockWork, std::size_t{1}}) {
        const DeadlockReport report = model::check_deadlock(naive, work);
        EXPECT_TRUE(report.checked);
        EXPECT_FALSE(report.deadlock_free);
        ASSERT_GE(report.cycle.size(), 4u);
        auto last = report.cycle.back().first;
        for (const auto& [channel, vc] : report.cycle) {
          EXPECT_EQ(naive.channels[last].to, naive.channels[channel].from);
          last = channel;
        }
        EXPECT_NE(model::cycle_text(naive, report).find("waits for the first"), std::string::npos);
      }
    }
  }
  // A single dimension has no contrary way.
  EXPECT_TRUE(model::check_deadlock(quasi_adaptive_cube(1, 1)).deadlock_free);
}

TEST(PacketNetworksTest, ContraryPacketsOnAVcOfTheirOwnCloseNone) {
  for (const unsigned dimensions : {1u, 2u, 3u, 6u}) {
    for (const bool highest_first : {true, false}) {
      const Network ours = quasi_adaptive_cube(dimensions, 2, highest_first);
      EXPECT_TRUE(model::validate(ours).valid());
      for (const std::size_t work : {model::kMaxDeadlockWork, std::size_t{1}}) {
        const DeadlockReport report = model::check_deadlock(ours, work);
        EXPECT_TRUE(report.checked);
        EXPECT_TRUE(report.deadlock_free) << model::cycle_text(ours, report);
      }
    }
  }
}

TEST(PacketNetworksTest, BroadcastGoesOnIntoTheDimensionsThatECubeCorrectsLater) {
  const auto network_outputs = [](bool highest_first, PortId in_port) {
    const Network network = quasi_adaptive_cube(3, 2, highest_first);
    const PacketRoute route =
        model::packet_route_at(network, 5, PacketKind::broadcast, 0, in_port, 0);
    return route.outputs & 0b111u;
  };
  EXPECT_EQ(network_outputs(true, 0), 0b000u);
  EXPECT_EQ(network_outputs(true, 2), 0b011u);
  EXPECT_EQ(network_outputs(false, 0), 0b110u);
  EXPECT_EQ(network_outputs(false, 2), 0b000u);
  EXPECT_EQ(network_outputs(true, 6), 0b111u);
}

// Visits of each node by a broadcast of `from` that went in at this terminal.
std::vector<unsigned> broadcast_visits(const Network& network, NodeId terminal) {
  const model::Wiring wiring(network);
  std::vector<unsigned> visits(network.nodes(), 0);
  std::vector<model::Attachment> open{network.terminals[terminal].inject};
  while (!open.empty()) {
    const model::Attachment at = open.back();
    open.pop_back();
    const PacketRoute route =
        model::packet_route_at(network, at.component, PacketKind::broadcast, 0, at.port, 0);
    EXPECT_EQ(route.vc, 0u);
    for (PortId out = 0; out < network.router.ports; ++out) {
      if ((route.outputs >> out & 1) == 0) continue;
      const auto channel = wiring.channel_from(at.component, out);
      if (channel == model::kNoChannel) {
        ++visits[network.node_of(wiring.terminal_at(at.component, out))];
      } else {
        open.push_back({network.channels[channel].to, network.channels[channel].to_port});
      }
    }
  }
  return visits;
}

TEST(PacketNetworksTest, BroadcastVisitsEveryOtherNodeOnce) {
  for (const bool highest_first : {true, false}) {
    const Network network = quasi_adaptive_cube(4, 2, highest_first);
    for (NodeId terminal = 0; terminal < network.terminals.size(); ++terminal) {
      std::vector<unsigned> expected(network.nodes(), 1);
      expected[network.node_of(terminal)] = 0;
      ASSERT_EQ(broadcast_visits(network, terminal), expected) << "terminal " << terminal;
    }
  }
}

TEST(PacketNetworksTest, NearNeighbourBroadcastGoesToTheNeighboursOfItsList) {
  const Network network = quasi_adaptive_cube(4, 2);
  const auto kind = PacketKind::near_neighbour_broadcast;
  EXPECT_EQ(model::packet_route_at(network, 5, kind, 0b1010, 8, 0).outputs, 0b1010u);
  EXPECT_EQ(model::packet_route_at(network, 5, kind, 0, 8, 0).outputs, 0u) << "an error";
  EXPECT_EQ(model::packet_route_at(network, 4, kind, 0b1010, 3, 0).outputs, 1u << (4 + 3));
  const auto reserved = static_cast<PacketKind>(3);
  EXPECT_EQ(model::packet_route_at(network, 5, reserved, 0b1010, 8, 0).outputs, 0u);
}

void expect_refused(const TopologySpec& spec, const RouterSpec& router, const std::string& key) {
  try {
    model::build_network(spec, router, {});
    FAIL() << key << ": was built";
  } catch (const ConfigurationError& error) {
    EXPECT_EQ(error.key, key);
  }
}

TEST(PacketNetworksTest, WhatCannotBeBuiltNamesItsKey) {
  const TopologySpec mesh = spec_of(Topology::mesh, {4, 4});
  const TopologySpec hypercube = spec_of(Topology::hypercube, cube(3));
  expect_refused(ten_switches(), packet_router(), "router.kind");
  TopologySpec express = mesh;
  express.express = model::ExpressSpec{};
  express.express->spacing = {2};
  expect_refused(express, packet_router(), "router.kind");
  expect_refused(mesh, packet_router(3), "router.virtual_channels");
  expect_refused(spec_of(Topology::torus, {4}), packet_router(1), "router.virtual_channels");
  RouterSpec router = packet_router();
  router.buffer_depth = 9;
  expect_refused(mesh, router, "router.buffer_depth");
  router = packet_router(2);
  router.packets.slots = 1;
  expect_refused(mesh, router, "router.packet_buffers");
  router = packet_router();
  router.packets.packet_flits = 0;
  expect_refused(mesh, router, "router.packet_flits");
  router = packet_router();
  router.local_channels = 2;
  expect_refused(mesh, router, "router.local_channels");
  expect_refused(mesh, chosen_first_hops(4, 2), "router.local_channels");
  router = chosen_first_hops(3, 2);
  router.local_channels = 3;
  expect_refused(hypercube, router, "router.local_channels");
  router.kind = model::RouterKind::wormhole;
  router.flit_bits = 32;
  expect_refused(hypercube, router, "router.first_hop");
  router = packet_router();
  router.flit_bits = 8;
  EXPECT_NO_THROW(model::build_network(spec_of(Topology::mesh, {8, 8}), router, {}));
  expect_refused(spec_of(Topology::mesh, {9, 8}), router, "router.flit_bits");
}

}  // namespace
}  // namespace turnpike::test
