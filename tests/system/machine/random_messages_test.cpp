// random_messages_test.cpp - a cube of the model under random messages, and faults planted in it.

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "model/machine/machine.h"
#include "sim/machine/check/random_messages.h"
#include "sim/machine/fabric/make_fabric.h"

namespace turnpike::test {
namespace {

using sim::WrongMessage;

sim::ExerciseResult exercise(unsigned dimensions, std::uint64_t messages, std::uint64_t seed,
                             const model::MachineSpec& spec, unsigned flit_bits = 16) {
  sim::FabricSpec fabric_spec;
  fabric_spec.params.dimensions = dimensions;
  fabric_spec.params.flit_bits = flit_bits;
  fabric_spec.params.buffer_depth = fabric_spec.params.packet_flits() + 2;
  const sim::FabricHolder fabric = sim::make_fabric(fabric_spec);
  model::Machine machine(*fabric, spec);
  sim::ExerciseSpec exercise;
  exercise.seed = seed;
  exercise.messages = messages;
  return sim::RandomMessages(machine, exercise).run();
}

model::MachineSpec stalling(std::uint64_t seed) {
  model::MachineSpec spec;
  spec.memory.seed = seed;
  spec.memory.stall = 0.3;
  spec.memory.extra_latency = 6;
  return spec;
}

void expect_all_kinds(const sim::ExerciseResult& result) {
  EXPECT_GT(result.adaptive, 0u);
  EXPECT_GT(result.broadcasts, 0u);
  EXPECT_GT(result.near_neighbour_broadcasts, 0u);
  EXPECT_GT(result.system_buffers, 0u);
  EXPECT_GT(result.too_long, 0u);
  EXPECT_GT(result.exceptions, 0u);
  EXPECT_EQ(result.system_buffers, result.releases);
  for (const unsigned code : {1u, 2u, 3u, 4u, 5u, 7u, 16u, 17u, 18u}) {
    EXPECT_GT(result.refused[code], 0u) << "code " << code;
  }
}

TEST(RandomMessagesTest, EveryByteArrivesInACubeOfEight) {
  expect_all_kinds(exercise(3, 20'000, 1, model::MachineSpec{}));
}

TEST(RandomMessagesTest, EveryByteArrivesWithSlowMemory) {
  expect_all_kinds(exercise(3, 10'000, 2, stalling(2)));
}

TEST(RandomMessagesTest, EveryByteArrivesOverChannelsOfEveryWidth) {
  for (const unsigned flit_bits : {8u, 32u, 64u}) {
    exercise(3, 2'000, flit_bits, stalling(flit_bits), flit_bits);
  }
}

TEST(RandomMessagesTest, EveryByteArrivesInCubesOfEverySize) {
  for (const unsigned dimensions : {1u, 2u, 4u, 6u}) {
    exercise(dimensions, 1'000, dimensions, stalling(dimensions));
  }
}

TEST(RandomMessagesTest, EveryByteArrivesWithOneSmallSystemBuffer) {
  sim::FabricSpec spec;
  spec.params.dimensions = 3;
  spec.params.system_buffers = 1;
  const sim::FabricHolder fabric = sim::make_fabric(spec);
  model::MachineSpec machine_spec = stalling(9);
  machine_spec.system.size_log2 = 6;
  model::Machine machine(*fabric, machine_spec);
  sim::ExerciseSpec exercise;
  exercise.messages = 3'000;
  sim::RandomMessages(machine, exercise).run();
}

// A memory that does something else than the co-processor asked for.
class FaultyMemory final : public model::MemoryTarget {
 public:
  enum class Fault { swap_bytes, write_outside, early_flag, lose_write, flip_read };

  FaultyMemory(model::NodeMemory& memory, Fault fault) : memory_(memory), fault_(fault) {}

  bool ready(model::Cycle now) override { return memory_.ready(now); }
  unsigned outstanding() const override { return memory_.outstanding(); }
  bool respond(model::Cycle now, std::uint64_t& data) override {
    if (!memory_.respond(now, data)) return false;
    if (fault_ == Fault::flip_read && ++reads_ == 5000) data ^= 0x100;
    return true;
  }
  void take(const model::MemoryAccess& access, model::Cycle now) override {
    model::MemoryAccess changed = access;
    const bool is_data = access.write && access.strobe == 0xff && access.address > 0x30000;
    if (is_data && ++writes_ == 300) {
      if (fault_ == Fault::lose_write) return;
      if (fault_ == Fault::swap_bytes) {
        changed.data =
            (access.data & ~0xffffull) | (access.data >> 8 & 0xff) | (access.data & 0xff) << 8;
      }
    }
    if (fault_ == Fault::early_flag) {
      // Each word of data comes after what follows it, which may be the flag.
      if (is_late_) {
        is_late_ = false;
        memory_.take(access, now);
        memory_.take(late_, now);
        return;
      }
      if (is_data && writes_ > 300) {
        late_ = access;
        is_late_ = true;
        return;
      }
    }
    if (fault_ == Fault::write_outside && access.write && access.strobe == 0x0f && !access.fence &&
        ++partial_ == 200) {
      changed.strobe = 0x3f;
    }
    memory_.take(changed, now);
  }

 private:
  model::NodeMemory& memory_;
  Fault fault_;
  int writes_ = 0;
  int partial_ = 0;
  int reads_ = 0;
  bool is_late_ = false;
  model::MemoryAccess late_;
};

void expect_fault_is_seen(FaultyMemory::Fault fault) {
  sim::FabricSpec spec;
  spec.params.dimensions = 2;
  const sim::FabricHolder fabric = sim::make_fabric(spec);
  model::Machine machine(*fabric, model::MachineSpec{});
  FaultyMemory memory(machine.memory(1), fault);
  machine.set_memory_target(1, memory);
  sim::ExerciseSpec exercise;
  exercise.messages = 2'000;
  exercise.patience = 50'000;
  sim::RandomMessages test(machine, exercise);
  EXPECT_THROW(test.run(), WrongMessage);
}

TEST(RandomMessagesTest, SeesTwoBytesSwapped) {
  expect_fault_is_seen(FaultyMemory::Fault::swap_bytes);
}

TEST(RandomMessagesTest, SeesAWriteOutsideTheBuffer) {
  expect_fault_is_seen(FaultyMemory::Fault::write_outside);
}

TEST(RandomMessagesTest, SeesAFlagBeforeItsData) {
  expect_fault_is_seen(FaultyMemory::Fault::early_flag);
}

TEST(RandomMessagesTest, SeesAWriteThatIsLost) {
  expect_fault_is_seen(FaultyMemory::Fault::lose_write);
}

TEST(RandomMessagesTest, SeesAWordReadWrong) {
  expect_fault_is_seen(FaultyMemory::Fault::flip_read);
}

// A processor that does not carry out one release.
class ForgetfulMessages final : public sim::RandomMessages {
 public:
  using RandomMessages::RandomMessages;

 private:
  void release(model::NodeId node, std::uint32_t pointer) override {
    if (releases_++ != 20) RandomMessages::release(node, pointer);
  }
  unsigned releases_ = 0;
};

TEST(RandomMessagesTest, SeesASystemBufferThatIsLost) {
  sim::FabricSpec spec;
  spec.params.dimensions = 2;
  const sim::FabricHolder fabric = sim::make_fabric(spec);
  model::Machine machine(*fabric, model::MachineSpec{});
  sim::ExerciseSpec exercise;
  exercise.messages = 500;
  exercise.patience = 50'000;
  ForgetfulMessages test(machine, exercise);
  try {
    test.run();
    FAIL() << "nothing was seen";
  } catch (const WrongMessage& wrong) {
    EXPECT_NE(std::string(wrong.what()).find("nothing has moved"), std::string::npos)
        << wrong.what();
  }
}

}  // namespace
}  // namespace turnpike::test
