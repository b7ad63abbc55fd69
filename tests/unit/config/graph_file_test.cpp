// graph_file_test.cpp - graphs of every format: what is read, and what is refused and where.

#include "sim/experiment/config/graph_file.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "model/common/configuration_error.h"

namespace turnpike::test {
namespace {

using sim::GraphReading;

GraphReading graph_in(const std::string& text, const std::string& name) {
  return sim::read_graph(text, name, "auto");
}

std::string graph_refusal(const std::string& text, const std::string& name) {
  try {
    graph_in(text, name);
  } catch (const model::ConfigurationError& error) {
    return error.what();
  }
  return "";
}

void expect_graph_refused(const std::string& text, const std::string& name,
                          const std::string& part) {
  const std::string refusal = graph_refusal(text, name);
  EXPECT_NE(refusal.find(part), std::string::npos) << text << "says: " << refusal;
}

const char* const kEdges =
    "# a leaf and two spines\n"
    "from,to,latency,latency_back,terminals\n"
    "leaf-0,,,,4\n"
    "leaf-0,spine.0,3,,\n"
    "leaf-0,\"spine,1\",3,5,\n"
    "leaf-0,spine.0,,,\n"
    "spine.0,,,,1\n";

const char* const kNodeLink =
    "{\"directed\": false, \"multigraph\": true, \"graph\": {},\n"
    " \"nodes\": [{\"terminals\": 2, \"id\": \"a\"}, {\"terminals\": 0, \"id\": 7}],\n"
    " \"links\": [{\"latency\": 2, \"source\": \"a\", \"target\": 7, \"key\": 0},\n"
    "   {\"source\": \"a\", \"target\": 7, \"key\": 1}]}\n";

const char* const kAnynet =
    "router 3 node 10 router 7 4\n"
    "node 21 router 7\n"
    "router 7 node 20 router 3 6\n";

const char* const kNetlist =
    "# two switches\n"
    "vendid=0x8f1\n"
    "Switch\t8 \"S-01\"\t\t# \"one\" base port 0 lid 6\n"
    "[1]\t\"H-0a\"[1](8f1)\n"
    "[3]\t\"S-02\"[3]\n"
    "[5]\t\"S-02\"[4]\t# lid 3\n"
    "\n"
    "Switch 8 \"S-02\"\n"
    "[3]\t\"S-01\"[3]\n"
    "[4]\t\"S-01\"[5]\n"
    "[6]\t\"H-0a\"[2]\n"
    "\n"
    "Ca\t2 \"H-0a\"\n"
    "[1](8f1)\t\"S-01\"[1]\n"
    "[2]\t\"S-02\"[6]\n";

const char* const kGraphMl =
    "<graphml>\n"
    "<key id=\"d0\" for=\"node\" attr.name=\"terminals\"><default> 2 </default></key>\n"
    "<key id=\"d1\" for=\"edge\" attr.name=\"latency\"/>\n"
    "<key id=\"d2\" for=\"edge\" attr.name=\"latency_back\"/>\n"
    "<graph edgedefault=\"undirected\">\n"
    "<node id=\"leaf-0\"/>\n"
    "<node id=\"7\"><data key=\"d0\">0</data></node>\n"
    "<edge source=\"leaf-0\" target=\"7\"><data key=\"d1\">3</data><data "
    "key=\"d2\">5</data></edge>\n"
    "<edge source=\"7\" target=\"leaf-0\"/>\n"
    "</graph></graphml>\n";

const char* const kDot =
    "graph \"n e t\" {\n"
    "  node [terminals=2]\n"
    "  spine [terminals=0]\n"
    "  leaf_0 [hosts=3, terminals=\"\"]; \"leaf 1\"\n"
    "  spine -- {leaf_0 \"leaf 1\"} [latency=4]\n"
    "  leaf_0 -- \"leaf 1\" -- spine\n"
    "}\n";

using Links = std::vector<std::pair<unsigned, unsigned>>;
using Latencies = std::vector<std::optional<unsigned>>;

TEST(GraphFileTest, AnEdgeListKeepsNamesLatenciesAndLinksSideBySide) {
  const GraphReading reading = graph_in(kEdges, "net.csv");
  EXPECT_EQ(reading.spec.names, (std::vector<std::string>{"leaf_0", "spine_0", "spine_1"}));
  EXPECT_EQ(reading.spec.links, (Links{{0, 1}, {0, 2}, {0, 1}}));
  EXPECT_EQ(reading.spec.link_latency, (Latencies{3, 3, std::nullopt}));
  EXPECT_EQ(reading.spec.link_latency_back, (Latencies{3, 5, std::nullopt}));
  EXPECT_EQ(reading.spec.hosts, (std::vector<unsigned>{4, 1, 0}));
  EXPECT_EQ(reading.spec.terminal_switches, (std::vector<unsigned>{0, 0, 0, 0, 1}));
}

TEST(GraphFileTest, NodeLinkJsonIsReadAsNetworkxWritesIt) {
  const GraphReading reading = graph_in(kNodeLink, "net.json");
  EXPECT_EQ(reading.spec.names, (std::vector<std::string>{"a", "switch_7"}));
  EXPECT_EQ(reading.spec.links, (Links{{0, 1}, {0, 1}}));
  EXPECT_EQ(reading.spec.link_latency, (Latencies{2, std::nullopt}));
  EXPECT_EQ(reading.spec.hosts, (std::vector<unsigned>{2, 0}));
}

TEST(GraphFileTest, ADirectedGraphHasAWayBackForEachLink) {
  const std::string both =
      "{\"directed\": true, \"nodes\": [{\"id\": 0}, {\"id\": 1}], \"edges\": "
      "[{\"source\": 0, \"target\": 1, \"latency\": 1}, {\"source\": 1, \"target\": 0, "
      "\"latency\": 4}]}";
  const GraphReading reading = graph_in(both, "net.json");
  EXPECT_EQ(reading.spec.links, (Links{{0, 1}}));
  EXPECT_EQ(reading.spec.link_latency, (Latencies{1}));
  EXPECT_EQ(reading.spec.link_latency_back, (Latencies{4}));
  EXPECT_FALSE(reading.says_terminals);
  expect_graph_refused(
      "{\"directed\": true, \"nodes\": [{\"id\": 0}, {\"id\": 1}], \"links\": "
      "[{\"source\": 0, \"target\": 1}]}",
      "net.json", "net.json, link 1: '0' to '1' without a way back");
}

TEST(GraphFileTest, EachFormatWithAttributesHasNarrowLinks) {
  const std::vector<model::LinkWidth> widths = {{2, 3}, {1, 1}};
  const std::string edges = "from,to,phits,clock_ratio\na,b,2,3\nb,c,,\n";
  const std::string json =
      "{\"nodes\": [{\"id\": \"a\"}, {\"id\": \"b\"}, {\"id\": \"c\"}], \"links\": "
      "[{\"source\": \"a\", \"target\": \"b\", \"phits\": 2, \"clock_ratio\": 3}, "
      "{\"source\": \"b\", \"target\": \"c\"}]}";
  const std::string dot = "graph { a -- b [phits=2, clock_ratio=3] b -- c }";
  for (const auto& [text, name] :
       {std::pair{edges, "net.csv"}, {json, "net.json"}, {dot, "net.dot"}}) {
    const GraphReading reading = graph_in(text, name);
    EXPECT_EQ(reading.spec.link_width, widths) << name;
    EXPECT_TRUE(reading.remarks.empty()) << name;
  }
  EXPECT_TRUE(graph_in("from,to,phits\na,b,1\n", "net.csv").spec.link_width.empty());
  expect_graph_refused("from,to,phits\na,b,65\n", "net.csv", "net.csv:2, phits: '65'");
  expect_graph_refused("from,to,clock_ratio\na,b,0\n", "net.csv", "net.csv:2, clock_ratio: '0'");
  expect_graph_refused("from,to,phits,terminals\na,,2,1\n", "net.csv",
                       "net.csv:2: a latency or a width without to");
  expect_graph_refused("digraph { a -> b [phits=2] b -> a }", "net.dot",
                       "phits or a clock ratio other than those of the way back");
}

TEST(GraphFileTest, AnynetMayHaveGapsAndLinesThatBeginWithANode) {
  const GraphReading reading = graph_in(kAnynet, "net.anynet");
  EXPECT_EQ(reading.spec.names, (std::vector<std::string>{"switch_3", "switch_7"}));
  EXPECT_EQ(reading.spec.links, (Links{{0, 1}}));
  EXPECT_EQ(reading.spec.link_latency, (Latencies{3}));
  EXPECT_EQ(reading.spec.link_latency_back, (Latencies{5}));
  EXPECT_EQ(reading.spec.terminal_switches, (std::vector<unsigned>{0, 1, 1}));
  ASSERT_EQ(reading.remarks.size(), 1u);
  EXPECT_NE(reading.remarks[0].find("node 10 is terminal 0"), std::string::npos);
}

TEST(GraphFileTest, TheLatencyOfATerminalIsNotReadInSilence) {
  const GraphReading reading =
      graph_in("router 0 node 0 5 router 1\nrouter 1 node 1\n", "a.anynet");
  ASSERT_EQ(reading.remarks.size(), 1u);
  EXPECT_NE(reading.remarks[0].find("1 node has a latency, 5 at most"), std::string::npos)
      << reading.remarks[0];
}

TEST(GraphFileTest, GraphMlHasNamesDefaultsAndLinksSideBySide) {
  const GraphReading reading = graph_in(kGraphMl, "net.graphml");
  EXPECT_EQ(reading.spec.names, (std::vector<std::string>{"leaf_0", "switch_7"}));
  EXPECT_EQ(reading.spec.links, (Links{{0, 1}, {1, 0}}));
  EXPECT_EQ(reading.spec.link_latency, (Latencies{3, std::nullopt}));
  EXPECT_EQ(reading.spec.link_latency_back, (Latencies{5, std::nullopt}));
  EXPECT_EQ(reading.spec.hosts, (std::vector<unsigned>{2, 0}));
  EXPECT_TRUE(reading.remarks.empty());
}

TEST(GraphFileTest, DotIsReadAsGraphvizReadsIt) {
  const GraphReading reading = graph_in(kDot, "net.dot");
  EXPECT_EQ(reading.spec.names, (std::vector<std::string>{"spine", "leaf_0", "leaf_1"}));
  EXPECT_EQ(reading.spec.links, (Links{{0, 1}, {0, 2}, {1, 2}, {2, 0}}));
  EXPECT_EQ(reading.spec.link_latency, (Latencies{4, 4, std::nullopt, std::nullopt}));
  EXPECT_EQ(reading.spec.hosts, (std::vector<unsigned>{0, 3, 2}));
  const GraphReading both =
      graph_in("digraph { a:n -> b [latency=1]; b -> a [latency=6 color=red] }", "net.gv");
  EXPECT_EQ(both.spec.link_latency, (Latencies{1}));
  EXPECT_EQ(both.spec.link_latency_back, (Latencies{6}));
  ASSERT_EQ(both.remarks.size(), 1u);
  EXPECT_EQ(both.remarks[0].find("'color' of links is left out"), 0u) << both.remarks[0];
}

TEST(GraphFileTest, WhatIsWrongInXmlAndDotIsTold) {
  const auto in_graph = [](const std::string& text) {
    return "<graphml>\n<graph edgedefault=\"undirected\">\n" + text + "</graph></graphml>";
  };
  expect_graph_refused("<graphml>", "n.graphml", "n.graphml:1: no element found");
  expect_graph_refused("", "n.graphml", "n.graphml:1: no element found");
  expect_graph_refused("<graphml/>", "n.graphml", "n.graphml: no element graph");
  expect_graph_refused("<svg/>", "n.graphml", "n.graphml:1: element 'svg'");
  expect_graph_refused("<graphml><graph/></graphml>", "n.graphml", "without edgedefault");
  expect_graph_refused(in_graph("<node/>"), "n.graphml", "n.graphml:3: an element node without id");
  expect_graph_refused(in_graph("<node id='a'/><node id='a'/>"), "n.graphml",
                       "n.graphml:3: 'a' for the second time");
  expect_graph_refused(in_graph("<node id='a'/>\n<edge source='a' target='b'/>"), "n.graphml",
                       "n.graphml:4: 'b'");
  expect_graph_refused(in_graph("<node id='a'/>\n<edge source='a' target='a'/>"), "n.graphml",
                       "n.graphml:4: a link of 'a' with itself");
  expect_graph_refused(in_graph("<node id='a'><graph edgedefault='directed'/></node>"), "n.graphml",
                       "n.graphml:3: a second graph");
  expect_graph_refused(in_graph("<hyperedge/>"), "n.graphml", "n.graphml:3: element 'hyperedge'");
  expect_graph_refused(in_graph("<node id='a'><data key='d9'>1</data></node>"), "n.graphml",
                       "n.graphml:3: data of key 'd9'");
  expect_graph_refused("graph {\n a -- }", "n.dot", "n.dot: syntax error in line 2");
  expect_graph_refused("graph { a } x", "n.dot", "n.dot: syntax error");
  expect_graph_refused("graph { a } graph { b }", "n.dot", "n.dot: a second graph");
  expect_graph_refused("graph { a -- a }", "n.dot", "n.dot, edge 'a' -- 'a': a link of 'a'");
  expect_graph_refused("digraph { a -> b }", "n.dot",
                       "n.dot, edge 'a' -> 'b': 'a' to 'b' without a way back");
  expect_graph_refused("graph { a [terminals=x] }", "n.dot", "n.dot, node 'a', terminals: 'x'");
  expect_graph_refused("graph { a [terminals=1 hosts=1] }", "n.dot", "terminals and hosts of 'a'");
  expect_graph_refused("", "n.dot", "n.dot: no graph");
  expect_graph_refused("// nothing\n", "n.dot", "n.dot: no graph");
  EXPECT_EQ(graph_in(kDot, "net.dot").spec.links.size(), 4u);  // after all these errors
}

TEST(GraphFileTest, TwoCablesBetweenTwoSwitchesAreTwoLinks) {
  const GraphReading reading = graph_in(kNetlist, "fabric.ibnet");
  EXPECT_EQ(reading.spec.names, (std::vector<std::string>{"S_01", "S_02"}));
  EXPECT_EQ(reading.spec.links, (Links{{0, 1}, {0, 1}}));
  EXPECT_EQ(reading.spec.terminal_switches, (std::vector<unsigned>{0, 1}));
}

TEST(GraphFileTest, WhatIsWrongIsToldWithItsLine) {
  expect_graph_refused("from,to\na,a\n", "n.csv", "n.csv:2: a link of 'a' with itself");
  expect_graph_refused("from,to\na,b,c\n", "n.csv", "n.csv:2: 3 values");
  expect_graph_refused("from,to\na\n", "n.csv", "n.csv:2: 1 values");
  expect_graph_refused("from,to,weight\n", "n.csv", "n.csv:1: 'weight'");
  expect_graph_refused("from\n", "n.csv", "n.csv:1: no column to");
  expect_graph_refused("from,to\n\"a,b\n", "n.csv", "n.csv:2: a quote without an end");
  expect_graph_refused("from,to,latency\na,b,-1\n", "n.csv", "n.csv:2, latency: '-1'");
  expect_graph_refused("from,to,terminals\na,,32\n", "n.csv", "n.csv:2, terminals: '32'");
  expect_graph_refused("from,to\na-b,c\na.b,c\n", "n.csv", "n.csv:3: 'a.b'");
  expect_graph_refused("", "n.csv", "n.csv: no line of columns");
  expect_graph_refused("from,to\n", "n.csv", "n.csv: no switches");
  expect_graph_refused("a b\n", "n.txt", "n.txt: an ending that says no format");
  expect_graph_refused("{}", "n.json", "n.json: no node-link graph");
  expect_graph_refused("{", "n.json", "n.json: no JSON");
  expect_graph_refused("{\"nodes\": [{\"id\": 1}], \"links\": [{\"source\": 1, \"target\": 2}]}",
                       "n.json", "n.json, link 1: '2'");
  expect_graph_refused("router 0 router 1 0\n", "n.anynet", "n.anynet:1: '0'");
  expect_graph_refused("router 0 node 1\nrouter 1 node 1\n", "n.anynet",
                       "n.anynet:2: node 1 at router 1");
  expect_graph_refused("router 0 router 1 router 1\n", "n.anynet", "for the second time");
  expect_graph_refused("router 0 router 1\n", "n.anynet", "n.anynet: no nodes");
  expect_graph_refused("Switch 8 \"a\"\n[1] \"b\"[2]\n", "n.ibnet", "n.ibnet:2: port 1 of 'a'");
  expect_graph_refused("Switch 8 \"a\"\n[9] \"b\"[2]\n", "n.ibnet", "n.ibnet:2: port 9 of 'a'");
  expect_graph_refused("[1] \"b\"[2]\n", "n.ibnet", "n.ibnet:1: a port without a device");
}

bool is_same(const GraphReading& a, const GraphReading& b) {
  return a.spec.names == b.spec.names && a.spec.links == b.spec.links &&
         a.spec.link_latency == b.spec.link_latency &&
         a.spec.link_latency_back == b.spec.link_latency_back && a.spec.hosts == b.spec.hosts &&
         a.spec.terminal_switches == b.spec.terminal_switches && a.remarks == b.remarks;
}

// Each word or number of each file is another one once. What a format has only for people, such as
// attributes that networkx writes of itself, may change nothing.
TEST(GraphFileTest, AChangedTokenIsAnotherNetworkOrRefused) {
  const auto is_token = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  const std::vector<std::string> free = {"multigraph", "graph", "key", "vendid", "0x8f1",
                                         "8f1",        "true",  "n",   "e",      "t"};
  for (const auto& [text, name] : {std::pair<std::string, const char*>{kEdges, "n.csv"},
                                   {kNodeLink, "n.json"},
                                   {kAnynet, "n.anynet"},
                                   {kGraphMl, "n.graphml"},
                                   {kDot, "n.dot"},
                                   {kNetlist, "n.ibnet"}}) {
    const GraphReading original = graph_in(text, name);
    unsigned changed = 0;
    for (std::size_t at = 0; at < text.size();) {
      if (text[at] == '#') at = text.find('\n', at);
      if (at >= text.size() || !is_token(text[at])) {
        ++at;
        continue;
      }
      std::size_t end = at;
      while (end < text.size() && is_token(text[end])) ++end;
      const std::string token = text.substr(at, end - at);
      const std::size_t start = at;
      at = end;
      const bool is_free = std::find(free.begin(), free.end(), token) != free.end();
      const bool is_key = text.compare(start < 7 ? 0 : start - 7, 7, "\"key\": ") == 0;
      // More ports than are used.
      const bool is_said_again =
          name == std::string("n.ibnet") && (token == "8" || text.compare(start, 3, "2 \"") == 0);
      if (is_free || is_key || is_said_again) continue;
      const std::string other = token.find_first_not_of("0123456789") == std::string::npos
                                    ? std::to_string(std::stoul(token) + 1)
                                    : token + "z";
      const std::string mutant = text.substr(0, start) + other + text.substr(end);
      ++changed;
      try {
        EXPECT_FALSE(is_same(graph_in(mutant, name), original)) << token << " -> " << other << "\n"
                                                                << mutant;
      } catch (const model::ConfigurationError&) {  // refused
      }
    }
    EXPECT_GT(changed, 8u) << name;
  }
}

}  // namespace
}  // namespace turnpike::test
