// destinations_test.cpp - each traffic pattern, exactly.

#include "model/traffic/destinations.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <fstream>
#include <vector>

#include "model/common/configuration_error.h"
#include "tests/support/scratch_folder.h"
#include "tests/unit/traffic/test_network.h"

namespace turnpike::test {
namespace {

using model::Destinations;
using model::Network;
using model::NodeId;
using model::Pattern;
using model::TrafficSpec;

TrafficSpec spec_of(const Pattern* pattern) {
  TrafficSpec spec;
  spec.pattern = pattern;
  return spec;
}

// Where each node of a permutation sends; fails if it ever sends elsewhere.
std::vector<NodeId> permutation(const Pattern* pattern, const Network& network) {
  const Destinations destinations(spec_of(pattern), network, 1);
  std::vector<NodeId> to;
  for (NodeId node = 0; node < network.terminals.size(); ++node) {
    to.push_back(destinations.pick(node, 0));
    EXPECT_EQ(destinations.pick(node, 99), to.back());
  }
  return to;
}

std::string key_of(const TrafficSpec& spec, const Network& network) {
  try {
    Destinations destinations(spec, network, 1);
  } catch (const model::ConfigurationError& error) {
    return error.key;
  }
  return "accepted";
}

// Messages per destination of one source.
std::vector<double> counts(const TrafficSpec& spec, const Network& network, NodeId source,
                           unsigned draws) {
  const Destinations destinations(spec, network, 1);
  std::vector<double> count(network.terminals.size());
  for (std::uint64_t event = 0; event < draws; ++event) {
    count.at(destinations.pick(source, event)) += 1;
  }
  return count;
}

TEST(DestinationsTest, UniformReachesAllNodesTheSourceIncluded) {
  for (const double c : counts(spec_of(Pattern::uniform), nodes_with_radix({3, 3}), 4, 9000)) {
    EXPECT_NEAR(c, 1000, 130);
  }
}

TEST(DestinationsTest, UniformOtherLeavesTheSourceOut) {
  for (const NodeId source : {0u, 4u, 8u}) {
    const std::vector<double> count =
        counts(spec_of(Pattern::uniform_other), nodes_with_radix({3, 3}), source, 8000);
    for (NodeId node = 0; node < 9; ++node) {
      if (node == source) {
        EXPECT_EQ(count[node], 0);
      } else {
        EXPECT_NEAR(count[node], 1000, 130);
      }
    }
  }
}

TEST(DestinationsTest, TransposeSwapsTheCoordinatesOfASquare) {
  const std::vector<NodeId> to = permutation(Pattern::transpose, nodes_with_radix({3, 3}));
  EXPECT_EQ(to, (std::vector<NodeId>{0, 3, 6, 1, 4, 7, 2, 5, 8}));
}

TEST(DestinationsTest, TransposeSwapsTheHalvesOfTheNumberElsewhere) {
  // 2 x 8 nodes, four bits: abcd goes to cdab.
  const std::vector<NodeId> to = permutation(Pattern::transpose, nodes_with_radix({2, 8}));
  for (NodeId s = 0; s < 16; ++s) EXPECT_EQ(to[s], (s >> 2) | ((s & 3) << 2));
  EXPECT_EQ(permutation(Pattern::transpose, nodes_with_radix({2, 2, 2, 2})), to);
  // Both definitions agree on a square that is a power of two.
  EXPECT_EQ(permutation(Pattern::transpose, nodes_with_radix({4, 4})), to);
}

TEST(DestinationsTest, BitPatternsPermuteTheBitsOfTheNodeNumber) {
  const Network network = nodes_with_radix({2, 4});  // three bits, s2 s1 s0
  EXPECT_EQ(permutation(Pattern::bit_complement, network),
            (std::vector<NodeId>{7, 6, 5, 4, 3, 2, 1, 0}));
  EXPECT_EQ(permutation(Pattern::bit_reversal, network),
            (std::vector<NodeId>{0, 4, 2, 6, 1, 5, 3, 7}));
  EXPECT_EQ(permutation(Pattern::perfect_shuffle, network),
            (std::vector<NodeId>{0, 2, 4, 6, 1, 3, 5, 7}));
  EXPECT_EQ(permutation(Pattern::butterfly, network),
            (std::vector<NodeId>{0, 4, 2, 6, 1, 5, 3, 7}));
  // Four bits tell butterfly and reversal apart: 0010 stays, 0001 and 1000 swap.
  const std::vector<NodeId> four = permutation(Pattern::butterfly, nodes_with_radix({4, 4}));
  EXPECT_EQ(four[2], 2u);
  EXPECT_EQ(four[1], 8u);
  EXPECT_EQ(four[8], 1u);
  EXPECT_EQ(four[15], 15u);
}

TEST(DestinationsTest, BitPatternsWorkOnTheSmallestNetworks) {
  for (const Pattern* pattern : {Pattern::bit_complement, Pattern::bit_reversal,
                                 Pattern::perfect_shuffle, Pattern::butterfly}) {
    EXPECT_EQ(permutation(pattern, nodes_without_coordinates(1)), (std::vector<NodeId>{0}));
    const bool swaps = pattern == Pattern::bit_complement;
    EXPECT_EQ(permutation(pattern, nodes_with_radix({2})),
              swaps ? (std::vector<NodeId>{1, 0}) : (std::vector<NodeId>{0, 1}));
  }
}

TEST(DestinationsTest, TornadoGoesJustUnderHalfWayInEveryDimension) {
  // k = 5: ceil(5/2) - 1 = 2 further; k = 4: 1 further.
  const std::vector<NodeId> to = permutation(Pattern::tornado, nodes_with_radix({5, 4}));
  for (NodeId y = 0; y < 4; ++y) {
    for (NodeId x = 0; x < 5; ++x) {
      EXPECT_EQ(to[y * 5 + x], (y + 1) % 4 * 5 + (x + 2) % 5) << x << "," << y;
    }
  }
  EXPECT_EQ(permutation(Pattern::tornado, nodes_with_radix({8}))[7], 2u);
}

TEST(DestinationsTest, NeighbourIsOneFurtherInEveryDimension) {
  const std::vector<NodeId> to = permutation(Pattern::neighbour, nodes_with_radix({3, 2, 4}));
  for (NodeId s = 0; s < 24; ++s) {
    const NodeId x = s % 3, y = s / 3 % 2, z = s / 6;
    EXPECT_EQ(to[s], (x + 1) % 3 + (y + 1) % 2 * 3 + (z + 1) % 4 * 6);
  }
}

TEST(DestinationsTest, HotSpotSendsItsFractionToTheHotNode) {
  TrafficSpec spec = spec_of(Pattern::hot_spot);
  spec.hot_node = 2;
  spec.hot_fraction = 0.4;
  constexpr unsigned kDraws = 50000;
  const std::vector<double> count = counts(spec, nodes_with_radix({3, 3}), 7, kDraws);
  // The others are uniform over the 8 nodes that are not the source, the hot one among them.
  EXPECT_NEAR(count[2] / kDraws, 0.4 + 0.6 / 8, 0.01);
  EXPECT_EQ(count[7], 0);
  EXPECT_NEAR(count[0] / kDraws, 0.6 / 8, 0.006);
}

TEST(DestinationsTest, LocalityStaysInAWindowThatBeginsAtTheSource) {
  TrafficSpec spec = spec_of(Pattern::locality);
  spec.locality = 0.25;  // of 8 x 8: 4 x 4 nodes
  const NodeId source = 6 * 8 + 5;
  const std::vector<double> count = counts(spec, nodes_with_radix({8, 8}), source, 16000);
  for (NodeId y = 0; y < 8; ++y) {
    for (NodeId x = 0; x < 8; ++x) {
      const bool inside = (x + 8 - 5) % 8 < 4 && (y + 8 - 6) % 8 < 4;
      EXPECT_NEAR(count[y * 8 + x], inside ? 1000 : 0, inside ? 150 : 0) << x << "," << y;
    }
  }
}

TEST(DestinationsTest, LocalityWindowIsWholeNodes) {
  using model::locality_window;
  EXPECT_EQ(locality_window(1.0, 2, 8), 8u);
  EXPECT_EQ(locality_window(0.5, 2, 8), 5u);       // 0.707 * 8 = 5.66
  EXPECT_EQ(locality_window(0.3, 2, 32), 17u);     // 17.53, Agarwal's figure 13
  EXPECT_EQ(locality_window(1.0 / 27, 3, 9), 3u);  // exactly 3, whatever the rounding
  EXPECT_EQ(locality_window(1e-9, 2, 8), 1u);
  for (unsigned w = 1; w <= 100; ++w) {
    EXPECT_EQ(locality_window(std::pow(w / 100.0, 3), 3, 100), w);
  }
}

TEST(DestinationsTest, PatternsThatDoNotFitTheNetworkAreRefused) {
  const Network ten = nodes_with_radix({10});
  for (const Pattern* pattern : {Pattern::transpose, Pattern::bit_complement, Pattern::bit_reversal,
                                 Pattern::perfect_shuffle, Pattern::butterfly}) {
    EXPECT_EQ(key_of(spec_of(pattern), ten), "traffic.pattern");
  }
  EXPECT_EQ(key_of(spec_of(Pattern::transpose), nodes_with_radix({2, 4})), "traffic.pattern");
  EXPECT_EQ(key_of(spec_of(Pattern::transpose), nodes_with_radix({5, 5})), "accepted");
  for (const Pattern* pattern : {Pattern::tornado, Pattern::neighbour, Pattern::locality}) {
    EXPECT_EQ(key_of(spec_of(pattern), ten), "accepted");
    EXPECT_EQ(key_of(spec_of(pattern), nodes_without_coordinates(16)), "traffic.pattern");
  }
  for (const Pattern* pattern : {Pattern::uniform_other, Pattern::hot_spot}) {
    EXPECT_EQ(key_of(spec_of(pattern), nodes_without_coordinates(1)), "traffic.pattern");
  }
}

TEST(DestinationsTest, RefusalSaysWhatIsAllowed) {
  try {
    Destinations destinations(spec_of(Pattern::bit_reversal), nodes_with_radix({10}), 1);
    FAIL() << "accepted";
  } catch (const model::ConfigurationError& error) {
    EXPECT_EQ(error.value, "bit_reversal");
    EXPECT_NE(error.allowed.find("power of two"), std::string::npos);
    EXPECT_NE(error.allowed.find("10"), std::string::npos);
  }
}

TEST(DestinationsTest, FractionsOutOfRangeAreRefused) {
  const Network network = nodes_with_radix({4, 4});
  TrafficSpec spec = spec_of(Pattern::hot_spot);
  spec.hot_node = 16;
  EXPECT_EQ(key_of(spec, network), "traffic.hot_node");
  spec.hot_node = 15;
  for (const double wrong : {-0.01, 1.01, std::nan("")}) {
    spec.hot_fraction = wrong;
    EXPECT_EQ(key_of(spec, network), "traffic.hot_fraction");
  }
  spec = spec_of(Pattern::locality);
  for (const double wrong : {0.0, -1.0, 1.01, std::nan("")}) {
    spec.locality = wrong;
    EXPECT_EQ(key_of(spec, network), "traffic.locality");
  }
}

class PermutationFileTest : public testing::Test {
 protected:
  ~PermutationFileTest() override { std::remove(path_.c_str()); }

  TrafficSpec spec(const std::string& text) {
    std::ofstream(path_, std::ios::binary) << text;
    TrafficSpec spec = spec_of(Pattern::permutation);
    spec.file = path_;
    return spec;
  }

  // The message of the error, or "accepted".
  std::string message(const std::string& text) {
    const TrafficSpec given = spec(text);
    try {
      Destinations destinations(given, nodes_with_radix({4}), 1);
    } catch (const model::ConfigurationError& error) {
      EXPECT_EQ(error.key, "traffic.file");
      return error.what();
    }
    return "accepted";
  }

  const ScratchFolder folder_;
  const std::string path_ = (folder_.path() / "permutation_file_test.txt").string();
};

TEST_F(PermutationFileTest, NamedSourcesSendTheOthersAreSilent) {
  const Destinations destinations(spec("# two pairs\n2 0\n\n0 0  # itself\n"),
                                  nodes_with_radix({4}), 1);
  EXPECT_EQ(destinations.pick(2, 0), 0u);
  EXPECT_EQ(destinations.pick(0, 0), 0u);
  EXPECT_TRUE(destinations.sends(2));
  EXPECT_FALSE(destinations.sends(1));
  EXPECT_FALSE(destinations.sends(3));
}

TEST_F(PermutationFileTest, ErrorsNameTheLine) {
  EXPECT_NE(message("0 1\n0 2\n").find(path_ + ":2"), std::string::npos);
  EXPECT_NE(message("0 1\n0 2\n").find("at most once"), std::string::npos);
  EXPECT_NE(message("0 4\n").find("unknown node"), std::string::npos);
  EXPECT_NE(message("4 0\n").find("0 .. 3"), std::string::npos);
  EXPECT_NE(message("0\n").find("source destination"), std::string::npos);
  EXPECT_NE(message("0 1").find("truncated"), std::string::npos);
  EXPECT_EQ(message(""), "accepted");
}

}  // namespace
}  // namespace turnpike::test
