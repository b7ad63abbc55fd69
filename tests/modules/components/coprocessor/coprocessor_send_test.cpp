// Sends and broadcasts: packets, flags, wait lists, choice of the stream, errors.

#include <gtest/gtest.h>

#include "tests/modules/components/coprocessor/coprocessor_types.h"

namespace turnpike::test {
namespace {

template <class Component>
class CoprocessorSendTest : public CoprocessorTest<Component> {};
TYPED_TEST_SUITE(CoprocessorSendTest, CoprocessorTypes);

constexpr std::uint32_t kBlock = 0x100;
constexpr std::uint32_t kBuffer = 0x8000;
constexpr std::uint32_t kAdaptive = 1u << 30;

TYPED_TEST(CoprocessorSendTest, MessageOfAnyLengthAndAlignmentGoesOutInPackets) {
  for (const std::uint32_t length : kLengths) {
    for (std::uint32_t offset = 0; offset < 8; ++offset) {
      typename TestFixture::Bench bench(this->slow_spec(100 * length + offset));
      Draws draws(length);
      const Bytes data = random_bytes(draws, length);
      bench.set_bytes(kBuffer + offset, data);
      bench.send_block(kBlock, 3, 0x1234, length, kBuffer + offset);  // 5 to 3: dimensions 2, 1
      bench.instruct(Operation::send, kBlock);
      bench.settle();
      EXPECT_EQ(bench.sent_packets[2], packets_of({3, this->kNode, 2}, 0x1234, data))
          << "length " << length << ", offset " << offset;
      EXPECT_EQ(bench.flags(kBlock), (Flags{1, 3}));
      EXPECT_EQ(bench.sent, 1u);
      EXPECT_EQ(bench.received, 0u);
    }
  }
}

TYPED_TEST(CoprocessorSendTest, BroadcastGoesOutByItsOwnStream) {
  typename TestFixture::Bench bench(this->spec());
  Draws draws(1);
  const Bytes data = random_bytes(draws, 100);
  bench.set_bytes(kBuffer + 3, data);
  bench.broadcast_block(kBlock, 77, 100, kBuffer + 3);
  bench.instruct(Operation::broadcast, kBlock);
  bench.settle();
  EXPECT_EQ(bench.sent_packets[this->kBroadcasts],
            packets_of({1u << 3, this->kNode, this->kBroadcasts}, 77, data));
  EXPECT_EQ(bench.flags(kBlock, true), (Flags{1, 3}));
  EXPECT_EQ(bench.sent, 1u);
}

TYPED_TEST(CoprocessorSendTest, NearNeighboursAreASetOfDimensions) {
  const std::vector<std::vector<std::uint32_t>> lists = {{4}, {1, 7}, {7, 4, 1}, {4, 1}};
  const std::uint32_t sets[] = {1, 4 | 2, 2 | 1 | 4, 1 | 4};
  for (unsigned i = 0; i < lists.size(); ++i) {
    typename TestFixture::Bench bench(this->slow_spec(i + 1));
    Draws draws(i);
    const Bytes data = random_bytes(draws, 20);
    bench.set_bytes(kBuffer, data);
    bench.broadcast_block(kBlock, 9, 20, kBuffer, lists[i]);
    bench.instruct(Operation::near_neighbour_broadcast, kBlock);
    bench.settle();
    EXPECT_EQ(bench.sent_packets[this->kBroadcasts],
              packets_of({sets[i] | 2u << 3, this->kNode, this->kBroadcasts}, 9, data));
    EXPECT_EQ(bench.flags(kBlock, true), (Flags{1, 3}));
  }
}

// Sends that cannot start: the channel's end takes nothing.
template <class Bench>
void block_channels(Bench& bench) {
  bench.holds_credits = true;
}

TYPED_TEST(CoprocessorSendTest, MessagesOfAStreamGoOutInTheOrderOfTheirInstructions) {
  typename TestFixture::Bench bench(this->slow_spec(4));
  std::vector<Packet> expected;
  Draws draws(2);
  for (std::uint32_t i = 0; i < 6; ++i) {
    const Bytes data = random_bytes(draws, 7 * i + 3);
    const std::uint32_t destination = i % 2 == 0 ? 3 : 1;  // both by dimension 2
    bench.set_bytes(kBuffer + 64 * i, data);
    bench.send_block(kBlock + 64 * i, destination, i, static_cast<std::uint32_t>(data.size()),
                     kBuffer + 64 * i);
    bench.instruct(Operation::send, kBlock + 64 * i);
    for (const Packet& packet : packets_of({destination, this->kNode, 2}, i, data)) {
      expected.push_back(packet);
    }
  }
  bench.settle();
  EXPECT_EQ(bench.sent_packets[2], expected);
  for (std::uint32_t i = 0; i < 6; ++i) EXPECT_EQ(bench.flags(kBlock + 64 * i), (Flags{1, 3}));
  EXPECT_EQ(bench.sent, 6u);
}

TYPED_TEST(CoprocessorSendTest, BroadcastsOfBothKindsWaitInOneList) {
  typename TestFixture::Bench bench(this->spec());
  block_channels(bench);
  Draws draws(3);
  const Bytes data = random_bytes(draws, 40);
  bench.set_bytes(kBuffer, data);
  std::vector<Packet> expected;
  for (std::uint32_t i = 0; i < 5; ++i) {
    const bool is_near = i % 2 != 0;
    const std::uint32_t block = kBlock + 64 * i;
    bench.broadcast_block(
        block, i, 40, kBuffer,
        is_near ? std::vector<std::uint32_t>{4, 7} : std::vector<std::uint32_t>{});
    bench.instruct(is_near ? Operation::near_neighbour_broadcast : Operation::broadcast, block);
    const std::uint32_t route = is_near ? 3 | 2u << 3 : 1u << 3;
    for (const Packet& packet : packets_of({route, this->kNode, this->kBroadcasts}, i, data)) {
      expected.push_back(packet);
    }
  }
  bench.advance(400);
  // The first one is under way; the others are linked, address and operation.
  EXPECT_EQ(bench.flags(kBlock, true), (Flags{1}));
  for (std::uint32_t i = 1; i < 5; ++i) {
    EXPECT_EQ(bench.flags(kBlock + 64 * i, true), Flags{});
    const std::uint32_t next = i == 4 ? 0 : (kBlock + 64 * (i + 1)) | (i % 2 == 0 ? 2u : 1u);
    EXPECT_EQ(bench.word(kBlock + 64 * i), next);
    EXPECT_EQ(bench.word(kBlock + 64 * i + 4), i % 2 != 0 ? 3u | 2u << 3 : 1u << 3);
  }
  bench.holds_credits = false;
  bench.settle();
  EXPECT_EQ(bench.sent_packets[this->kBroadcasts], expected);
  for (std::uint32_t i = 0; i < 5; ++i) {
    EXPECT_EQ(bench.flags(kBlock + 64 * i, true), (Flags{1, 3}));
  }
}

TYPED_TEST(CoprocessorSendTest, StreamsDoNotWaitForOneAnother) {
  typename TestFixture::Bench bench(this->spec());
  block_channels(bench);
  const std::uint32_t destinations[] = {1, 7, 4};  // dimensions 2, 1, 0
  for (std::uint32_t i = 0; i < 3; ++i) {
    bench.send_block(kBlock + 64 * i, destinations[i], 0, 100, kBuffer);
    bench.instruct(Operation::send, kBlock + 64 * i);
  }
  bench.broadcast_block(kBlock + 192, 0, 100, kBuffer);
  bench.instruct(Operation::broadcast, kBlock + 192);
  bench.advance(200);
  for (std::uint32_t i = 0; i < 3; ++i) EXPECT_EQ(bench.flags(kBlock + 64 * i), Flags{1});
  EXPECT_EQ(bench.flags(kBlock + 192, true), Flags{1});
  bench.holds_credits = false;
  bench.settle();
  for (unsigned stream = 0; stream < 4; ++stream) {
    EXPECT_EQ(bench.sent_packets[stream].size(), 7u);
  }
}

// To node 2, all dimensions are profitable: fewest messages, then the shortest queue, then the
// highest dimension.
TYPED_TEST(CoprocessorSendTest, AdaptiveSendTakesTheShortestQueue) {
  struct Case {
    std::uint32_t destination;
    std::vector<unsigned> queue;
    std::vector<unsigned> streams;  // of the messages one after the other
  };
  const Case cases[] = {
      {2, {0, 0, 0}, {2, 1, 0, 2, 1, 0}}, {2, {1, 0, 3}, {1, 0, 2, 1, 0}},
      {2, {5, 5, 5}, {2, 1, 0}},          {1, {0, 0, 9}, {2, 2, 2}},
      {6, {4, 1, 0}, {1, 0, 1}},
  };
  for (const Case& test : cases) {
    typename TestFixture::Bench bench(this->spec());
    block_channels(bench);
    for (unsigned i = 0; i < 3; ++i) bench.in.queue[i] = test.queue[i];
    std::vector<unsigned> expected(3);
    for (std::uint32_t i = 0; i < test.streams.size(); ++i) {
      bench.send_block(kBlock + 64 * i, test.destination, kAdaptive | i, 30, kBuffer);
      bench.instruct(Operation::send, kBlock + 64 * i);
      const unsigned before = ++expected[test.streams[i]];
      bench.advance(100);
      // Without credits no message ends; of each stream's first one a packet has left.
      EXPECT_EQ(bench.flags(kBlock + 64 * i), before == 1 ? Flags{1} : Flags{});
      EXPECT_GE(bench.sent_packets[test.streams[i]].size(), 1u)
          << "to " << test.destination << ", message " << i;
    }
    bench.holds_credits = false;
    bench.settle();
    for (unsigned i = 0; i < 3; ++i) {
      EXPECT_EQ(bench.sent_packets[i].size(), 3 * expected[i]) << "to " << test.destination;
    }
    for (const Packet& packet : bench.sent_packets[2]) EXPECT_EQ(packet[0], test.destination);
  }
}

// Messages that have left the wait list count no more.
TYPED_TEST(CoprocessorSendTest, AdaptiveSendCountsOnlyWhatWaitsStill) {
  typename TestFixture::Bench bench(this->spec());
  for (std::uint32_t i = 0; i < 4; ++i) {
    bench.send_block(kBlock + 64 * i, 1, i, 30, kBuffer);  // dimension 2
    bench.instruct(Operation::send, kBlock + 64 * i);
  }
  bench.settle();
  bench.send_block(kBlock, 2, kAdaptive | 9, 30, kBuffer);
  bench.instruct(Operation::send, kBlock);
  bench.settle();
  EXPECT_EQ(bench.sent_packets[2].size(), 5 * 3u);
}

TYPED_TEST(CoprocessorSendTest, FaultyBlocksAreFlaggedWithTheirErrorAndNothingElse) {
  struct Case {
    Operation operation;
    std::uint32_t destination;
    std::uint32_t type;
    MessageError error;
  };
  const Case cases[] = {
      {Operation::send, 8, 0, MessageError::unknown_node},
      {Operation::send, kAny, 0, MessageError::unknown_node},
      {Operation::send, 5, 0, MessageError::own_node},
      {Operation::send, 2, 1u << 16, MessageError::reserved_bits},
      {Operation::send, 2, 1u << 29, MessageError::reserved_bits},
      {Operation::send, 8, 1u << 31, MessageError::reserved_bits},
      {Operation::receive, 8, 0, MessageError::unknown_node},
      {Operation::receive, 5, 0, MessageError::own_node},
      {Operation::receive, kAny, 1u << 17, MessageError::reserved_bits},
      {Operation::receive, 2, 1u << 30, MessageError::reserved_bits},
  };
  for (const Case& test : cases) {
    typename TestFixture::Bench bench(this->spec());
    if (test.operation == Operation::send) {
      bench.send_block(kBlock, test.destination, test.type, 30, kBuffer);
    } else {
      bench.receive_block(kBlock, test.destination, test.type, 30, kBuffer);
    }
    bench.instruct(test.operation, kBlock);
    bench.settle();
    EXPECT_EQ(bench.flags(kBlock), Flags{error_flag(test.error)});
    EXPECT_EQ(bench.writes, 1u);
    EXPECT_EQ(bench.sent, test.operation == Operation::send ? 1u : 0u);
    EXPECT_EQ(bench.received, test.operation == Operation::receive ? 1u : 0u);
    for (const auto& packets : bench.sent_packets) EXPECT_TRUE(packets.empty());
  }
}

TYPED_TEST(CoprocessorSendTest, FaultyBroadcastsAreFlagged) {
  struct Case {
    Operation operation;
    std::uint32_t type;
    std::vector<std::uint32_t> list;
    MessageError error;
  };
  constexpr Operation kNear = Operation::near_neighbour_broadcast;
  const Case cases[] = {
      {Operation::broadcast, 1u << 16, {}, MessageError::reserved_bits},
      {Operation::broadcast, 1u << 30, {}, MessageError::reserved_bits},
      {kNear, 1u << 31, {4}, MessageError::reserved_bits},
      {kNear, 0, {}, MessageError::bad_list},
      {kNear, 0, {4, 7, 1, 4}, MessageError::bad_list},
      {kNear, 0, {4, 7, 4}, MessageError::duplicate},
      {kNear, 0, {4, 4}, MessageError::duplicate},
      {kNear, 0, {3}, MessageError::not_a_neighbour},
      {kNear, 0, {4, 5}, MessageError::not_a_neighbour},
      {kNear, 0, {4, 7, 13}, MessageError::not_a_neighbour},
      {kNear, 0, {kAny, 4, 4}, MessageError::not_a_neighbour},
      {kNear, 0, {4, 4, 3}, MessageError::duplicate},
  };
  for (const Case& test : cases) {
    typename TestFixture::Bench bench(this->spec());
    bench.broadcast_block(kBlock, test.type, 30, kBuffer, test.list);
    bench.instruct(test.operation, kBlock);
    bench.settle();
    EXPECT_EQ(bench.flags(kBlock, true), Flags{error_flag(test.error)});
    EXPECT_EQ(bench.writes, 1u);
    EXPECT_EQ(bench.sent, 1u);
    EXPECT_TRUE(bench.sent_packets[this->kBroadcasts].empty());
  }
}

// A list is read to its end, not beyond: the memory ends behind it.
TYPED_TEST(CoprocessorSendTest, ListIsNotReadBeyondItsEnd) {
  BenchSpec spec = this->spec();
  spec.memory_bytes = 0x9000;
  typename TestFixture::Bench bench(spec);
  const std::uint32_t block = 0x9000 - 32;
  bench.broadcast_block(block, 1, 0, 0, {4});
  bench.instruct(Operation::near_neighbour_broadcast, block);
  bench.settle();
  EXPECT_EQ(bench.flags(block, true), (Flags{1, 3}));
}

TYPED_TEST(CoprocessorSendTest, InstructionsWithoutABlockShowTheirErrorOnThePins) {
  typename TestFixture::Bench bench(this->spec());
  bench.instruct(Operation::send, 0x104);
  bench.instruct(Operation::receive, 0);
  bench.instruct(Operation::broadcast, 0x101);
  bench.instruct(5, 0x100);
  bench.instruct(7, 0x101);
  bench.instruct(Operation::release, 0x1000 + 32);
  bench.instruct(Operation::release, 0);
  bench.settle();
  const std::vector<std::pair<std::uint32_t, std::uint32_t>> expected = {
      {16, 0x104}, {16, 0}, {16, 0x101}, {18, 0x100}, {18, 0x101}, {17, 0x1020}, {17, 0}};
  EXPECT_EQ(bench.errors, expected);
  EXPECT_EQ(bench.writes + bench.reads, 0u);
}

// A faulty block in between does not disturb the others.
TYPED_TEST(CoprocessorSendTest, ErrorsDoNotDisturbTheWaitList) {
  typename TestFixture::Bench bench(this->slow_spec(9));
  for (std::uint32_t i = 0; i < 5; ++i) {
    bench.send_block(kBlock + 64 * i, i == 2 ? 5 : 1, i, 50, kBuffer);
    bench.instruct(Operation::send, kBlock + 64 * i);
    if (i == 3) bench.instruct(6, 0x100);
  }
  bench.settle();
  for (std::uint32_t i = 0; i < 5; ++i) {
    EXPECT_EQ(bench.flags(kBlock + 64 * i),
              i == 2 ? Flags{error_flag(MessageError::own_node)} : (Flags{1, 3}));
  }
  EXPECT_EQ(bench.sent_packets[2].size(), 4 * 4u);
}

// Instruction on the pins in cycle 0: held in 1, fetched from 2, checked in 6, its stream chosen in
// 7, started in 8; the words of the first packet are requested from 9 on, each comes two cycles
// later.
TYPED_TEST(CoprocessorSendTest, FirstFlitLeavesAfterTheBlockAndTheFirstWords) {
  struct Case {
    std::uint32_t length;
    std::uint32_t offset;
    unsigned cycle;
  };
  for (const Case& test : {Case{0, 0, 11}, Case{8, 0, 14}, Case{16, 0, 15}, Case{10, 7, 16}}) {
    typename TestFixture::Bench bench(this->spec());
    bench.settle();
    bench.send_block(kBlock, 1, 0, test.length, kBuffer + test.offset);
    bench.instruct(Operation::send, kBlock);
    unsigned cycle = 0;
    for (; bench.eval().out_valid == 0; ++cycle) bench.advance();
    EXPECT_EQ(cycle, test.cycle) << test.length << " bytes";
  }
}

// The words of a packet are read while the last one is sent: the channel never pauses.
TYPED_TEST(CoprocessorSendTest, LongMessageKeepsItsChannelFull) {
  const unsigned flits = TypeParam::params().packet_flits();
  if (flits < 10) GTEST_SKIP() << "three words and a move take longer than such a packet";
  typename TestFixture::Bench bench(this->spec());
  bench.send_block(kBlock, 1, 0, 1600, kBuffer + 5);
  bench.instruct(Operation::send, kBlock);
  while (bench.eval().out_valid == 0) bench.advance();
  for (unsigned flit = 0; flit < 101 * flits; ++flit) {
    ASSERT_NE(bench.eval().out_valid, 0u) << "flit " << flit;
    bench.advance();
  }
}

}  // namespace
}  // namespace turnpike::test
