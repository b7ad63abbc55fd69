// xorshift_traffic_test.cpp - the generator of the demonstrator: sequence, rates, refusals.

#include "model/traffic/xorshift_traffic.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "model/common/configuration_error.h"
#include "model/traffic/traffic.h"
#include "tests/unit/traffic/test_network.h"

namespace turnpike::test {
namespace {

using model::Cycle;
using model::Message;
using model::NodeId;
using model::Pattern;
using model::Traffic;
using model::TrafficSpec;

TrafficSpec xorshift(const Pattern* pattern, double load) {
  TrafficSpec spec;
  spec.generator = model::Generator::xorshift;
  spec.pattern = pattern;
  spec.load = load;
  spec.length = 4;
  return spec;
}

// Messages of one node before `end`.
std::vector<Message> messages(Traffic& traffic, NodeId node, Cycle end) {
  std::vector<Message> result;
  while (traffic.next_cycles()[node] < end) result.push_back(traffic.take(node));
  return result;
}

std::string refusal(const TrafficSpec& spec, const model::Network& network) {
  try {
    Traffic traffic(spec, network, 1);
  } catch (const model::ConfigurationError& error) {
    return error.what();
  }
  return "";
}

TEST(XorshiftTrafficTest, StepsAsMarsagliaPrintedIt) {
  // 13, 17, 5 from 2463534242, the seed of section 4 of the paper.
  EXPECT_EQ(model::xorshift_step(2463534242u), 723471715u);
  EXPECT_EQ(model::xorshift_step(723471715u), 2497366906u);
  EXPECT_EQ(model::xorshift_step(1), 270369u);
}

TEST(XorshiftTrafficTest, EveryCycleIsLookedAtAndNoneTwice) {
  const model::Network network = nodes_with_radix({4, 4}, 4);
  Traffic traffic(xorshift(Pattern::uniform, 1.0), network, 7);
  const std::vector<Message> sent = messages(traffic, 5, 1000);
  std::uint32_t x = model::xorshift_seed(7, 5);
  std::size_t next = 0;
  for (Cycle cycle = 0; cycle < 1000; ++cycle, x = model::xorshift_step(x)) {
    if (x >> 16 >= 16384) continue;
    ASSERT_LT(next, sent.size());
    EXPECT_EQ(sent[next].queued, cycle);
    EXPECT_EQ(sent[next].destination, (x & 0xffff) >> 12);  // of 16 nodes
    EXPECT_EQ(sent[next].flits, 4u);
    ++next;
  }
  EXPECT_EQ(next, sent.size());
}

TEST(XorshiftTrafficTest, HasTheRateThatItWasRoundedTo) {
  for (const double load : {0.0, 0.01, 0.3, 1.0, 4.0}) {
    Traffic traffic(xorshift(Pattern::uniform, load), nodes_with_radix({4, 4}, 4), 1);
    double sent = 0;
    for (NodeId node = 0; node < 16; ++node) {
      sent += static_cast<double>(messages(traffic, node, 20000).size());
    }
    const double p = load / 4;
    EXPECT_NEAR(sent / 320000, p, 5 * std::sqrt(p * (1 - p) / 320000) + 1e-5) << "load " << load;
    EXPECT_NEAR(traffic.offered_load(), load, 4.0 / 65536) << "load " << load;
  }
}

TEST(XorshiftTrafficTest, ASmallestLoadIsNone) {
  Traffic traffic(xorshift(Pattern::uniform, 1e-5), nodes_with_radix({4, 4}, 4), 1);
  EXPECT_EQ(traffic.next_cycles()[3], Traffic::kNever);
  EXPECT_EQ(traffic.offered_load(), 0);
  EXPECT_TRUE(traffic.exhausted());
}

TEST(XorshiftTrafficTest, DestinationsAreThoseOfThePattern) {
  const model::Network network = nodes_with_radix({3, 5}, 4);
  std::vector<double> count(15);
  Traffic others(xorshift(Pattern::uniform_other, 4), network, 3);
  for (const Message& message : messages(others, 4, 150000)) ++count[message.destination];
  EXPECT_EQ(count[4], 0);
  for (NodeId node = 0; node < 15; ++node) {
    if (node == 4) continue;
    EXPECT_NEAR(count[node], 150000 / 14.0, 500) << "node " << node;
  }
  Traffic fixed(xorshift(Pattern::tornado, 1), network, 3);
  for (const Message& message : messages(fixed, 0, 1000)) EXPECT_EQ(message.destination, 7u);
}

TEST(XorshiftTrafficTest, HotNodeHasItsShareWhateverTheDestinationWouldBe) {
  TrafficSpec spec = xorshift(Pattern::hot_spot, 2);
  spec.hot_node = 6;
  spec.hot_fraction = 0.25;
  Traffic traffic(spec, nodes_with_radix({4, 4}, 4), 9);
  std::vector<double> count(16);
  double all = 0;
  for (const Message& message : messages(traffic, 2, 400000)) {
    ++count[message.destination];
    ++all;
  }
  EXPECT_EQ(count[2], 0);
  for (NodeId node = 0; node < 16; ++node) {
    if (node == 2) continue;
    const double share = 0.75 / 15 + (node == 6 ? 0.25 : 0);
    EXPECT_NEAR(count[node] / all, share, 5 * std::sqrt(share / all)) << "node " << node;
  }
}

TEST(XorshiftTrafficTest, NodesAndSeedsDiffer) {
  EXPECT_NE(model::xorshift_seed(1, 0), model::xorshift_seed(1, 1));
  EXPECT_NE(model::xorshift_seed(1, 0), model::xorshift_seed(2, 0));
  for (NodeId node = 0; node < 1000; ++node) EXPECT_NE(model::xorshift_seed(5, node), 0u);
}

TEST(XorshiftTrafficTest, WhatItDoesNotHaveIsRefused) {
  const model::Network network = nodes_with_radix({4, 4}, 4);
  TrafficSpec spec = xorshift(Pattern::locality, 1);
  EXPECT_NE(refusal(spec, network).find("traffic.pattern"), std::string::npos);
  spec = xorshift(Pattern::trace, 1);
  EXPECT_NE(refusal(spec, network).find("traffic.pattern"), std::string::npos);
  spec = xorshift(Pattern::uniform, 1);
  spec.arrivals = model::Arrivals::poisson;
  EXPECT_NE(refusal(spec, network).find("traffic.arrivals"), std::string::npos);
  spec = xorshift(Pattern::uniform, 1);
  spec.length_kind = model::LengthKind::bimodal;
  EXPECT_NE(refusal(spec, network).find("traffic.length.kind"), std::string::npos);
  spec = xorshift(Pattern::uniform, 4.1);
  EXPECT_NE(refusal(spec, network).find("traffic.load"), std::string::npos);
  EXPECT_EQ(refusal(xorshift(Pattern::uniform, 4), network), "");
}

}  // namespace
}  // namespace turnpike::test
