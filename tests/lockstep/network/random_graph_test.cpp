// Random graphs in lockstep: links side by side, narrow links, switches without terminals and with
// several, under each routing that makes tables.
//
// All graphs have routers of the same ports and the same few kinds of channels, so each shape is
// built once.

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "model/topology/route_rows.h"
#include "tests/lockstep/network/stay_equal.h"

namespace turnpike::test {
namespace {

constexpr unsigned kMostLinks = 4;       // of a switch; one has so many
constexpr unsigned kMostHosts = 3;       // the same of terminals
constexpr unsigned kLeastTerminals = 5;  // addresses of three bits
constexpr unsigned kMostTerminals = 8;

class GraphDraw {
 public:
  explicit GraphDraw(unsigned seed) : draws_(seed) {}

  model::TopologySpec draw() {
    const unsigned switches = 5 + below(4);
    links_of_.assign(switches, 0);
    for (unsigned s = 1; s < switches; ++s) {  // a tree
      unsigned other = below(s);
      while (links_of_[other] == kMostLinks) other = below(s);
      join(other, s);
    }
    const unsigned others = 2 + below(switches);
    for (unsigned i = 0; i < others || !is_full(); ++i) {
      const unsigned a = below(switches);
      const unsigned b = below(switches);
      if (a != b && links_of_[a] < kMostLinks && links_of_[b] < kMostLinks) join(a, b);
    }
    graph_.link_width[0] = {2, 2};  // the largest pace, in each graph
    draw_hosts(switches);
    graph_.kind = model::Topology::graph;
    return graph_;
  }

 private:
  unsigned below(unsigned end) { return static_cast<unsigned>(draws_() % end); }
  bool is_full() const {
    for (const unsigned links : links_of_) {
      if (links == kMostLinks) return true;
    }
    return false;
  }
  void join(unsigned a, unsigned b) {
    static const std::vector<model::LinkWidth> kWidths = {{1, 1}, {1, 1}, {2, 1}, {1, 3}, {2, 2}};
    static const std::vector<unsigned> kLatencies = {0, 0, 1, 3};
    graph_.links.emplace_back(a, b);
    graph_.link_latency.emplace_back(kLatencies[below(4)]);
    graph_.link_latency_back.emplace_back(kLatencies[below(4)]);
    graph_.link_width.push_back(kWidths[below(5)]);
    ++links_of_[a];
    ++links_of_[b];
  }
  void draw_hosts(unsigned switches) {
    unsigned sum = 0;
    while (sum < kLeastTerminals || sum > kMostTerminals) {
      graph_.hosts.assign(switches, 0);
      graph_.hosts[below(switches)] = kMostHosts;
      for (unsigned& hosts : graph_.hosts) {
        if (hosts == 0) hosts = below(3);
      }
      sum = 0;
      for (const unsigned hosts : graph_.hosts) sum += hosts;
    }
  }

  std::mt19937_64 draws_;
  model::TopologySpec graph_;
  std::vector<unsigned> links_of_;
};

using model::TableRouting;

class RandomGraphLockstepTest
    : public testing::TestWithParam<std::tuple<const TableRouting*, unsigned>> {};

TEST_P(RandomGraphLockstepTest, StaysEqual) {
  const auto& [routing, seed] = GetParam();
  Experiment experiment;
  experiment.topology = GraphDraw(seed).draw();
  experiment.topology.tables = routing;
  experiment.topology.paths = 4;
  experiment.router.virtual_channels = 4;
  experiment.router.buffer_depth = 3;
  experiment.router.patience = 12;
  experiment.traffic.load = 0.6;
  experiment.run.sink_stall = 0.1;
  experiment.run.seed = seed;
  if (routing->takes_rows) {
    experiment.topology.tables = &TableRouting::layered_shortest;
    experiment.topology.routes = model::rows_of(experiment.build());
    experiment.topology.tables = routing;
  }
  stay_equal(experiment, 3000);
}

INSTANTIATE_TEST_SUITE_P(
    AllRoutings, RandomGraphLockstepTest,
    testing::Combine(testing::Values(&TableRouting::up_down, &TableRouting::layered_shortest,
                                     &TableRouting::minimal_adaptive, &TableRouting::valiant,
                                     &TableRouting::romm, &TableRouting::table),
                     testing::Range(1u, 7u)),
    [](const auto& test) {
      return std::string(std::get<0>(test.param)->word) + "_" +
             std::to_string(std::get<1>(test.param));
    });

}  // namespace
}  // namespace turnpike::test
