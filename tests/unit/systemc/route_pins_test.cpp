// What belongs on route pins, worked out by hand for a few channels.

#include "sim/hardware/systemc/route_pins.h"

#include <gtest/gtest.h>

#include "tests/support/experiment.h"

namespace turnpike::test {
namespace {

using Place = sim::RoutePins::Place;

class Routes {
 public:
  explicit Routes(const Experiment& experiment) : network_(experiment.build()), pins_(network_) {}

  const model::Network& network() const { return network_; }
  // Of a head from a terminal, and of one on an output.
  std::uint64_t from_terminal(model::NodeId node, model::NodeId to) const {
    return route(pins_.place_at(network_.terminals[node].inject), 0, to);
  }
  std::uint64_t from(model::ComponentId component, model::PortId port, model::NodeId to) const {
    return route(pins_.place_behind(component, port), 0, to);
  }
  std::uint64_t route(const Place& place, model::VcId vc, model::NodeId to) const {
    const auto head = network_.router.format.head<1>(network_.terminals[to].address, 0,
                                                     model::PacketKind::unicast, 0, false);
    return pins_.of_head(place, vc, head.word);
  }
  const sim::RoutePins& pins() const { return pins_; }

 private:
  model::Network network_;
  sim::RoutePins pins_;
};

// Ports of the 3x3 mesh: x up, x down, y up, y down, local; y is corrected first.
TEST(RoutePinsTest, AMeshShowsTheOutputAtTheNextRouter) {
  const Routes routes(on(model::Topology::mesh, {3, 3}));
  EXPECT_EQ(routes.from_terminal(0, 8), 0b00100u);
  EXPECT_EQ(routes.from_terminal(0, 2), 0b00001u);
  EXPECT_EQ(routes.from_terminal(0, 0), 0b10000u);
  EXPECT_EQ(routes.from(0, 2, 8), 0b00100u);  // at (0, 1)
  EXPECT_EQ(routes.from(0, 2, 5), 0b00001u);
  EXPECT_EQ(routes.from(0, 2, 3), 0b10000u);
  EXPECT_EQ(routes.from(8, 1, 6), 0b00010u);
  EXPECT_EQ(routes.from(4, 4, 4), 0u) << "no router behind a local output";
}

TEST(RoutePinsTest, AnAddressThatDoesNotExistHasNoRoute) {
  const Routes routes(on(model::Topology::mesh, {3, 3}));
  const std::uint64_t head[1] = {0b1111};
  EXPECT_EQ(routes.pins().of_head(routes.pins().place_at({0, 4}), 0, head), 0u);
}

// A ring of 5 going up: 3 to 1 goes 4, then by the dateline to 0, then 1. Ports: up, local; late
// is the third bit.
TEST(RoutePinsTest, ATorusShowsWhetherADatelineIsAhead) {
  const Routes routes(on_torus({5}, false));
  EXPECT_EQ(routes.from_terminal(3, 1), 0b001u);  // the channel to 4: the dateline comes after it
  EXPECT_EQ(routes.from(3, 0, 1), 0b101u);        // the dateline itself
  EXPECT_EQ(routes.from(4, 0, 1), 0b101u);        // behind it
  EXPECT_EQ(routes.from(0, 0, 1), 0b110u);
  EXPECT_EQ(routes.from(1, 1, 1), 0b100u) << "a local output";
  EXPECT_EQ(routes.from_terminal(1, 3), 0b101u);  // never comes to it
}

TEST(RoutePinsTest, WithOneVcThereAreNoDatelineClasses) {
  Experiment experiment = on_torus({5}, false);
  experiment.router.virtual_channels = 1;
  const Routes routes(experiment);
  EXPECT_EQ(routes.from(3, 0, 1), 0b01u);
  EXPECT_EQ(routes.from(1, 1, 1), 0u);
}

// Two stages of 2x2 switches, the first one numbered 0 and 1: its digit is the higher one.
TEST(RoutePinsTest, AButterflyShowsTheDigitOfTheNextStage) {
  const Routes routes(on(model::Topology::butterfly, {2, 2}));
  EXPECT_EQ(routes.from_terminal(0, 2), 0b10u);
  EXPECT_EQ(routes.from(0, 1, 2), 0b01u);
  EXPECT_EQ(routes.from(0, 1, 3), 0b10u);
  EXPECT_EQ(routes.from(2, 0, 0), 0u) << "no router behind the last stage";
}

TEST(RoutePinsTest, TablesAndPacketRoutersHaveNoRoutesOnTheirPins) {
  Experiment experiment = on(model::Topology::irregular, {});
  experiment.topology.links = {{0, 1}};
  experiment.topology.hosts = {1, 1};
  EXPECT_EQ(Routes(experiment).from_terminal(0, 1), 0u);
  Experiment packets = on(model::Topology::mesh, {3, 3});
  packets.router.kind = model::RouterKind::packet;
  packets.router.virtual_channels = 1;
  packets.router.buffer_depth = 8;
  EXPECT_EQ(Routes(packets).from_terminal(0, 8), 0u);
}

// Of the interchange before node 2: ports local up, express up, local down, express down.
TEST(RoutePinsTest, PastAnInterchangeItIsTheRouteAtTheRouterBehindIt) {
  Experiment experiment = on(model::Topology::mesh, {8});
  experiment.topology.express.emplace();
  experiment.topology.express->spacing = {2};
  const Routes routes(experiment);
  model::ComponentId interchange = 0;
  while (model::component_name(routes.network(), interchange) != "interchange_0_2") ++interchange;
  EXPECT_EQ(routes.from(1, 0, 2), 0b100u);  // router_1 to the interchange to router_2
  EXPECT_EQ(routes.from(1, 0, 3), 0b001u);
  EXPECT_EQ(routes.from(2, 1, 1), 0b100u);
  EXPECT_EQ(routes.from(interchange, 0, 2), 0b100u);
  EXPECT_EQ(routes.from(interchange, 0, 3), 0b001u);
  EXPECT_EQ(routes.from(interchange, 2, 1), 0b100u);
  EXPECT_EQ(routes.from(interchange, 2, 0), 0b010u);
  EXPECT_EQ(routes.from(interchange, 1, 4), 0u) << "an express channel";
}

TEST(PassingRoutesTest, BodyFlitsHaveTheRouteOfTheirHeadOnEachVc) {
  const Routes routes(on(model::Topology::mesh, {3, 3}));
  sim::PassingRoutes passing(routes.pins(), routes.pins().place_at({0, 4}), 2);
  const auto send = [&](model::VcId vc, bool is_head, model::NodeId to) {
    const std::uint64_t flit[1] = {routes.network().terminals[to].address};
    return passing.next(vc, flit, is_head);
  };
  EXPECT_EQ(send(0, true, 8), 0b00100u);
  EXPECT_EQ(send(1, true, 2), 0b00001u);
  EXPECT_EQ(send(0, false, 0), 0b00100u);
  EXPECT_EQ(send(1, false, 0), 0b00001u);
  EXPECT_EQ(send(0, true, 0), 0b10000u);
  EXPECT_EQ(send(0, false, 8), 0b10000u);
}

}  // namespace
}  // namespace turnpike::test
