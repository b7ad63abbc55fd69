// Sets of lanes and counters for all lanes at once, against one lane at a time.

#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <type_traits>
#include <vector>

#include "model/common/lane_mask.h"
#include "model/common/random.h"
#include "model/router/lane_counters.h"

namespace turnpike::test {
namespace {

template <class Mask>
class LaneSetsTest : public testing::Test {
 public:
  static constexpr unsigned kLanes = 8 * sizeof(Mask);

  std::uint32_t random(std::uint32_t n) {
    return model::below(model::draw(1, model::Stream::test, 0, event_++), n);
  }
  // A random set, both ways.
  Mask random_set(std::set<unsigned>& lanes) {
    Mask mask{};
    for (unsigned i = random(12); i > 0; --i) {
      const unsigned lane = random(kLanes);
      lanes.insert(lane);
      mask |= model::only<Mask>(lane);
    }
    return mask;
  }

 private:
  std::uint64_t event_ = 0;
};

using Masks = testing::Types<std::uint32_t, std::uint64_t, model::WideMask<2>, model::WideMask<4>,
                             model::WidestMask>;
TYPED_TEST_SUITE(LaneSetsTest, Masks);

TYPED_TEST(LaneSetsTest, ALoopOverASetMeetsItsLanesInAscendingOrder) {
  for (int i = 0; i < 300; ++i) {
    std::set<unsigned> lanes;
    TypeParam left = this->random_set(lanes);
    EXPECT_EQ(model::count(left), lanes.size());
    for (const unsigned lane : lanes) {
      ASSERT_TRUE(model::any(left));
      EXPECT_EQ(model::lowest(left), lane);
      EXPECT_TRUE(model::test(left, lane));
      left = model::without_lowest(left);
      EXPECT_FALSE(model::test(left, lane));
    }
    EXPECT_FALSE(model::any(left));
  }
}

TYPED_TEST(LaneSetsTest, AFieldIsWhatWasPlacedThere) {
  for (unsigned vcs = 1; vcs <= model::kMaxVcs; ++vcs) {
    for (unsigned port = 0; (port + 1) * vcs <= this->kLanes && port < model::kMaxPorts; ++port) {
      const std::uint32_t bits = this->random(1u << vcs);
      const auto mask = model::place<TypeParam>(bits, port * vcs);
      EXPECT_EQ(model::field(mask, port * vcs, vcs), bits) << "port " << port << ", VCs " << vcs;
    }
  }
}

TYPED_TEST(LaneSetsTest, SetsAreAddedTakenAwayAndShiftedAsNumbers) {
  const auto all_but_one = [](unsigned lane) { return ~model::only<TypeParam>(lane); };
  for (int i = 0; i < 300; ++i) {
    std::set<unsigned> lanes;
    const TypeParam set = this->random_set(lanes);
    const unsigned by = this->random(32);
    TypeParam up{};
    TypeParam down{};
    for (const unsigned lane : lanes) {
      if (lane + by < this->kLanes) up |= model::only<TypeParam>(lane + by);
      if (lane >= by) down |= model::only<TypeParam>(lane - by);
    }
    EXPECT_FALSE(model::any((set << by) ^ up)) << by;
    EXPECT_FALSE(model::any((set >> by) ^ down)) << by;
    // A sum of sets that share no lane is their union, and x + x is x one lane higher.
    std::set<unsigned> others;
    const TypeParam other = this->random_set(others) & ~set;
    EXPECT_FALSE(model::any((set + other) ^ (set | other)));
    EXPECT_FALSE(model::any((set + set) ^ (set << 1)));
    EXPECT_FALSE(model::any((set + other - other) ^ set));
  }
  // A carry and a borrow go through all words.
  const TypeParam one = model::only<TypeParam>(0);
  EXPECT_FALSE(model::any(~TypeParam{} + one));
  EXPECT_FALSE(model::any((TypeParam{} - one) ^ ~TypeParam{}));
  const unsigned top = this->kLanes - 1;
  EXPECT_FALSE(model::any((all_but_one(top) + one) ^ model::only<TypeParam>(top)));
  EXPECT_FALSE(model::any((model::only<TypeParam>(top) - one) ^ all_but_one(top)));
}

TYPED_TEST(LaneSetsTest, ASetUnderAConditionIsAllOfItOrNothing) {
  std::set<unsigned> lanes;
  const TypeParam set = this->random_set(lanes) | model::only<TypeParam>(3);
  EXPECT_EQ(model::count(model::when(true, set)), model::count(set));
  EXPECT_FALSE(model::any(model::when(false, set)));
}

template <class Mask, class Pin>
void gathers(unsigned ports, unsigned vcs) {
  std::vector<Pin> row(40);
  Mask expected{};
  for (unsigned port = 0; port < ports; ++port) {
    const unsigned vc = (port * 7 + ports) % (vcs + 1);
    if (vc == vcs) continue;  // nothing on these pins
    row[port] = static_cast<Pin>(1u << vc);
    expected |= model::only<Mask>(port * vcs + vc);
  }
  const Mask lanes = model::gather_lanes<Mask>(row.data(), ports, vcs);
  EXPECT_FALSE(model::any(lanes ^ expected)) << ports << " ports, " << vcs << " VCs";
}

TYPED_TEST(LaneSetsTest, PinsOfAllPortsAreGathered) {
  for (unsigned vcs = 1; vcs <= model::kMaxVcs; ++vcs) {
    for (unsigned ports = 2; ports <= model::kMaxPorts && ports * vcs <= this->kLanes; ++ports) {
      gathers<TypeParam, std::uint16_t>(ports, vcs);
      if constexpr (std::is_integral_v<TypeParam>) {
        if (vcs <= 8) gathers<TypeParam, std::uint8_t>(ports, vcs);
      }
    }
  }
}

TEST(PinWordsTest, EntriesOfAWordThatAreSetAreFound) {
  for (unsigned set = 0; set < 256; ++set) {
    std::uint64_t bytes = 0;
    for (unsigned i = 0; i < 8; ++i) {
      if ((set >> i & 1) != 0) bytes |= std::uint64_t{i % 2 == 0 ? 0x80u : 0x01u} << 8 * i;
    }
    EXPECT_EQ(model::which_are_set<std::uint8_t>(bytes), set);
  }
  EXPECT_EQ(model::which_are_set<std::uint16_t>(0x8000'0000'0001'0000u), 0b1010u);
  EXPECT_EQ(model::which_are_set<std::uint16_t>(0x0100'0010'0000'ffffu), 0b1101u);
}

TYPED_TEST(LaneSetsTest, CountersStepLikeIntegers) {
  for (const unsigned most : {1u, 2u, 3u, 4u, 7u, 8u, 15u, 31u, 64u}) {
    const unsigned lanes = this->kLanes;
    std::vector<TypeParam> planes(model::planes_for(most));
    model::LaneCounters<TypeParam> counters(planes.data(), model::planes_for(most));
    std::vector<unsigned> values(lanes);
    for (int step = 0; step < 400; ++step) {
      TypeParam up{};
      TypeParam down{};
      for (unsigned lane = 0; lane < lanes; ++lane) {
        const std::uint32_t choice = this->random(5);
        if (choice <= 1 && values[lane] < most) {
          up |= model::only<TypeParam>(lane);
          ++values[lane];
        } else if (choice == 2 && values[lane] > 0) {
          down |= model::only<TypeParam>(lane);
          --values[lane];
        }
      }
      const TypeParam not_zero = counters.step(up, down);
      for (unsigned lane = 0; lane < lanes; ++lane) {
        ASSERT_EQ(counters.value(lane), values[lane]) << "lane " << lane << ", most " << most;
        ASSERT_EQ(model::test(not_zero, lane), values[lane] != 0);
      }
      const unsigned least = this->random(most + 3);
      const TypeParam enough = counters.at_least(least);
      for (unsigned lane = 0; lane < lanes; ++lane) {
        ASSERT_EQ(model::test(enough, lane), values[lane] >= least) << "least " << least;
        ASSERT_EQ(model::test(counters.at_least_two(), lane), values[lane] >= 2);
      }
    }
    counters.set(~TypeParam{}, most);
    EXPECT_EQ(counters.value(lanes - 1), most);
  }
}

}  // namespace
}  // namespace turnpike::test
