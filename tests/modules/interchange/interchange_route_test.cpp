// The interchange's routing unit: every node, destination, direction and dimension, for many sets
// of connected outputs, hardware against model.

#include "model/interchange/interchange_route.h"

#include <gtest/gtest.h>

#include <vector>

#include "Vexpress_route_four_levels.h"
#include "Vexpress_route_joint.h"
#include "Vexpress_route_joint_lowest_first.h"
#include "Vexpress_route_line.h"
#include "Vexpress_route_line_subtracting.h"
#include "Vexpress_route_local.h"
#include "Vexpress_route_ring.h"
#include "Vexpress_route_ring_subtracting.h"
#include "tests/modules/support/draws.h"
#include "tests/modules/support/interchange_shapes.h"
#include "tests/modules/support/rtl_module.h"

namespace turnpike::test {
namespace {

using model::Address;
using model::InterchangePlace;
using model::InterchangeRouting;
using model::PortMask;

// Coordinates at which an aligned interchange can stand are multiples of all its distances.
bool can_stand_at(const InterchangeRouting& routing, const InterchangePlace& place) {
  for (unsigned d = 0; d < routing.dimensions; ++d) {
    const std::uint32_t at = model::coordinate(place.node, d, routing.coordinate_bits);
    if (at > model::coordinate(place.limit, d, routing.coordinate_bits)) return false;
    if (!routing.is_joint && d != place.dimension) continue;
    for (unsigned level = 0; level < routing.levels && routing.is_aligned; ++level) {
      if (at % routing.distance[level] != 0) return false;
    }
  }
  return true;
}

// The coordinates one below those of the node, on a ring around it.
Address below(const InterchangeRouting& routing, const InterchangePlace& place) {
  const unsigned bits = routing.coordinate_bits;
  Address all = 0;
  for (unsigned d = 0; d < routing.dimensions; ++d) {
    const std::uint32_t at = model::coordinate(place.node, d, bits);
    const std::uint32_t top = model::coordinate(place.limit, d, bits);
    const std::uint32_t one_down = at == 0 && routing.is_ring ? top : at - 1;
    all |= (one_down & ((1u << bits) - 1)) << (d * bits);
  }
  return all;
}

// All outputs, one level after the other missing, and any sets.
std::vector<PortMask> connected_sets(const InterchangeRouting& routing, Draws& draws) {
  const PortMask all = all_ports(routing);
  std::vector<PortMask> sets = {all};
  for (unsigned i = 0; i < 4; ++i) sets.push_back(draws.subset(routing.ports(), 0.7));
  return sets;
}

// How often each answer came: nothing, the local channel, express channels, a turn.
struct Answers {
  unsigned none = 0;
  unsigned local = 0;
  unsigned express = 0;
  unsigned turns = 0;
};

template <class Top>
Answers agrees_everywhere(InterchangeRouting routing, Address limit) {
  Answers answers;
  Draws draws(limit);
  RtlFunction<Top> rtl;
  drive(rtl->limit_i, limit);
  const unsigned address_bits = routing.dimensions * routing.coordinate_bits;
  const unsigned directions = routing.dimensions * routing.directions();
  for (const PortMask connected : connected_sets(routing, draws)) {
    for (Address node = 0; node < 1u << address_bits; ++node) {
      for (unsigned direction = 0; direction < directions; ++direction) {
        const unsigned dimension = direction / routing.directions();
        const bool up = direction % routing.directions() == 0;
        const InterchangePlace place{node, limit, routing.is_joint ? 0 : dimension, connected};
        if (!can_stand_at(routing, place)) continue;
        const model::PortId first = routing.first_port(routing.is_joint ? dimension : 0, up);
        const PortMask own = (PortMask{1} << routing.per_direction()) - 1;
        const unsigned shift = routing.is_joint ? 0 : first;  // to the hardware's outputs
        drive(rtl->node_i, node);
        drive(rtl->below_i, below(routing, place));
        drive(rtl->dimension_i, dimension);
        drive(rtl->up_i, up);
        drive(rtl->connected_i, routing.is_joint ? connected : connected >> shift & own);
        for (Address destination = 0; destination < 1u << address_bits; ++destination) {
          drive(rtl->destination_i, destination);
          rtl.settle();
          const model::Route route = model::InterchangeRoute(routing)(place, destination, first, 0);
          if (rtl->outputs_o != route.outputs >> shift) {
            ADD_FAILURE() << "limit " << limit << ", before " << node << " to " << destination
                          << " in port " << first << ", connected " << connected << ": "
                          << rtl->outputs_o << ", not " << (route.outputs >> shift);
            return answers;
          }
          const PortMask lanes = route.outputs >> first;
          ++(route.outputs == 0   ? answers.none
             : (lanes & own) == 0 ? answers.turns
             : (lanes & 1) != 0   ? answers.local
                                  : answers.express);
        }
      }
    }
  }
  return answers;
}

void expect_variety(const Answers& answers) {
  EXPECT_GT(answers.none, 20u);
  EXPECT_GT(answers.local, 20u);
  EXPECT_GT(answers.express, 20u);
}

// Highest coordinates in address layout.
Address limit(unsigned bits, unsigned x, unsigned y = 0, unsigned z = 0) {
  return x | y << bits | z << (2 * bits);
}

TEST(InterchangeRouteTest, LineComparesAddressBits) {
  const InterchangeRouting routing = express_routing(2, 4, true, {{2, 2}, {1, 4}});
  expect_variety(agrees_everywhere<Vexpress_route_line>(routing, limit(4, 15, 13)));
  agrees_everywhere<Vexpress_route_line>(routing, limit(4, 8, 4));
}

TEST(InterchangeRouteTest, LineOfAnySpacingSubtracts) {
  const InterchangeRouting routing = express_routing(1, 6, false, {{1, 3}, {2, 10}, {1, 64}});
  expect_variety(agrees_everywhere<Vexpress_route_line_subtracting>(routing, 63));
  agrees_everywhere<Vexpress_route_line_subtracting>(routing, 40);
}

TEST(InterchangeRouteTest, RingComparesAddressBits) {
  InterchangeRouting routing = express_routing(2, 4, true, {{1, 2}, {1, 4}});
  routing.is_ring = true;
  expect_variety(agrees_everywhere<Vexpress_route_ring>(routing, limit(4, 11, 15)));
  agrees_everywhere<Vexpress_route_ring>(routing, limit(4, 7, 3));
}

TEST(InterchangeRouteTest, RingOfAnySpacingSubtracts) {
  InterchangeRouting routing = express_routing(2, 4, false, {{2, 3}, {1, 5}});
  routing.is_ring = true;
  expect_variety(agrees_everywhere<Vexpress_route_ring_subtracting>(routing, limit(4, 14, 11)));
  agrees_everywhere<Vexpress_route_ring_subtracting>(routing, limit(4, 15, 4));
}

TEST(InterchangeRouteTest, FourLevelsAgree) {
  const InterchangeRouting routing =
      express_routing(1, 8, true, {{1, 2}, {2, 4}, {1, 16}, {2, 64}});
  expect_variety(agrees_everywhere<Vexpress_route_four_levels>(routing, 255));
  agrees_everywhere<Vexpress_route_four_levels>(routing, 200);
}

TEST(InterchangeRouteTest, JointTurnsWhereTheRouterWould) {
  InterchangeRouting routing = express_routing(2, 3, true, {{1, 2}});
  routing.is_joint = true;
  const Answers answers = agrees_everywhere<Vexpress_route_joint>(routing, limit(3, 7, 6));
  expect_variety(answers);
  EXPECT_GT(answers.turns, 100u);
  agrees_everywhere<Vexpress_route_joint>(routing, limit(3, 5, 7));
}

TEST(InterchangeRouteTest, JointOfThreeDimensionsLowestFirstTurns) {
  InterchangeRouting routing = express_routing(3, 2, false, {{2, 2}, {1, 3}});
  routing.is_joint = true;
  routing.highest_first = false;
  const Answers answers =
      agrees_everywhere<Vexpress_route_joint_lowest_first>(routing, limit(2, 3, 2, 3));
  expect_variety(answers);
  EXPECT_GT(answers.turns, 100u);
}

TEST(InterchangeRouteTest, WithoutLevelsAllGoesLocally) {
  const InterchangeRouting routing = express_routing(1, 4, true, {});
  const Answers answers = agrees_everywhere<Vexpress_route_local>(routing, 10);
  EXPECT_GT(answers.none, 100u);
  EXPECT_GT(answers.local, 100u);
  EXPECT_EQ(answers.express, 0u);
}

}  // namespace
}  // namespace turnpike::test
