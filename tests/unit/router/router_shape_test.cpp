// Sets of lanes of a block of routers, lane by lane.

#include "model/router/router_shape.h"

#include <gtest/gtest.h>

#include "model/common/random.h"

namespace turnpike::test {
namespace {

// The lanes of the set for which wanted(lane, other) holds with some lane `other` of it.
template <class Shape, class Wanted>
typename Shape::Mask lanes_with(typename Shape::Mask set, const Wanted& wanted) {
  typename Shape::Mask found{};
  for (unsigned lane = 0; lane < Shape::kLanes; ++lane) {
    for (unsigned other = 0; other < Shape::kLanes; ++other) {
      if (model::test(set, other) && wanted(lane, other)) {
        found |= model::only<typename Shape::Mask>(lane);
      }
    }
  }
  return found;
}

template <class Shape>
void sets_are_those_of_its_lanes() {
  using Mask = typename Shape::Mask;
  const Shape shape{model::RouterParams{}};
  constexpr unsigned kVcs = Shape::vcs();
  constexpr unsigned kOwn = Shape::ports() * kVcs;
  const auto in_one_of = [](unsigned width) {
    return [width](unsigned lane, unsigned other) { return lane / width == other / width; };
  };
  const auto lowest_of = [&](Mask set, unsigned width) {
    const Mask higher = lanes_with<Shape>(set, [width](unsigned lane, unsigned other) {
      return lane / width == other / width && lane > other;
    });
    return set & ~higher;
  };
  const Mask all = lanes_with<Shape>(~Mask{0}, in_one_of(1));
  for (std::uint64_t draw = 0; draw < 200; ++draw) {
    const auto few = model::draw(1, model::Stream::test, 0, 2 * draw) &
                     model::draw(1, model::Stream::test, 0, 2 * draw + 1);
    const Mask set = static_cast<Mask>(few) & all;
    SCOPED_TRACE(testing::Message() << std::hex << set);
    EXPECT_EQ(shape.whole_ports(set), lanes_with<Shape>(set, in_one_of(kVcs)));
    EXPECT_EQ(shape.lowest_of_ports(set), lowest_of(set, kVcs));
    EXPECT_EQ(shape.whole_routers(set), lanes_with<Shape>(set, in_one_of(kOwn)));
    EXPECT_EQ(shape.next_in_routers(set), lanes_with<Shape>(set, [](unsigned lane, unsigned other) {
                return lane / kOwn == other / kOwn && lane % kOwn == (other + 1) % kOwn;
              }));
    if constexpr (Shape::kHasHalves) {
      EXPECT_EQ(shape.whole_halves(set), lanes_with<Shape>(set, in_one_of(kVcs / 2)));
      EXPECT_EQ(shape.lowest_of_halves(set), lowest_of(set, kVcs / 2));
    }
  }
}

TEST(RouterShapeTest, SetsAreThoseOfTheirLanes) {
  sets_are_those_of_its_lanes<model::FixedShape<3, 2>>();
  sets_are_those_of_its_lanes<model::FixedShape<5, 1>>();
  sets_are_those_of_its_lanes<model::FixedShape<5, 2>>();
  sets_are_those_of_its_lanes<model::FixedShape<5, 4>>();
  sets_are_those_of_its_lanes<model::FixedShape<5, 8>>();
  sets_are_those_of_its_lanes<model::FixedShape<7, 2>>();
  sets_are_those_of_its_lanes<model::FixedShape<8, 8>>();  // all 64 lanes are one router's
}

template <class Mask>
void sets_of_any_shape(unsigned ports, unsigned vcs) {
  SCOPED_TRACE(testing::Message() << ports << " ports, " << vcs << " VCs");
  model::RouterParams params;
  params.ports = ports;
  params.virtual_channels = vcs;
  const model::AnyShape<Mask> shape(params);
  const unsigned lanes = ports * vcs;
  const auto half_of = [&](unsigned lane) { return lane % vcs >= (vcs + 1) / 2; };
  const auto same_port = [&](unsigned a, unsigned b) { return a / vcs == b / vcs; };
  const auto same_half = [&](unsigned a, unsigned b) {
    return same_port(a, b) && half_of(a) == half_of(b);
  };
  for (std::uint64_t draw = 0; draw < 20; ++draw) {
    Mask set{};
    for (unsigned lane = 0; lane < lanes; ++lane) {
      if (model::below(model::draw(ports, model::Stream::test, vcs, draw * 512 + lane), 4) == 0) {
        set |= model::only<Mask>(lane);
      }
    }
    const auto expect = [&](const Mask& found, const char* what, const auto& is_in) {
      for (unsigned lane = 0; lane < 8 * sizeof(Mask); ++lane) {
        ASSERT_EQ(model::test(found, lane), lane < lanes && is_in(lane)) << what << ' ' << lane;
      }
    };
    const auto is_above = [&](const auto& same, unsigned lane) {
      for (unsigned other = 0; other < lane; ++other) {
        if (model::test(set, other) && same(lane, other)) return true;
      }
      return false;
    };
    const auto has_one = [&](const auto& same, unsigned lane) {
      for (unsigned other = 0; other < lanes; ++other) {
        if (model::test(set, other) && same(lane, other)) return true;
      }
      return false;
    };
    expect(shape.whole_ports(set), "port", [&](unsigned l) { return has_one(same_port, l); });
    expect(shape.whole_halves(set), "half", [&](unsigned l) { return has_one(same_half, l); });
    expect(shape.above_in_halves(set), "above", [&](unsigned l) { return is_above(same_half, l); });
    expect(shape.lowest_of_ports(set), "lowest of a port",
           [&](unsigned l) { return model::test(set, l) && !is_above(same_port, l); });
    expect(shape.lowest_of_halves(set), "lowest of a half",
           [&](unsigned l) { return model::test(set, l) && !is_above(same_half, l); });
    expect(shape.lower_half(), "lower half", [&](unsigned l) { return !half_of(l); });
  }
}

TEST(RouterShapeTest, SetsOfAnyShapeAreThoseOfTheirLanes) {
  for (const auto& [ports, vcs] : {std::pair(2u, 1u), std::pair(5u, 3u), std::pair(8u, 8u),
                                   std::pair(10u, 6u), std::pair(4u, 16u), std::pair(32u, 2u)}) {
    sets_of_any_shape<std::uint64_t>(ports, vcs);
    sets_of_any_shape<model::WideMask<2>>(ports, vcs);
    sets_of_any_shape<model::WidestMask>(ports, vcs);
  }
  for (const auto& [ports, vcs] : {std::pair(5u, 13u), std::pair(8u, 16u), std::pair(32u, 4u)}) {
    sets_of_any_shape<model::WideMask<2>>(ports, vcs);
    sets_of_any_shape<model::WidestMask>(ports, vcs);
  }
  for (const auto& [ports, vcs] : {std::pair(9u, 15u), std::pair(31u, 11u), std::pair(32u, 16u)}) {
    sets_of_any_shape<model::WidestMask>(ports, vcs);
  }
}

}  // namespace
}  // namespace turnpike::test
