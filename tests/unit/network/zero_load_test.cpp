// Alone in the network, a head takes exactly the cycles that docs/timing.md counts.

#include <gtest/gtest.h>

#include <tuple>

#include "model/topology/route.h"
#include "tests/unit/network/every_network.h"

namespace turnpike::test {
namespace {

using model::EventKind;
using model::NodeId;

// Topology, cycles per hop, extra cycles per channel.
using Case = std::tuple<NamedTopology, unsigned, double>;

class ZeroLoadTest : public testing::TestWithParam<Case> {};

TEST_P(ZeroLoadTest, LatencyOfEveryPairIsTheExactCount) {
  Experiment experiment;
  experiment.topology = std::get<0>(GetParam()).spec;
  experiment.router.pipeline_cycles = std::get<1>(GetParam());
  experiment.link.cycles_per_unit = std::get<2>(GetParam());
  const model::Network network = experiment.build();
  const auto nodes = static_cast<NodeId>(network.terminals.size());
  std::string trace;
  model::Cycle when = 0;
  for (NodeId from = 0; from < nodes; ++from) {
    for (NodeId to = 0; to < nodes; ++to) {
      trace +=
          std::to_string(when) + " " + std::to_string(from) + " " + std::to_string(to) + " 3\n";
      when += 80;  // longer than any packet is under way
    }
  }
  TraceRun run(experiment, trace);
  ASSERT_TRUE(run.drain(when + 200));

  model::Cycle queued = 0;
  unsigned heads = 0;
  unsigned tails = 0;
  for (const model::Event& event : run.events()) {
    SCOPED_TRACE(testing::Message() << "from " << event.source << " to " << event.destination);
    if (event.kind == EventKind::queued) queued = event.cycle;
    const auto expected =
        model::zero_load_latency(network, model::route(network, event.source, event.destination));
    if (event.kind == EventKind::head) {
      ++heads;
      ASSERT_EQ(event.cycle - queued, expected);
    }
    if (event.kind == EventKind::delivered) {
      ++tails;
      ASSERT_EQ(event.cycle - queued, expected + 2) << "the tail follows the head flit by flit";
    }
  }
  EXPECT_EQ(heads, nodes * nodes);
  EXPECT_EQ(tails, nodes * nodes);
}

INSTANTIATE_TEST_SUITE_P(EveryTopology, ZeroLoadTest,
                         testing::Combine(testing::ValuesIn(every_topology()),
                                          testing::Values(1u, 2u), testing::Values(0.0)),
                         [](const auto& tested) {
                           return name_of(std::get<0>(tested.param)) + "Pipeline" +
                                  std::to_string(std::get<1>(tested.param));
                         });

// Wires that take three cycles; buffers of four do not cover their credit loop, a single packet of
// three flits does not notice.
INSTANTIATE_TEST_SUITE_P(LongWires, ZeroLoadTest,
                         testing::Combine(testing::ValuesIn(every_topology()), testing::Values(1u),
                                          testing::Values(3.0)),
                         [](const auto& tested) { return name_of(std::get<0>(tested.param)); });

}  // namespace
}  // namespace turnpike::test
