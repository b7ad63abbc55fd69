// Packets that a caller offers one by one give the statistics of `turnpike run`, which draws them.

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "api/turnpike.hpp"
#include "model/traffic/traffic.h"
#include "sim/experiment/config/read_experiment.h"
#include "sim/experiment/run/network_checks.h"
#include "tests/system/commands/program.h"

namespace turnpike::test {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t kWarmup = 300;
constexpr std::uint64_t kMeasured = 1000;

struct OfferedCase {
  std::string name;
  std::string toml;
};

std::string run_table() {
  return "[run]\nengine = 'model'\nwarmup = " + std::to_string(kWarmup) +
         "\nmeasurement = " + std::to_string(kMeasured) + "\n";
}

std::vector<OfferedCase> cases() {
  return {
      {"Mesh", "[network]\ntopology = 'mesh'\nradix = 8\ndimensions = 2\n[traffic]\nload = 0.2\n"},
      {"Torus",
       "[network]\ntopology = 'torus'\nradix = [4, 8]\n[router]\nvirtual_channels = 4\n"
       "[traffic]\nload = 0.2\n"},
      {"Classes",
       "[network]\ntopology = 'mesh'\nradix = 4\ndimensions = 2\n[router]\nmessage_classes = 2\n"
       "virtual_channels = 4\n[traffic]\nload = 0.2\nclass_shares = [1, 3]\n"},
      {"OneWay",
       "[network]\ntopology = 'torus'\nradix = [3, 5]\ndirection = 'unidirectional'\n"
       "[router]\nvirtual_channels = 2\n[traffic]\nload = 0.1\n"},
      {"Express",
       "[network]\ntopology = 'mesh'\nradix = 9\ndimensions = 1\n"
       "[network.express]\nspacing = 3\n[traffic]\nload = 0.1\n"},
      {"Irregular",
       "[network]\ntopology = 'irregular'\nhosts = 2\n"
       "links = [[0, 1], [1, 2], [2, 3], [3, 0], [2, 4], [4, 5], [5, 3]]\n"
       "[traffic]\nload = 0.1\n"},
      {"PacketRouters",
       "[network]\ntopology = 'hypercube'\ndimensions = 4\n[router]\nkind = 'packet'\n"
       "[traffic]\nload = 0.2\n"}};
}

// The messages that the configuration draws.
class Drawn {
 public:
  explicit Drawn(const std::string& toml)
      : experiment_(sim::make_experiment(sim::parse_settings(toml, "drawn"))),
        network_(sim::build_network(experiment_)),
        traffic_(experiment_.traffic, network_, experiment_.run.seed) {}

  void offer_due(Simulation& simulation) {
    const std::uint64_t now = simulation.cycle();
    for (model::NodeId node = 0; node < traffic_.nodes(); ++node) {
      while (traffic_.next_cycles()[node] <= now) {
        const model::Message message = traffic_.take(node);
        EXPECT_TRUE(simulation.offer(node, message.destination, message.flits,
                                     message.message_class, tags_++));
      }
    }
  }
  std::uint64_t offered() const { return tags_; }

 private:
  sim::Experiment experiment_;
  model::Network network_;
  model::Traffic traffic_;
  std::uint64_t tags_ = 0;
};

class OfferedPacketsTest : public testing::TestWithParam<OfferedCase> {};

TEST_P(OfferedPacketsTest, GiveTheStatisticsOfARun) {
  const std::string toml = GetParam().toml + run_table();
  Options drawn_options;
  drawn_options.drawn_traffic = true;
  Simulation drawn = Simulation::from_text(toml, drawn_options);
  ASSERT_EQ(drawn.run(), Run::finished);
  Json expected = Json::parse(drawn.statistics_json());

  Simulation simulation = Simulation::from_text(toml);
  Drawn messages(toml);
  const std::uint64_t cycles = expected.at("cycles");
  std::vector<Delivery> deliveries;
  while (simulation.cycle() < cycles) {
    if (simulation.cycle() == kWarmup) simulation.measure(kMeasured);
    messages.offer_due(simulation);
    simulation.step();
    simulation.take_deliveries(deliveries);
  }
  Json found = Json::parse(simulation.statistics_json());
  EXPECT_NE(found.at("packets"), 0);
  EXPECT_EQ(found.at("offered"), found.at("generated"));  // nothing was asked for
  found["offered"] = expected.at("offered");
  // Nor are nodes counted, and no latency is too high: the caller says who offers how much.
  for (const char* key : {"latency_limit", "fairness", "worst_source", "worst_source_offered",
                          "worst_source_accepted", "wait_growth", "wait_limit", "starved_nodes"}) {
    EXPECT_TRUE(found.at(key).is_null()) << key;
    found[key] = expected.at(key);
  }
  EXPECT_EQ(found, expected);
  const Summary summary = simulation.statistics();
  EXPECT_EQ(summary.latency, expected.at("latency"));
  EXPECT_EQ(summary.hops, expected.at("hops"));
  EXPECT_EQ(summary.channel_utilisation_max, expected.at("channel_utilisation_max"));
}

TEST_P(OfferedPacketsTest, ComeBackOnceEachWithTagAndTimes) {
  Simulation simulation = Simulation::from_text(GetParam().toml + run_table());
  Drawn messages(GetParam().toml + run_table());
  while (simulation.cycle() < kMeasured) {
    messages.offer_due(simulation);
    simulation.step();
  }
  EXPECT_EQ(simulation.step_until_idle(100000), Wait::reached);
  EXPECT_EQ(simulation.outstanding(), 0u);
  std::vector<int> seen(messages.offered());
  std::uint64_t last = 0;
  for (turnpike_delivery few[7];;) {  // fewer than there are
    std::size_t count = 0;
    ASSERT_EQ(turnpike_take_deliveries(simulation.get(), few, 7, &count), TURNPIKE_OK);
    for (std::size_t i = 0; i < count; ++i) {
      const Delivery& d = few[i];
      ASSERT_LT(d.tag, seen.size());
      EXPECT_EQ(++seen[d.tag], 1);
      EXPECT_LT(d.queued, d.injected);
      EXPECT_LE(d.injected, d.head);
      EXPECT_LE(d.head, d.delivered);
      EXPECT_LE(last, d.delivered);
      last = d.delivered;
    }
    if (count < 7) break;
  }
  EXPECT_EQ(std::count(seen.begin(), seen.end(), 1), static_cast<long>(seen.size()));
}

TEST_P(OfferedPacketsTest, GiveTheSameOnTwoThreadsAndAfterAReset) {
  Options two;
  two.threads = 2;
  Simulation one_thread = Simulation::from_text(GetParam().toml + run_table());
  Simulation two_threads = Simulation::from_text(GetParam().toml + run_table(), two);
  const auto play = [&](Simulation& simulation) {
    Drawn messages(GetParam().toml + run_table());
    while (simulation.cycle() < kMeasured) {
      messages.offer_due(simulation);
      simulation.step();
    }
    std::vector<std::uint64_t> played;
    for (const Delivery& d : simulation.take_deliveries()) {
      played.insert(played.end(), {d.tag, d.delivered, d.hops});
    }
    return played;
  };
  const std::vector<std::uint64_t> first = play(one_thread);
  EXPECT_GT(first.size(), 100u);
  EXPECT_EQ(play(two_threads), first);
  one_thread.reset();
  EXPECT_EQ(one_thread.cycle(), 0u);
  EXPECT_EQ(one_thread.deliveries_waiting(), 0u);
  EXPECT_EQ(play(one_thread), first);
}

INSTANTIATE_TEST_SUITE_P(EveryNetwork, OfferedPacketsTest, testing::ValuesIn(cases()),
                         [](const auto& test) { return test.param.name; });

// Component by component, as the event log has it.
TEST_P(OfferedPacketsTest, HaveTheHopsOfTheirEvents) {
  Simulation simulation = Simulation::from_text(GetParam().toml + run_table());
  std::uint32_t components = 0;
  simulation.on_event([&](const Event& event) { components += event.kind == TURNPIKE_EVENT_HOP; });
  const std::uint32_t nodes = simulation.shape().nodes;
  for (std::uint32_t pair = 0; pair < nodes * nodes; pair += 5) {
    components = 0;
    EXPECT_TRUE(simulation.offer(pair / nodes, pair % nodes, 1));
    ASSERT_EQ(simulation.step_until_delivery(1000), Wait::reached);
    const std::vector<Delivery> deliveries = simulation.take_deliveries();
    ASSERT_EQ(deliveries.size(), 1u);
    EXPECT_EQ(deliveries[0].hops + 1, components) << pair / nodes << " to " << pair % nodes;
  }
}

TEST(QueueLimitTest, RefusesWithAReasonAndTakesAgainWhenThereIsRoom) {
  Options options;
  options.queue_limit = 2;
  Simulation simulation = Simulation::from_text(kSmallMesh, options);
  EXPECT_TRUE(simulation.offer(3, 12, 5));
  EXPECT_TRUE(simulation.offer(3, 12, 5));
  EXPECT_FALSE(simulation.offer(3, 12, 5));
  EXPECT_EQ(simulation.error(), "source 3: its queue has no room within the limit of 2 packets");
  EXPECT_EQ(simulation.queue_length(3), 2u);
  EXPECT_TRUE(simulation.offer(4, 12, 5));  // each has a queue of its own
  const std::vector<Packet> more(5, Packet{0, 5, 6, 4, 0});
  EXPECT_EQ(simulation.offer(more), 2u);
  unsigned cycles = 0;
  while (simulation.queue_length(3) == 2 && cycles < 100) {
    simulation.step();
    ++cycles;
  }
  EXPECT_TRUE(simulation.offer(3, 12, 5));
  simulation.set_queue_limit(0);
  for (int i = 0; i < 50; ++i) EXPECT_TRUE(simulation.offer(3, 12, 5));
  EXPECT_EQ(simulation.step_until_idle(10000), Wait::reached);
  EXPECT_EQ(simulation.deliveries_waiting(), 56u);
}

TEST(StepTest, UntilSomethingIsDeliveredNothingIsUnderWayOrTheBoundComes) {
  Simulation simulation = Simulation::from_text(kSmallMesh);
  EXPECT_EQ(simulation.step_until_delivery(100), Wait::idle);
  EXPECT_EQ(simulation.cycle(), 0u);
  EXPECT_TRUE(simulation.offer(0, 15, 5, 0, 42));
  EXPECT_EQ(simulation.step_until_delivery(3), Wait::not_reached);
  EXPECT_EQ(simulation.cycle(), 3u);
  EXPECT_EQ(simulation.step_until_delivery(100), Wait::reached);
  const std::vector<Delivery> deliveries = simulation.take_deliveries();
  ASSERT_EQ(deliveries.size(), 1u);
  EXPECT_EQ(deliveries[0].tag, 42u);
  EXPECT_EQ(deliveries[0].hops, 6u);
  EXPECT_EQ(deliveries[0].head, 8u);  // docs/timing.md, section 5: queued + 2 + hops
  EXPECT_EQ(deliveries[0].delivered, 12u);
  EXPECT_EQ(simulation.cycle(), 13u);
}

TEST(EventTest, AreThoseOfEachHop) {
  Simulation simulation = Simulation::from_text(kSmallMesh);
  std::vector<std::uint32_t> kinds;
  simulation.on_event([&](const Event& event) { kinds.push_back(event.kind); });
  EXPECT_TRUE(simulation.offer(0, 1, 2));
  simulation.step(20);
  EXPECT_EQ(kinds, (std::vector<std::uint32_t>{TURNPIKE_EVENT_QUEUED, TURNPIKE_EVENT_INJECTED,
                                               TURNPIKE_EVENT_HOP, TURNPIKE_EVENT_HOP,
                                               TURNPIKE_EVENT_HEAD, TURNPIKE_EVENT_DELIVERED}));
  simulation.record_events();
  EXPECT_TRUE(simulation.offer(0, 1, 2));
  simulation.step(20);
  const std::vector<Event> recorded = simulation.take_events();
  ASSERT_EQ(recorded.size(), 6u);
  ASSERT_EQ(kinds.size(), 12u);  // the callback hears of them too
  for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(recorded[i].kind, kinds[6 + i]);
  EXPECT_EQ(recorded[5].cycle - recorded[0].cycle, 4u);  // 1 hop, 2 flits: 2 + 1 + 1
  EXPECT_TRUE(simulation.take_events().empty());
  simulation.on_event([](const Event&) { throw std::runtime_error("of the caller"); });
  EXPECT_TRUE(simulation.offer(0, 1, 2));
  EXPECT_THROW(simulation.step(20), std::runtime_error);
  simulation.on_event({});
  EXPECT_TRUE(simulation.offer(0, 1, 2));
  EXPECT_NO_THROW(simulation.step(20));
  EXPECT_EQ(simulation.take_events().size(), 12u);
  simulation.reset();  // still recorded after it
  EXPECT_TRUE(simulation.offer(0, 1, 2));
  simulation.step(20);
  turnpike_event two[2];
  std::size_t count = 0;
  EXPECT_EQ(turnpike_take_events(simulation.get(), two, 2, &count), TURNPIKE_OK);
  EXPECT_EQ(count, 2u);
  EXPECT_EQ(two[1].kind, std::uint32_t{TURNPIKE_EVENT_INJECTED});
  EXPECT_EQ(turnpike_events_waiting(simulation.get(), &count), TURNPIKE_OK);
  EXPECT_EQ(count, 4u);
  simulation.record_events(false);
  EXPECT_TRUE(simulation.take_events().empty());
}

// Heads that went by before anybody listened are no events, nor is what follows them.
TEST(EventTest, WhoListensLateHearsTheRestOfThem) {
  struct Hop {
    std::uint64_t cycle;
    std::vector<std::uint32_t> what;
    bool operator==(const Hop& other) const { return cycle == other.cycle && what == other.what; }
  };
  const auto hops_from = [](std::uint64_t start, const std::string& network) {
    Simulation simulation = Simulation::from_text(network + "[run]\nengine = 'model'\n");
    for (std::uint32_t node = 0; node < 16; ++node) {
      EXPECT_TRUE(simulation.offer(node, 15 - node, 40, 0, node));
    }
    simulation.step(start);
    simulation.record_events();
    simulation.step(400 - start);
    EXPECT_EQ(simulation.outstanding(), 0u);
    std::vector<Hop> hops;
    for (const Event& e : simulation.take_events()) {
      if (e.kind != TURNPIKE_EVENT_HOP) continue;
      hops.push_back({e.cycle, {e.source, e.destination, e.packet, e.component, e.port, e.vc}});
    }
    return hops;
  };
  const std::string cube =
      "[network]\ntopology = 'hypercube'\ndimensions = 4\n[router]\nkind = 'packet'\n";
  for (const std::string& network :
       {cube, cube + "flit_bits = 8\n",
        std::string("[network]\ntopology = 'hypercube'\ndimensions = 4\n")}) {
    SCOPED_TRACE(network);
    const std::vector<Hop> all = hops_from(0, network);
    EXPECT_GE(all.size(), 16u * 5);
    for (std::uint64_t start = 1; start < 120; ++start) {
      std::vector<Hop> rest = all;
      rest.erase(std::remove_if(rest.begin(), rest.end(),
                                [&](const Hop& hop) { return hop.cycle <= start; }),
                 rest.end());
      ASSERT_EQ(hops_from(start, network), rest) << "from cycle " << start;
    }
  }
}

TEST(StandstillTest, ADeadlockIsAnErrorThatStaysUntilReset) {
  Options options;
  options.allow_deadlock = true;
  options.overrides = {"run.watchdog=200"};
  Simulation simulation = Simulation::from_text(
      "[network]\ntopology = 'torus'\nradix = 4\ndimensions = 1\ndirection = 'unidirectional'\n"
      "[router]\nvirtual_channels = 1\nbuffer_depth = 2\n[run]\nengine = 'model'\n",
      options);
  for (std::uint32_t node = 0; node < 4; ++node) {
    EXPECT_TRUE(simulation.offer(node, (node + 2) % 4, 20));
  }
  try {
    simulation.step(5000);
    ADD_FAILURE() << "it goes on";
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), TURNPIKE_ERROR_NETWORK);
    EXPECT_NE(std::string(error.what()).find("deadlock"), std::string::npos);
  }
  EXPECT_THROW(simulation.step(1), Error);
  EXPECT_EQ(simulation.statistics().status, std::uint32_t{TURNPIKE_RUN_DEADLOCK});
  simulation.reset();
  EXPECT_TRUE(simulation.offer(0, 2, 2));
  EXPECT_EQ(simulation.step_until_idle(100), Wait::reached);
}

}  // namespace
}  // namespace turnpike::test
