// Messages that a caller offers cycle by cycle go the way of those that traffic draws, and each
// delivery comes back once, with its tag.

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "model/common/configuration_error.h"
#include "tests/unit/network/packet_experiments.h"

namespace turnpike::test {
namespace {

using model::Cycle;
using model::Delivery;
using model::Message;
using model::NodeId;

constexpr Cycle kWarmup = 100;
constexpr Cycle kEnd = 500;

struct OfferedCase {
  std::string name;
  Experiment experiment;
};

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
        traffic_(model::Traffic::offered(experiment.traffic, network_)),
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
  model::Traffic traffic_;
  std::unique_ptr<model::ModelEngine> engine_;
};

std::vector<OfferedCase> every_network() {
  std::vector<OfferedCase> all;
  for (const NamedExperiment& named : every_packet_network()) {
    all.push_back({std::string("Packets") + named.name, named.experiment});
  }
  for (const NamedTopology& topology : every_topology()) {
    Experiment experiment;
    experiment.topology = topology.spec;
    all.push_back({topology.name, experiment});
  }
  Experiment channels = on(model::Topology::hypercube, {2, 2, 2});
  channels.router.local_channels = 3;
  channels.traffic.messages_at_once = 2;
  all.push_back({"Hypercube3ThreeChannels", channels});
  Experiment stalling = on(model::Topology::mesh, {4, 4});
  stalling.run.sink_stall = 0.3;
  all.push_back({"Mesh4x4Stalling", stalling});
  for (OfferedCase& named : all) {
    named.experiment.traffic.load = 0.2;
    named.experiment.traffic.length_kind = model::LengthKind::bimodal;
    named.experiment.traffic.length = 2;
    named.experiment.traffic.long_length = 9;
    named.experiment.run.watchdog = 5000;
  }
  return all;
}

class OfferedTrafficTest : public testing::TestWithParam<OfferedCase> {};

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
  EXPECT_THROW(model::Traffic::offered(experiment.traffic, network), model::ConfigurationError);
}

}  // namespace
}  // namespace turnpike::test
