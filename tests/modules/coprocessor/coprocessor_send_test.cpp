// Sends and broadcasts: packets, flags, wait lists, choice of the stream, errors.

#include <gtest/gtest.h>

#include "tests/modules/coprocessor/coprocessor_types.h"

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

}  // namespace
}  // namespace turnpike::test
