// Requests that wait for replies: times by hand, windows, targets, and what is counted.

#include <gtest/gtest.h>

#include "model/common/configuration_error.h"
#include "tests/support/workload_run.h"
#include "tests/unit/network/packet_experiments.h"

namespace turnpike::test {
namespace {

using model::NodeId;
using NodeList = std::vector<NodeId>;

Experiment asking(Experiment experiment) {
  experiment.traffic.workload = workload_named("request_reply");
  experiment.run.measurement = 4000;
  return experiment;
}

Experiment asking_on_mesh() { return asking(Experiment()); }

model::WorkloadValue integer_value(std::int64_t value) { return value; }

// A message of L flits over h channels between routers: 1 cycle to the pins, 1 for each of the
// h + 1 routers, and L - 1 until its last flit.
constexpr unsigned alone_for(unsigned flits, unsigned hops) { return 1 + hops + 1 + flits - 1; }

TEST(RequestReplyTest, WindowOneOnAnIdleNetworkTakesTheRoundTripCountedByHand) {
  constexpr unsigned kThink = 9;
  constexpr unsigned kService = 20;
  Experiment experiment = asking_on_mesh();
  auto& said = experiment.traffic.workload_values;
  said["window"] = integer_value(1);
  said["think_time"] = integer_value(kThink);
  said["service_time"] = integer_value(kService);
  said["read_request_flits"] = integer_value(2);
  said["read_reply_flits"] = integer_value(7);
  said["sources"] = NodeList{0};
  said["targets"] = NodeList{63};
  const WorkloadRun run(experiment);
  constexpr unsigned kTrip = alone_for(2, 14) + kService + alone_for(7, 14);
  EXPECT_EQ(run.figure("round_trip"), kTrip);
  EXPECT_EQ(run.figure("round_trip_max"), kTrip);
  EXPECT_EQ(run.figure("round_trip_p50"), kTrip);
  EXPECT_EQ(run.figure("round_trip_stddev"), 0);
  EXPECT_NEAR(run.figure("requests_per_cycle"), 1.0 / (kTrip + kThink), 1.0 / 4000);
  EXPECT_NEAR(run.figure("achieved_window"), double{kTrip} / (kTrip + kThink), 0.02);
  EXPECT_EQ(run.table().cells, (std::vector<double>{kTrip, kTrip, run.figure("round_trips")}));
}

TEST(RequestReplyTest, RequestsOutstandingAreRateTimesRoundTrip) {
  for (const unsigned window : {1u, 4u, 16u}) {
    Experiment experiment = asking_on_mesh();
    experiment.run.measurement = 10000;
    experiment.traffic.workload_values["window"] = integer_value(window);
    experiment.traffic.workload_values["think_time"] = integer_value(30);
    experiment.traffic.workload_values["think"] = std::string("geometric");
    const WorkloadRun run(experiment);
    const double achieved = run.figure("achieved_window");
    EXPECT_LT(achieved, window);
    EXPECT_NEAR(run.figure("requests_per_cycle") * run.figure("round_trip"), achieved,
                0.03 * achieved)
        << window;
  }
}

TEST(RequestReplyTest, ALongServiceFillsTheWindowAndNoMore) {
  Experiment experiment = asking_on_mesh();
  experiment.run.measurement = 20000;
  experiment.traffic.workload_values["window"] = integer_value(3);
  experiment.traffic.workload_values["service_time"] = integer_value(1000);
  const WorkloadRun run(experiment);
  EXPECT_LE(run.figure("achieved_window"), 3);
  EXPECT_GT(run.figure("achieved_window"), 2.99);
}

TEST(RequestReplyTest, ATargetBeginsOneServiceAnInterval) {
  constexpr double kInterval = 12;
  Experiment experiment = asking_on_mesh();
  auto& said = experiment.traffic.workload_values;
  said["service_interval"] = integer_value(static_cast<std::int64_t>(kInterval));
  said["targets"] = NodeList{20, 40};
  const WorkloadRun run(experiment);
  EXPECT_NEAR(run.figure("requests_per_cycle") * 64, 2 / kInterval, 0.02 / kInterval);
}

TEST(RequestReplyTest, RequestsGoToTargetsByTurnsAndNeverToTheNodeItself) {
  Experiment experiment = asking_on_mesh();
  auto& said = experiment.traffic.workload_values;
  said["sources"] = NodeList{5, 6};
  said["targets"] = NodeList{6, 20, 40};
  said["choice"] = std::string("interleaved");
  said["window"] = integer_value(1);
  const WorkloadRun run(experiment);
  std::uint64_t least = ~std::uint64_t{0};
  std::uint64_t most = 0;
  unsigned flows = 0;
  for (const model::FlowSums& flow : run.results().node_table.flows) {
    EXPECT_NE(flow.source(), flow.destination());
    if (flow.source() != 5) continue;
    ++flows;
    least = std::min<std::uint64_t>(least, flow.sums.packets);
    most = std::max<std::uint64_t>(most, flow.sums.packets);
  }
  EXPECT_EQ(flows, 3u);
  EXPECT_GT(least, 10u);
  EXPECT_LE(most - least, 1u);
}

TEST(RequestReplyTest, ReadsAndWritesHaveTheirLengthsAndClasses) {
  Experiment experiment = asking_on_mesh();
  experiment.router.message_classes = 2;
  auto& said = experiment.traffic.workload_values;
  said["write_fraction"] = 0.25;
  said["read_request_flits"] = integer_value(1);
  said["read_reply_flits"] = integer_value(9);
  said["write_request_flits"] = integer_value(9);
  said["write_reply_flits"] = integer_value(1);
  said["reply_class"] = integer_value(1);
  const WorkloadRun run(experiment);
  const auto& classes = run.results().classes;
  ASSERT_EQ(classes.size(), 2u);
  const double requests = classes[0].generated;
  const double replies = classes[1].generated;
  EXPECT_NEAR(requests / replies, (0.75 * 1 + 0.25 * 9) / (0.75 * 9 + 0.25 * 1), 0.02);
  EXPECT_GT(run.figure("read_round_trip"), 0);
  EXPECT_GT(run.figure("write_round_trip"), 0);
  EXPECT_NEAR(0.75 * run.figure("read_round_trip") + 0.25 * run.figure("write_round_trip"),
              run.figure("round_trip"), 0.02 * run.figure("round_trip"));
}

TEST(RequestReplyTest, AFullWindowIsNoSaturation) {
  Experiment experiment = asking_on_mesh();
  experiment.traffic.workload_values["window"] = integer_value(200);
  experiment.traffic.workload_values["targets"] = NodeList{27};
  const WorkloadRun run(experiment);
  EXPECT_GT(run.figure("round_trip"), 5000);
  EXPECT_FALSE(run.results().saturated) << run.results().reason;
  EXPECT_TRUE(run.results().complete) << run.results().reason;
}

TEST(RequestReplyTest, EveryNetworkAnswersEveryRequest) {
  std::vector<NamedExperiment> networks = every_packet_network();
  for (const NamedTopology& topology : every_topology()) {
    Experiment experiment;
    experiment.topology = topology.spec;
    networks.push_back({topology.name, experiment});
  }
  for (const NamedExperiment& network : networks) {
    Experiment experiment = asking(network.experiment);
    experiment.run.measurement = 1000;
    const WorkloadRun run(experiment);
    EXPECT_GT(run.figure("round_trips"), 50) << network.name;
    EXPECT_TRUE(run.results().complete) << network.name << ": " << run.results().reason;
  }
}

TEST(RequestReplyTest, ThreadsChangeNothing) {
  Experiment worms = asking(on(model::Topology::mesh, {12, 12}));
  worms.router.message_classes = 2;
  worms.run.sink_stall = 0.2;
  worms.traffic.workload_values["reply_class"] = integer_value(1);
  worms.traffic.workload_values["think"] = std::string("geometric");
  worms.traffic.workload_values["think_time"] = integer_value(20);
  for (Experiment experiment : {worms, asking(message_cube(7))}) {
    experiment.run.measurement = 1500;
    const WorkloadRun one(experiment);
    experiment.run.threads = 2;
    const WorkloadRun two(experiment);
    EXPECT_GT(one.figure("round_trips"), 500);
    EXPECT_EQ(one.results().workload.figures, two.results().workload.figures);
    EXPECT_EQ(one.table().cells, two.table().cells);
    EXPECT_EQ(one.results().cycles, two.results().cycles);
  }
}

TEST(RequestReplyTest, WhatCannotBeIsRefused) {
  const auto refuses = [](const char* key, const model::WorkloadValue& value) {
    Experiment experiment = asking_on_mesh();
    experiment.traffic.workload_values[key] = value;
    experiment.traffic.workload_values.emplace("sources", NodeList{3});
    const model::Network network = experiment.build();
    try {
      const model::Traffic traffic(experiment.traffic, network, 1);
    } catch (const model::ConfigurationError& error) {
      return error.key == std::string("workload.") + key;
    }
    return false;
  };
  EXPECT_TRUE(refuses("reply_class", integer_value(1)));
  EXPECT_TRUE(refuses("targets", NodeList{64}));
  EXPECT_TRUE(refuses("sources", NodeList{1, 99}));
  EXPECT_TRUE(refuses("targets", NodeList{3}));
  EXPECT_FALSE(refuses("targets", NodeList{3, 4}));
}

}  // namespace
}  // namespace turnpike::test
