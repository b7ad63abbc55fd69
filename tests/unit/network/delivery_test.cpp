// Every packet comes out once, at its node, whole and in order, and nothing is left behind.

#include <gtest/gtest.h>

#include <map>
#include <tuple>

#include "model/common/configuration_error.h"
#include "tests/unit/network/every_network.h"

namespace turnpike::test {
namespace {

using model::EventKind;
using model::NodeId;
using model::Pattern;

constexpr model::Cycle kQueueing = 400;  // in which messages are queued

const std::map<const Pattern*, const char*> kPatterns = {
    {Pattern::uniform, "Uniform"},          {Pattern::uniform_other, "UniformOther"},
    {Pattern::transpose, "Transpose"},      {Pattern::bit_complement, "BitComplement"},
    {Pattern::bit_reversal, "BitReversal"}, {Pattern::perfect_shuffle, "PerfectShuffle"},
    {Pattern::butterfly, "Butterfly"},      {Pattern::tornado, "Tornado"},
    {Pattern::neighbour, "Neighbour"},      {Pattern::hot_spot, "HotSpot"},
    {Pattern::locality, "Locality"},
};

// The first messages of a pattern as a trace; empty where the pattern does not fit the network.
std::string first_messages(Experiment experiment, const Pattern* pattern) {
  experiment.traffic.pattern = pattern;
  experiment.traffic.load = 0.7;
  experiment.traffic.length_kind = model::LengthKind::bimodal;
  experiment.traffic.length = 1;
  experiment.traffic.long_length = 9;
  experiment.traffic.long_fraction = 0.4;
  experiment.traffic.locality = 0.5;
  const model::Network network = experiment.build();
  std::string trace;
  try {
    model::Traffic traffic(experiment.traffic, network, 7);
    for (model::Cycle now = 0; now < kQueueing; ++now) {
      for (NodeId node = 0; node < traffic.nodes(); ++node) {
        while (traffic.next_cycles()[node] <= now) {
          const model::Message message = traffic.take(node);
          trace += std::to_string(now) + " " + std::to_string(node) + " " +
                   std::to_string(message.destination) + " " + std::to_string(message.flits) + "\n";
        }
      }
    }
  } catch (const model::ConfigurationError&) {
    return "";
  }
  return trace;
}

void expect_all_delivered_once(TraceRun& run) {
  // The sinks check destination, order and every bit of every flit; here the books are closed.
  std::map<std::pair<NodeId, std::uint32_t>, int> under_way;
  std::uint64_t queued_flits = 0;
  std::uint64_t delivered_flits = 0;
  for (const model::Event& event : run.events()) {
    int& count = under_way[{event.source, event.packet}];
    if (event.kind == EventKind::queued) {
      ++count;
      queued_flits += event.flits;
    }
    if (event.kind == EventKind::delivered) {
      --count;
      delivered_flits += event.flits;
    }
  }
  for (const auto& [packet, count] : under_way) {
    ASSERT_EQ(count, 0) << "source " << packet.first << ", packet " << packet.second;
  }
  EXPECT_EQ(queued_flits, delivered_flits);
  EXPECT_GT(delivered_flits, 1000u);
  EXPECT_EQ(run.engine().packets_outstanding(), 0u);
  for (const std::uint32_t flits : run.engine().flits_buffered()) ASSERT_EQ(flits, 0u);
}

class DeliveryTest : public testing::TestWithParam<std::tuple<NamedTopology, double>> {};

TEST_P(DeliveryTest, EveryPacketOfEveryPatternOnce) {
  Experiment experiment;
  experiment.topology = std::get<0>(GetParam()).spec;
  experiment.run.sink_stall = std::get<1>(GetParam());
  unsigned fitting = 0;
  for (const auto& [pattern, name] : kPatterns) {
    SCOPED_TRACE(name);
    const std::string trace = first_messages(experiment, pattern);
    if (trace.empty()) continue;
    ++fitting;
    TraceRun run(experiment, trace);
    ASSERT_TRUE(run.drain(200000));
    expect_all_delivered_once(run);
  }
  EXPECT_GE(fitting, 3u);
}

INSTANTIATE_TEST_SUITE_P(EveryTopology, DeliveryTest,
                         testing::Combine(testing::ValuesIn(every_topology()),
                                          testing::Values(0.0, 0.4)),
                         [](const auto& tested) {
                           return name_of(std::get<0>(tested.param)) +
                                  (std::get<1>(tested.param) > 0 ? "WithStalls" : "");
                         });

}  // namespace
}  // namespace turnpike::test
