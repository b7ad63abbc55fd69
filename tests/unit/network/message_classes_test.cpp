// Message classes: each keeps to its virtual channels and has queues of its own, so that no class
// waits for another one.

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "model/common/configuration_error.h"
#include "model/topology/deadlock.h"
#include "model/topology/validate.h"
#include "model/traffic/offered_source.h"
#include "tests/unit/network/every_network.h"

namespace turnpike::test {
namespace {

using model::Cycle;
using model::NodeId;

Experiment with_classes(const model::Topology* kind, std::vector<unsigned> radix, unsigned classes,
                        unsigned vcs) {
  Experiment experiment;
  experiment.topology = spec_of(kind, std::move(radix));
  experiment.router.virtual_channels = vcs;
  experiment.router.message_classes = classes;
  return experiment;
}

TEST(MessageClassesTest, SharesOfTheMessagesAreThoseThatWereAskedFor) {
  Experiment experiment = with_classes(model::Topology::mesh, {4, 4}, 3, 6);
  experiment.traffic.class_shares = {3, 0, 1};
  experiment.traffic.load = 0.2;
  const model::Network network = experiment.build();
  model::Traffic traffic(experiment.traffic, network, 1);
  const auto engine = model::make_model_engine(network, traffic, experiment.run);
  engine->advance(20000);
  const model::Collector all = engine->collected();
  ASSERT_EQ(all.of_class().size(), 3u);
  std::uint64_t queued = 0;
  std::uint64_t delivered = 0;
  for (const model::Collector& of : all.of_class()) {
    queued += of.totals().packets_queued;
    delivered += of.totals().flits_delivered;
  }
  EXPECT_EQ(queued, all.totals().packets_queued);
  EXPECT_EQ(delivered, all.totals().flits_delivered);
  const auto share = [&](unsigned c) {
    return static_cast<double>(all.of_class()[c].totals().packets_queued) /
           static_cast<double>(queued);
  };
  EXPECT_NEAR(share(0), 0.75, 0.02);
  EXPECT_EQ(share(1), 0);
}

// Packets go in on the VCs of their class and come out on them: the sinks check that.
TEST(MessageClassesTest, EveryKindOfNetworkDrains) {
  struct Case {
    const model::Topology* kind;
    std::vector<unsigned> radix;
    unsigned classes;
    unsigned vcs;
  };
  const Case cases[] = {{model::Topology::mesh, {4, 4}, 2, 2},
                        {model::Topology::mesh, {4, 4}, 4, 4},
                        {model::Topology::torus, {4, 4}, 2, 4},
                        {model::Topology::torus, {4, 4}, 3, 9},
                        {model::Topology::hypercube, {2, 2, 2, 2}, 2, 6}};
  for (const Case& one : cases) {
    SCOPED_TRACE(testing::Message() << one.classes << " classes of " << one.vcs << " VCs");
    Experiment experiment = with_classes(one.kind, one.radix, one.classes, one.vcs);
    const model::Network network = experiment.build();
    model::OfferedTraffic traffic(experiment.traffic, network);
    const auto engine = model::make_model_engine(network, traffic, experiment.run);
    for (NodeId source = 0; source < 16; ++source) {
      for (unsigned number = 0; number < 40; ++number) {
        model::Message message;
        message.destination = (source + number) % 16;
        message.flits = 1 + number % 7;
        message.message_class = number % one.classes;
        traffic.offer(source, message);
      }
    }
    engine->advance(3000);
    EXPECT_TRUE(engine->drained());
    const model::Collector all = engine->collected();
    for (const model::Collector& of : all.of_class()) {
      EXPECT_EQ(of.totals().packets_delivered, of.totals().packets_queued);
      EXPECT_GT(of.totals().packets_delivered, 100u);
    }
  }
}

// All nodes flood one node with messages of class 0; a message of class 1 a node now and then.
Cycle slowest_of_the_others(unsigned classes) {
  Experiment experiment = with_classes(model::Topology::mesh, {4, 4}, classes, 2);
  const model::Network network = experiment.build();
  model::OfferedTraffic traffic(experiment.traffic, network);
  const auto engine = model::make_model_engine(network, traffic, experiment.run);
  Cycle slowest = 0;
  std::vector<model::Delivery> deliveries;
  unsigned others = 0;
  for (Cycle now = 0; now < 4000; ++now) {
    for (NodeId source = 0; source < 16; ++source) {
      model::Message message;
      message.flits = 4;
      if (now % 8 == 0) traffic.offer(source, message);
      if (now % 100 != source) continue;
      message.destination = (source + 5) % 16;
      message.message_class = classes - 1;
      message.tag = 1;
      traffic.offer(source, message);
    }
    engine->advance(1);
    engine->take_deliveries(deliveries);
    for (const model::Delivery& delivery : deliveries) {
      if (delivery.tag == 0) continue;
      ++others;
      slowest = std::max(slowest, delivery.latency());
    }
    deliveries.clear();
  }
  EXPECT_GT(others, classes > 1 ? 600u : 0u);
  return slowest;
}

TEST(MessageClassesTest, AFloodOfOneClassDoesNotKeepAnotherOneWaiting) {
  EXPECT_LT(slowest_of_the_others(2), 100u);
  EXPECT_GT(slowest_of_the_others(1), 1000u) << "in one class they wait behind the flood";
}

TEST(MessageClassesTest, OfOneClassNothingIsDrawnOrCountedApart) {
  Experiment experiment = with_classes(model::Topology::mesh, {4, 4}, 1, 4);
  const model::Network network = experiment.build();
  model::Traffic traffic(experiment.traffic, network, 1);
  const auto engine = model::make_model_engine(network, traffic, experiment.run);
  engine->advance(100);
  EXPECT_TRUE(engine->collected().of_class().empty());
}

// The network fuzz found it: routes over the dateline had no VC at all, and the network was
// unsound.
TEST(MessageClassesTest, ATorusWithOneVcForEachClassHasNoDatelineClasses) {
  Experiment experiment = with_classes(model::Topology::torus, {6, 5}, 4, 4);
  const model::Network network = experiment.build();
  EXPECT_TRUE(model::validate(network).valid());
  const model::DeadlockReport deadlock = model::check_deadlock(network);
  EXPECT_TRUE(deadlock.checked);
  EXPECT_FALSE(deadlock.deadlock_free);
  experiment.traffic.load = 0.05;
  model::Traffic traffic(experiment.traffic, network, 1);
  const auto engine = model::make_model_engine(network, traffic, experiment.run);
  engine->advance(2000);
  EXPECT_GT(engine->collected().totals().flits_delivered, 2000u);
}

TEST(MessageClassesTest, WhatCannotWorkIsRefused) {
  const auto refused = [](const Experiment& experiment) {
    try {
      const model::Network network = experiment.build();
      model::Traffic(experiment.traffic, network, 1);
    } catch (const model::ConfigurationError& error) {
      return std::string(error.what());
    }
    return std::string("nothing is refused");
  };
  EXPECT_NE(refused(with_classes(model::Topology::mesh, {4}, 3, 4)).find("a divisor of"),
            std::string::npos);
  Experiment express = with_classes(model::Topology::mesh, {16}, 2, 4);
  express.topology.express = model::ExpressSpec();
  EXPECT_NE(refused(express).find("1 with express channels"), std::string::npos);
  Experiment shares = with_classes(model::Topology::mesh, {4}, 2, 4);
  shares.traffic.class_shares = {1, 1, 1};
  EXPECT_NE(refused(shares).find("[1, 1, 1]; allowed: a list of 2, one number for each of "
                                 "router.message_classes"),
            std::string::npos)
      << refused(shares);
  shares.traffic.class_shares = {0, 0};
  EXPECT_NE(refused(shares).find("[0, 0]; allowed: a list of 2"), std::string::npos);
  EXPECT_NE(refused(shares).find("at least one of them above 0"), std::string::npos);
}

}  // namespace
}  // namespace turnpike::test
