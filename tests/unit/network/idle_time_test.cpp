// Cycles in which nothing can happen are passed over: nothing of a run shows it but its speed.

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "model/common/state_stream.h"
#include "model/network/watchdog.h"
#include "model/traffic/offered_source.h"
#include "tests/unit/network/packet_experiments.h"

namespace turnpike::test {
namespace {

using model::Cycle;
using model::NodeId;

constexpr Cycle kEver = 1'000'000'000'000'000;  // a life is too short to run them

std::vector<NetworkCase> every_network_that_idles() {
  std::vector<NetworkCase> all = every_packet_and_wormhole_network();
  Experiment wires = on_torus({4, 4}, true);
  wires.link.cycles_per_unit = 3;
  all.push_back({"TorusWithLongWires", wires});
  Experiment channels = on(model::Topology::hypercube, {2, 2, 2});
  channels.router.local_channels = 3;
  all.push_back({"Hypercube3ThreeChannels", channels});
  Experiment stalling = on(model::Topology::mesh, {4, 4});
  stalling.run.sink_stall = 0.3;
  all.push_back({"Mesh4x4Stalling", stalling});
  for (NetworkCase& named : all) {
    named.experiment.traffic.load = 0.002;
    named.experiment.run.watchdog = 60;
  }
  return all;
}

// Drawn messages, of a source that wants to be asked in every cycle: none is passed over.
class RestlessTraffic final : public model::Traffic {
 public:
  RestlessTraffic(model::Traffic& drawn, const model::Network& network)
      : Traffic(drawn.spec(), network, std::make_unique<Source>(drawn)) {}

 private:
  class Source final : public model::MessageSource {
   public:
    explicit Source(model::Traffic& drawn) : MessageSource(drawn.nodes(), {true}), drawn_(drawn) {
      for (NodeId node = 0; node < nodes(); ++node) next_[node] = drawn.next_cycles()[node];
    }
    model::Message take(NodeId node) override {
      const model::Message message = drawn_.take(node);
      next_[node] = drawn_.next_cycles()[node];
      return message;
    }

   private:
    model::Traffic& drawn_;
  };
};

// What a run of drawn packets leaves behind.
struct IdleOutcome {
  model::Collector collector;
  std::vector<std::uint64_t> sent;
  std::vector<std::uint32_t> buffered;
  std::uint64_t outstanding = 0;
  std::vector<std::uint64_t> events;  // cycle, kind, source and packet of each
};

IdleOutcome run_that_idles(const Experiment& experiment, unsigned threads, bool is_restless,
                           bool logs_events) {
  const model::Network network = experiment.build();
  model::RunSpec spec = experiment.run;
  spec.threads = threads;
  model::Traffic traffic(experiment.traffic, network, spec.seed);
  RestlessTraffic restless(traffic, network);
  EventRecorder recorder;
  const auto engine = model::make_model_engine(network, is_restless ? restless : traffic, spec);
  if (logs_events) engine->log_events(&recorder);
  engine->advance(777);
  engine->restart_collector({777, 2500});
  engine->advance(5000);
  IdleOutcome outcome{engine->collected(),
                      engine->flits_sent(),
                      engine->flits_buffered(),
                      engine->packets_outstanding(),
                      {}};
  for (const model::Event& event : recorder.events) {
    outcome.events.insert(outcome.events.end(), {event.cycle, static_cast<Cycle>(event.kind),
                                                 event.source, event.packet});
  }
  return outcome;
}

void expect_same_run(const IdleOutcome& found, const IdleOutcome& expected) {
  EXPECT_TRUE(found.collector == expected.collector);
  EXPECT_EQ(found.sent, expected.sent);
  EXPECT_EQ(found.buffered, expected.buffered);
  EXPECT_EQ(found.outstanding, expected.outstanding);
  EXPECT_EQ(found.events, expected.events);
}

class IdleTimeTest : public testing::TestWithParam<NetworkCase> {};

TEST_P(IdleTimeTest, NothingShowsThatItWasPassedOver) {
  const Experiment& experiment = GetParam().experiment;
  const IdleOutcome expected = run_that_idles(experiment, 1, true, true);
  EXPECT_GT(expected.events.size(), 100u);
  expect_same_run(run_that_idles(experiment, 1, false, true), expected);
  for (const unsigned threads : {1u, 2u}) {
    expect_same_run(run_that_idles(experiment, threads, false, false),
                    run_that_idles(experiment, threads, true, false));
  }
}

TEST_P(IdleTimeTest, AnIdleNetworkPassesAnyNumberOfCyclesAtOnce) {
  const Experiment& experiment = GetParam().experiment;
  const model::Network network = experiment.build();
  model::OfferedTraffic traffic(experiment.traffic, network);
  for (const unsigned threads : {1u, 2u}) {
    model::RunSpec spec = experiment.run;
    spec.threads = threads;
    const auto engine = model::make_model_engine(network, traffic, spec);
    std::vector<model::Delivery> deliveries;
    for (Cycle end = kEver; end <= 3 * kEver; end += kEver) {
      model::Message message;
      message.destination = network.nodes() - 1;
      message.flits = 5;
      traffic.offer(0, message);
      engine->advance(kEver);
      EXPECT_EQ(engine->now(), end);
    }
    engine->take_deliveries(deliveries);
    ASSERT_EQ(deliveries.size(), 3u);
    // The same packet takes the same cycles at any time; where sinks stall they are drawn.
    for (std::size_t i = 1; i < 3 && spec.sink_stall == 0; ++i) {
      EXPECT_EQ(deliveries[i].queued, i * kEver);
      EXPECT_EQ(deliveries[i].last - deliveries[i].queued, deliveries[0].last);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(EveryNetwork, IdleTimeTest, testing::ValuesIn(every_network_that_idles()),
                         [](const auto& test) { return test.param.name; });

TEST(IdleTimeTest, ATraceWithLongPausesIsRunAtOnce) {
  Experiment experiment = on(model::Topology::mesh, {4, 4});
  TraceRun run(experiment, "0 0 15 5\n400000000000000 3 12 2\n900000000000000 12 3 2\n");
  run.engine().advance(kEver);
  EXPECT_TRUE(run.engine().drained());
  EXPECT_EQ(run.events().back().cycle, 900000000000000u + 2 + 6 + 1);  // docs/timing.md, section 5
}

TEST(IdleTimeTest, TheWatchdogLooksAtTheCyclesThatWerePassedOver) {
  for (const Cycle piece : {Cycle{1}, Cycle{25}}) {
    for (Cycle begin = 0; begin < 60; ++begin) {
      for (const Cycle pieces : {1u, 2u, 3u, 24u, 25u, 26u, 80u}) {
        model::Watchdog passing(100);
        model::Watchdog looking(100);
        const auto look = [&](Cycle now) {
          if (looking.is_due(now)) (void)looking.is_stuck(now, 7, [] { return false; });
        };
        for (Cycle now = 1; now <= begin; ++now) {
          look(now);
          if (passing.is_due(now)) (void)passing.is_stuck(now, 7, [] { return false; });
        }
        for (Cycle i = 1; i <= pieces; ++i) look(begin + i * piece);
        passing.pass(begin, piece, pieces, [] { return std::uint64_t{7}; });
        std::string a;
        std::string b;
        model::StateWriter of_looking(a);
        model::StateWriter of_passing(b);
        looking.visit_state(of_looking, 0);
        passing.visit_state(of_passing, 0);
        ASSERT_EQ(a, b) << "piece " << piece << ", begin " << begin << ", pieces " << pieces;
      }
    }
  }
}

}  // namespace
}  // namespace turnpike::test
