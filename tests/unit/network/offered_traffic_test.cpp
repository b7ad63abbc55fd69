// Messages that a caller offers cycle by cycle go the way of those that traffic draws, and each
// delivery comes back once, with its tag.

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "model/common/configuration_error.h"
#include "model/common/random.h"
#include "model/traffic/offered_source.h"
#include "tests/unit/network/packet_experiments.h"

namespace turnpike::test {
namespace {

using model::Cycle;
using model::Delivery;
using model::Message;
using model::NodeId;

constexpr Cycle kWarmup = 100;
constexpr Cycle kEnd = 500;

struct Offer {
  NodeId source = 0;
  Message message;
};

// Plays the messages that `experiment` draws into an engine that knows nothing of them.
class OfferedRun {
 public:
  explicit OfferedRun(const Experiment& experiment)
      : network_(experiment.build()),
        drawn_(experiment.traffic, network_, experiment.run.seed),
        traffic_(experiment.traffic, network_),
        engine_(model::make_model_engine(network_, traffic_, experiment.run)) {}

  void run() {
    while (engine_->now() < kEnd) {
      if (engine_->now() == kWarmup) engine_->restart_collector({kWarmup, kEnd});
      offer_what_is_due();
      step();
    }
    collected = engine_->collected();
    for (Cycle left = 100000; left > 0 && !engine_->drained(); --left) step();
    EXPECT_TRUE(engine_->drained());
  }

  std::vector<Offer> offers;  // [tag]
  std::vector<Delivery> deliveries;
  model::Collector collected;

 private:
  void offer_what_is_due() {
    for (NodeId node = 0; node < drawn_.nodes(); ++node) {
      while (drawn_.next_cycles()[node] <= engine_->now()) {
        Message message = drawn_.take(node);
        message.tag = offers.size();
        offers.push_back({node, message});
        traffic_.offer(node, message);
      }
    }
  }
  void step() {
    const std::size_t before = deliveries.size();
    engine_->advance(1);
    engine_->take_deliveries(deliveries);
    for (std::size_t i = before; i < deliveries.size(); ++i) {
      EXPECT_EQ(deliveries[i].last, engine_->now() - 1);  // it is known at once
    }
  }

  model::Network network_;
  model::Traffic drawn_;
  model::OfferedTraffic traffic_;
  std::unique_ptr<model::ModelEngine> engine_;
};

std::vector<NetworkCase> every_network() {
  std::vector<NetworkCase> all = every_packet_and_wormhole_network();
  Experiment channels = on(model::Topology::hypercube, {2, 2, 2});
  channels.router.local_channels = 3;
  channels.traffic.messages_at_once = 2;
  all.push_back({"Hypercube3ThreeChannels", channels});
  Experiment stalling = on(model::Topology::mesh, {4, 4});
  stalling.run.sink_stall = 0.3;
  all.push_back({"Mesh4x4Stalling", stalling});
  for (NetworkCase& named : all) {
    named.experiment.traffic.load = 0.2;
    named.experiment.traffic.length_kind = model::LengthKind::bimodal;
    named.experiment.traffic.length = 2;
    named.experiment.traffic.long_length = 9;
    named.experiment.run.watchdog = 5000;
  }
  return all;
}

class OfferedTrafficTest : public testing::TestWithParam<NetworkCase> {};

TEST_P(OfferedTrafficTest, IsCarriedAsIfItWereDrawn) {
  const Experiment& experiment = GetParam().experiment;
  const model::Network network = experiment.build();
  model::Traffic traffic(experiment.traffic, network, experiment.run.seed);
  const auto engine = model::make_model_engine(network, traffic, experiment.run);
  engine->advance(kWarmup);
  engine->restart_collector({kWarmup, kEnd});
  engine->advance(kEnd - kWarmup);

  OfferedRun offered(experiment);
  offered.run();
  const model::Collector drawn = engine->collected();
  EXPECT_TRUE(offered.collected.measured() == drawn.measured());
  EXPECT_TRUE(offered.collected.totals() == drawn.totals());
  EXPECT_GT(offered.collected.measured().packets, 20u);
}

TEST_P(OfferedTrafficTest, EachMessageIsDeliveredOnceWithItsTag) {
  OfferedRun run(GetParam().experiment);
  run.run();
  ASSERT_EQ(run.deliveries.size(), run.offers.size());
  std::vector<int> seen(run.offers.size());
  for (const Delivery& delivery : run.deliveries) {
    ASSERT_LT(delivery.tag, run.offers.size());
    const Offer& offer = run.offers[delivery.tag];
    EXPECT_EQ(++seen[delivery.tag], 1);
    EXPECT_EQ(delivery.source, offer.source);
    EXPECT_EQ(delivery.destination, offer.message.destination);
    EXPECT_GE(delivery.flits, offer.message.flits);  // a header may need more
    EXPECT_EQ(delivery.queued, offer.message.queued);
    EXPECT_LT(delivery.queued, delivery.injected);
    EXPECT_LE(delivery.injected, delivery.first);
    EXPECT_LE(delivery.first, delivery.last);
  }
}

// Chains of messages: a node that has received one sends the next one of its chain. Which, follows
// from the tag of the one received: the number of the chain, and how many messages are to come.
class Chains {
 public:
  static constexpr std::uint64_t kLength = 30;
  static constexpr std::uint64_t tag_of(NodeId chain, std::uint64_t left) {
    return chain * (kLength + 1) + left;
  }

  // Lengths at which a message has the same flits whether or not its packets need a number.
  explicit Chains(const model::Network& network)
      : nodes_(network.nodes()),
        classes_(network.router.routing.message_classes),
        shortest_(network.packets                   ? network.packets->packet_flits
                  : network.has_message_terminals() ? 4
                                                    : 1) {}

  std::optional<Message> after(std::uint64_t tag) const {
    if (tag % (kLength + 1) == 0) return std::nullopt;
    const std::uint64_t bits = model::draw(3, model::Stream::test, 0, tag);
    Message message;
    message.destination = static_cast<NodeId>(bits % nodes_);
    message.flits = shortest_ * (1 + static_cast<std::uint32_t>(bits >> 32) % 4);
    message.tag = tag - 1;
    message.message_class = static_cast<unsigned>(tag % classes_);
    return message;
  }

 private:
  NodeId nodes_;
  unsigned classes_;
  std::uint32_t shortest_;
};

class ChainSource final : public model::MessageSource {
 public:
  explicit ChainSource(const model::Network& network)
      : MessageSource(network.nodes(), {false, true}), chains_(network), waiting_(nodes()) {
    for (NodeId node = 0; node < nodes(); ++node) answer(node, 0, Chains::tag_of(node, 30));
  }
  Message take(NodeId node) override {
    const auto first = waiting_[node].begin();
    const Message message = *chains_.after(first->second);
    waiting_[node].erase(first);
    next_[node] = waiting_[node].empty() ? kNever : waiting_[node].begin()->first;
    return message;
  }
  void delivered(const Delivery& delivery) override {
    answer(delivery.destination, delivery.last + 1, delivery.tag);
  }

 private:
  void answer(NodeId node, Cycle due, std::uint64_t tag) {
    if (chains_.after(tag)) waiting_[node].emplace(due, tag);
    if (!waiting_[node].empty()) next_[node] = waiting_[node].begin()->first;
  }

  Chains chains_;
  std::vector<std::set<std::pair<Cycle, std::uint64_t>>> waiting_;  // [node]
};

class ChainWorkload final : public model::Workload {
 public:
  constexpr ChainWorkload() : Workload("chains") {}
  std::unique_ptr<model::MessageSource> make(const model::TrafficSpec&,
                                             const model::Network& network,
                                             std::uint64_t) const override {
    return std::make_unique<ChainSource>(network);
  }
};
constexpr ChainWorkload kChains;

// The same by a program that offers what follows from the deliveries that it sees.
model::Collector offer_chains(const Experiment& experiment, Cycle end) {
  const model::Network network = experiment.build();
  model::OfferedTraffic traffic(experiment.traffic, network);
  const auto engine = model::make_model_engine(network, traffic, experiment.run);
  const Chains chains(network);
  const auto offer = [&](NodeId node, std::uint64_t tag) {
    if (const auto message = chains.after(tag)) traffic.offer(node, *message);
  };
  for (NodeId node = 0; node < network.nodes(); ++node) offer(node, Chains::tag_of(node, 30));
  while (engine->now() < end) {
    engine->advance(1);
    std::vector<Delivery> deliveries;
    engine->take_deliveries(deliveries);
    std::sort(deliveries.begin(), deliveries.end(),
              [](const Delivery& a, const Delivery& b) { return a.tag < b.tag; });
    for (const Delivery& delivery : deliveries) offer(delivery.destination, delivery.tag);
  }
  return engine->collected();
}

model::Collector run_chains(Experiment experiment, Cycle end, unsigned threads) {
  experiment.traffic.workload = &kChains;
  experiment.run.threads = threads;
  const model::Network network = experiment.build();
  model::Traffic traffic(experiment.traffic, network, 1);
  const auto engine = model::make_model_engine(network, traffic, experiment.run);
  engine->advance(end);
  EXPECT_TRUE(engine->drained());
  return engine->collected();
}

TEST_P(OfferedTrafficTest, ASourceThatHearsSendsWhatAHostWouldOffer) {
  constexpr Cycle kLong = 20000;
  const Experiment& experiment = GetParam().experiment;
  const model::Collector offered = offer_chains(experiment, kLong);
  EXPECT_EQ(offered.totals().packets_delivered, experiment.build().nodes() * Chains::kLength);
  EXPECT_TRUE(run_chains(experiment, kLong, 1) == offered);
}

TEST(OfferedTrafficTest, ThreadsHearTheSameDeliveries) {
  Experiment worms = on(model::Topology::mesh, {12, 12});
  worms.router.message_classes = 2;
  worms.run.sink_stall = 0.2;
  for (const Experiment& experiment : {worms, message_cube(7)}) {
    const model::Collector one = run_chains(experiment, 20000, 1);
    EXPECT_TRUE(run_chains(experiment, 20000, 2) == one);
    EXPECT_TRUE(offer_chains(experiment, 20000) == one);
  }
}

INSTANTIATE_TEST_SUITE_P(EveryNetwork, OfferedTrafficTest, testing::ValuesIn(every_network()),
                         [](const auto& test) { return test.param.name; });

TEST(OfferedTrafficTest, ThreadsChangeNeitherDeliveriesNorTheirOrder) {
  Experiment worms = on(model::Topology::mesh, {12, 12});
  worms.traffic.load = 0.2;
  for (Experiment experiment : {worms, message_cube(7)}) {
    OfferedRun one(experiment);
    one.run();
    experiment.run.threads = 2;
    OfferedRun two(experiment);
    two.run();
    EXPECT_GT(one.deliveries.size(), 100u);
    EXPECT_TRUE(one.deliveries == two.deliveries);
  }
}

TEST(OfferedTrafficTest, DrawnTrafficKeepsNoDeliveries) {
  const Experiment experiment = on(model::Topology::mesh, {3, 3});
  const model::Network network = experiment.build();
  model::Traffic traffic(experiment.traffic, network, 1);
  const auto engine = model::make_model_engine(network, traffic, experiment.run);
  engine->advance(500);
  std::vector<Delivery> deliveries;
  engine->take_deliveries(deliveries);
  EXPECT_TRUE(deliveries.empty());
}

TEST(OfferedTrafficTest, MoreWormsAtOnceThanVirtualChannelsAreRefused) {
  Experiment experiment = on(model::Topology::hypercube, {2, 2, 2});
  experiment.router.local_channels = 3;
  experiment.traffic.messages_at_once = experiment.router.virtual_channels + 1;
  const model::Network network = experiment.build();
  EXPECT_THROW(model::OfferedTraffic(experiment.traffic, network), model::ConfigurationError);
}

}  // namespace
}  // namespace turnpike::test
