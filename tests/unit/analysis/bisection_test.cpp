// Bisections of networks for which textbooks have them, pins by the port lists, Agarwal's designs.

#include "model/analysis/bisection.h"

#include <gtest/gtest.h>

#include <cmath>

#include "model/analysis/agarwal_designs.h"
#include "model/analysis/pin_count.h"
#include "tests/support/experiment.h"
#include "tests/unit/network/packet_experiments.h"

namespace turnpike::test {
namespace {

namespace agarwal = model::agarwal;
using model::NodeId;
using model::Topology;

model::Cut cut_of(const model::Network& network) {
  return model::cut_between(network, model::middle_halves(network),
                            [&](NodeId, NodeId) { return 1.0 / network.nodes(); });
}

TEST(BisectionTest, RegularNetworksHaveTheTextbooksNumber) {
  EXPECT_EQ(cut_of(on(Topology::mesh, {8, 8}).build()).channels(), 16u);                // 2 N / k
  EXPECT_EQ(cut_of(on_torus({8, 8}, true).build()).channels(), 32u);                    // 4 N / k
  EXPECT_EQ(cut_of(on_torus({6, 6}, false).build()).channels(), 12u);                   // 2 N / k
  EXPECT_EQ(cut_of(on(Topology::hypercube, {2, 2, 2, 2, 2}).build()).channels(), 32u);  // N
  EXPECT_EQ(cut_of(on(Topology::butterfly, {4, 4, 4}).build()).channels(), 32u);        // N / 2
  EXPECT_EQ(cut_of(on(Topology::mesh, {4, 8, 2}).build()).channels(), 16u);  // the longest
}

TEST(BisectionTest, LoadThatFillsIt) {
  EXPECT_NEAR(cut_of(on(Topology::mesh, {8, 8}).build()).saturation, 0.5, 1e-12);
  EXPECT_NEAR(cut_of(on_torus({8, 8}, true).build()).saturation, 1, 1e-12);
  EXPECT_NEAR(cut_of(on(Topology::butterfly, {4, 4, 4}).build()).saturation, 1, 1e-12);
}

TEST(BisectionTest, ExpressChannelsCountToo) {
  Experiment experiment;
  experiment.topology = express_array(16, {4}, 1, {2});
  // Between nodes 7 and 8: two express channels and the local one, each way.
  EXPECT_EQ(cut_of(experiment.build()).channels(), 6u);
}

TEST(BisectionTest, HalvesAtOneSwitchHaveNoChannelsBetween) {
  EXPECT_EQ(cut_of(on(Topology::butterfly, {4}).build()).channels(), 0u);
}

// Two rings of five, joined by two links: the search finds the way they were made.
TEST(BisectionTest, SearchFindsThePlantedHalves) {
  Experiment experiment;
  experiment.topology.kind = Topology::irregular;
  experiment.topology.radix.clear();
  experiment.topology.hosts.assign(10, 2);
  const unsigned shuffled[10] = {7, 2, 9, 0, 4, 1, 8, 3, 6, 5};
  for (unsigned i = 0; i < 5; ++i) {
    for (const unsigned ring : {0u, 5u}) {
      experiment.topology.links.emplace_back(shuffled[ring + i], shuffled[ring + (i + 1) % 5]);
    }
  }
  experiment.topology.links.emplace_back(shuffled[0], shuffled[5]);
  experiment.topology.links.emplace_back(shuffled[2], shuffled[7]);
  const model::Network network = experiment.build();
  const model::Halves halves = model::searched_halves(network);
  const model::Cut cut = model::cut_between(network, halves, [](NodeId, NodeId) { return 0.1; });
  EXPECT_EQ(cut.channels(), 4u);
  EXPECT_EQ(std::count(halves.begin(), halves.end(), true), 10);
  EXPECT_LE(model::spectral_links(model::switch_graph(network)), 2);
}

// A ring of n: lambda_2 = 2 - 2 cos(2 pi / n).
TEST(BisectionTest, SpectralBoundOfARing) {
  model::SwitchGraph ring(12);
  for (model::ComponentId s = 0; s < 12; ++s) ring[s] = {(s + 1) % 12, (s + 11) % 12};
  const double pi = std::acos(-1.0);
  EXPECT_NEAR(model::spectral_links(ring), 12.0 / 4 * (2 - 2 * std::cos(2 * pi / 12)), 1e-9);
}

TEST(PinCountTest, PinsOfARouter) {
  Experiment experiment = on(Topology::mesh, {8, 8});
  experiment.router.virtual_channels = 4;
  experiment.router.flit_bits = 32;
  const model::PinCount pins = model::router_pins(experiment.build());
  EXPECT_EQ(pins.network, 8 * (1 + 2 + 34 + 4));
  EXPECT_EQ(pins.local, 2 * (1 + 2 + 34 + 4));
  // clk, rst, enable; two addresses of 6; table: 1 + 3 + 6 + 5; error, idle
  EXPECT_EQ(pins.other, 3 + 12 + 15 + 2);
  const model::PinCount cube = model::router_pins(message_cube(4).build());
  EXPECT_EQ(cube.network, 8u * (1 + 1 + 18 + 2));
  EXPECT_EQ(cube.other, 3u + 8 + 9 * 3 + 2);  // queues of nine ports, 0 .. 4 packets
}

TEST(AgarwalDesignsTest, ThePapersConstraintsComeOutAsItsEquations) {
  agarwal::Budget budget;
  budget.nodes = 1024;
  budget.bits = 160;
  budget.switch_delay = 4;
  budget.width = 8;
  budget.bisection = 1024;  // of the binary n-cube: W = k / 2
  budget.pins = 128;
  for (double n = 2; n <= 10; ++n) {
    EXPECT_NEAR(design(agarwal::Constraint::width, budget, n).latency,
                agarwal::base_latency(1024, n, 4, 20), 1e-9);
    EXPECT_NEAR(design(agarwal::Constraint::bisection, budget, n).latency,
                agarwal::base_latency_fixed_bisection(1024, n, 4, 160), 1e-9);
    EXPECT_NEAR(design(agarwal::Constraint::node, budget, n).latency,
                agarwal::base_latency_fixed_node(1024, n, 4, 160), 1e-9);
  }
}

// Claims of sections IV-A, IV-B and IV-C for 1,024 nodes.
TEST(AgarwalDesignsTest, TheBestDimensionIsThePapers) {
  agarwal::Budget budget;
  budget.nodes = 1024;
  budget.bits = 160;
  budget.switch_delay = 4;
  budget.width = 8;
  budget.bisection = 1024;
  budget.pins = 128;
  const auto best_of = [&](agarwal::Constraint constraint) {
    return agarwal::best(agarwal::designs(constraint, budget)).dimensions;
  };
  EXPECT_EQ(best_of(agarwal::Constraint::width), 3);
  EXPECT_EQ(best_of(agarwal::Constraint::bisection), 2);
  EXPECT_EQ(best_of(agarwal::Constraint::node), 3);
  EXPECT_EQ(agarwal::designs(agarwal::Constraint::width, budget).size(), 9u);  // n = 2 .. 10
  budget.switch_delay = 0;
  EXPECT_EQ(best_of(agarwal::Constraint::width), 2);
  budget.width = 0;
  EXPECT_THROW(design(agarwal::Constraint::width, budget, 2), std::invalid_argument);
}

}  // namespace
}  // namespace turnpike::test
