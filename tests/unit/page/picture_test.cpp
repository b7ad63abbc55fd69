// picture_test.cpp - every component and every channel of a network has a place of its own.

#include "sim/studies/page/picture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "sim/experiment/config/read_experiment.h"
#include "sim/experiment/run/network_checks.h"

namespace turnpike::test {
namespace {

using sim::length;
using sim::make_picture;
using sim::Picture;
using sim::Spot;
using sim::stroke_at;

model::Network network_of(const std::string& toml) {
  return sim::build_network(sim::make_experiment(sim::parse_settings(toml, "picture.toml")));
}

struct Case {
  std::string name;
  std::string toml;
};

std::string grid(const std::string& topology, const std::string& radix,
                 const std::string& more = "") {
  return "[network]\ntopology = '" + topology + "'\nradix = " + radix + "\n" + more;
}

std::string cube(unsigned n) {
  return "[network]\ntopology = 'hypercube'\ndimensions = " + std::to_string(n) + "\n";
}

std::vector<Case> cases() {
  std::vector<Case> all = {
      {"line", grid("mesh", "[7]")},
      {"mesh", grid("mesh", "[8, 8]")},
      {"mesh3", grid("mesh", "[3, 4, 5]")},
      {"mesh5", grid("mesh", "[2, 3, 2, 2, 2]")},
      {"ring", grid("torus", "[9]")},
      {"ring_of_two", grid("torus", "[2, 2]")},
      {"torus", grid("torus", "[8, 5]")},
      {"one_way", grid("torus", "[4, 4]", "direction = 'unidirectional'\n")},
      {"torus3", grid("torus", "[10, 10, 10]")},
      {"long_line", grid("mesh", "[256]", "[network.express]\nspacing = 4\nlevels = 3\n")},
      {"long_ring", grid("torus", "[100]")},
      {"express", grid("mesh", "[16, 16]", "[network.express]\nspacing = 4\nchannels = 2\n")},
      {"express_ring", grid("torus", "[16, 16]", "[network.express]\nspacing = 4\n")},
      {"express3", grid("mesh", "[8, 4, 8]", "[network.express]\nspacing = 2\n")},
      {"joint", grid("mesh", "[16, 16]", "[network.express]\nspacing = 4\ndimensions = 'joint'\n")},
      {"interleaved", grid("mesh", "[24]",
                           "[network.express]\nspacing = 4\nchannels = 2\n"
                           "insertion = 'interleaved'\n")},
      {"full", grid("mesh", "[32, 4]",
                    "[network.express]\nspacing = 2\nlevels = 3\ndecomposition = 'full'\n")},
      {"butterfly", "[network]\ntopology = 'butterfly'\nradix = 4\ndimensions = 3\n"},
      {"one_switch", "[network]\ntopology = 'irregular'\nlinks = [[0, 1]]\nhosts = 2\n"},
      {"star",
       "[network]\ntopology = 'irregular'\nhosts = 1\n"
       "links = [[0, 1], [0, 2], [0, 3], [0, 4], [0, 5], [0, 6]]\n"},
  };
  for (unsigned n = 1; n <= 9; ++n) all.push_back({"cube" + std::to_string(n), cube(n)});
  return all;
}

class PictureTest : public testing::TestWithParam<Case> {};

TEST_P(PictureTest, ComponentsLieApart) {
  const Picture picture = make_picture(network_of(GetParam().toml));
  const double least = 0.6 * picture.node_size;
  for (std::size_t a = 0; a < picture.components.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      ASSERT_GT(length(picture.components[a] - picture.components[b]), least) << a << ", " << b;
    }
  }
}

// Opposite channels too: somewhere on their way two strokes are a line's width from each other.
TEST_P(PictureTest, ChannelsCanBeToldApart) {
  const model::Network network = network_of(GetParam().toml);
  const Picture picture = make_picture(network);
  ASSERT_EQ(picture.channels.size(), network.channels.size());
  ASSERT_EQ(picture.group.size(), network.channels.size());
  std::vector<std::pair<double, std::size_t>> middles;  // by x: only near ones need be compared
  for (std::size_t c = 0; c < picture.channels.size(); ++c) {
    ASSERT_LT(picture.group[c], picture.groups.size());
    middles.emplace_back(stroke_at(picture.channels[c], 0.5).x, c);
  }
  std::sort(middles.begin(), middles.end());
  for (std::size_t i = 0; i < middles.size(); ++i) {
    for (std::size_t j = i + 1; j < middles.size(); ++j) {
      if (middles[j].first - middles[i].first > 0.02) break;
      const sim::Stroke& a = picture.channels[middles[i].second];
      const sim::Stroke& b = picture.channels[middles[j].second];
      double apart = 0;
      for (const double t : {0.0, 0.25, 0.5, 0.75, 1.0}) {
        const Spot here = stroke_at(a, t);
        const double there =
            std::min(length(here - stroke_at(b, t)), length(here - stroke_at(b, 1 - t)));
        apart = std::max(apart, there);
      }
      ASSERT_GT(apart, 0.02) << "channels " << middles[i].second << ", " << middles[j].second;
    }
  }
}

TEST_P(PictureTest, ChannelsBeginAtTheirSender) {
  const model::Network network = network_of(GetParam().toml);
  const Picture picture = make_picture(network);
  std::size_t joined = 0;
  for (std::size_t c = 0; c < network.channels.size(); ++c) {
    const Spot from = picture.components[network.channels[c].from];
    const Spot to = picture.components[network.channels[c].to];
    ASSERT_LT(length(picture.channels[c].front() - from), 0.5) << c;
    joined += length(picture.channels[c].back() - to) < 0.5 ? 1u : 0u;
  }
  // The others are the strokes to another layer or row.
  const bool has_layers = network.radix.size() > 2 || GetParam().name.rfind("long", 0) == 0;
  const bool is_grid =
      network.topology == model::Topology::mesh || network.topology == model::Topology::torus;
  if (!is_grid || !has_layers) {
    EXPECT_EQ(joined, network.channels.size());
  }
  EXPECT_GT(joined, 0u);
}

TEST_P(PictureTest, EverythingLiesInsideAndIsTheSameAgain) {
  const model::Network network = network_of(GetParam().toml);
  const Picture picture = make_picture(network);
  const Picture again = make_picture(network);
  const auto check = [&](Spot spot, Spot other) {
    ASSERT_GE(spot.x, 0);
    ASSERT_GE(spot.y, 0);
    ASSERT_LE(spot.x, picture.width);
    ASSERT_LE(spot.y, picture.height);
    ASSERT_EQ(spot.x, other.x);
    ASSERT_EQ(spot.y, other.y);
  };
  for (std::size_t i = 0; i < picture.components.size(); ++i) {
    check(picture.components[i], again.components[i]);
  }
  for (std::size_t c = 0; c < picture.channels.size(); ++c) {
    for (const double t : {0.0, 0.3, 0.6, 1.0}) {
      check(stroke_at(picture.channels[c], t), stroke_at(again.channels[c], t));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Networks, PictureTest, testing::ValuesIn(cases()),
                         [](const auto& one) { return one.param.name; });

std::size_t members(const Picture& picture, const std::string& group) {
  const auto at = std::find(picture.groups.begin(), picture.groups.end(), group);
  const auto index = static_cast<unsigned>(at - picture.groups.begin());
  return static_cast<std::size_t>(std::count(picture.group.begin(), picture.group.end(), index));
}

TEST(PictureGroupsTest, WrapAroundChannelsAreThoseOfTheRings) {
  const Picture torus = make_picture(network_of(grid("torus", "[8, 5]")));
  EXPECT_EQ(members(torus, "dimension 0, wrap-around"), 2u * 5);
  EXPECT_EQ(members(torus, "dimension 1, wrap-around"), 2u * 8);
  EXPECT_EQ(members(torus, "dimension 0"), 2u * 7 * 5);
  const Picture two = make_picture(network_of(grid("torus", "[2, 2]")));
  EXPECT_EQ(members(two, "dimension 0, wrap-around"), 4u);
  EXPECT_EQ(members(two, "dimension 0"), 4u);
  const Picture one_way =
      make_picture(network_of(grid("torus", "[4, 4]", "direction = 'unidirectional'\n")));
  EXPECT_EQ(members(one_way, "dimension 1, wrap-around"), 4u);
  const Picture mesh = make_picture(network_of(grid("mesh", "[8, 8]")));
  EXPECT_EQ(mesh.groups, (std::vector<std::string>{"dimension 0", "dimension 1"}));
}

// All nodes are as far from the centre, each next one clockwise (y points downwards), and all
// channels are as long, that which wraps around too.
TEST(PictureGridTest, ATorusOfOneDimensionIsACircle) {
  const model::Network network = network_of(grid("torus", "[8]"));
  const Picture picture = make_picture(network);
  const Spot centre = 0.5 * (picture.components[0] + picture.components[4]);
  for (std::size_t node = 0; node < 8; ++node) {
    const Spot here = picture.components[node] - centre;
    const Spot next = picture.components[(node + 1) % 8] - centre;
    EXPECT_NEAR(length(here), length(picture.components[0] - centre), 1e-9) << node;
    EXPECT_GT(here.x * next.y - here.y * next.x, 0) << node;
  }
  for (std::size_t c = 0; c < picture.channels.size(); ++c) {
    ASSERT_EQ(picture.channels[c].size(), 2u) << c;
    EXPECT_NEAR(length(picture.channels[c].back() - picture.channels[c].front()),
                length(picture.channels[0].back() - picture.channels[0].front()), 1e-9)
        << c;
  }
}

// On a ring of 16 with an interchange every 4 nodes, one express channel each way wraps around.
TEST(PictureGroupsTest, ExpressChannelsAreGroupedByLevel) {
  const Picture picture = make_picture(
      network_of(grid("mesh", "[64]", "[network.express]\nspacing = 4\nlevels = 2\n")));
  EXPECT_EQ(members(picture, "express, level 1"), 2u * 14);
  EXPECT_EQ(members(picture, "express, level 2"), 2u * 2);
}

TEST(PictureGraphTest, NeighboursLieNearerThanOthers) {
  const model::Network network = network_of(
      "[network]\ntopology = 'irregular'\nhosts = 1\nlinks = [[0, 2], [0, 4], [0, 9], [1, 2], "
      "[1, 4], [1, 9], [2, 6], [3, 6], [3, 7], [3, 8], [4, 6], [5, 7], [5, 8], [5, 9], [7, 8]]\n");
  const Picture picture = make_picture(network);
  const std::vector<unsigned> distances = sim::component_distances(network);
  EXPECT_EQ(distances[0 * 10 + 7], 3u);
  std::vector<double> sum(5, 0);
  std::vector<double> count(5, 0);
  for (std::size_t a = 0; a < 10; ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      sum.at(distances[a * 10 + b]) += length(picture.components[a] - picture.components[b]);
      count.at(distances[a * 10 + b]) += 1;
    }
  }
  EXPECT_LT(sum[1] / count[1], 0.75 * sum[2] / count[2]);
  EXPECT_LT(sum[2] / count[2], 0.9 * sum[3] / count[3]);
}

TEST(PictureSizeTest, TooManyChannelsLeaveTheComponents) {
  const Picture picture = make_picture(network_of(grid("mesh", "[64, 64]")));
  EXPECT_TRUE(picture.channels.empty());
  EXPECT_EQ(picture.components.size(), 4096u);
}

TEST(PictureSizeTest, TooManyComponentsLeaveNothing) {
  EXPECT_TRUE(make_picture(network_of(grid("mesh", "[128, 128]"))).components.empty());
}

}  // namespace
}  // namespace turnpike::test
