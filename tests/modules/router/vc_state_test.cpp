// The state of the VCs of a lane beside queues of flits and counts of credits.

#include <gtest/gtest.h>

#include <deque>
#include <vector>

#include "Vvc_state_2.h"
#include "Vvc_state_head.h"
#include "Vvc_state_lookup.h"
#include "Vvc_state_one_vc.h"
#include "tests/modules/support/draws.h"
#include "tests/modules/support/rtl_module.h"

namespace turnpike::test {
namespace {

struct Shape {
  unsigned ports;
  unsigned vcs;    // of an output
  unsigned count;  // VCs of the lane
  unsigned route_width;
  bool looks_up;    // body flits bring no route
  bool has_choice;  // a head may have several legal outputs
  unsigned vc_width() const {
    unsigned width = 1;
    while ((1u << width) < vcs) ++width;
    return width;
  }
};

struct Flit {
  std::uint32_t route;  // of a head that is looked up: all legal outputs
  bool is_tail;
};

// A VC of the lane: its buffer, and its packet under way.
struct Vc {
  std::deque<Flit> flits;
  bool in_open = false;  // the packet that comes in
  std::uint32_t in_route = 0;
  bool is_active = false;  // the packet that goes out
  unsigned output = 0;
  unsigned out_vc = 0;
  bool is_privileged = false;
};

template <class Top>
class StateTest {
 public:
  StateTest(const Shape& shape, std::uint64_t seed)
      : rtl_(seed),
        shape_(shape),
        draws_(seed),
        vcs_(shape.count),
        credits_(shape.ports * shape.vcs, kDepth) {
    rtl_->enable_i = 1;
    rtl_->arrive_i = rtl_->shown_i = rtl_->nonempty_i = rtl_->last_i = rtl_->due_i = 0;
    rtl_->leaves_i = rtl_->tail_i = rtl_->in_tail_i = rtl_->behind_tail_i = rtl_->head_two_i = 0;
    rtl_->in_route_i = rtl_->behind_route_i = rtl_->output_i = rtl_->head_vc_i = 0;
    rtl_->body_output_i = rtl_->body_vc_i = 0;
    rtl_->credit_i = rtl_->two_i = 0;
    rtl_.reset();
  }

  void run(unsigned cycles) {
    unsigned tails = 0;
    for (unsigned cycle = 0; cycle < cycles; ++cycle) {
      SCOPED_TRACE(testing::Message() << "cycle " << cycle);
      tails += step(cycle / 70 % 2 == 0) ? 1 : 0;
      if (testing::Test::HasFatalFailure()) return;
    }
    EXPECT_GT(tails, cycles / 20) << "packets that went through";
    EXPECT_FALSE(rtl_.is_violated());
  }

 private:
  static constexpr unsigned kDepth = 3;

  // The flit that comes in, on this VC.
  Flit next_of(Vc& vc) {
    const bool is_head = !vc.in_open;
    if (is_head) {
      vc.in_route = 1u << draws_.below(shape_.ports);
      if (shape_.has_choice) vc.in_route |= 1u << draws_.below(shape_.ports);
      // Bits above the outputs are kept with them.
      vc.in_route |= draws_.below(1u << (shape_.route_width - shape_.ports)) << shape_.ports;
    }
    const bool brings = is_head || !shape_.looks_up;
    return {brings ? vc.in_route : draws_.below(1u << shape_.route_width), draws_.chance(0.4)};
  }

  // Does a packet of the lane hold this output VC?
  bool is_held(unsigned output, unsigned out_vc) const {
    for (const Vc& vc : vcs_) {
      if (vc.is_active && vc.output == output && vc.out_vc == out_vc) return true;
    }
    return false;
  }
  unsigned& credits(unsigned output, unsigned out_vc) {
    return credits_[output * shape_.vcs + out_vc];
  }

  // True if a tail left.
  bool step(bool is_filling) {
    const bool counts = draws_.chance(0.9);
    drive(rtl_->enable_i, counts);
    check();
    // Credits
    std::vector<bool> credited(credits_.size());
    for (std::size_t n = 0; n < credits_.size(); ++n) {
      credited[n] = credits_[n] < kDepth && draws_.chance(0.3);
      drive_element(rtl_->credit_i, static_cast<unsigned>(n), 1, credited[n]);
      drive_element(rtl_->two_i, static_cast<unsigned>(n), 1, credits_[n] + credited[n] >= 2);
    }
    // What comes in, and what is shown
    const unsigned in = draws_.below(shape_.count);
    const bool comes = vcs_[in].flits.size() < kDepth && draws_.chance(is_filling ? 0.8 : 0.3);
    const Flit in_flit = comes ? next_of(vcs_[in]) : Flit{draws_.below(8), false};
    const unsigned shown = draws_.below(shape_.count);
    Vc& vc = vcs_[shown];
    const bool is_there = !vc.flits.empty() || (comes && in == shown);
    const Flit front = !vc.flits.empty() ? vc.flits.front() : in_flit;
    drive(rtl_->arrive_i, comes ? 1u << in : 0);
    drive(rtl_->in_route_i, in_flit.route);
    drive(rtl_->in_tail_i, in_flit.is_tail);
    drive_buffers(vc);
    drive(rtl_->shown_i, is_there ? 1u << shown : 0);
    drive(rtl_->tail_i, front.is_tail);
    // Where it goes: a body flit where its packet goes, a head to a free VC of an output
    unsigned output = vc.output;
    unsigned out_vc = vc.out_vc;
    if (!vc.is_active) {
      output = is_there ? draws_.one_of(front.route & ((1u << shape_.ports) - 1)) : 0;
      out_vc = draws_.below(shape_.vcs);
    }
    const bool may = credits(output, out_vc) != 0 && (vc.is_active || !is_held(output, out_vc));
    const bool goes = is_there && may && draws_.chance(is_filling ? 0.4 : 0.9);
    const std::size_t place = output * shape_.vcs + out_vc;
    drive(rtl_->leaves_i, goes);
    drive(rtl_->output_i, 1u << output);
    drive(rtl_->body_output_i, vc.is_active ? 1u << output : draws_.below(1u << shape_.ports));
    drive(rtl_->body_vc_i, vc.is_active ? out_vc : draws_.below(shape_.vcs));
    drive(rtl_->head_vc_i, out_vc);
    drive(rtl_->head_two_i, credits_[place] + credited[place] >= 2);
    const std::uint32_t due = draws_.chance(0.3) ? 1u << draws_.below(shape_.count) : 0;
    drive(rtl_->due_i, due);
    rtl_.tick();
    if (!counts) return false;

    for (unsigned l = 0; l < shape_.count; ++l) {
      const bool waited = !vcs_[l].flits.empty() && !(goes && l == shown);
      vcs_[l].is_privileged = (due >> l & 1) != 0 && waited;
    }
    for (std::size_t n = 0; n < credits_.size(); ++n) credits_[n] += credited[n] ? 1 : 0;
    if (comes) {
      vcs_[in].flits.push_back(in_flit);
      vcs_[in].in_open = !in_flit.is_tail;
    }
    if (!goes) return false;
    --credits_[place];
    vc.flits.pop_front();
    vc.is_active = !front.is_tail;
    vc.output = output;
    vc.out_vc = out_vc;
    return front.is_tail;
  }

  void drive_buffers(const Vc& shown) {
    std::uint32_t nonempty = 0;
    std::uint32_t last = 0;
    for (unsigned l = 0; l < shape_.count; ++l) {
      nonempty |= (vcs_[l].flits.empty() ? 0u : 1u) << l;
      last |= (vcs_[l].flits.size() == 1 ? 1u : 0u) << l;
    }
    drive(rtl_->nonempty_i, nonempty);
    drive(rtl_->last_i, last);
    const Flit behind = shown.flits.size() > 1 ? shown.flits[1] : Flit{draws_.below(8), true};
    drive(rtl_->behind_route_i, behind.route);
    drive(rtl_->behind_tail_i, behind.is_tail);
  }

  void check() {
    rtl_.settle();
    const std::uint32_t outputs = (1u << shape_.ports) - 1;
    for (unsigned l = 0; l < shape_.count; ++l) {
      SCOPED_TRACE(testing::Message() << "VC " << l);
      const Vc& vc = vcs_[l];
      const auto route = static_cast<std::uint32_t>(element(rtl_->route_o, l, shape_.route_width));
      ASSERT_EQ((rtl_->active_o >> l & 1) != 0, vc.is_active);
      ASSERT_EQ((rtl_->privileged_o >> l & 1) != 0, vc.is_privileged);
      ASSERT_EQ((rtl_->credit_o >> l & 1) != 0, vc.is_active && credits(vc.output, vc.out_vc) != 0);
      if (!vc.flits.empty()) {
        ASSERT_EQ((rtl_->tail_o >> l & 1) != 0, vc.flits.front().is_tail);
        if (!vc.is_active || !shape_.looks_up) {
          ASSERT_EQ(route, vc.flits.front().route);
        }
      }
      if (!vc.is_active) continue;
      ASSERT_EQ(route & outputs, 1u << vc.output);
      ASSERT_EQ(element(rtl_->out_vc_o, l, shape_.vc_width()), vc.out_vc);
    }
  }

  RtlModule<Top> rtl_;
  Shape shape_;
  Draws draws_;
  std::vector<Vc> vcs_;
  std::vector<unsigned> credits_;  // [output * vcs + VC]
};

TEST(VcStateTest, TellsOfTheFrontFlitAndOfThePacketUnderWay) {
  for (const std::uint64_t seed : kSeeds) {
    StateTest<Vvc_state_2>({3, 4, 2, 3, false, false}, seed).run(5000);
    StateTest<Vvc_state_one_vc>({3, 1, 1, 4, false, false}, seed).run(5000);
  }
}

TEST(VcStateTest, APacketKeepsTheOutputThatItsHeadTookOfSeveral) {
  for (const std::uint64_t seed : kSeeds) {
    StateTest<Vvc_state_lookup>({4, 5, 3, 4, true, true}, seed).run(5000);
  }
}

TEST(VcStateTest, APacketWithoutAChoiceKeepsTheOutputOfItsHead) {
  for (const std::uint64_t seed : kSeeds) {
    StateTest<Vvc_state_head>({4, 3, 2, 5, true, false}, seed).run(5000);
  }
}

}  // namespace
}  // namespace turnpike::test
