// Receives: matching, buffers of one's own and of the system, what comes too early or is too long.

#include <gtest/gtest.h>

#include "tests/modules/components/coprocessor/coprocessor_types.h"

namespace turnpike::test {
namespace {

template <class Component>
class CoprocessorReceiveTest : public CoprocessorTest<Component> {};
TYPED_TEST_SUITE(CoprocessorReceiveTest, CoprocessorTypes);

constexpr std::uint32_t kBlock = 0x100;
constexpr std::uint32_t kBuffer = 0x8000;
constexpr std::uint32_t kData = 0x1000 + 32;  // of system buffer 0
constexpr std::uint32_t kSystemBytes = 256;
const std::uint32_t kTooLong = error_flag(MessageError::too_long);

TYPED_TEST(CoprocessorReceiveTest, PostedReceiveGetsEveryByteAndNothingBesideIt) {
  for (const std::uint32_t length : kLengths) {
    for (std::uint32_t offset = 0; offset < 8; ++offset) {
      typename TestFixture::Bench bench(this->slow_spec(100 * length + offset));
      Draws draws(length + offset);
      const Bytes data = random_bytes(draws, length);
      bench.receive_block(kBlock, 2, 0x1234, length, kBuffer + offset);
      bench.instruct(Operation::receive, kBlock);
      bench.settle();
      this->arrive(bench, 1, 2, 0x1234, data);
      bench.settle();
      EXPECT_EQ(bench.bytes(kBuffer + offset, length), data) << length << " at " << offset;
      EXPECT_EQ(bench.flags(kBlock), length > 10 ? (Flags{1, 3}) : Flags{3});
      this->expect_block(bench, kBlock, 2, 0x1234, length, kBuffer + offset);
      EXPECT_EQ(bench.received, 1u);
    }
  }
}

TYPED_TEST(CoprocessorReceiveTest, NullPointerGetsASystemBuffer) {
  for (const std::uint32_t length : {0u, 10u, 224u}) {
    typename TestFixture::Bench bench(this->slow_spec(length + 1));
    Draws draws(length);
    const Bytes data = random_bytes(draws, length);
    this->post(bench, kBlock, kAny, 7, 0, 0);
    this->arrive(bench, 2, 6, 7, data);
    bench.settle();
    EXPECT_EQ(bench.bytes(kData, length), data);
    EXPECT_EQ(bench.flags(kBlock), length > 10 ? (Flags{1, 3}) : Flags{3});
    this->expect_block(bench, kBlock, 6, 7, length, kData);
    bench.instruct(Operation::release, kData);
    bench.instruct(Operation::release, kData);
    bench.settle();
    const std::vector<std::pair<std::uint32_t, std::uint32_t>> second = {{17, kData}};
    EXPECT_EQ(bench.errors, second);
  }
}

TYPED_TEST(CoprocessorReceiveTest, EarliestPostedMatchWins) {
  struct Posted {
    std::uint32_t source;
    std::uint32_t type;
  };
  const Posted posted[] = {{2, 7}, {kAny, 8}, {3, kAnyType}, {kAny, kAnyType | 3}, {2, 7}};
  // Source and type of messages, and which receive each gets.
  const std::vector<std::vector<unsigned>> runs = {
      {3, 8, 1}, {3, 9, 2}, {2, 7, 0}, {2, 7, 3}, {2, 7, 4},
  };
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    typename TestFixture::Bench bench(this->slow_spec(seed));
    for (std::uint32_t i = 0; i < 5; ++i) {
      this->post(bench, kBlock + 64 * i, posted[i].source, posted[i].type, 40, kBuffer + 64 * i);
    }
    Draws draws(seed);
    for (const auto& run : runs) {
      const Bytes data = random_bytes(draws, 1 + draws.below(40));
      this->arrive(bench, 0, run[0], run[1], data);
      bench.settle();
      const std::uint32_t block = kBlock + 64 * run[2];
      EXPECT_EQ(bench.flags(block).back(), 3u);
      EXPECT_EQ(bench.bytes(kBuffer + 64 * run[2], static_cast<std::uint32_t>(data.size())), data);
      EXPECT_EQ(bench.word(block + 8), run[0]);
      EXPECT_EQ(bench.word(block + 12), run[1]);
    }
    EXPECT_EQ(bench.received, 5u);
  }
}

// Blocks leave the list at the front, in the middle and at the end.
TYPED_TEST(CoprocessorReceiveTest, PostedReceivesStayLinkedBothWays) {
  typename TestFixture::Bench bench(this->spec());
  std::vector<std::uint32_t> list;
  for (std::uint32_t i = 0; i < 6; ++i) {
    list.push_back(kBlock + 64 * i);
    this->post(bench, list.back(), 2, i, 40, kBuffer + 64 * i);
  }
  const auto expect_links = [&] {
    for (std::size_t i = 0; i < list.size(); ++i) {
      EXPECT_EQ(bench.word(list[i]), i + 1 < list.size() ? list[i + 1] : 0) << i;
      EXPECT_EQ(bench.word(list[i] + 4), i > 0 ? list[i - 1] : 0) << i;
    }
  };
  expect_links();
  for (const std::uint32_t type : {2u, 0u, 5u, 3u}) {
    this->arrive(bench, 0, 2, type, Bytes(5));
    bench.settle();
    const std::uint32_t block = kBlock + 64 * type;
    EXPECT_EQ(bench.flags(block), Flags{3});
    list.erase(std::find(list.begin(), list.end(), block));
    expect_links();
  }
  this->post(bench, kBlock + 64 * 6, 2, 6, 40, kBuffer);
  list.push_back(kBlock + 64 * 6);
  expect_links();
  for (const std::uint32_t type : {4u, 1u, 6u}) {
    this->arrive(bench, 0, 2, type, Bytes(5));
    bench.settle();
    EXPECT_EQ(bench.flags(kBlock + 64 * type), Flags{3});
  }
  this->post(bench, kBlock, 2, 0, 40, kBuffer);  // into the empty list
  list = {kBlock};
  expect_links();
}

TYPED_TEST(CoprocessorReceiveTest, MessageBeforeItsReceiveIsCopied) {
  for (const std::uint32_t length : {0u, 1u, 8u, 10u, 11u, 100u, 224u}) {
    for (std::uint32_t offset = 0; offset < 8; ++offset) {
      typename TestFixture::Bench bench(this->slow_spec(100 * length + offset));
      Draws draws(length + offset);
      const Bytes data = random_bytes(draws, length);
      this->arrive(bench, 1, 2, 9, data);
      bench.settle();
      EXPECT_TRUE(bench.is_at_rest());
      this->post(bench, kBlock, kAny, kAnyType, length, kBuffer + offset);
      EXPECT_EQ(bench.bytes(kBuffer + offset, length), data) << length << " at " << offset;
      EXPECT_EQ(bench.flags(kBlock), Flags{3});
      this->expect_block(bench, kBlock, 2, 9, length, kBuffer + offset);
      EXPECT_EQ(bench.received, 1u);
      // The buffer is the co-processor's again, and was never the processor's.
      bench.instruct(Operation::release, kData);
      bench.settle();
      EXPECT_EQ(bench.errors.size(), 1u);
      this->arrive(bench, 1, 2, 10, data);
      bench.settle();
      EXPECT_EQ(bench.bytes(kData, length), data);
    }
  }
}

TYPED_TEST(CoprocessorReceiveTest, NullReceiveAfterTheMessageGetsItsSystemBuffer) {
  typename TestFixture::Bench bench(this->spec());
  Draws draws(3);
  const Bytes data = random_bytes(draws, 100);
  this->arrive(bench, 1, 2, 9, data);
  bench.settle();
  const std::uint64_t writes = bench.writes;
  this->post(bench, kBlock, 2, 9, 0, 0);
  EXPECT_EQ(bench.writes - writes, 3u);  // nothing is copied
  this->expect_block(bench, kBlock, 2, 9, 100, kData);
  EXPECT_EQ(bench.bytes(kData, 100), data);
  EXPECT_EQ(bench.flags(kBlock), Flags{3});
  bench.instruct(Operation::release, kData);
  bench.settle();
  EXPECT_TRUE(bench.errors.empty());
}

// The receive comes in any cycle between the first packet and the last.
TYPED_TEST(CoprocessorReceiveTest, MessageIsClaimedWhileItArrives) {
  for (const std::uint32_t buffer : {0u, kBuffer + 3}) {
    unsigned early = 0;
    for (unsigned wait = 0; wait < 120; wait += 3) {
      typename TestFixture::Bench bench(this->slow_spec(wait + 1));
      Draws draws(wait);
      const Bytes data = random_bytes(draws, 100);
      this->arrive(bench, 1, 2, 9, data);
      bench.advance(wait);
      early += bench.is_arriving(1) ? 1 : 0;
      bench.receive_block(kBlock, 2, 9, 100, buffer);
      bench.instruct(Operation::receive, kBlock);
      bench.settle();
      const std::uint32_t at = bench.word(kBlock + 20);
      EXPECT_EQ(bench.bytes(at, 100), data) << "after " << wait;
      EXPECT_TRUE(buffer == 0 || at == buffer);
      EXPECT_EQ(bench.flags(kBlock).back(), 3u);
      EXPECT_EQ(bench.received, 1u);
    }
    EXPECT_GT(early, 10u);
  }
}

// Of several messages the one that began to arrive first; also out of the middle of the list.
TYPED_TEST(CoprocessorReceiveTest, ReceiveTakesTheFirstUnexpectedMessageThatMatches) {
  typename TestFixture::Bench bench(this->spec());
  const std::uint32_t types[] = {4, 5, 4, 6};
  for (std::uint32_t i = 0; i < 4; ++i) {
    this->arrive(bench, 0, 2, types[i], Bytes(20, static_cast<std::uint8_t>(i + 1)));
    bench.settle();
  }
  const std::uint32_t wanted[] = {5, 4, 6, 4};
  const std::uint8_t got[] = {2, 1, 4, 3};
  for (std::uint32_t i = 0; i < 4; ++i) {
    this->post(bench, kBlock + 64 * i, kAny, wanted[i], 20, kBuffer + 64 * i);
    EXPECT_EQ(bench.bytes(kBuffer + 64 * i, 20), Bytes(20, got[i]));
    EXPECT_EQ(bench.flags(kBlock + 64 * i), Flags{3});
  }
  this->arrive(bench, 0, 2, 1, Bytes(20, 9));  // the empty list still works
  bench.settle();
  this->post(bench, kBlock + 256, kAny, 1, 20, kBuffer);
  EXPECT_EQ(bench.bytes(kBuffer, 20), Bytes(20, 9));
}

TYPED_TEST(CoprocessorReceiveTest, TooLongMessageIsCutAndFlagged) {
  for (const std::uint32_t capacity : {0u, 1u, 9u, 10u, 11u, 30u, 99u}) {
    for (const bool is_early : {false, true}) {
      typename TestFixture::Bench bench(this->slow_spec(capacity + 1));
      Draws draws(capacity);
      const Bytes data = random_bytes(draws, 100);
      if (is_early) {
        this->arrive(bench, 1, 2, 9, data);
        bench.settle();
        this->post(bench, kBlock, 2, 9, capacity, kBuffer + 5);
      } else {
        this->post(bench, kBlock, 2, 9, capacity, kBuffer + 5);
        this->arrive(bench, 1, 2, 9, data);
        bench.settle();
      }
      EXPECT_TRUE(bench.is_at_rest());
      const bool has_pair = capacity > 10 && !is_early;
      EXPECT_EQ(bench.flags(kBlock), has_pair ? (Flags{1, kTooLong}) : Flags{kTooLong});
      EXPECT_EQ(bench.bytes(kBuffer + 5, capacity), Bytes(data.begin(), data.begin() + capacity));
      this->expect_block(bench, kBlock, 2, 9, 100, kBuffer + 5);
      EXPECT_EQ(bench.received, 1u);
      // Nothing is left behind: the next message goes its way.
      this->post(bench, kBlock, 2, 9, 100, kBuffer);
      this->arrive(bench, 1, 2, 9, data);
      bench.settle();
      EXPECT_EQ(bench.bytes(kBuffer, 100), data);
    }
  }
}

TYPED_TEST(CoprocessorReceiveTest, MessageLongerThanASystemBufferFailsANullReceive) {
  typename TestFixture::Bench bench(this->spec());
  this->post(bench, kBlock, 2, 9, 0, 0);
  this->arrive(bench, 1, 2, 9, Bytes(225, 1));
  bench.settle();
  EXPECT_EQ(bench.flags(kBlock), Flags{kTooLong});
  this->expect_block(bench, kBlock, 2, 9, 225, 0);
  EXPECT_TRUE(bench.is_at_rest());
}

// Nor can it be unexpected: it waits, others go on, until a receive is posted.
TYPED_TEST(CoprocessorReceiveTest, MessageLongerThanASystemBufferWaitsForItsReceive) {
  typename TestFixture::Bench bench(this->slow_spec(5));
  Draws draws(1);
  const Bytes data = random_bytes(draws, 300);
  this->arrive(bench, 1, 2, 9, data);
  bench.settle();
  EXPECT_FALSE(bench.is_at_rest());
  const std::uint64_t writes = bench.writes;
  this->post(bench, kBlock + 64, 3, 9, 40, kBuffer + 0x1000);
  this->arrive(bench, 0, 3, 9, Bytes(40, 5));
  bench.settle();
  EXPECT_EQ(bench.flags(kBlock + 64), (Flags{1, 3}));
  EXPECT_GT(bench.writes, writes);
  this->post(bench, kBlock, 2, 9, 300, kBuffer + 1);
  EXPECT_EQ(bench.flags(kBlock), (Flags{1, 3}));
  EXPECT_EQ(bench.bytes(kBuffer + 1, 300), data);
  EXPECT_TRUE(bench.is_at_rest());
}

TYPED_TEST(CoprocessorReceiveTest, WithoutAFreeSystemBufferAMessageWaitsForARelease) {
  typename TestFixture::Bench bench(this->spec());
  for (std::uint32_t i = 0; i < 9; ++i) {
    this->post(bench, kBlock + 64 * i, 2, i, 0, 0);
    this->arrive(bench, 1, 2, i, Bytes(30, static_cast<std::uint8_t>(i + 1)));
    bench.settle();
  }
  const std::uint32_t last = kBlock + 64 * 8;
  EXPECT_EQ(bench.flags(last), Flags{});
  this->arrive(bench, 0, 3, 77, Bytes(30, 9));  // another collector's waits too
  bench.settle();
  bench.instruct(Operation::release, kData + 2 * kSystemBytes);
  bench.settle();
  bench.instruct(Operation::release, kData);
  bench.settle();
  EXPECT_TRUE(bench.errors.empty());
  EXPECT_TRUE(bench.is_at_rest());
  EXPECT_EQ(bench.flags(last), (Flags{1, 3}));
  EXPECT_EQ(bench.bytes(bench.word(last + 20), 30), Bytes(30, 9));
  this->post(bench, kBlock, kAny, 77, 30, kBuffer);
  EXPECT_EQ(bench.bytes(kBuffer, 30), Bytes(30, 9));
}

// Messages in system buffers end behind the first packet of one that needs a system buffer too.
TYPED_TEST(CoprocessorReceiveTest, BuffersAreKeptForNullReceives) {
  typename TestFixture::Bench bench(this->slow_spec(3));
  std::vector<std::vector<Packet>> messages;
  for (std::uint32_t i = 0; i < 8; ++i) {
    messages.push_back(packets_of({this->kNode, i / 4 * 2, i % 4}, i,
                                  Bytes(40, static_cast<std::uint8_t>(i + 1))));
  }
  for (std::uint32_t i = 4; i < 8; ++i) this->post(bench, kBlock + 64 * i, 2, i, 0, 0);
  for (const auto& message : messages) bench.arrive(0, message[0]);  // four without a receive
  for (const auto& message : messages) {
    for (std::size_t i = 1; i < message.size(); ++i) bench.arrive(0, message[i]);
  }
  bench.settle();
  for (std::uint32_t i = 0; i < 4; ++i)
    this->post(bench, kBlock + 64 * i, 0, i, 40, kBuffer + 64 * i);
  EXPECT_TRUE(bench.is_at_rest());
  for (std::uint32_t i = 0; i < 8; ++i) {
    EXPECT_EQ(bench.flags(kBlock + 64 * i).back(), 3u);
    EXPECT_EQ(bench.bytes(bench.word(kBlock + 64 * i + 20), 40),
              Bytes(40, static_cast<std::uint8_t>(i + 1)));
  }
}

// And a message without a receive does not take them.
TYPED_TEST(CoprocessorReceiveTest, OnlyHalfOfTheBuffersIsForMessagesWithoutAReceive) {
  typename TestFixture::Bench bench(this->spec());
  for (std::uint32_t i = 0; i < 5; ++i) {
    this->arrive(bench, 0, 2, i, Bytes(5, 1));
    bench.settle();
    EXPECT_EQ(bench.is_at_rest(), i < 4);
  }
  this->post(bench, kBlock, 3, 9, 0, 0);
  this->arrive(bench, 1, 3, 9, Bytes(50, 6));
  bench.settle();
  EXPECT_EQ(bench.word(kBlock + 20), kData + 4 * kSystemBytes);
  EXPECT_EQ(bench.bytes(kData + 4 * kSystemBytes, 50), Bytes(50, 6));
}

TYPED_TEST(CoprocessorReceiveTest, WithoutAFreeSystemBufferAMessageWaitsForACopy) {
  typename TestFixture::Bench bench(this->slow_spec(2));
  for (std::uint32_t i = 0; i < 5; ++i) {
    this->arrive(bench, 1, 2, i, Bytes(30, static_cast<std::uint8_t>(i + 1)));
    bench.settle();
  }
  EXPECT_FALSE(bench.is_at_rest());
  for (std::uint32_t i = 0; i < 5; ++i) {
    this->post(bench, kBlock + 64 * i, 2, i, 30, kBuffer + 64 * i);
    EXPECT_TRUE(bench.is_at_rest()) << "the last message did not get the first one's buffer";
    EXPECT_EQ(bench.flags(kBlock + 64 * i).back(), 3u);
    EXPECT_EQ(bench.bytes(kBuffer + 64 * i, 30), Bytes(30, static_cast<std::uint8_t>(i + 1)));
  }
  EXPECT_TRUE(bench.is_at_rest());
}

TYPED_TEST(CoprocessorReceiveTest, ReleaseOfWhatWasNotGivenIsRefused) {
  typename TestFixture::Bench bench(this->spec());
  this->arrive(bench, 1, 2, 9, Bytes(30, 1));  // buffer 0: unexpected
  this->post(bench, kBlock, 2, 8, 0, 0);
  bench.settle();
  this->arrive(bench, 1, 2, 8, Bytes(30, 1));  // buffer 1: given
  bench.settle();
  const std::uint32_t given = kData + kSystemBytes;
  const std::uint32_t pointers[] = {kData,        given + 1, given - 32, given + 8,
                                    given + 2048, 0x1000000, given,      given};
  for (const std::uint32_t pointer : pointers) bench.instruct(Operation::release, pointer);
  bench.settle();
  ASSERT_EQ(bench.errors.size(), 7u);
  for (const auto& [code, pointer] : bench.errors) EXPECT_EQ(code, 17u);
  this->post(bench, kBlock, 2, 9, 0, 0);
  EXPECT_EQ(bench.bytes(kData, 30), Bytes(30, 1));
}

// Messages of one source on several streams, and of several sources, packet by packet.
TYPED_TEST(CoprocessorReceiveTest, PacketsOfManyMessagesInterleave) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    typename TestFixture::Bench bench(this->slow_spec(seed));
    Draws draws(seed);
    std::vector<std::vector<Packet>> messages;
    std::vector<Bytes> data;
    for (std::uint32_t i = 0; i < 12; ++i) {
      const std::uint32_t source = i % 4;
      data.push_back(random_bytes(draws, 30 + draws.below(100)));
      this->post(bench, kBlock + 64 * i, source, i, 200, kBuffer + 256 * i + draws.below(8));
      messages.push_back(packets_of({this->kNode, source, i / 4}, i, data.back()));
    }
    // The packets of a stream and source keep to one collector and to their order.
    std::vector<std::size_t> next(messages.size());
    for (bool any = true; any;) {
      any = false;
      for (unsigned i = 0; i < messages.size(); ++i) {
        if (next[i] == messages[i].size()) continue;
        any = true;
        if (draws.chance(0.5)) bench.arrive((i * 5 + 1) % 3, messages[i][next[i]++]);
      }
    }
    bench.settle();
    for (std::uint32_t i = 0; i < 12; ++i) {
      const std::uint32_t at = bench.word(kBlock + 64 * i + 20);
      EXPECT_EQ(bench.bytes(at, static_cast<std::uint32_t>(data[i].size())), data[i]);
      EXPECT_EQ(bench.flags(kBlock + 64 * i).back(), 3u);
    }
  }
}

}  // namespace
}  // namespace turnpike::test
