// Whole messages over links: cases worked out by hand, and queues by their recursion.

#include "model/transport/transport.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

namespace turnpike::test {
namespace {

using model::ArrivalTimes;
using model::ListedMessage;
using model::Tick;
using model::TransportResult;
using model::TransportScheme;
using model::TransportSpec;

TransportSpec spec(TransportScheme scheme) {
  TransportSpec wanted;
  wanted.scheme = scheme;
  return wanted;
}

void expect_times(const TransportResult& result, std::size_t message, Tick first, Tick last) {
  EXPECT_EQ(result.times[message].first, first) << "message " << message;
  EXPECT_EQ(result.times[message].last, last) << "message " << message;
}

// 100 bytes and 2 of header: 204 ticks a link, and 4 to take it.
TEST(TransportTest, OneMessageOnAQuietCube) {
  const std::vector<ListedMessage> list = {{1000, 0, 7, 100}};
  expect_times(run_transport(spec(TransportScheme::store_and_forward), list), 0,
               1000 + 2 * 208 + 4 + 4 + 32, 1000 + 3 * 208);
  expect_times(run_transport(spec(TransportScheme::cut_through), list), 0,
               1000 + 2 * 8 + 4 + 4 + 32, 1000 + 2 * 8 + 208);
  expect_times(run_transport(spec(TransportScheme::circuit), list), 0, 1000 + 3 * 8 + 32,
               1000 + 3 * 8 + 200);
}

TEST(TransportTest, ShortMessagesHaveArrivedWhenTheirBeginningHas) {
  const std::vector<ListedMessage> list = {{0, 0, 7, 5}};
  for (const auto scheme : {TransportScheme::store_and_forward, TransportScheme::cut_through,
                            TransportScheme::circuit}) {
    const ArrivalTimes times = run_transport(spec(scheme), list).times[0];
    EXPECT_EQ(times.first, times.last);
  }
}

TEST(TransportTest, TheOlderOneComesFirstAtALink) {
  // e-cube takes dimension 2 first: both start over the same link.
  const std::vector<ListedMessage> list = {{0, 0, 4, 100}, {0, 0, 5, 100}};
  const auto stored = run_transport(spec(TransportScheme::store_and_forward), list);
  expect_times(stored, 0, 40, 208);
  expect_times(stored, 1, 208 + 208 + 40, 3 * 208);
  const auto circuits = run_transport(spec(TransportScheme::circuit), list);
  expect_times(circuits, 0, 8 + 32, 208);
  expect_times(circuits, 1, 208 + 16 + 32, 208 + 16 + 200);
}

TEST(TransportTest, AgeDecidesNotTheOrderOfArrival) {
  // The third is generated last, but stands before the link from 1 to 3 before the second gets
  // there; the first holds that link until 208.
  const std::vector<ListedMessage> list = {{0, 1, 3, 100}, {1, 5, 3, 20}, {5, 1, 3, 20}};
  const auto result = run_transport(spec(TransportScheme::store_and_forward), list);
  expect_times(result, 0, 40, 208);
  expect_times(result, 1, 208 + 40, 208 + 48);
  expect_times(result, 2, 208 + 48 + 40, 208 + 96);
}

TEST(TransportTest, AdaptiveRoutingTakesTheFirstFreeLink) {
  const std::vector<ListedMessage> list = {{0, 0, 4, 100}, {0, 0, 5, 100}};
  TransportSpec adaptive = spec(TransportScheme::store_and_forward);
  adaptive.adaptive = true;
  const auto result = run_transport(adaptive, list);
  expect_times(result, 0, 40, 208);
  expect_times(result, 1, 208 + 40, 416);  // over dimension 0 first
}

// Both links of the third message are taken, dimension 2 until 208, dimension 0 until 108.
TEST(TransportTest, ACommittedMessageWaitsForOneLink) {
  const std::vector<ListedMessage> list = {{0, 0, 4, 100}, {0, 0, 1, 50}, {1, 0, 5, 100}};
  TransportSpec adaptive = spec(TransportScheme::store_and_forward);
  adaptive.adaptive = true;
  expect_times(run_transport(adaptive, list), 2, 316 + 40, 524);
  adaptive.commits = true;
  expect_times(run_transport(adaptive, list), 2, 416 + 40, 624);
}

TEST(TransportTest, OneDirectionalLinksCarryOneDirectionAtATime) {
  const std::vector<ListedMessage> list = {{0, 0, 1, 100}, {0, 1, 0, 100}};
  for (const auto scheme : {TransportScheme::store_and_forward, TransportScheme::cut_through,
                            TransportScheme::circuit}) {
    TransportSpec wanted = spec(scheme);
    expect_times(run_transport(wanted, list), 1, 40, 208);
    wanted.bidirectional = false;
    expect_times(run_transport(wanted, list), 0, 40, 208);
    expect_times(run_transport(wanted, list), 1, 208 + 40, 416);
  }
}

TEST(TransportTest, BlockedCircuitsKeepTheirLinks) {
  // 1 -> 0 waits for the link 1 -> 0 that 3 -> 0 (over 1) holds; 3 -> 0 waits for nobody.
  // 7 -> 0 takes 7 -> 3, waits for 3 -> 1 and so holds up 7 -> 3.
  const std::vector<ListedMessage> list = {{0, 3, 0, 100}, {0, 7, 0, 100}, {10, 7, 3, 100}};
  const auto result = run_transport(spec(TransportScheme::circuit), list);
  expect_times(result, 0, 16 + 32, 216);
  expect_times(result, 1, 216 + 16 + 32, 216 + 16 + 200);
  expect_times(result, 2, 432 + 8 + 32, 432 + 8 + 200);
}

// Four circuits on a square whose links are one-directional. The first takes a link away from the
// third, which has not begun to transmit; the second may not, for the first is older.
TEST(TransportTest, OlderCircuitsTakeLinksFromYoungerOnes) {
  TransportSpec wanted = spec(TransportScheme::circuit);
  wanted.dimension = 2;
  wanted.adaptive = true;
  wanted.bidirectional = false;
  const auto result =
      run_transport(wanted, {{0, 0, 3, 100}, {0, 1, 2, 100}, {0, 2, 1, 100}, {0, 3, 0, 100}});
  expect_times(result, 0, 16 + 32, 216);
  expect_times(result, 1, 224 + 32, 424);
  expect_times(result, 2, 232 + 32, 432);
  expect_times(result, 3, 440 + 32, 640);
  EXPECT_EQ(result.taken_away, 1u);
}

TEST(TransportTest, ASequentialSourceSendsOneMessageAfterTheOther) {
  const std::vector<ListedMessage> list = {{0, 0, 1, 100}, {0, 0, 2, 100}, {0, 0, 4, 100}};
  for (const auto scheme : {TransportScheme::store_and_forward, TransportScheme::cut_through,
                            TransportScheme::circuit}) {
    TransportSpec wanted = spec(scheme);
    expect_times(run_transport(wanted, list), 2, 40, 208);
    wanted.sequential_source = true;
    const auto result = run_transport(wanted, list);
    expect_times(result, 0, 40, 208);
    expect_times(result, 1, 208 + 40, 416);
    expect_times(result, 2, 416 + 40, 624);
  }
}

TEST(TransportTest, BuffersHoldWhatHasComeAndNotGone) {
  // The node between holds up to the whole message: from 4 to 208 it comes, from 212 to 416 it
  // goes. The last message only says how long the mean is taken.
  const std::vector<ListedMessage> list = {{0, 0, 3, 100}, {1000, 5, 4, 1}};
  const auto stored = run_transport(spec(TransportScheme::store_and_forward), list);
  EXPECT_EQ(stored.transit.largest, 102);
  EXPECT_DOUBLE_EQ(stored.transit.mean, (102 * 204 + 102 * 4) / 64000.0);
  // At the source: whole for 4 ticks, then less and less.
  EXPECT_DOUBLE_EQ(stored.with_source.mean, (102 * 4 + 102 * 102 + 102 * 204 + 102 * 4) / 64000.0);

  // Cut through: 8 ticks of data, all the time between.
  const auto cut = run_transport(spec(TransportScheme::cut_through), list);
  EXPECT_EQ(cut.transit.largest, 4);
  EXPECT_DOUBLE_EQ(cut.transit.mean, 4 * 204 / 64000.0);

  // A circuit holds nothing on the way; its source 100 bytes until 16, then less and less.
  const auto circuit = run_transport(spec(TransportScheme::circuit), list);
  EXPECT_EQ(circuit.transit.largest, 0);
  EXPECT_EQ(circuit.with_source.largest, 100);
  EXPECT_DOUBLE_EQ(circuit.with_source.mean, (100 * 16 + 100 * 100) / 64000.0);
}

// Two nodes: a link is a queue, and a queue's times follow from each other.
TEST(TransportTest, ALinkIsAQueue) {
  model::MessageListSpec traffic;
  traffic.dimension = 1;
  traffic.messages_per_node = 2000;
  traffic.mean_bytes = 250;
  traffic.intergeneration = 1060;  // the one-directional link is nearly full
  const auto list = make_message_list(traffic);
  for (const bool bidirectional : {true, false}) {
    TransportSpec wanted = spec(TransportScheme::cut_through);
    wanted.dimension = 1;
    wanted.bidirectional = bidirectional;
    const auto result = run_transport(wanted, list);
    Tick free_from[2] = {0, 0};
    for (std::size_t m = 0; m < list.size(); ++m) {
      Tick& link = free_from[bidirectional ? list[m].source : 0];
      link = std::max(link, list[m].queued) + 4 + 2 * (Tick{list[m].bytes} + 2);
      ASSERT_EQ(result.times[m].last, link) << "message " << m;
    }
  }
}

// Under load, for all schemes: everything arrives, never sooner than on a quiet cube.
TEST(TransportTest, EverythingArrivesUnderLoad) {
  model::MessageListSpec traffic;
  traffic.messages_per_node = 60;
  const auto list = make_message_list(traffic);
  for (const auto scheme : {TransportScheme::store_and_forward, TransportScheme::cut_through,
                            TransportScheme::circuit}) {
    for (unsigned options = 0; options < 16; ++options) {
      TransportSpec wanted = spec(scheme);
      wanted.commits = (options & 8) != 0;
      wanted.adaptive = (options & 1) != 0;
      wanted.bidirectional = (options & 2) != 0;
      wanted.sequential_source = (options & 4) != 0;
      const auto result = run_transport(wanted, list);
      for (std::size_t m = 0; m < list.size(); ++m) {
        const Tick hops = model::hypercube_hops(list[m].source, list[m].destination);
        const Tick links = scheme == TransportScheme::store_and_forward ? hops : 1;
        const Tick quiet = (hops - links) * 8 + links * (8 + 2 * Tick{list[m].bytes});
        ASSERT_GE(result.times[m].last, list[m].queued + quiet) << "message " << m;
        ASSERT_GE(result.times[m].last, result.times[m].first);
      }
      EXPECT_EQ(result.taken_away > 0, scheme == TransportScheme::circuit && wanted.adaptive);
    }
  }
}

TEST(TransportTest, BadListsAreRefused) {
  const TransportSpec wanted = spec(TransportScheme::circuit);
  EXPECT_THROW(run_transport(wanted, {{0, 64, 1, 1}}), std::invalid_argument);
  EXPECT_THROW(run_transport(wanted, {{0, 1, 64, 1}}), std::invalid_argument);
  EXPECT_THROW(run_transport(wanted, {{0, 1, 1, 1}}), std::invalid_argument);
  EXPECT_THROW(run_transport(wanted, {{5, 1, 2, 1}, {4, 1, 2, 1}}), std::invalid_argument);
  TransportSpec bad = wanted;
  bad.dimension = 17;
  EXPECT_THROW(run_transport(bad, {}), std::invalid_argument);
  bad = wanted;
  bad.ticks_per_byte = 0;
  EXPECT_THROW(run_transport(bad, {}), std::invalid_argument);
  EXPECT_TRUE(run_transport(wanted, {}).times.empty());
}

}  // namespace
}  // namespace turnpike::test
