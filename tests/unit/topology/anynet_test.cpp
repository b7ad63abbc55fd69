// anynet_test.cpp - BookSim's anynet files: what they mean, and every way to get one wrong.

#include "model/topology/anynet.h"

#include <gtest/gtest.h>

#include <optional>
#include <sstream>

#include "model/common/configuration_error.h"
#include "model/topology/validate.h"
#include "tests/unit/topology/networks.h"

namespace turnpike::test {
namespace {

using model::TopologySpec;
using Links = std::vector<std::pair<unsigned, unsigned>>;

TopologySpec read(const std::string& text) {
  std::istringstream in(text);
  return model::read_anynet(in, "net.txt");
}

// What the reader says of a bad file.
std::string complaint(const std::string& text) {
  try {
    read(text);
  } catch (const model::ConfigurationError& error) {
    EXPECT_EQ(error.key, "network.anynet");
    return error.value;
  }
  return "accepted";
}

TEST(AnynetTest, ReadsTheExampleOfBookSim) {
  const TopologySpec spec = read(
      "router 0 node 0 node 1 node 2 router 1\n"
      "router 1 node 3 node 4 node 5\n"
      "router 2 node 6 node 7 node 8 router 1 router 0\n");
  EXPECT_EQ(spec.links, (Links{{0, 1}, {2, 1}, {2, 0}}));
  EXPECT_EQ(spec.terminal_switches, (std::vector<unsigned>{0, 0, 0, 1, 1, 1, 2, 2, 2}));
  EXPECT_EQ(spec.hosts, (std::vector<unsigned>{3, 3, 3}));
  EXPECT_TRUE(spec.link_latency.empty());
  const model::Network network = build(spec);
  EXPECT_EQ(network.router.ports, 5u);
  EXPECT_TRUE(model::validate(network).valid());
}

TEST(AnynetTest, LatencyIsOneWayAndOneCycleUnlessStated) {
  const TopologySpec spec = read(
      "router 0 node 0 router 1 15 router 2\n"
      "router 1 node 1 router 2 3\n"
      "router 2 node 2 router 1 9\n");
  EXPECT_EQ(spec.links, (Links{{0, 1}, {0, 2}, {1, 2}}));
  using Latencies = std::vector<std::optional<unsigned>>;
  EXPECT_EQ(spec.link_latency, (Latencies{14, 0, 2}));
  EXPECT_EQ(spec.link_latency_back, (Latencies{0, 0, 8}));
  EXPECT_EQ(spec.anynet.assumed_cycles, 3u);  // 1 to 0, and both ways between 0 and 2
  EXPECT_EQ(spec.anynet.links_from_both_sides, 0u);
}

TEST(AnynetTest, LinkMayBeSaidFromBothSides) {
  const TopologySpec spec = read(
      "router 0 router 1 node 0\n"
      "router 1 router 0 node 1\n"
      "node 1 router 1\n");
  EXPECT_EQ(spec.links, (Links{{0, 1}}));
  EXPECT_EQ(spec.anynet.links_from_both_sides, 1u);
  EXPECT_EQ(spec.hosts, (std::vector<unsigned>{1, 1}));
}

TEST(AnynetTest, NodesKeepTheirNumbersWhereverTheyAre) {
  const TopologySpec spec = read("router 0 node 2 router 1\nrouter 1 node 0 node 1\n");
  EXPECT_EQ(spec.terminal_switches, (std::vector<unsigned>{1, 1, 0}));
  const model::Network network = build(spec);
  EXPECT_EQ(network.terminals[2].eject.component, 0u);
  EXPECT_EQ(network.terminals[1].eject.component, 1u);
  EXPECT_EQ(network.terminals[1].eject.port, 2u);
}

TEST(AnynetTest, BlankLinesSpacesAndMissingLastNewlineAreNothing) {
  EXPECT_EQ(read("\n  router  0   node 0\r\n\nrouter 0 router 1").links, (Links{{0, 1}}));
}

TEST(AnynetTest, WrongLinesAreReportedWithTheirNumber) {
  EXPECT_EQ(complaint("router 0 node 0\nswitch 1 node 1\n"), "net.txt:2: 'switch'");
  EXPECT_EQ(complaint("router 0 node 0 link 1\n"), "net.txt:1: 'link'");
  EXPECT_EQ(complaint("router x node 0\n"), "net.txt:1: 'x' after 'router'");
  EXPECT_EQ(complaint("router 0 node -1\n"), "net.txt:1: '-1' after 'node'");
  EXPECT_EQ(complaint("router 0 router 1 2.5\n"), "net.txt:1: '2.5'");
  EXPECT_EQ(complaint("router 0 router 1 0\n"), "net.txt:1: '0'");
  EXPECT_EQ(complaint("router 0 router 1 5 6\n"), "net.txt:1: '6'");
  EXPECT_EQ(complaint("router 0 router 99999999999\n"), "net.txt:1: '99999999999' after 'router'");
}

TEST(AnynetTest, TruncatedLinesAreReported) {
  EXPECT_EQ(complaint("router 0 node 0\nrouter"), "net.txt:2: the line ends after 'router'");
  EXPECT_EQ(complaint("router 0 node 0 node\n"), "net.txt:1: the line ends after 'node'");
}

TEST(AnynetTest, ImpossibleLinksAreReported) {
  EXPECT_EQ(complaint("router 0 node 0\nrouter 1 node 0\n"),
            "net.txt:2: node 0 at router 1, it is at router 0");
  EXPECT_EQ(complaint("router 0 node 0 node 0\n"),
            "net.txt:1: router 0 to node 0 for the second time");
  EXPECT_EQ(complaint("router 3 router 3\n"), "net.txt:1: router 3 to router 3");
  EXPECT_EQ(complaint("router 0 router 1 router 1 4\n"),
            "net.txt:1: router 0 to router 1 for the second time");
  EXPECT_EQ(complaint("node 0 node 1\n"), "net.txt:1: node 0 to node 1");
  EXPECT_EQ(complaint("router 0 node 0 5\n"), "net.txt:1: node 0 at a distance of 5 cycles");
}

TEST(AnynetTest, GapsInTheNumbersAreReported) {
  EXPECT_EQ(complaint("router 0 node 0 node 2\n"), "net.txt: node 1 is missing, node 2 is there");
  EXPECT_EQ(complaint("router 1 node 0\n"), "net.txt: router 0 is missing, router 1 is there");
  EXPECT_EQ(complaint(""), "net.txt: no nodes");
  EXPECT_EQ(complaint("router 0 router 1\n"), "net.txt: no nodes");
}

// What is allowed instead.
std::string cure(const std::string& text) {
  try {
    read(text);
  } catch (const model::ConfigurationError& error) {
    return error.allowed;
  }
  return "accepted";
}

TEST(AnynetTest, RefusedFormsNameAWayOut) {
  const std::pair<const char*, const char*> cases[] = {
      {"router 0 router 1 router 1 4\n", "leave one out, as links side by side are not built"},
      {"router 0 node 0 node 0\n", "leave one out"},
      {"router 0 node 0 5\n", "a channel to a router that is the node's alone"},
      {"router 0 node 0\nrouter 1 node 0\n", "number the second node anew"},
      {"node 0 node 1\n", "join both nodes to a router"},
      {"router 3 router 3\n", "leave the second out"},
      {"router 0 node 0 node 2\n", "number node 2 and those above anew"},
      {"router 0 router 1\n", "'router 0 node 0'"}};
  for (const auto& [text, way_out] : cases) {
    EXPECT_NE(cure(text).find(way_out), std::string::npos) << text << cure(text);
  }
}

TEST(AnynetTest, DisconnectedNetworkIsRefusedWhenBuilt) {
  const TopologySpec spec = read("router 0 node 0\nrouter 1 node 1\n");
  EXPECT_THROW(build(spec), model::ConfigurationError);
  EXPECT_THROW(build(read("router 0 node 0\nrouter 1\n")), model::ConfigurationError);
}

TEST(AnynetTest, MessagesShowWhatNoTerminalObeys) {
  using std::string_literals::operator""s;
  EXPECT_EQ(complaint("router 0 n\0de 1\n"s), "net.txt:1: 'n\\x00de'");
  EXPECT_EQ(complaint("router 0 \x1b[2J\xff 1\n"), "net.txt:1: '\\x1b[2J\\xff'");
  EXPECT_EQ(complaint("router " + std::string(100000, '1') + "\n").size(), 92u);
}

TEST(AnynetTest, MarkAndLineEndsOfOtherSystemsAreRead) {
  const TopologySpec spec = read("\xef\xbb\xbfrouter 0 node 0 router 1\r\nrouter 1 node 1\r\n");
  EXPECT_EQ(spec.links, (Links{{0, 1}}));
}

}  // namespace
}  // namespace turnpike::test
