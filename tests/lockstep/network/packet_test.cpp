// packet_test.cpp - whole networks of packet routers: hardware and model show the same outputs,
// queue_o among them, in every cycle.
//
// Together the shapes cover every topology, both ways of switching, one and two VCs, the least and
// many slots, single-flit packets, narrow and wide flits, channels with registers, several local
// channels, chosen first hops, broadcasts and stalled sinks.

#include <gtest/gtest.h>

#include "model/network/message_engine.h"
#include "sim/hardware/engines/lockstep_engine.h"
#include "sim/hardware/engines/rtl_engine.h"
#include "tests/support/experiment.h"
#include "tests/support/scratch_folder.h"

namespace turnpike::test {
namespace {

using model::Topology;

Experiment of_packets(const Topology* kind, std::vector<unsigned> radix,
                      unsigned virtual_channels) {
  Experiment experiment = on(kind, std::move(radix));
  experiment.router.kind = model::RouterKind::packet;
  experiment.router.virtual_channels = virtual_channels;
  experiment.router.packets.packet_flits = 5;
  experiment.router.packets.slots = 4;
  experiment.router.buffer_depth = 7;
  experiment.traffic.length_kind = model::LengthKind::exponential;
  experiment.traffic.length = 8;
  return experiment;
}

void choose_first_hops(Experiment& experiment) {
  experiment.router.packets.first_hop = true;
  experiment.router.local_channels = static_cast<unsigned>(experiment.topology.radix.size()) + 1;
}

void stays_equal(sim::LockstepEngine& engine, model::Cycle cycles) {
  ASSERT_NO_THROW(engine.advance(cycles));
  EXPECT_EQ(engine.now(), cycles);
  EXPECT_GT(engine.collected().totals().packets_delivered, cycles / 20);
}

void packets_stay_equal(const Experiment& experiment, model::Cycle cycles) {
  const ScratchFolder scratch;
  const model::Network network = experiment.build();
  model::Traffic traffic(experiment.traffic, network, experiment.run.seed);
  sim::LockstepOptions options;
  options.folder = scratch.path();
  sim::LockstepEngine engine(network, traffic, experiment.run, options);
  stays_equal(engine, cycles);
}

// Packets of 20 bytes, as co-processors send them.
Experiment quasi_adaptive_hypercube() {
  Experiment experiment = of_packets(Topology::hypercube, {2, 2, 2, 2}, 2);
  choose_first_hops(experiment);
  experiment.router.flit_bits = 16;
  experiment.router.packets.packet_flits = 10;
  experiment.router.buffer_depth = 12;
  experiment.traffic.length = 30;
  return experiment;
}

TEST(PacketLockstepTest, MeshOfOneVc) {
  Experiment experiment = of_packets(Topology::mesh, {4, 3}, 1);
  experiment.traffic.load = 0.3;
  packets_stay_equal(experiment, 4000);
}

TEST(PacketLockstepTest, MeshThatStoresAndForwardsOverLongWiresToStalledSinks) {
  Experiment experiment = of_packets(Topology::mesh, {4, 3}, 2);
  experiment.router.packets.cut_through = false;
  experiment.link.cycles_per_unit = 2;
  experiment.run.sink_stall = 0.3;
  experiment.traffic.load = 0.3;
  packets_stay_equal(experiment, 4000);
}

TEST(PacketLockstepTest, TorusInOverload) {
  Experiment experiment = of_packets(Topology::torus, {5, 4}, 2);
  experiment.traffic.load = 0.9;
  packets_stay_equal(experiment, 4000);
}

TEST(PacketLockstepTest, OneWayTorusWithTheFewestSlotsAndTheShortestBuffers) {
  Experiment experiment = of_packets(Topology::torus, {3, 4}, 2);
  experiment.topology.bidirectional = false;
  experiment.topology.highest_first = false;
  experiment.router.packets.slots = 2;
  experiment.router.packets.packet_flits = 4;
  experiment.router.buffer_depth = 4;
  experiment.traffic.load = 0.4;
  packets_stay_equal(experiment, 4000);
}

TEST(PacketLockstepTest, ButterflyWithPacketsOfOneWideFlit) {
  Experiment experiment = of_packets(Topology::butterfly, {3, 3}, 1);
  experiment.router.packets.packet_flits = 1;
  experiment.router.packets.slots = 1;
  experiment.router.buffer_depth = 1;
  experiment.router.flit_bits = 70;
  experiment.traffic.load = 0.6;
  packets_stay_equal(experiment, 4000);
}

TEST(PacketLockstepTest, HypercubeWithNarrowFlits) {
  Experiment experiment = of_packets(Topology::hypercube, {2, 2, 2, 2}, 1);
  experiment.router.flit_bits = 8;
  experiment.router.packets.packet_flits = 20;
  experiment.router.buffer_depth = 22;
  experiment.traffic.length = 40;
  experiment.traffic.load = 0.7;
  packets_stay_equal(experiment, 4000);
}

TEST(PacketLockstepTest, QuasiAdaptiveHypercube) {
  Experiment experiment = quasi_adaptive_hypercube();
  experiment.traffic.load = 1;
  packets_stay_equal(experiment, 4000);
}

TEST(PacketLockstepTest, PapersRuleOnOneVcUntilItDeadlocksOrNot) {
  Experiment experiment = of_packets(Topology::hypercube, {2, 2, 2}, 1);
  choose_first_hops(experiment);
  experiment.topology.highest_first = false;
  experiment.traffic.load = 0.4;
  packets_stay_equal(experiment, 3000);
}

void broadcasts_stay_equal(model::BroadcastKind kind) {
  Experiment experiment = of_packets(Topology::hypercube, {2, 2, 2, 2}, 2);
  choose_first_hops(experiment);
  experiment.traffic.load = 0.2;
  experiment.traffic.broadcast.fraction = 0.3;
  experiment.traffic.broadcast.kind = kind;
  packets_stay_equal(experiment, 4000);
}

TEST(PacketLockstepTest, BroadcastsThatRoutersCopy) {
  broadcasts_stay_equal(model::BroadcastKind::router);
}
TEST(PacketLockstepTest, BroadcastsAlongATreeOfPacketRouters) {
  broadcasts_stay_equal(model::BroadcastKind::tree);
}

TEST(PacketLockstepTest, BroadcastsAlongATreeOfWormholeRouters) {
  Experiment experiment = on(Topology::hypercube, {2, 2, 2});
  experiment.router.virtual_channels = 2;
  experiment.router.local_channels = 3;
  experiment.traffic.load = 0.5;
  experiment.traffic.broadcast.fraction = 0.1;
  experiment.traffic.messages_at_once = 2;
  packets_stay_equal(experiment, 4000);
}

TEST(PacketLockstepTest, WormholeHypercubeWithTwoLocalChannels) {
  Experiment experiment = on(Topology::hypercube, {2, 2, 2});
  experiment.router.virtual_channels = 2;
  experiment.router.local_channels = 2;
  experiment.traffic.load = 0.5;
  packets_stay_equal(experiment, 4000);
}

// The hardware alone, whose queue_o the terminals read, does what the model does.
void same_alone(const Experiment& experiment, model::Cycle cycles) {
  const model::Network network = experiment.build();
  model::Traffic for_model(experiment.traffic, network, experiment.run.seed);
  model::Traffic for_rtl(experiment.traffic, network, experiment.run.seed);
  const auto model = model::make_model_engine(network, for_model, experiment.run);
  sim::RtlEngine rtl(network, for_rtl, experiment.run);
  model->advance(cycles);
  rtl.advance(cycles);
  EXPECT_EQ(rtl.flits_sent(), model->flits_sent());
  EXPECT_EQ(rtl.packets_outstanding(), model->packets_outstanding());
  const model::WindowSummary a = model->collected().totals();
  const model::WindowSummary b = rtl.collected().totals();
  EXPECT_GT(b.packets_delivered, 100u);
  EXPECT_EQ(b.packets_delivered, a.packets_delivered);
}

TEST(PacketRtlEngineTest, QuasiAdaptiveHypercubeDoesWhatTheModelDoes) {
  Experiment experiment = quasi_adaptive_hypercube();
  experiment.traffic.load = 0.8;
  same_alone(experiment, 3000);
}

TEST(PacketRtlEngineTest, TorusWithStalledSinksDoesWhatTheModelDoes) {
  Experiment experiment = of_packets(Topology::torus, {5, 4}, 2);
  experiment.run.sink_stall = 0.2;
  experiment.traffic.load = 0.3;
  same_alone(experiment, 3000);
}

}  // namespace
}  // namespace turnpike::test
