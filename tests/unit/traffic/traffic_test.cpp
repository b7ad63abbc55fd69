// traffic_test.cpp - the traffic of a whole network as an engine sees it.

#include "model/traffic/traffic.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <fstream>
#include <tuple>
#include <vector>

#include "model/common/configuration_error.h"
#include "tests/support/scratch_folder.h"
#include "tests/unit/traffic/test_network.h"

namespace turnpike::test {
namespace {

using model::Cycle;
using model::Message;
using model::NodeId;
using model::Traffic;
using model::TrafficSpec;

using Row = std::tuple<NodeId, Cycle, NodeId, std::uint32_t>;

// Messages of cycles 0 .. end-1; `reverse` visits the nodes from the last to the first.
std::vector<std::vector<Row>> run(Traffic& traffic, Cycle end, bool reverse = false) {
  std::vector<std::vector<Row>> rows(traffic.nodes());
  for (Cycle now = 0; now < end; ++now) {
    traffic.prepare(now);
    for (NodeId i = 0; i < traffic.nodes(); ++i) {
      const NodeId node = reverse ? traffic.nodes() - 1 - i : i;
      while (traffic.next_cycles()[node] <= now) {
        const Message message = traffic.take(node);
        EXPECT_EQ(message.queued, now);
        rows[node].emplace_back(node, message.queued, message.destination, message.flits);
      }
    }
  }
  return rows;
}

double flits(const std::vector<std::vector<Row>>& rows) {
  double sum = 0;
  for (const auto& node : rows) {
    for (const Row& row : node) sum += std::get<3>(row);
  }
  return sum;
}

TEST(TrafficTest, GeneratesTheLoadWhateverTheLengths) {
  for (const model::LengthKind kind :
       {model::LengthKind::fixed, model::LengthKind::exponential, model::LengthKind::bimodal}) {
    for (const model::Arrivals arrivals : {model::Arrivals::bernoulli, model::Arrivals::poisson}) {
      TrafficSpec spec;
      spec.load = 0.35;
      spec.length_kind = kind;
      spec.arrivals = arrivals;
      Traffic traffic(spec, nodes_with_radix({8, 8}), 1);
      EXPECT_NEAR(flits(run(traffic, 4000)) / (64 * 4000), 0.35, 0.012);
      EXPECT_EQ(traffic.offered_load(), 0.35);
    }
  }
}

TEST(TrafficTest, DoesNotDependOnTheOrderOfTheNodes) {
  TrafficSpec spec;
  spec.length_kind = model::LengthKind::exponential;
  spec.arrivals = model::Arrivals::poisson;
  spec.load = 3;
  Traffic forward(spec, nodes_with_radix({4, 4}, 3), 5);
  Traffic backward(spec, nodes_with_radix({4, 4}, 3), 5);
  EXPECT_EQ(run(forward, 500), run(backward, 500, true));
}

TEST(TrafficTest, AnotherSeedIsAnotherTraffic) {
  const TrafficSpec spec;
  Traffic one(spec, nodes_with_radix({4, 4}), 1);
  Traffic two(spec, nodes_with_radix({4, 4}), 2);
  EXPECT_NE(run(one, 500), run(two, 500));
}

TEST(TrafficTest, NoLoadIsLegal) {
  TrafficSpec spec;
  spec.load = 0;
  Traffic traffic(spec, nodes_with_radix({4, 4}), 1);
  for (NodeId node = 0; node < 16; ++node) EXPECT_EQ(traffic.next_cycles()[node], Traffic::kNever);
  EXPECT_TRUE(traffic.exhausted());
  EXPECT_THROW(traffic.take(3), std::logic_error);
}

TEST(TrafficTest, BernoulliBeyondOneMessageACycleIsRefused) {
  TrafficSpec spec;
  spec.length = 2;
  spec.load = 2;
  EXPECT_NO_THROW(Traffic(spec, nodes_with_radix({4}, 4), 1));
  spec.load = 2.01;
  try {
    Traffic traffic(spec, nodes_with_radix({4}, 4), 1);
    FAIL() << "accepted";
  } catch (const model::ConfigurationError& error) {
    EXPECT_EQ(error.key, "traffic.load");
    EXPECT_NE(error.allowed.find("Poisson"), std::string::npos);
  }
  spec.arrivals = model::Arrivals::poisson;
  EXPECT_NO_THROW(Traffic(spec, nodes_with_radix({4}, 4), 1));
}

TEST(TrafficTest, LoadsThatAreNoLoadsAreRefused) {
  for (const double wrong : {-0.1, std::nan(""), HUGE_VAL, 1.01}) {
    TrafficSpec spec;
    spec.load = wrong;
    spec.arrivals = model::Arrivals::poisson;
    EXPECT_THROW(Traffic(spec, nodes_with_radix({4}), 1), model::ConfigurationError) << wrong;
  }
}

TEST(TrafficTest, SilentNodesOfAPermutationNeverSendAndLowerTheOfferedLoad) {
  TrafficSpec spec;
  spec.pattern = model::Pattern::permutation;
  const ScratchFolder folder;
  spec.file = (folder.path() / "traffic_test_permutation.txt").string();
  std::ofstream(spec.file, std::ios::binary) << "1 2\n";
  spec.load = 0.4;
  Traffic traffic(spec, nodes_with_radix({4}), 1);
  std::remove(spec.file.c_str());
  EXPECT_DOUBLE_EQ(traffic.offered_load(), 0.1);
  const auto rows = run(traffic, 2000);
  EXPECT_TRUE(rows[0].empty() && rows[2].empty() && rows[3].empty());
  EXPECT_NEAR(static_cast<double>(rows[1].size()), 160, 55);
}

TEST(TrafficTest, ATraceIsReplayed) {
  TrafficSpec spec;
  spec.pattern = model::Pattern::trace;
  const ScratchFolder folder;
  spec.file = (folder.path() / "traffic_test_trace.txt").string();
  std::ofstream(spec.file, std::ios::binary) << "2 1 0 5\n2 3 3 1\n4 1 2 6\n";
  Traffic traffic(spec, nodes_with_radix({4}), 1);
  EXPECT_TRUE(traffic.finite());
  EXPECT_FALSE(traffic.exhausted());
  const auto rows = run(traffic, 6);
  std::remove(spec.file.c_str());
  EXPECT_TRUE(traffic.exhausted());
  EXPECT_EQ(rows[1], (std::vector<Row>{{1, 2, 0, 5}, {1, 4, 2, 6}}));
  EXPECT_EQ(rows[3], (std::vector<Row>{{3, 2, 3, 1}}));
}

}  // namespace
}  // namespace turnpike::test
