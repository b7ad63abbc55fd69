// A channel runs at full rate where its buffers are as deep as its credit loop, and at depth over
// loop where they are not (docs/timing.md, 2.11).

#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

#include "tests/unit/network/every_network.h"

namespace turnpike::test {
namespace {

// Buffer depth, cycles per hop, registers on the wire.
class FullRateTest : public testing::TestWithParam<std::tuple<unsigned, unsigned, unsigned>> {};

TEST_P(FullRateTest, RateIsDepthOverLoopUpToOne) {
  const auto [depth, pipeline, wire] = GetParam();
  constexpr unsigned kFlits = 600;
  Experiment experiment;
  experiment.topology = spec_of(model::Topology::mesh, {2});
  experiment.router.virtual_channels = 1;
  experiment.router.buffer_depth = depth;
  experiment.router.pipeline_cycles = pipeline;
  experiment.link.cycles_per_unit = wire;
  TraceRun run(experiment, "0 0 1 " + std::to_string(kFlits) + "\n");
  ASSERT_TRUE(run.drain(40 * kFlits));

  model::Cycle head = 0;
  model::Cycle tail = 0;
  for (const model::Event& event : run.events()) {
    if (event.kind == model::EventKind::head) head = event.cycle;
    if (event.kind == model::EventKind::delivered) tail = event.cycle;
  }
  const unsigned loop = pipeline + 2 + 2 * wire;
  const unsigned in_a_loop = std::min(depth, loop);
  // Flits come `in_a_loop` by `in_a_loop`, one cycle apart in a group, a loop from group to group.
  const model::Cycle groups = (kFlits - 1) / in_a_loop;
  const model::Cycle rest = (kFlits - 1) % in_a_loop;
  EXPECT_EQ(tail - head, groups * loop + rest);
}

INSTANTIATE_TEST_SUITE_P(DepthPipelineWire, FullRateTest,
                         testing::Combine(testing::Values(1u, 2u, 3u, 4u, 5u, 7u, 8u, 16u, 64u),
                                          testing::Values(1u, 2u),
                                          testing::Values(0u, 1u, 2u, 5u, 13u)));

}  // namespace
}  // namespace turnpike::test
