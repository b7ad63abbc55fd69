// Sums of nodes and flows do not depend on how the nodes are parted, and stay bounded.

#include "model/statistics/node_sums.h"

#include <gtest/gtest.h>

#include <vector>

namespace turnpike::test {
namespace {

using model::FlowTable;
using model::NodeCounters;
using model::NodeId;
using model::NodeTable;

// Every source sends one message of 3 flits to each of the next `reach` nodes.
NodeTable counted(NodeId nodes, NodeId reach, const std::vector<NodeId>& ends) {
  NodeTable table;
  NodeId first = 0;
  for (const NodeId end : ends) {
    NodeCounters counters(100, 200, first, end, nodes);
    for (NodeId source = first; source < end; ++source) {
      for (NodeId step = 0; step < reach; ++step) {
        const NodeId destination = (source + step) % nodes;
        counters.queued(source, destination, 3, 150);
        model::Delivery delivery{source, destination, 3, 150, 151, 160, 170 + step % 60};
        counters.delivered(delivery);
      }
    }
    counters.add_to(table, true);
    first = end;
  }
  return table;
}

TEST(NodeSumsTest, AreTheSameHoweverTheNodesAreParted) {
  const NodeTable one = counted(90, 40, {90});
  const NodeTable three = counted(90, 40, {10, 64, 90});
  ASSERT_EQ(one.flows.size(), 90u * 40);
  ASSERT_EQ(three.flows.size(), one.flows.size());
  for (std::size_t i = 0; i < one.flows.size(); ++i) {
    EXPECT_EQ(one.flows[i].key, three.flows[i].key);
    EXPECT_EQ(one.flows[i].sums.latency, three.flows[i].sums.latency);
  }
  EXPECT_EQ(one.squares, three.squares);
  for (NodeId node = 0; node < 90; ++node) {
    EXPECT_EQ(one.from[node].offered_flits, 120u);
    EXPECT_EQ(three.from[node].offered_flits, 120u);
    EXPECT_EQ(one.to[node].offered_flits, 120u);
    EXPECT_EQ(three.to[node].offered_flits, 120u);
    EXPECT_EQ(one.to[node].accepted_flits, three.to[node].accepted_flits);
    EXPECT_EQ(one.to[node].latency_max, 59u);
  }
}

TEST(NodeSumsTest, AcceptedIsWhatCameInTheInterval) {
  NodeCounters counters(100, 200, 0, 2, 2);
  counters.queued(0, 1, 5, 99);                       // before it
  counters.delivered({0, 1, 5, 99, 100, 105, 110});   // but delivered in it
  counters.queued(0, 1, 7, 199);                      // in it
  counters.delivered({0, 1, 7, 199, 200, 205, 211});  // but delivered behind it
  NodeTable table;
  counters.add_to(table, true);
  EXPECT_EQ(table.from[0].offered_flits, 7u);
  EXPECT_EQ(table.from[0].accepted_flits, 5u);
  EXPECT_EQ(table.from[0].packets, 1u);
  EXPECT_EQ(table.from[0].latency, 12u);
  std::vector<std::int64_t> backlogs(4);
  counters.add_growth_to(backlogs);
  EXPECT_EQ(backlogs, (std::vector<std::int64_t>{2, 0, 0, 2}));
}

TEST(NodeSumsTest, TooManyFlowsAreLeftOutWhateverTheParts) {
  const NodeId nodes = 257;                             // 66,049 pairs
  EXPECT_TRUE(counted(nodes, 255, {nodes}).has_flows);  // 65,535
  for (const auto& ends : {std::vector<NodeId>{nodes}, {64, 128, 192, nodes}}) {
    const NodeTable table = counted(nodes, nodes, ends);
    EXPECT_FALSE(table.has_flows);
    EXPECT_TRUE(table.flows.empty());
    EXPECT_EQ(table.from[0].offered_flits, 3u * nodes);
  }
}

}  // namespace
}  // namespace turnpike::test
