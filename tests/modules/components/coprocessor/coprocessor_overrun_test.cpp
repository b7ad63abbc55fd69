// Overrun checking: accesses to what has not arrived yet; the pace of arriving packets; halts,
// reset.

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/modules/components/coprocessor/coprocessor_types.h"

namespace turnpike::test {
namespace {

template <class Component>
class CoprocessorOverrunTest : public CoprocessorTest<Component> {};
TYPED_TEST_SUITE(CoprocessorOverrunTest, CoprocessorTypes);

constexpr std::uint32_t kBlock = 0x100;
constexpr std::uint32_t kBuffer = 0x8000;
constexpr std::uint32_t kUnchecked = 1u << 31;
const std::uint32_t kTooLong = error_flag(MessageError::too_long);

TYPED_TEST(CoprocessorOverrunTest, AccessToWhatHasNotArrivedIsAnException) {
  for (const std::uint32_t offset : {0u, 3u, 7u}) {
    typename TestFixture::Bench bench(this->slow_spec(offset + 1));
    const std::uint32_t buffer = kBuffer + offset;
    Draws draws(offset);
    const Bytes data = random_bytes(draws, 1000);
    this->post(bench, kBlock, 2, 9, 1000, buffer);
    const std::vector<Packet> packets = packets_of({this->kNode, 2, 0}, 9, data);
    for (std::size_t i = 0; i < 20; ++i) bench.arrive(1, packets[i]);
    bench.advance(1500);
    const std::uint32_t there = 10 + 19 * 16;
    EXPECT_EQ(bench.flags(kBlock), Flags{1});
    EXPECT_FALSE(bench.access(buffer, 8));
    EXPECT_FALSE(bench.access(buffer + there - 8, 8));
    EXPECT_TRUE(bench.access(buffer + there - 7, 8));
    EXPECT_TRUE(bench.access(buffer + there, 1));
    EXPECT_FALSE(bench.access(buffer + there - 1, 1));
    EXPECT_TRUE(bench.access(buffer + 999, 1));
    EXPECT_TRUE(bench.access(buffer + 999, 8));
    EXPECT_FALSE(bench.access(buffer + 1000, 8));
    EXPECT_FALSE(bench.access(buffer - 8, 8));
    for (std::size_t i = 20; i < packets.size(); ++i) bench.arrive(1, packets[i]);
    // Retried until it is there; what is read then is right.
    for (std::uint32_t at = there; at + 4 < 1000; at += 37) {
      unsigned tries = 0;
      while (bench.access(buffer + at, 4)) ASSERT_LT(++tries, 10000u);
      EXPECT_EQ(bench.bytes(buffer + at, 4), Bytes(data.begin() + at, data.begin() + at + 4));
    }
    bench.settle();
    EXPECT_FALSE(bench.access(buffer + 999, 1));
    EXPECT_EQ(bench.flags(kBlock), (Flags{1, 3}));
  }
}

// Every access in every cycle agrees with what the memory holds.
TYPED_TEST(CoprocessorOverrunTest, ExceptionsFollowTheData) {
  typename TestFixture::Bench bench(this->slow_spec(77));
  Draws draws(8);
  const Bytes data = random_bytes(draws, 500);
  this->post(bench, kBlock, 2, 9, 500, kBuffer + 1);
  this->arrive(bench, 1, 2, 9, data);
  unsigned exceptions = 0;
  while (!bench.is_at_rest()) {
    const std::uint32_t at = draws.below(500);
    const bool is_monitored = bench.word(kBlock + 24) == 1;
    const std::uint8_t before = bench.bytes(kBuffer + 1 + at, 1)[0];
    const bool exception = bench.access(kBuffer + 1 + at, 1);
    EXPECT_TRUE(!is_monitored || exception || before == data[at]) << at;
    exceptions += exception ? 1 : 0;
  }
  EXPECT_GT(exceptions, 50u);
}

TYPED_TEST(CoprocessorOverrunTest, MessagesBeyondThePairsAreFlaggedOnlyWhenComplete) {
  typename TestFixture::Bench bench(this->spec());
  std::vector<std::vector<Packet>> packets;
  for (std::uint32_t i = 0; i < 5; ++i) {  // three pairs; the first asks for none
    this->post(bench, kBlock + 64 * i, 2, i | (i == 0 ? kUnchecked : 0), 100, kBuffer + 128 * i);
    packets.push_back(packets_of({this->kNode, 2 + i / 4, i % 4}, i, Bytes(100, 7)));
  }
  bench.set_word(kBlock + 64 * 4 + 8, 3);
  for (const auto& message : packets) bench.arrive(1, message[0]);
  bench.advance(500);
  for (std::uint32_t i = 0; i < 5; ++i) {
    const bool is_watched = i >= 1 && i <= 3;
    EXPECT_EQ(bench.flags(kBlock + 64 * i), is_watched ? Flags{1} : Flags{}) << i;
    EXPECT_EQ(bench.access(kBuffer + 128 * i + 50, 1), is_watched);
  }
  for (std::uint32_t i = 0; i < 5; ++i) {
    for (std::size_t j = 1; j < packets[i].size(); ++j) bench.arrive(1, packets[i][j]);
  }
  bench.settle();
  for (std::uint32_t i = 0; i < 5; ++i) EXPECT_EQ(bench.flags(kBlock + 64 * i).back(), 3u);
  // The pairs are free again.
  this->post(bench, kBlock, 2, 0, 100, kBuffer);
  this->arrive(bench, 0, 2, 0, Bytes(100, 8));
  bench.settle();
  EXPECT_EQ(bench.flags(kBlock), (Flags{3, 1, 3}));
}

TYPED_TEST(CoprocessorOverrunTest, BufferMayEndWithTheAddressSpace) {
  typename TestFixture::Bench bench(this->spec());
  bench.receive_block(kBlock, 2, 1, 0, 0);
  bench.set_word(kBlock + 20, 0xfffffff0u);  // nothing is written: length 0
  bench.forbid(kBlock + 20, 4);
  bench.instruct(Operation::receive, kBlock);
  bench.settle();
  this->arrive(bench, 1, 2, 1, Bytes(100, 1));
  bench.settle();
  EXPECT_EQ(bench.flags(kBlock), Flags{kTooLong});
}

// Instructions are served while packets keep coming on all channels, and the other way round.
TYPED_TEST(CoprocessorOverrunTest, NeitherPacketsNorInstructionsStarve) {
  typename TestFixture::Bench bench(this->spec());
  const unsigned channels = TypeParam::params().ports();
  for (std::uint32_t i = 0; i < channels; ++i) {
    this->post(bench, kBlock + 64 * i, 2, i, 8000, kBuffer + 0x4000 * i + 1);
  }
  for (std::uint32_t i = 0; i < channels; ++i) {
    this->arrive(bench, i, 2, i, Bytes(8000, 3), i);
  }
  bench.advance(300);
  constexpr std::uint32_t kFaulty = 0x800;  // sent to the node itself
  bench.send_block(kFaulty, this->kNode, 0, 0, 0);
  for (std::uint32_t i = 0; i < 200; ++i) bench.instruct(Operation::send, kFaulty);
  const std::uint64_t writes = bench.writes;
  bench.advance(1500);
  const std::size_t served = bench.flags(kFaulty).size();
  EXPECT_GT(served, 80u);
  EXPECT_GT(bench.writes - writes - served, 150u);
  // All channels are taken in at the same rate.
  bench.advance(1000);
  std::vector<std::size_t> there(channels);
  for (std::uint32_t i = 0; i < channels; ++i) {
    const Bytes bytes = bench.bytes(kBuffer + 0x4000 * i + 1, 8000);
    there[i] = static_cast<std::size_t>(std::count(bytes.begin(), bytes.end(), 3));
  }
  for (const std::size_t bytes : there)
    EXPECT_NEAR(static_cast<double>(bytes), static_cast<double>(there[0]), 100);
  bench.settle();
  for (std::uint32_t i = 0; i < channels; ++i) EXPECT_EQ(bench.flags(kBlock + 64 * i).back(), 3u);
}

// A packet costs three or four cycles; a channel of 16 bits brings one every ten.
TYPED_TEST(CoprocessorOverrunTest, TwoChannelsAreTakenInAtFullSpeed) {
  const unsigned flits = TypeParam::params().packet_flits();
  if (flits < 10) GTEST_SKIP() << "such channels bring more than one packet in four cycles";
  typename TestFixture::Bench bench(this->spec());
  for (std::uint32_t i = 0; i < 2; ++i) {
    this->post(bench, kBlock + 64 * i, 2, i, 1600, kBuffer + 0x1000 * i + 3);
    this->arrive(bench, i, 2, i, Bytes(1600, 1), i);
  }
  const std::uint64_t begin = bench.now();
  bench.settle();
  EXPECT_LT(bench.now() - begin, 101 * flits + 60);
}

// While enable is low nothing counts, whatever is on the pins.
TYPED_TEST(CoprocessorOverrunTest, HaltedCoprocessorHoldsItsOutputs) {
  typename TestFixture::Bench bench(this->spec());
  this->post(bench, kBlock, 2, 9, 300, kBuffer);
  this->arrive(bench, 1, 2, 9, Bytes(300, 4));
  bench.send_block(kBlock + 64, 1, 0, 300, kBuffer + 0x1000);
  bench.instruct(Operation::send, kBlock + 64);
  CoprocessorIn halted = bench.in;
  halted.enable = false;
  halted.instruction_valid = true;
  halted.pointer = 4;
  halted.memory_ready = true;
  halted.memory_response = true;
  halted.watch_valid = true;
  halted.watch_address = kBuffer;
  halted.in_valid = 7;
  halted.out_credit = {1, 1, 1, 1};
  for (unsigned i = 0; i < 400; ++i) {
    bench.advance();
    if (i % 3 != 0) continue;
    const CoprocessorOut before = bench.eval();
    bench.component().tick(halted);
    const CoprocessorOut& after = bench.eval();
    EXPECT_EQ(after.memory_valid, before.memory_valid);
    EXPECT_EQ(after.memory_address, before.memory_address);
    EXPECT_EQ(after.out_valid, before.out_valid);
    EXPECT_EQ(after.in_credit, before.in_credit);
    EXPECT_EQ(after.watch_exception, before.watch_exception);
    EXPECT_EQ(after.instruction_ready, before.instruction_ready);
    EXPECT_EQ(after.idle, before.idle);
  }
  bench.settle();
  EXPECT_EQ(bench.flags(kBlock), (Flags{1, 3}));
  EXPECT_EQ(bench.flags(kBlock + 64), (Flags{1, 3}));
  EXPECT_TRUE(bench.errors.empty());
}

// Reset in the middle of everything leaves nothing behind.
TYPED_TEST(CoprocessorOverrunTest, ResetForgetsAllMessages) {
  for (unsigned cycles = 40; cycles < 400; cycles += 9) {
    typename TestFixture::Bench bench(this->slow_spec(cycles));
    for (std::uint32_t i = 0; i < 4; ++i) {
      bench.receive_block(kBlock + 64 * i, 2, i, 100, i == 0 ? 0 : kBuffer + 128 * i);
      bench.instruct(Operation::receive, kBlock + 64 * i);
      this->arrive(bench, i % 3, 2, i + 1, Bytes(100, 7), i);
      bench.send_block(0x800 + 64 * i, 1, i, 100, 0x18000);
      bench.instruct(Operation::send, 0x800 + 64 * i);
    }
    bench.advance(cycles);
    bench.restart();
    bench.settle();
    EXPECT_TRUE(bench.is_at_rest());
    // Four messages without a receive find four free buffers; then each is copied.
    for (std::uint32_t i = 0; i < 4; ++i) this->arrive(bench, i % 3, 2, i, Bytes(50, 8), i);
    bench.settle();
    EXPECT_TRUE(bench.is_at_rest());
    for (std::uint32_t i = 0; i < 4; ++i) {
      this->post(bench, kBlock + 64 * i, 2, i, 100, kBuffer + 0x1000 + 128 * i);
      EXPECT_EQ(bench.flags(kBlock + 64 * i), Flags{3});
      EXPECT_EQ(bench.bytes(kBuffer + 0x1000 + 128 * i, 50), Bytes(50, 8));
      bench.send_block(0x800 + 64 * i, 1, i, 100, 0x18000);
      bench.instruct(Operation::send, 0x800 + 64 * i);
      bench.settle();
      EXPECT_EQ(bench.flags(0x800 + 64 * i), (Flags{1, 3}));
      EXPECT_EQ(bench.sent_packets[2].size(), 7 * (i + 1));
    }
  }
}

}  // namespace
}  // namespace turnpike::test
