// routing_test.cpp - the routing functions, said once more in plain words and held against
// compute_route.

#include "model/common/routing.h"

#include <gtest/gtest.h>

namespace turnpike::test {
namespace {

using model::Route;
using model::RoutingKind;
using model::RoutingParams;

constexpr unsigned kBits = 3;

RoutingParams params(RoutingKind kind, unsigned dimensions, unsigned virtual_channels,
                     bool highest_first = true) {
  const bool both_ways = kind == RoutingKind::mesh || kind == RoutingKind::torus_bidirectional;
  return {kind,          dimensions,       kBits,
          highest_first, virtual_channels, (both_ways ? 2 : 1) * dimensions};
}

model::Address at(unsigned x, unsigned y = 0, unsigned z = 0) {
  return x | y << kBits | z << (2 * kBits);
}

model::PortMask port(unsigned number) { return 1u << number; }

TEST(MeshRoutingTest, CorrectsTheHighestDimensionFirst) {
  const RoutingParams p = params(RoutingKind::mesh, 2, 4);
  const auto outputs = [&](unsigned x, unsigned y) {
    return compute_route(p, at(3, 3), at(7, 7), at(x, y), 4, 0).outputs;
  };
  EXPECT_EQ(outputs(5, 6), port(2));
  EXPECT_EQ(outputs(5, 1), port(3));
  EXPECT_EQ(outputs(5, 3), port(0));
  EXPECT_EQ(outputs(1, 3), port(1));
  EXPECT_EQ(outputs(3, 3), port(4));
}

TEST(MeshRoutingTest, CorrectsTheLowestDimensionFirstWhenTold) {
  const RoutingParams p = params(RoutingKind::mesh, 2, 4, false);
  EXPECT_EQ(compute_route(p, at(3, 3), at(7, 7), at(5, 6), 4, 0).outputs, port(0));
  EXPECT_EQ(compute_route(p, at(3, 3), at(7, 7), at(3, 6), 4, 0).outputs, port(2));
}

TEST(MeshRoutingTest, EveryVcIsPermitted) {
  const RoutingParams p = params(RoutingKind::mesh, 2, 5);
  for (model::VcId vc = 0; vc < 5; ++vc) {
    EXPECT_EQ(compute_route(p, at(0, 0), at(7, 7), at(5, 6), 2, vc).vcs, 0x1fu);
  }
}

TEST(RoutingTest, CoordinateAboveItsLimitHasNoRoute) {
  for (const auto kind :
       {RoutingKind::mesh, RoutingKind::torus_unidirectional, RoutingKind::torus_bidirectional}) {
    const RoutingParams p = params(kind, 2, 2);
    EXPECT_EQ(compute_route(p, at(1, 1), at(4, 5), at(5, 1), 0, 0), Route{});
    EXPECT_EQ(compute_route(p, at(1, 1), at(4, 5), at(1, 6), 0, 0), Route{});
    EXPECT_NE(compute_route(p, at(1, 1), at(4, 5), at(4, 5), 0, 0).outputs, 0u);
  }
}

TEST(HypercubeRoutingTest, TakesTheHighestDifferingBit) {
  RoutingParams p = params(RoutingKind::hypercube, 6, 2);
  p.coordinate_bits = 1;
  for (unsigned from = 0; from < 64; ++from) {
    for (unsigned to = 0; to < 64; ++to) {
      unsigned expected = 6;
      for (unsigned d = 0; d < 6; ++d) {
        if (((from ^ to) >> d & 1) != 0) expected = d;
      }
      ASSERT_EQ(compute_route(p, from, 63, to, 0, 0), (Route{port(expected), 3}));
    }
  }
}

TEST(DestinationTagTest, TakesTheDigitOfItsStage) {
  const RoutingParams p = params(RoutingKind::destination_tag, 3, 2);
  for (unsigned digit = 0; digit < 3; ++digit) {
    const unsigned digits[] = {4, 0, 2};
    EXPECT_EQ(compute_route(p, digit, at(4, 4, 4), at(4, 0, 2), 1, 0),
              (Route{port(digits[digit]), 3}));
  }
  EXPECT_EQ(compute_route(p, 0, at(4, 4, 4), at(5, 0, 0), 1, 0), Route{});
}

TEST(TorusRoutingTest, TakesTheShorterWay) {
  const RoutingParams p = params(RoutingKind::torus_bidirectional, 1, 2);
  for (unsigned k = 2; k <= 8; ++k) {
    for (unsigned here = 0; here < k; ++here) {
      for (unsigned there = 0; there < k; ++there) {
        const unsigned up = (there + k - here) % k;
        unsigned expected = up < k - up ? 0 : 1;
        if (up == k - up) expected = here % 2;
        if (up == 0) expected = 2;
        ASSERT_EQ(compute_route(p, here, k - 1, there, 2, 0).outputs, port(expected))
            << "k " << k << " from " << here << " to " << there;
      }
    }
  }
}

TEST(TorusRoutingTest, UnidirectionalGoesUp) {
  const RoutingParams p = params(RoutingKind::torus_unidirectional, 2, 2);
  EXPECT_EQ(compute_route(p, at(3, 3), at(4, 4), at(1, 2), 2, 0).outputs, port(1));
  EXPECT_EQ(compute_route(p, at(3, 2), at(4, 4), at(1, 2), 2, 0).outputs, port(0));
}

// docs/timing.md, dateline classes, in the words of that page.
struct Ring {
  unsigned k;
  bool up;

  unsigned next(unsigned at) const { return (up ? at + 1 : at + k - 1) % k; }
  bool is_dateline(unsigned at) const { return up ? at == k - 1 : at == 0; }
  // Does a packet that leaves `at` for `to` cross the dateline?
  bool crosses(unsigned at, unsigned to) const {
    for (; at != to; at = next(at)) {
      if (is_dateline(at)) return true;
    }
    return false;
  }
};

model::VcMask permitted(const Ring& ring, unsigned here, unsigned there, unsigned vcs,
                        bool continues, model::VcId in_vc) {
  const unsigned half = vcs / 2;
  const unsigned previous = Ring{ring.k, !ring.up}.next(here);
  model::VcMask mask = 0;
  for (unsigned vc = 0; vc < vcs; ++vc) {
    const bool after = ring.crosses(ring.next(here), there);
    const bool barred = continues && (in_vc >= half || ring.is_dateline(previous));
    if (vc >= half ? !after : !barred) mask |= 1u << vc;
  }
  return mask;
}

TEST(DatelineTest, ClassesFollowTheRuleInEveryRingAndPosition) {
  for (const bool bidirectional : {true, false}) {
    const auto kind =
        bidirectional ? RoutingKind::torus_bidirectional : RoutingKind::torus_unidirectional;
    for (unsigned vcs = 2; vcs <= 5; ++vcs) {
      const RoutingParams p = params(kind, 1, vcs);
      const unsigned local = p.network_ports;
      for (unsigned k = 2; k <= 8; ++k) {
        for (unsigned here = 0; here < k; ++here) {
          for (unsigned there = 0; there < k; ++there) {
            if (here == there) continue;
            for (unsigned in_port = 0; in_port <= local; ++in_port) {
              for (unsigned in_vc = 0; in_vc < vcs; ++in_vc) {
                const Route route = compute_route(p, here, k - 1, there, in_port, in_vc);
                const Ring ring{k, route.outputs == port(0)};
                // A packet that goes up came in from below: port 1 of a bidirectional ring.
                const bool continues = in_port == (bidirectional && ring.up ? 1u : 0u);
                ASSERT_EQ(route.vcs, permitted(ring, here, there, vcs, continues, in_vc))
                    << "k " << k << " from " << here << " to " << there << " in port " << in_port
                    << " VC " << in_vc << " of " << vcs;
              }
            }
          }
        }
      }
    }
  }
}

// Whatever class it prefers, no packet is on class 1 before the dateline or on class 0 behind it.
TEST(DatelineTest, EveryWalkHasAVcAndKeepsItsClass) {
  const RoutingParams p = params(RoutingKind::torus_bidirectional, 1, 2);
  for (unsigned k = 2; k <= 8; ++k) {
    for (unsigned from = 0; from < k; ++from) {
      for (unsigned walk = 0; walk < 2 * k; ++walk) {
        const unsigned to = walk / 2;
        unsigned in_port = 2;
        unsigned vc = 0;
        bool crossed = false;
        for (unsigned here = from; here != to;) {
          const Route route = compute_route(p, here, k - 1, to, in_port, vc);
          ASSERT_NE(route.vcs, 0u) << "k " << k << " from " << from << " to " << to;
          const Ring ring{k, route.outputs == port(0)};
          vc = (route.vcs >> (walk % 2) & 1) != 0 ? walk % 2 : 1 - walk % 2;
          if (crossed) {
            EXPECT_EQ(vc, 1u) << "k " << k << " from " << from << " to " << to;
          }
          if (ring.crosses(ring.next(here), to)) {
            EXPECT_EQ(vc, 0u) << "k " << k << " from " << from << " to " << to;
          }
          crossed = crossed || ring.is_dateline(here);
          here = ring.next(here);
          in_port = ring.up ? 1 : 0;
        }
      }
    }
  }
}

TEST(DatelineTest, PacketThatNeverCrossesMayTakeBothClasses) {
  const RoutingParams p = params(RoutingKind::torus_bidirectional, 2, 4);
  EXPECT_EQ(compute_route(p, at(1, 0), at(7, 7), at(3, 0), 4, 0).vcs, 0xfu);
}

TEST(DatelineTest, PacketThatHasTheDatelineAheadTakesClass0) {
  const RoutingParams p = params(RoutingKind::torus_bidirectional, 2, 4);
  EXPECT_EQ(compute_route(p, at(6, 0), at(7, 7), at(1, 0), 4, 0).vcs, 0x3u);
}

TEST(DatelineTest, PacketThatHasCrossedTakesClass1) {
  const RoutingParams p = params(RoutingKind::torus_bidirectional, 2, 4);
  EXPECT_EQ(compute_route(p, at(0, 0), at(7, 7), at(1, 0), 1, 0).vcs, 0xcu);
}

TEST(DatelineTest, NewDimensionForgetsTheClassOfTheOld) {
  const RoutingParams p = params(RoutingKind::torus_bidirectional, 2, 4);
  const model::PortId from_dimension_1 = 3;
  EXPECT_EQ(compute_route(p, at(1, 4), at(7, 7), at(3, 4), from_dimension_1, 3).vcs, 0xfu);
}

TEST(DatelineTest, LocalOutputTakesEveryVc) {
  const RoutingParams p = params(RoutingKind::torus_bidirectional, 2, 4);
  EXPECT_EQ(compute_route(p, at(1, 4), at(7, 7), at(1, 4), 1, 3), (Route{port(4), 0xf}));
}

TEST(RoutingsTest, NumbersOfTheHardwareNameOurKinds) {
  for (unsigned number = 0; number < 6; ++number) {
    EXPECT_EQ(model::number_of(model::kNumberedKinds[number]), number);
  }
  model::Routing own = model::Routing::dimension_order;
  EXPECT_EQ(model::number_of({&own, true, false}), std::nullopt);
}

TEST(RoutingsTest, TheRouterBehindAnOutputHasTheInputThatFacesIt) {
  const RoutingParams p = params(RoutingKind::torus_bidirectional, 2, 2);
  const auto behind = p.kind.function->behind;
  EXPECT_EQ(behind(p, at(7, 2), at(7, 7), 0).node, at(0, 2));  // around the ring
  EXPECT_EQ(behind(p, at(7, 2), at(7, 7), 0).port, 1u);
  EXPECT_EQ(behind(p, at(7, 2), at(7, 7), 3).node, at(7, 1));
  EXPECT_FALSE(RoutingKind::table.function->behind(p, 0, 0, 0).exists);
}

}  // namespace
}  // namespace turnpike::test
