// The VC buffers of an input port beside queues.

#include <gtest/gtest.h>

#include <deque>
#include <vector>

#include "Vflit_buffer_1x1.h"
#include "Vflit_buffer_3x5.h"
#include "tests/modules/support/draws.h"
#include "tests/modules/support/rtl_module.h"

namespace turnpike::test {
namespace {

struct Entry {
  std::uint64_t word = 0;
  std::uint32_t side = 0;
};

template <class Top>
class Buffers {
 public:
  explicit Buffers(std::uint64_t seed) : rtl(seed) {
    rtl->enable_i = 1;
    idle();
    rtl.reset();
  }
  void idle() {
    rtl->arrive_i = rtl->leave_i = 0;
    rtl->arrive_vc_i = rtl->read_vc_i = 0;
    rtl->word_i = 0;
    rtl->side_i = 0;
  }
  void arrive(unsigned vc, Entry entry) {
    drive(rtl->arrive_i, 1u << vc);
    drive(rtl->arrive_vc_i, vc);
    drive(rtl->word_i, entry.word);
    drive(rtl->side_i, entry.side);
  }
  void leave(unsigned vc) { drive(rtl->leave_i, 1u << vc); }
  void read(unsigned vc) {
    drive(rtl->read_vc_i, vc);
    rtl.settle();
  }
  void tick() {
    rtl.tick();
    idle();
  }

  RtlModule<Top> rtl;
};

TEST(FlitBufferTest, AFlitIsThereInTheCycleAfterItCame) {
  Buffers<Vflit_buffer_3x5> buffers(1);
  buffers.arrive(1, {0x123456789, 5});
  buffers.rtl.settle();
  EXPECT_EQ(buffers.rtl->nonempty_o, 0);
  buffers.tick();
  EXPECT_EQ(buffers.rtl->nonempty_o, 0b010);
  buffers.read(1);
  EXPECT_EQ(buffers.rtl->front_o, 0x123456789u);
  EXPECT_EQ(buffers.rtl->last_o >> 1 & 1, 1);
}

TEST(FlitBufferTest, AFlitThatPassesByLeavesTheBufferEmpty) {
  Buffers<Vflit_buffer_1x1> buffers(1);
  for (int flit = 0; flit < 3; ++flit) {
    buffers.arrive(0, {7, 0});
    buffers.leave(0);
    buffers.tick();
    EXPECT_EQ(buffers.rtl->nonempty_o, 0);
  }
  EXPECT_FALSE(buffers.rtl.is_violated());
}

TEST(FlitBufferTest, AFlitWithoutRoomIsReported) {
  Buffers<Vflit_buffer_3x5> buffers(1);
  for (unsigned place = 0; place < 5; ++place) {
    buffers.arrive(2, {place, 0});
    buffers.tick();
  }
  EXPECT_FALSE(buffers.rtl.is_violated());
  buffers.arrive(2, {9, 0});
  EXPECT_NE(buffers.rtl.violation_of_tick().find("a_flit_comes_only_while_there_is_room"),
            std::string::npos);
}

TEST(FlitBufferTest, AFlitThatIsNotThereCannotLeave) {
  Buffers<Vflit_buffer_3x5> buffers(1);
  buffers.leave(1);
  EXPECT_NE(buffers.rtl.violation_of_tick().find("what_leaves_is_there"), std::string::npos);
}

template <class Top>
void runs_with_queues(unsigned vcs, unsigned depth) {
  for (const std::uint64_t seed : kSeeds) {
    Buffers<Top> buffers(seed);
    Draws draws(seed);
    std::vector<std::deque<Entry>> queues(vcs);
    for (unsigned cycle = 0; cycle < 5000; ++cycle) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", cycle " << cycle);
      // Now mostly filling, now mostly draining.
      const double filling = cycle / 50 % 2 == 0 ? 0.9 : 0.3;
      const unsigned in = draws.below(vcs);
      const unsigned out = draws.below(vcs);
      const bool comes = queues[in].size() < depth && draws.chance(filling);
      const bool is_there = !queues[out].empty() || (comes && in == out);
      const bool leaves = is_there && draws.chance(1.1 - filling);
      const Entry entry{draws.bits() >> 30, draws.below(32)};
      const bool counts = draws.chance(0.9);
      buffers.rtl->enable_i = counts;
      if (comes) buffers.arrive(in, entry);
      if (leaves) buffers.leave(out);
      buffers.read(out);
      if (!queues[out].empty()) {
        ASSERT_EQ(buffers.rtl->front_o, queues[out].front().word);
        ASSERT_EQ((buffers.rtl->last_o >> out & 1) != 0, queues[out].size() == 1);
      }
      if (queues[out].size() > 1) {
        ASSERT_EQ(buffers.rtl->behind_o, queues[out][1].side);
      }
      buffers.tick();
      if (counts && comes) queues[in].push_back(entry);
      if (counts && leaves) queues[out].pop_front();
      unsigned nonempty = 0;
      for (unsigned vc = 0; vc < vcs; ++vc) nonempty |= (queues[vc].empty() ? 0u : 1u) << vc;
      ASSERT_EQ(buffers.rtl->nonempty_o, nonempty);
    }
    EXPECT_FALSE(buffers.rtl.is_violated());
  }
}

TEST(FlitBufferTest, RunsAsQueuesDo) {
  runs_with_queues<Vflit_buffer_1x1>(1, 1);
  runs_with_queues<Vflit_buffer_3x5>(3, 5);
}

}  // namespace
}  // namespace turnpike::test
