// Random regular networks: simple, connected, regular, repeatable, and all of them reached.

#include "model/topology/random_regular.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "model/common/configuration_error.h"
#include "model/topology/up_down.h"

namespace turnpike::test {
namespace {

using model::random_regular_links;
using Links = std::vector<std::pair<unsigned, unsigned>>;

void is_regular_and_connected(const Links& links, unsigned switches, unsigned degree) {
  ASSERT_EQ(links.size(), std::size_t{switches} * degree / 2);
  EXPECT_TRUE(std::is_sorted(links.begin(), links.end()));
  model::SwitchGraph graph(switches);
  std::set<std::pair<unsigned, unsigned>> seen;
  for (const auto& [a, b] : links) {
    EXPECT_LT(a, b);
    ASSERT_LT(b, switches);
    EXPECT_TRUE(seen.insert({a, b}).second) << a << " - " << b << " twice";
    graph[a].push_back(b);
    graph[b].push_back(a);
  }
  for (const auto& neighbours : graph) EXPECT_EQ(neighbours.size(), degree);
  const auto levels = model::levels_from(graph, 0);
  EXPECT_EQ(std::count(levels.begin(), levels.end(), model::kUnreachable), 0);
}

TEST(RandomRegularTest, SimpleConnectedAndRegular) {
  for (const unsigned degree : {2u, 3u, 4u}) {
    for (const unsigned switches : {degree + 1 + (degree + 1) % 2, 8u, 16u, 24u, 100u}) {
      for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        SCOPED_TRACE(testing::Message() << switches << ", " << degree << ", " << seed);
        is_regular_and_connected(random_regular_links(switches, degree, seed), switches, degree);
      }
    }
  }
}

TEST(RandomRegularTest, OneSeedOneGraph) {
  EXPECT_EQ(random_regular_links(16, 3, 7), random_regular_links(16, 3, 7));
  EXPECT_NE(random_regular_links(16, 3, 7), random_regular_links(16, 3, 8));
}

// Six switches: 70 graphs with labels, all of them connected (60 prisms, 10 of K_3,3). Each comes
// 50 times of 3,500 on average; a standard deviation is 7.
TEST(RandomRegularTest, EveryGraphIsEquallyLikely) {
  std::map<Links, unsigned> counts;
  for (std::uint64_t seed = 0; seed < 3500; ++seed) ++counts[random_regular_links(6, 3, seed)];
  EXPECT_EQ(counts.size(), 70u);
  for (const auto& [links, count] : counts) {
    EXPECT_GT(count, 50u - 35u);
    EXPECT_LT(count, 50u + 35u);
  }
}

TEST(RandomRegularTest, RefusesWhatHasNoGraph) {
  for (const auto& [switches, degree] : {std::pair{16u, 1u}, {16u, 5u}, {3u, 3u}, {7u, 3u}}) {
    EXPECT_THROW(random_regular_links(switches, degree, 1), model::ConfigurationError);
  }
}

}  // namespace
}  // namespace turnpike::test
