// Each topology that a rule makes shrinks: what its descriptor offers is smaller and can be read.

#include "sim/studies/bisect/smaller_networks.h"

#include <gtest/gtest.h>

#include <numeric>
#include <ostream>
#include <string>
#include <vector>

#include "model/topology/build.h"
#include "sim/experiment/config/read_experiment.h"
#include "sim/experiment/config/settings.h"
#include "sim/experiment/run/network_checks.h"

namespace turnpike::test {
namespace {

using sim::Candidate;
using sim::Experiment;
using sim::SmallerNetwork;

struct Named {
  const char* name;
  const char* network;  // of the configuration
  unsigned terminals;   // of the smallest network to which it shrinks step by step
};

std::ostream& operator<<(std::ostream& out, const Named& named) { return out << named.name; }

class ShrinkTest : public testing::TestWithParam<Named> {};

unsigned size_of(const Experiment& experiment) {
  const model::TopologySpec built = experiment.topology.kind->with_links(experiment.topology);
  return static_cast<unsigned>(built.links.size()) +
         std::accumulate(built.hosts.begin(), built.hosts.end(), 0u);
}

TEST_P(ShrinkTest, EachStepIsSmallerAndPacketsFindTheirTerminals) {
  const std::string text = "[network]\n" + std::string(GetParam().network) +
                           "\n[router]\nvirtual_channels = 4\n[traffic]\nload = 0.1\n";
  Experiment experiment = sim::make_experiment(sim::parse_settings(text, "named.toml"));
  Candidate candidate = Candidate::of(experiment);
  const model::NodeId nodes = sim::build_network(experiment).nodes();
  candidate.packets = sim::PacketList{{0, 0, nodes - 1, 2}, {3, nodes / 2, 1, 2}};
  while (true) {
    const std::vector<SmallerNetwork> all = sim::smaller_networks(candidate, experiment);
    for (const SmallerNetwork& one : all) {
      const Experiment smaller = sim::experiment_of(one.candidate, "packets.trace");
      ASSERT_LT(size_of(smaller), size_of(experiment)) << one.text;
      const model::NodeId there = sim::build_network(smaller).nodes();
      for (const model::TraceLine& packet : *one.candidate.packets) {
        ASSERT_LT(packet.source, there) << one.text;
        ASSERT_LT(packet.destination, there) << one.text;
      }
    }
    if (all.empty()) break;
    candidate = all.front().candidate;
    experiment = sim::experiment_of(candidate, "packets.trace");
  }
  EXPECT_LE(sim::build_network(experiment).nodes(), GetParam().terminals);
}

INSTANTIATE_TEST_SUITE_P(
    Named, ShrinkTest,
    testing::Values(
        Named{"Ring", "topology = \"ring\"\nradix = 12\nhosts = 2", 3},
        Named{"Star", "topology = \"star\"\nradix = 9", 2},
        Named{"FullMesh", "topology = \"full_mesh\"\nradix = 8\nhosts = 2", 2},
        Named{"Cmesh", "topology = \"cmesh\"\nradix = [4, 5]", 2},
        Named{"Ctorus", "topology = \"ctorus\"\nradix = [4, 5]", 3},
        Named{"HyperX", "topology = \"hyperx\"\nradix = [3, 4, 2]\nhosts = 3", 2},
        Named{"FlattenedButterfly", "topology = \"flattened_butterfly\"\nradix = 4\ndimensions = 3",
              2},
        Named{"Dragonfly", "topology = \"dragonfly\"\nradix = 4\nglobal_channels = 2", 6},
        Named{"FatTree", "topology = \"fat_tree\"\nradix = [4, 4, 4]\nparents = [2, 4]", 2},
        Named{"Tree", "topology = \"tree\"\nradix = 4\ndimensions = 3", 2},
        Named{"ElevatorMesh",
              "topology = \"elevator_mesh\"\nradix = [4, 3, 3]\nelevators = [1, 6, 11]", 8},
        Named{"Circulant", "topology = \"circulant\"\nradix = 12\noffsets = [2, 5]\nhosts = 2", 3}),
    [](const auto& named) { return std::string(named.param.name); });

}  // namespace
}  // namespace turnpike::test
