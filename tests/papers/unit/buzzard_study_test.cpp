// The lists of Buzzard & Mudge on the cycle-exact model: a quiet cube by hand, collisions counted.

#include <gtest/gtest.h>

#include "model/analysis/buzzard.h"
#include "papers/buzzard/blockage.h"
#include "papers/buzzard/collisions.h"
#include "papers/buzzard/message_study.h"

namespace turnpike::test {
namespace {

namespace buzzard = sim::buzzard;
using buzzard::Scheme;
using model::ListedMessage;

TEST(BuzzardStudyTest, LengthsInFlits) {
  EXPECT_EQ(message_flits(Scheme::wormhole, 1), 2u);
  EXPECT_EQ(message_flits(Scheme::wormhole, 512), 257u);
  EXPECT_EQ(message_flits(Scheme::wormhole_channels, 513), 258u);
  EXPECT_EQ(message_flits(Scheme::fixed, 10), 10u);
  EXPECT_EQ(message_flits(Scheme::adaptive, 512), 330u);
}

// Over h channels: in cycle 1 the head is on the injection pins, in h + 2 on the ejection pins.
TEST(BuzzardStudyTest, OneMessageOnAQuietCube) {
  for (const unsigned hops : {1u, 4u, 6u}) {
    const std::vector<ListedMessage> list = {{400, 5, 5u ^ ((1u << hops) - 1), 100}};
    const auto worm = run_messages(Scheme::wormhole, list);
    EXPECT_EQ(worm.first, 4.0 * (hops + 3 + 8)) << hops;
    EXPECT_EQ(worm.last, 4.0 * (hops + 3 + 50)) << hops;
    for (const Scheme scheme : {Scheme::fixed, Scheme::fixed_channels, Scheme::adaptive}) {
      const auto packets = run_messages(scheme, list);  // 100 bytes are 7 packets
      EXPECT_EQ(packets.first, 4.0 * (hops + 3 + 9)) << hops;
      EXPECT_EQ(packets.last, 4.0 * (hops + 3 + 69)) << hops;
    }
  }
}

// Two messages over one channel, and two over different ones, generated together.
TEST(BuzzardStudyTest, SourcesSendOneMessageAtATimeOrOneForEachOutput) {
  const std::vector<ListedMessage> apart = {{0, 0, 1, 100}, {0, 0, 2, 100}};
  EXPECT_EQ(run_messages(Scheme::wormhole_channels, apart).first, 4 * 12);
  EXPECT_GT(run_messages(Scheme::wormhole, apart).first, 4 * (12 + 25));
  EXPECT_EQ(run_messages(Scheme::fixed_channels, apart).first, 4 * 13);
  EXPECT_GT(run_messages(Scheme::fixed, apart).first, 4 * (13 + 25));
  // Both could take dimension 1: the second one's other way is free.
  const std::vector<ListedMessage> together = {{0, 0, 2, 100}, {0, 0, 3, 100}};
  EXPECT_GT(run_messages(Scheme::fixed_channels, together).first, 4 * (13 + 25));
  EXPECT_LT(run_messages(Scheme::adaptive, together).first, 4 * (13 + 2));
}

// A packet of ten flits that is stored takes ten cycles for each router before the last.
TEST(BuzzardStudyTest, StoredPacketsTakeTheirTimeAtEachHop) {
  for (const unsigned hops : {1u, 4u}) {
    const std::vector<ListedMessage> list = {{400, 5, 5u ^ ((1u << hops) - 1), 10}};
    for (const Scheme scheme :
         {Scheme::fixed_stored, Scheme::fixed_channels_stored, Scheme::adaptive_stored}) {
      EXPECT_EQ(run_messages(scheme, list).first, 4.0 * (hops + 3 + 9 * (hops + 2))) << hops;
    }
  }
}

TEST(BuzzardStudyTest, MeansOfClassesAndMaximaAreThoseOfTheirMessages) {
  const std::vector<ListedMessage> list = {{0, 0, 1, 10}, {4, 0, 7, 100}, {8, 0, 15, 190}};
  std::vector<model::MessageTimes> times(3);
  for (std::size_t m = 0; m < 3; ++m) {
    times[m] = {0, 9 + m, 19 + 10 * m, true};  // first after 40, 44 - 4, 48 - 8 ticks
  }
  const auto means = buzzard::means_of(list, times);
  EXPECT_EQ(means.first, 40);
  EXPECT_EQ(means.first_by_length, (std::array<double, 3>{40, 40, 40}));
  EXPECT_EQ(means.first_by_hops, (std::array<double, 3>{40, 40, 40}));
  EXPECT_EQ(means.most, 4 * 40 - 8);
  EXPECT_EQ(means.end, 4 * 40);
}

TEST(BuzzardStudyTest, TheShortMessageOfFigureFiveWaitsOnceOrTakesTurns) {
  const buzzard::Blockage found = buzzard::study_blockage();
  const double data = 2.0 * buzzard::kShortBytes;
  EXPECT_NEAR(found.worm_short, data + found.worm_long, 50);
  EXPECT_LT(found.packets_short, 2.2 * found.packets_alone);
  EXPECT_GT(found.packets_short, 1.6 * found.packets_alone);
  for (const sim::Judgement& j : buzzard::judge_blockage(found)) {
    EXPECT_EQ(j.verdict, j.id == "blocked_worm" ? sim::Verdict::misprint : sim::Verdict::holds)
        << j.id;
  }
}

TEST(BuzzardStudyTest, CollisionsOfTwoMessagesAreThoseOfTheFormulas) {
  for (const unsigned n : {2u, 3u, 4u}) {
    const auto fixed = buzzard::count_collisions(Scheme::fixed_channels, n);
    const auto adaptive = buzzard::count_collisions(Scheme::adaptive, n);
    EXPECT_EQ(fixed.pairs, ((1u << n) - 1) * ((1u << n) - 1));
    EXPECT_NEAR(fixed.share(), model::buzzard::collision_fixed(n), 1e-12);
    EXPECT_NEAR(adaptive.share(), model::buzzard::collision_adaptive(n), 1e-12);
  }
}

}  // namespace
}  // namespace turnpike::test
