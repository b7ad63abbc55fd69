// The VC buffers of an input port, and the rings of slots that stand for them in the model.

#include "model/router/vc_buffer.h"

#include <gtest/gtest.h>

#include <vector>

#include "Vvc_buffer_1x1.h"
#include "Vvc_buffer_3x5.h"
#include "tests/modules/support/draws.h"
#include "tests/modules/support/rtl_module.h"

namespace turnpike::test {
namespace {

struct Entry {
  std::uint64_t flit = 0;
  std::uint32_t route = 0;
};

template <class Top>
class Buffers {
 public:
  explicit Buffers(std::uint64_t seed) : rtl(seed) {
    idle();
    rtl.reset();
  }
  void idle() {
    rtl->push_i = 0;
    rtl->pop_i = 0;
    rtl->push_vc_i = rtl->pop_vc_i = 0;
    rtl->push_flit_i = 0;
    rtl->push_route_i = 0;
  }
  void push(unsigned vc, Entry entry) {
    rtl->push_i = 1;
    drive(rtl->push_vc_i, vc);
    drive(rtl->push_flit_i, entry.flit);
    drive(rtl->push_route_i, entry.route);
  }
  void pop(unsigned vc) {
    rtl->pop_i = 1;
    drive(rtl->pop_vc_i, vc);
    rtl.settle();
  }
  void tick() {
    rtl.tick();
    idle();
  }

  RtlModule<Top> rtl;
};

TEST(VcBufferTest, FlitCanBeReadInTheCycleAfterItsPush) {
  Buffers<Vvc_buffer_3x5> buffers(1);
  buffers.push(1, {0x123456789, 5});
  buffers.rtl.settle();
  EXPECT_EQ(buffers.rtl->nonempty_o, 0);
  buffers.tick();
  EXPECT_EQ(buffers.rtl->nonempty_o, 0b010);
  buffers.pop(1);
  EXPECT_EQ(buffers.rtl->front_flit_o, 0x123456789u);
  EXPECT_EQ(buffers.rtl->last_o, 1);
  buffers.tick();
  EXPECT_EQ(buffers.rtl->nonempty_o, 0);
}

TEST(VcBufferTest, VcsDoNotDisturbEachOther) {
  Buffers<Vvc_buffer_3x5> buffers(1);
  for (unsigned place = 0; place < 5; ++place) {
    for (unsigned vc = 0; vc < 3; ++vc) {
      buffers.push(vc, {100 * vc + place, 0});
      buffers.tick();
    }
  }
  for (unsigned vc = 3; vc-- > 0;) {
    for (unsigned place = 0; place < 5; ++place) {
      buffers.pop(vc);
      EXPECT_EQ(buffers.rtl->front_flit_o, 100 * vc + place);
      buffers.tick();
    }
  }
  EXPECT_EQ(buffers.rtl->nonempty_o, 0);
  EXPECT_FALSE(buffers.rtl.is_violated());
}

TEST(VcBufferTest, RouteOfTheNextPacketShowsWhenTheFlitBeforeItLeaves) {
  Buffers<Vvc_buffer_3x5> buffers(1);
  buffers.push(0, {1, 0b00001});
  buffers.tick();
  buffers.push(0, {2, 0b01000});
  buffers.tick();
  buffers.pop(0);
  EXPECT_EQ(buffers.rtl->behind_route_o, 0b01000);
  EXPECT_EQ(buffers.rtl->last_o, 0);
}

TEST(VcBufferTest, APushIntoAFullBufferIsReported) {
  Buffers<Vvc_buffer_3x5> buffers(1);
  for (unsigned place = 0; place < 5; ++place) {
    buffers.push(2, {place, 0});
    buffers.tick();
  }
  EXPECT_FALSE(buffers.rtl.is_violated());
  buffers.push(2, {9, 0});
  EXPECT_NE(buffers.rtl.violation_of_tick().find("push only while there is room"),
            std::string::npos);
}

TEST(VcBufferTest, APlaceThatBecomesFreeInACycleIsNotFreeInIt) {
  Buffers<Vvc_buffer_1x1> buffers(1);
  buffers.push(0, {1, 0});
  buffers.tick();
  buffers.pop(0);
  buffers.push(0, {2, 0});
  EXPECT_NE(buffers.rtl.violation_of_tick().find("push only while there is room"),
            std::string::npos);
}

// The slots of one VC as the model counts them.
class Ring {
 public:
  explicit Ring(unsigned depth) : depth_(depth), entries_(depth) {}
  unsigned count() const { return count_; }
  const Entry& front() const { return entries_[front_]; }
  const Entry& behind() const { return entries_[model::slot_after(front_, depth_)]; }
  void push(const Entry& entry) { entries_[model::free_slot(front_, count_++, depth_)] = entry; }
  void pop() {
    front_ = model::slot_after(front_, depth_);
    --count_;
  }

 private:
  unsigned depth_;
  std::vector<Entry> entries_;
  unsigned front_ = 0;
  unsigned count_ = 0;
};

template <class Top>
void runs_with_the_rings(unsigned vcs, unsigned depth) {
  for (const std::uint64_t seed : kSeeds) {
    Buffers<Top> buffers(seed);
    Draws draws(seed);
    std::vector<Ring> rings(vcs, Ring(depth));
    for (unsigned cycle = 0; cycle < 4000; ++cycle) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", cycle " << cycle);
      // Now mostly filling, now mostly draining.
      const double filling = cycle / 50 % 2 == 0 ? 0.9 : 0.3;
      const unsigned in = draws.below(vcs);
      const unsigned out = draws.below(vcs);
      const bool pushes = rings[in].count() < depth && draws.chance(filling);
      const bool pops = rings[out].count() > 0 && draws.chance(1.1 - filling);
      const Entry entry{draws.bits() >> 30, draws.below(32)};
      if (pushes) buffers.push(in, entry);
      if (pops) {
        buffers.pop(out);
        ASSERT_EQ(buffers.rtl->front_flit_o, rings[out].front().flit);
        ASSERT_EQ(buffers.rtl->last_o, rings[out].count() == 1);
        if (rings[out].count() > 1) {
          ASSERT_EQ(buffers.rtl->behind_route_o, rings[out].behind().route);
        }
      }
      buffers.tick();
      if (pushes) rings[in].push(entry);
      if (pops) rings[out].pop();
      unsigned nonempty = 0;
      for (unsigned vc = 0; vc < vcs; ++vc) nonempty |= (rings[vc].count() != 0 ? 1u : 0u) << vc;
      ASSERT_EQ(buffers.rtl->nonempty_o, nonempty);
    }
    EXPECT_FALSE(buffers.rtl.is_violated());
  }
}

TEST(VcBufferTest, LockstepWithTheRingsOfTheModel) {
  runs_with_the_rings<Vvc_buffer_1x1>(1, 1);
  runs_with_the_rings<Vvc_buffer_3x5>(3, 5);
}

}  // namespace
}  // namespace turnpike::test
