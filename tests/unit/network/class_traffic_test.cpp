// Message classes with traffic of their own, and bursts, on the model.

#include <gtest/gtest.h>

#include <algorithm>

#include "model/common/configuration_error.h"
#include "model/traffic/destinations.h"
#include "model/traffic/traffic.h"
#include "tests/support/experiment.h"

namespace turnpike::test {
namespace {

using model::Cycle;
using model::Message;
using model::Traffic;
using model::TrafficSpec;

// Two classes on an 8x8 mesh: short messages of few flits, long ones of many.
Experiment two_classes() {
  Experiment experiment;
  experiment.router.message_classes = 2;
  TrafficSpec requests;
  requests.load = 0.05;
  requests.length = 1;
  TrafficSpec replies;
  replies.load = 0.3;
  replies.length = 9;
  replies.pattern = model::Pattern::transpose;
  experiment.traffic.classes = {requests, replies};
  return experiment;
}

// All messages before `end`, with their sources.
std::vector<std::pair<model::NodeId, Message>> messages_of(Traffic& traffic, Cycle end) {
  std::vector<std::pair<model::NodeId, Message>> all;
  for (Cycle now = 0; now < end; ++now) {
    traffic.prepare(now);
    for (model::NodeId node = 0; node < traffic.nodes(); ++node) {
      while (traffic.next_cycles()[node] <= now) all.emplace_back(node, traffic.take(node));
    }
  }
  return all;
}

TEST(ClassTrafficTest, EachClassHasItsOwnLoadLengthAndPattern) {
  const Experiment experiment = two_classes();
  const model::Network network = experiment.build();
  Traffic traffic(experiment.traffic, network, 3);
  EXPECT_DOUBLE_EQ(traffic.offered_load(), 0.35);
  constexpr Cycle kCycles = 4000;
  double flits[2] = {};
  model::Destinations transpose(experiment.traffic.classes[1], network, 3);
  Cycle before = 0;
  for (const auto& [source, message] : messages_of(traffic, kCycles)) {
    ASSERT_LE(before, message.queued);
    before = message.queued;
    ASSERT_EQ(message.flits, message.message_class == 0 ? 1u : 9u);
    flits[message.message_class] += message.flits;
    if (message.message_class == 1) {
      ASSERT_EQ(message.destination, transpose.pick(source, 0));
    }
  }
  EXPECT_NEAR(flits[0] / (64 * kCycles), 0.05, 0.002);
  EXPECT_NEAR(flits[1] / (64 * kCycles), 0.3, 0.01);
}

// The draws of a class do not depend on the others: what a class sends alone it sends among others.
TEST(ClassTrafficTest, WhatOneClassSendsDoesNotDependOnTheOther) {
  Experiment experiment = two_classes();
  const model::Network network = experiment.build();
  const auto of_class_one = [&] {
    Traffic traffic(experiment.traffic, network, 3);
    std::vector<std::pair<Cycle, model::NodeId>> sent;
    for (const auto& [source, message] : messages_of(traffic, 1000)) {
      if (message.message_class == 1) sent.emplace_back(message.queued, source);
    }
    return sent;
  };
  const auto among_few = of_class_one();
  experiment.traffic.classes[0].load = 0.9;
  EXPECT_EQ(of_class_one(), among_few);
  EXPECT_GT(among_few.size(), 1000u);
}

TEST(ClassTrafficTest, ClassesThatAreNotThoseOfTheRouterAreRefused) {
  Experiment experiment = two_classes();
  experiment.router.message_classes = 4;
  const model::Network network = experiment.build();
  EXPECT_THROW(Traffic(experiment.traffic, network, 1), model::ConfigurationError);
}

TEST(ClassTrafficTest, AMistakeOfAClassIsToldWithItsTable) {
  Experiment experiment = two_classes();
  experiment.traffic.classes[1].load = 1.5;
  const model::Network network = experiment.build();
  try {
    Traffic traffic(experiment.traffic, network, 1);
    ADD_FAILURE() << "a node has one local channel";
  } catch (const model::ConfigurationError& error) {
    EXPECT_EQ(error.key, "traffic.class[1].load");
  }
}

}  // namespace
}  // namespace turnpike::test
