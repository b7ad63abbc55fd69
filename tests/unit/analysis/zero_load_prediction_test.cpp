// A message alone in the network takes exactly the cycles that are predicted for its way, flit by
// flit, and their mean is what the counted routes give.

#include <gtest/gtest.h>

#include <tuple>

#include "model/analysis/channel_load.h"
#include "model/analysis/tail_delay.h"
#include "model/network/packet_format.h"
#include "model/topology/route.h"
#include "tests/unit/network/packet_experiments.h"

namespace turnpike::test {
namespace {

using model::NodeId;

constexpr model::Cycle kAlone = 600;  // longer than any message is under way

model::ChannelLoads uniform_loads(const model::Network& network) {
  return model::count_loads(network, [&](NodeId, NodeId) { return 1.0 / network.nodes(); });
}

double predicted_mean(const model::Network& network, unsigned flits) {
  const model::ChannelLoads loads = uniform_loads(network);
  return 1 + network.router.pipeline_cycles * (loads.hops + 1) + loads.wire_cycles + flits - 1;
}

struct Timing {
  const char* name;
  unsigned pipeline;
  double cycles_per_unit;
  unsigned depth;
  unsigned flits;
};

// Shallow buffers and long wires make flits wait for credits.
const Timing kTimings[] = {
    {"Plain", 1, 0, 4, 9},      {"Pipeline2", 2, 0, 4, 9},      {"Shallow", 2, 0, 1, 9},
    {"LongWires", 1, 3, 4, 13}, {"LongWiresDeep", 2, 3, 32, 9}, {"OneFlit", 1, 2, 2, 1},
};

using Case = std::tuple<NamedTopology, Timing>;

class ZeroLoadPredictionTest : public testing::TestWithParam<Case> {};

TEST_P(ZeroLoadPredictionTest, EveryPairTakesThePredictedCycles) {
  const Timing& timing = std::get<1>(GetParam());
  Experiment experiment;
  experiment.topology = std::get<0>(GetParam()).spec;
  experiment.router.pipeline_cycles = timing.pipeline;
  experiment.router.buffer_depth = timing.depth;
  experiment.link.cycles_per_unit = timing.cycles_per_unit;
  const model::Network network = experiment.build();
  std::string trace;
  model::Cycle when = 0;
  for (NodeId from = 0; from < network.nodes(); ++from) {
    for (NodeId to = 0; to < network.nodes(); ++to) {
      trace += std::to_string(when) + " " + std::to_string(from) + " " + std::to_string(to) + " " +
               std::to_string(timing.flits) + "\n";
      when += kAlone;
    }
  }
  TraceRun run(experiment, trace);
  ASSERT_TRUE(run.drain(when + kAlone));

  model::TailDelay tail(network, {timing.flits});
  model::Cycle queued = 0;
  double sum = 0;
  for (const model::Event& event : run.events()) {
    if (event.kind == model::EventKind::queued) queued = event.cycle;
    if (event.kind != model::EventKind::delivered) continue;
    const model::Cycle latency = event.cycle - queued;
    ASSERT_EQ(latency, tail.message_latency(model::route(network, event.source, event.destination)))
        << "from " << event.source << " to " << event.destination;
    sum += static_cast<double>(latency);
  }
  if (!tail.is_plain()) return;
  const double pairs = static_cast<double>(network.nodes()) * network.nodes();
  EXPECT_NEAR(sum / pairs, predicted_mean(network, timing.flits), 1e-9);
}

std::vector<NamedTopology> networks() {
  std::vector<NamedTopology> all = every_topology();
  NamedTopology modules{"ExpressArray17Modules", express_array(17, {4}, 1)};
  modules.spec.express->boundary = model::BoundarySpec{8, 3, 2, 0};
  all.push_back(modules);
  return all;
}

INSTANTIATE_TEST_SUITE_P(EveryTopology, ZeroLoadPredictionTest,
                         testing::Combine(testing::ValuesIn(networks()),
                                          testing::ValuesIn(kTimings)),
                         [](const auto& tested) {
                           return name_of(std::get<0>(tested.param)) +
                                  std::get<1>(tested.param).name;
                         });

// Packets of several flits, messages of several packets.
using PacketCase = std::tuple<NamedExperiment, unsigned>;

class PacketZeroLoadPredictionTest : public testing::TestWithParam<PacketCase> {};

std::vector<unsigned> packets_of(const model::Network& network, unsigned flits) {
  const unsigned least = model::PacketFormat(network.router.format).least_flits();
  std::vector<unsigned> packets;
  for (unsigned left = flits; left > 0;) {
    const unsigned length = std::min(left, network.packets->packet_flits);
    packets.push_back(std::max(length, least));
    left -= length;
  }
  return packets;
}

TEST_P(PacketZeroLoadPredictionTest, EveryPairTakesThePredictedCycles) {
  const auto& [tested, flits] = GetParam();
  const model::Network built = tested.experiment.build();
  std::vector<model::ListedSend> list;
  for (NodeId from = 0; from < built.nodes(); ++from) {
    for (NodeId to = 0; to < built.nodes(); ++to) {
      list.push_back({kAlone * list.size(), from, to, flits});
    }
  }
  ListedRun run(tested.experiment, list);
  ASSERT_TRUE(run.drain(kAlone * (list.size() + 1)));
  model::TailDelay tail(run.network, packets_of(run.network, flits));
  const NodeId last = run.network.local_channels - 1;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const auto path = model::route(run.network, run.network.first_terminal(list[i].source) + last,
                                   run.network.first_terminal(list[i].destination) + last);
    const model::MessageTimes& times = run.traffic.times()[i];
    ASSERT_EQ(times.last - list[i].queued, tail.message_latency(path))
        << "from " << list[i].source << " to " << list[i].destination;
  }
}

INSTANTIATE_TEST_SUITE_P(EveryNetwork, PacketZeroLoadPredictionTest,
                         testing::Combine(testing::ValuesIn(every_packet_network()),
                                          testing::Values(1u, 5u, 23u)),
                         [](const auto& tested) {
                           return std::string(std::get<0>(tested.param).name) + "Flits" +
                                  std::to_string(std::get<1>(tested.param));
                         });

}  // namespace
}  // namespace turnpike::test
