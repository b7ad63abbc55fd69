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

}  // namespace
}  // namespace turnpike::test
