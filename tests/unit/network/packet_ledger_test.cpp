// The books of the sources: which packet is meant by the number that came out.

#include "model/network/packet_ledger.h"

#include <gtest/gtest.h>

#include "model/network/engine.h"

namespace turnpike::test {
namespace {

using model::Arrival;
using model::NetworkError;
using model::NodeId;
using model::PacketLedger;

constexpr std::uint32_t kWide = 0xffffff;

Arrival arrival(NodeId source, NodeId node, std::uint32_t number, std::uint32_t flits,
                model::Cycle last = 100) {
  Arrival a;
  a.source = source;
  a.node = node;
  a.number = number;
  a.flits = flits;
  a.first = last - flits + 1;
  a.last = last;
  return a;
}

// Queues and sends one packet; queued in `now`, on the pins in now + 3.
void send(PacketLedger& ledger, NodeId source, model::Cycle now, NodeId to, std::uint32_t flits) {
  std::uint32_t number = 0;
  ledger.queue(source, now, to, flits);
  ledger.send(source, now + 3, number);
}

TEST(PacketLedgerTest, ADeliveryTellsWhenItsPacketWasQueuedSentAndDelivered) {
  PacketLedger ledger(2);
  send(ledger, 1, 10, 0, 5);
  const model::Delivery delivery = ledger.settle(1, arrival(1, 0, 0, 5, 40), kWide);
  EXPECT_EQ(delivery.source, 1u);
  EXPECT_EQ(delivery.destination, 0u);
  EXPECT_EQ(delivery.flits, 5u);
  EXPECT_EQ(delivery.queued, 10u);
  EXPECT_EQ(delivery.injected, 13u);
  EXPECT_EQ(delivery.first, 36u);
  EXPECT_EQ(delivery.last, 40u);
}

TEST(PacketLedgerTest, PacketsOvertakeEachOther) {
  PacketLedger ledger(3);
  for (model::Cycle now = 0; now < 20; ++now) send(ledger, 0, now, 1 + now % 2, 4);
  for (std::uint32_t number = 20; number-- > 0;) {
    EXPECT_EQ(ledger.settle(0, arrival(0, 1 + number % 2, number, 4), kWide).queued, number);
  }
}

TEST(PacketLedgerTest, OnlyThoseNotYetSentAreUnsent) {
  PacketLedger ledger(1);
  EXPECT_FALSE(ledger.has_unsent(0));
  for (int i = 0; i < 9; ++i) ledger.queue(0, 0, 0, 1);
  std::uint32_t number = 0;
  for (std::uint32_t i = 0; i < 9; ++i) {
    EXPECT_TRUE(ledger.has_unsent(0));
    ledger.send(0, 1, number);
    EXPECT_EQ(number, i);
  }
  EXPECT_FALSE(ledger.has_unsent(0));
}

// Two bits of number, nine packets under way: the oldest for that node with these bits is meant.
TEST(PacketLedgerTest, ANarrowNumberMeansTheOldestPacketForThatNode) {
  PacketLedger ledger(10);
  for (NodeId to = 1; to < 10; ++to) send(ledger, 0, to, to, 2);
  // Packets 0, 4 and 8 share the number 0; each is told by its node.
  EXPECT_EQ(ledger.settle(0, arrival(0, 9, 0, 2), 3).queued, 9u);
  EXPECT_EQ(ledger.settle(0, arrival(0, 5, 0, 2), 3).queued, 5u);
  EXPECT_EQ(ledger.settle(0, arrival(0, 1, 0, 2), 3).queued, 1u);
}

TEST(PacketLedgerTest, ANarrowNumberToOneNodeIsTakenInTheOrderSent) {
  PacketLedger ledger(2);
  for (model::Cycle now = 0; now < 12; ++now) send(ledger, 0, now, 1, 3);
  for (model::Cycle now = 0; now < 12; ++now) {
    const auto number = static_cast<std::uint32_t>(now & 1);
    EXPECT_EQ(ledger.settle(0, arrival(0, 1, number, 3), 1).queued, now);
  }
}

// Packets of one source for one node overtake each other on other virtual channels.
TEST(PacketLedgerTest, PacketsOfANarrowNumberAreToldByTheirLength) {
  PacketLedger ledger(2);
  const std::uint32_t lengths[] = {6, 2, 9, 2, 1};
  for (model::Cycle now = 0; now < 5; ++now) send(ledger, 0, now, 1, lengths[now]);
  EXPECT_EQ(ledger.settle(0, arrival(0, 1, 0, 1), 0).queued, 4u);
  EXPECT_EQ(ledger.settle(0, arrival(0, 1, 0, 2), 0).queued, 1u);
  EXPECT_EQ(ledger.settle(0, arrival(0, 1, 0, 9), 0).queued, 2u);
  EXPECT_EQ(ledger.settle(0, arrival(0, 1, 0, 2), 0).queued, 3u);
  // Two of 2 flits were sent.
  EXPECT_THROW(ledger.settle(0, arrival(0, 1, 0, 2), 0), NetworkError);
  EXPECT_EQ(ledger.settle(0, arrival(0, 1, 0, 6), 0).queued, 0u);
}

TEST(PacketLedgerTest, WithoutNumberBitsTheOldestForTheNodeIsMeant) {
  PacketLedger ledger(3);
  send(ledger, 0, 5, 1, 2);
  send(ledger, 0, 6, 2, 2);
  EXPECT_EQ(ledger.settle(0, arrival(0, 2, 0, 2), 0).queued, 6u);
  EXPECT_EQ(ledger.settle(0, arrival(0, 1, 0, 2), 0).queued, 5u);
}

TEST(PacketLedgerTest, ADuplicateAWrongNodeALostFlitAndAnUnsentPacketAreErrors) {
  PacketLedger ledger(3);
  send(ledger, 0, 0, 1, 4);
  EXPECT_THROW(ledger.settle(0, arrival(0, 2, 0, 4), kWide), NetworkError);
  EXPECT_THROW(ledger.settle(0, arrival(0, 1, 0, 3), kWide), NetworkError);
  EXPECT_THROW(ledger.settle(0, arrival(0, 1, 1, 4), kWide), NetworkError);
  ledger.queue(0, 1, 1, 4);  // queued, not sent
  EXPECT_THROW(ledger.settle(0, arrival(0, 1, 1, 4), kWide), NetworkError);
  EXPECT_NO_THROW(ledger.settle(0, arrival(0, 1, 0, 4), kWide));
  EXPECT_THROW(ledger.settle(0, arrival(0, 1, 0, 4), kWide), NetworkError);
}

}  // namespace
}  // namespace turnpike::test
