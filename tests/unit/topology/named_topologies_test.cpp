// named_topologies_test.cpp - topologies that a rule makes: sound, proved, and as their closed
// forms say.

#include "tests/unit/topology/named_topologies.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "model/analysis/bisection.h"
#include "model/analysis/channel_load.h"
#include "model/common/configuration_error.h"
#include "model/topology/deadlock.h"
#include "model/topology/drawing.h"
#include "model/topology/route_rows.h"
#include "model/topology/validate.h"

namespace turnpike::test {
namespace {

using model::ConfigurationError;
using model::Network;
using model::NodeId;
using model::Topology;
using model::TopologySpec;

double uniform_saturation(const Network& network) {
  const double share = 1.0 / network.nodes();
  return model::count_loads(network, [&](NodeId, NodeId) { return share; }).saturation(network);
}

class NamedTopologyTest
    : public testing::TestWithParam<std::pair<std::string, model::TopologySpec>> {
 protected:
  const TopologySpec& spec() const { return GetParam().second; }
};

std::string param_name(const testing::TestParamInfo<NamedTopologyTest::ParamType>& info) {
  return info.param.first;
}
INSTANTIATE_TEST_SUITE_P(All, NamedTopologyTest, testing::ValuesIn(named_topologies()), param_name);

TEST_P(NamedTopologyTest, IsSoundAndCannotDeadlock) {
  for (const unsigned vcs : {2u, 3u, 8u}) {
    if (vcs == 2 && spec().kind == Topology::circulant) continue;
    const Network network = build(spec(), vcs);
    const model::ValidationReport sound = model::validate(network);
    EXPECT_TRUE(sound.valid()) << (sound.valid() ? "" : sound.problems.front());
    const model::DeadlockReport report = model::check_deadlock(network);
    EXPECT_TRUE(report.deadlock_free) << model::cycle_text(network, report);
  }
}

TEST_P(NamedTopologyTest, IsProvedByTheLinesOfItsTablesWhereItIsLarge) {
  const model::DeadlockReport report = model::check_deadlock(build(spec(), 8), 0);
  EXPECT_TRUE(report.deadlock_free) << report.method;
}

TEST_P(NamedTopologyTest, CarriesWhatItsClosedFormSays) {
  const model::ClosedForms forms = spec().kind->closed_forms(spec()).value();
  const double counted = uniform_saturation(build(spec(), 8));
  const double closed = std::min(1.0, forms.capacity);
  if (forms.is_bound) {
    EXPECT_GE(closed, counted - 1e-9);
    EXPECT_LE(closed, 2.6 * counted);  // a bound that says something
  } else {
    EXPECT_NEAR(closed, counted, 1e-9);
  }
}

// The halves of the closed form: the terminals with the lower and the higher numbers, but for
// dragonflies (whole groups) and HyperX (across the dimension with the fewest channels).
TEST_P(NamedTopologyTest, IsCutInTwoByAsManyChannelsAsItsClosedFormSays) {
  const Network network = build(spec(), 8);
  const model::ClosedForms forms = spec().kind->closed_forms(spec()).value();
  double fewest = 1e9;
  const auto lower_in = [&](std::size_t stride, std::size_t k) {
    model::Halves halves(network.nodes());
    for (NodeId t = 0; t < network.nodes(); ++t) halves[t] = t / stride % k >= k / 2;
    const model::Cut cut = model::cut_between(network, halves, [](NodeId, NodeId) { return 0.0; });
    if (cut.channels() > 0) fewest = std::min(fewest, 1.0 * cut.channels());
  };
  const std::size_t routers = network.components.size();
  if (spec().radix.size() == 1 && spec().kind == Topology::fat_tree) {
    EXPECT_EQ(forms.bisection, 0);
    return;
  }
  if (spec().kind == Topology::dragonfly) {
    const std::size_t groups = routers / spec().radix[0];
    lower_in(network.nodes() / groups, groups);
  } else if (spec().kind == Topology::fat_tree || spec().kind == Topology::tree) {
    lower_in(network.nodes() / spec().radix.back(), spec().radix.back());
  } else if (spec().kind == Topology::star) {
    lower_in(network.nodes() / (routers - 1), routers - 1);
  } else if (spec().kind == Topology::flattened_butterfly) {
    lower_in(spec().radix[0], spec().radix[0]);
  } else {
    std::size_t stride = network.nodes() / routers;
    for (const unsigned k : spec().radix) {
      lower_in(stride, k);
      stride *= k;
    }
  }
  EXPECT_EQ(forms.bisection, fewest);
}

TEST_P(NamedTopologyTest, HasOneNameAndOnePlaceForEachRouter) {
  const Network network = build(spec(), 8);
  std::set<std::string> names;
  for (model::ComponentId c = 0; c < network.components.size(); ++c) {
    names.insert(model::component_name(network, c));
  }
  EXPECT_EQ(names.size(), network.components.size());
  model::Drawing drawing;
  ASSERT_TRUE(spec().kind->place(network, drawing));
  ASSERT_EQ(drawing.components.size(), network.components.size());
  for (std::size_t a = 0; a < drawing.components.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      const model::Spot apart = drawing.components[a] - drawing.components[b];
      EXPECT_GT(std::hypot(apart.x, apart.y), 0.45) << a << " and " << b;
    }
  }
  std::set<std::string> groups;
  for (const model::Channel& channel : network.channels) {
    groups.insert(spec().kind->group(network, channel));
  }
  EXPECT_LE(groups.size(), 4u);
}

TEST_P(NamedTopologyTest, TakesLayeredShortestRoutesInThePlaceOfItsOwn) {
  TopologySpec layered = spec();
  layered.tables = &model::TableRouting::layered_shortest;
  const Network network = build(layered, 8);
  EXPECT_TRUE(model::validate(network).valid());
  EXPECT_TRUE(model::check_deadlock(network).deadlock_free);
}

// Without its layers a rule is found to deadlock; so the layers are what proves it.
TEST(NamedTopologiesTest, WithoutItsLayersARuleCanDeadlock) {
  for (const TopologySpec& spec :
       {named(Topology::ring, {6}, 2), named(Topology::ctorus, {5, 5}),
        named(Topology::dragonfly, {4}),
        named(Topology::elevator_mesh, {4, 3, 3}, 0, {{"elevators", {1, 6, 11}}})}) {
    SCOPED_TRACE(spec.kind->word);
    Network network = build(spec, 2);
    ASSERT_EQ(network.router.routing.layers, 2u);
    const unsigned ports = network.router.ports;
    const model::TableWord both = 3u << ports;
    for (auto& table : network.tables) {
      for (model::TableWord& word : table) word = word == 0 ? 0 : word | both;
    }
    // A packet that comes on the other layer finds the row of the first one.
    const std::size_t lines = std::size_t{1} << network.router.format.address_bits;
    for (auto& table : network.tables) {
      for (unsigned port = 0; port < ports; ++port) {
        for (std::size_t line = 0; line < lines; ++line) {
          model::TableWord& first = table[2 * port * lines + line];
          model::TableWord& second = table[(2 * port + 1) * lines + line];
          first = second = first | second;
        }
      }
    }
    EXPECT_FALSE(model::check_deadlock(network).deadlock_free);
  }
}

TEST(NamedTopologiesTest, TooFewVirtualChannelsAreRefusedWithTheNumberThatWouldDo) {
  for (const Topology* kind : {Topology::ring, Topology::dragonfly}) {
    try {
      build(named(kind, {4}, 2), 1);
      FAIL() << kind->word;
    } catch (const ConfigurationError& error) {
      EXPECT_EQ(error.key, "router.virtual_channels");
      EXPECT_NE(error.allowed.find("at least 2"), std::string::npos) << error.allowed;
    }
  }
}

TEST(NamedTopologiesTest, ShapesThatCannotBeAreRefusedByKey) {
  const auto key_of = [](const TopologySpec& spec) -> std::string {
    try {
      build(spec, 4);
    } catch (const ConfigurationError& error) {
      return error.key;
    }
    return "built";
  };
  EXPECT_EQ(key_of(named(Topology::ring, {2})), "network.radix");
  EXPECT_EQ(key_of(named(Topology::ring, {4, 4})), "network.dimensions");
  EXPECT_EQ(key_of(named(Topology::ring, {4}, 31)), "network.radix");
  EXPECT_EQ(key_of(named(Topology::star, {32})), "network.radix");
  EXPECT_EQ(key_of(named(Topology::full_mesh, {4194304})), "network.radix");
  EXPECT_EQ(key_of(named(Topology::hyperx, {16, 16, 16})), "network.radix");
  EXPECT_EQ(key_of(named(Topology::ctorus, {2, 4})), "network.radix");
  EXPECT_EQ(key_of(named(Topology::cmesh, {65536, 65536})), "network.radix");
  EXPECT_EQ(key_of(named(Topology::dragonfly, {4194304})), "network.radix");
  EXPECT_EQ(key_of(named(Topology::flattened_butterfly, {4})), "network.dimensions");
  EXPECT_EQ(key_of(named(Topology::fat_tree, {4, 4, 4}, 0, {{"parents", {2, 2, 2}}})),
            "network.parents");
  EXPECT_EQ(key_of(named(Topology::elevator_mesh, {4, 4})), "network.dimensions");
  EXPECT_EQ(key_of(named(Topology::elevator_mesh, {4, 4, 2})), "network.elevators");
  EXPECT_EQ(key_of(named(Topology::elevator_mesh, {4, 4, 2}, 0, {{"elevators", {16}}})),
            "network.elevators");
  EXPECT_EQ(key_of(named(Topology::elevator_mesh, {4, 4, 2}, 0, {{"elevators", {3, 3}}})),
            "network.elevators");
  EXPECT_EQ(key_of(named(Topology::circulant, {12})), "network.offsets");
  EXPECT_EQ(key_of(named(Topology::circulant, {12}, 0, {{"offsets", {2, 4}}})), "network.offsets");
  EXPECT_EQ(key_of(named(Topology::circulant, {12}, 0, {{"offsets", {7}}})), "network.offsets");
}

TEST(NamedTopologiesTest, ARingOfSingleTerminalsHasTheRoutingUnitOfTheTorus) {
  const Network ring = build(named(Topology::ring, {8}));
  EXPECT_TRUE(ring.router.routing.kind == model::RoutingKind::torus_bidirectional);
  EXPECT_TRUE(ring.tables.empty());
  EXPECT_EQ(model::component_name(ring, 3), "router_3");
  EXPECT_FALSE(build(named(Topology::ring, {8}, 2)).tables.empty());
}

}  // namespace
}  // namespace turnpike::test
