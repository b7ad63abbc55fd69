// node_memory_test.cpp - bytes, stalls, the order of reads, guard bytes.

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "model/common/configuration_error.h"
#include "model/machine/node_memory.h"

namespace turnpike::test {
namespace {

using model::Cycle;
using model::MemorySpec;
using model::NodeMemory;

MemorySpec small() {
  MemorySpec spec;
  spec.bytes = 1u << 16;
  return spec;
}

model::MemoryAccess write_of(std::uint32_t address, std::uint64_t data, std::uint32_t strobe) {
  model::MemoryAccess access;
  access.write = true;
  access.address = address;
  access.data = data;
  access.strobe = strobe;
  return access;
}

model::MemoryAccess read_of(std::uint32_t address) {
  model::MemoryAccess access;
  access.address = address;
  return access;
}

TEST(NodeMemoryTest, WritesBytesWithStrobesAlone) {
  NodeMemory memory(small(), 3);
  memory.write_word(0x1000, 0x11223344);
  memory.write_word(0x1004, 0x55667788);
  memory.take(write_of(0x1000, 0xaabbccddeeff0011u, 0x2c), 0);
  EXPECT_EQ(memory.read_word(0x1000), 0xeeff3344u);
  EXPECT_EQ(memory.read_word(0x1004), 0x5566cc88u);
}

TEST(NodeMemoryTest, KeepsWhatCrossesPages) {
  NodeMemory memory(small(), 0);
  std::vector<std::uint8_t> bytes(9000);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(i * 7);
  memory.write(4093, bytes.data(), bytes.size());
  std::vector<std::uint8_t> found(bytes.size());
  memory.read(4093, found.data(), found.size());
  EXPECT_EQ(found, bytes);
}

TEST(NodeMemoryTest, AnswersReadsInOrderAndNotBeforeTheNextCycle) {
  MemorySpec spec = small();
  spec.extra_latency = 9;
  NodeMemory memory(spec, 1);
  for (std::uint32_t i = 0; i < 8; ++i) memory.write_word(8 * i, i);
  std::vector<Cycle> answered;
  std::uint32_t asked = 0;
  for (Cycle now = 0; now < 200 && answered.size() < 8; ++now) {
    std::uint64_t data = 0;
    if (memory.respond(now, data)) {
      EXPECT_EQ(data & 0xffffffffu, answered.size());
      EXPECT_GT(now, answered.size());  // read i was taken in cycle i
      answered.push_back(now);
    }
    if (asked < 8) memory.take(read_of(8 * asked++), now);
  }
  ASSERT_EQ(answered.size(), 8u);
  EXPECT_EQ(memory.outstanding(), 0u);
}

TEST(NodeMemoryTest, WithoutExtraLatencyAnswersInTheNextCycle) {
  NodeMemory memory(small(), 1);
  memory.take(read_of(64), 5);
  std::uint64_t data = 0;
  EXPECT_FALSE(memory.respond(5, data));
  EXPECT_TRUE(memory.respond(6, data));
}

TEST(NodeMemoryTest, StallsAsOftenAsAsked) {
  MemorySpec spec = small();
  spec.stall = 0.3;
  NodeMemory memory(spec, 2);
  NodeMemory again(spec, 2);
  int stalls = 0;
  for (Cycle now = 0; now < 10000; ++now) {
    const bool ready = memory.ready(now);
    EXPECT_EQ(ready, again.ready(now));
    stalls += ready ? 0 : 1;
  }
  EXPECT_NEAR(stalls, 3000, 150);
}

TEST(NodeMemoryTest, GuardBytesTellOfEveryWrite) {
  NodeMemory memory(small(), 7);
  EXPECT_EQ(memory.untouched(0x2000, 64), 64u);
  std::array<std::uint8_t, 64> before{};
  memory.read(0x2000, before.data(), 64);
  // Writing what is there already changes nothing; one other byte does.
  memory.write(0x2000, before.data(), 64);
  EXPECT_EQ(memory.untouched(0x2000, 64), 64u);
  const auto other = static_cast<std::uint8_t>(before[20] ^ 1);
  memory.write(0x2014, &other, 1);
  EXPECT_EQ(memory.untouched(0x2000, 64), 63u);
  memory.forget(0x2010, 8);
  EXPECT_EQ(memory.untouched(0x2000, 64), 64u);
}

TEST(NodeMemoryTest, RefusesWhatLiesOutside) {
  NodeMemory memory(small(), 0);
  EXPECT_THROW(memory.write_word(0xfffe, 0), model::MemoryError);
  EXPECT_THROW(memory.take(read_of(0x10000), 0), model::MemoryError);
  EXPECT_THROW(memory.take(read_of(0x1004), 0), model::MemoryError);
  EXPECT_NO_THROW(memory.write_word(0xfffc, 0));
}

TEST(NodeMemoryTest, RefusesBadSpecs) {
  MemorySpec spec = small();
  spec.bytes = 1000;
  EXPECT_THROW(NodeMemory(spec, 0), model::ConfigurationError);
  spec = small();
  spec.stall = 1;
  EXPECT_THROW(NodeMemory(spec, 0), model::ConfigurationError);
  spec = small();
  spec.latency = 0;
  EXPECT_THROW(NodeMemory(spec, 0), model::ConfigurationError);
}

}  // namespace
}  // namespace turnpike::test
