// Nodes as people write them.

#include "commands/node_text.h"

#include <gtest/gtest.h>

#include "sim/base/config_error.h"

namespace turnpike::test {
namespace {

model::Network four_by_two() {
  model::Network network;
  network.radix = {4, 2};
  network.terminals.resize(8);
  return network;
}

TEST(NodeTextTest, NumberAndCoordinatesNameTheSameNode) {
  const model::Network network = four_by_two();
  EXPECT_EQ(sim::parse_node("7", network, "--from"), 7u);
  EXPECT_EQ(sim::parse_node("3,1", network, "--from"), 7u);
  EXPECT_EQ(sim::parse_node("1, 0", network, "--from"), 1u);
  EXPECT_EQ(sim::node_text(7, network), "7 (3,1)");
}

TEST(NodeTextTest, OtherTextIsRefusedWithWhatIsAllowed) {
  const model::Network network = four_by_two();
  for (const char* text :
       {"", "8", "-1", "4,0", "0,2", "1,1,1", "x", "1,", ",1", "99999999999999"}) {
    try {
      sim::parse_node(text, network, "--from");
      FAIL() << text;
    } catch (const sim::ConfigError& error) {
      EXPECT_EQ(error.what(), "--from: found '" + std::string(text) +
                                  "', allowed: a node number 0 .. 7 or coordinates up to 3,1");
    }
  }
}

}  // namespace
}  // namespace turnpike::test
