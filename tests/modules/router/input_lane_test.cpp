// A lane of an input port: what it presents, asks for and selects, beside the rules of
// docs/timing.md, 2.3, 2.6, 2.9 and 2.10.

#include <gtest/gtest.h>

#include <deque>
#include <optional>
#include <vector>

#include "Vinput_lane_2.h"
#include "Vinput_lane_lookup.h"
#include "Vinput_lane_one_vc.h"
#include "Vinput_lane_two_cycles.h"
#include "tests/modules/support/draws.h"
#include "tests/modules/support/rtl_module.h"

namespace turnpike::test {
namespace {

constexpr unsigned kDataWidth = 8;
constexpr unsigned kFlitWidth = kDataWidth + 2;  // {tail, head, data}

struct Shape {
  unsigned ports;
  unsigned vcs;    // of the router
  unsigned first;  // the lowest VC of the lane,
  unsigned count;  // and how many it has
  unsigned depth;
  bool passes_by;  // PIPELINE 1
  bool looks_up;   // a head may have several legal outputs
  unsigned start;  // looked at from this one up
  unsigned vc_width() const {
    unsigned width = 1;
    while ((1u << width) < vcs) ++width;
    return width;
  }
};

struct Flit {
  std::uint32_t route;  // outputs
  std::uint32_t next;   // of a head: the route at the next router
  unsigned bits;        // {tail, head, data}
  bool is_tail() const { return (bits >> (kDataWidth + 1) & 1) != 0; }
};

// A VC of the lane: its buffer, the packet that comes in, and the one that goes out.
struct Vc {
  std::deque<Flit> flits;
  bool in_open = false;
  Flit in_head{};
  bool is_active = false;
  unsigned output = 0;
  unsigned out_vc = 0;
  bool is_privileged = false;
};

// What the flit that is presented asks for, and where it would go.
struct Request {
  std::uint32_t outputs = 0;  // one or none
  unsigned output = 0;
  unsigned out_vc = 0;
};

// One cycle: what is on the pins.
struct Cycle {
  std::optional<unsigned> in;  // VC of the lane
  Flit flit{};
  std::uint32_t may = 0;    // outputs with an offer for heads,
  std::uint32_t offer = 0;  // for the privileged one
  std::uint32_t pausing = 0;
  std::vector<unsigned> offer_vc;  // [output]
  std::vector<bool> credited;      // [output * vcs + VC]
  std::uint32_t due = 0;
};

template <class Top>
class LaneTest {
 public:
  LaneTest(const Shape& shape, std::uint64_t seed)
      : rtl_(seed),
        shape_(shape),
        draws_(seed),
        vcs_(shape.count),
        credits_(shape.ports * shape.vcs, kCredits) {
    rtl_->enable_i = 1;
    rtl_->grant_i = rtl_->crossed_i = 0;
    put(Cycle{{},
              {},
              0,
              0,
              0,
              std::vector<unsigned>(shape.ports),
              std::vector<bool>(credits_.size()),
              0});
    rtl_.reset();
  }

  void run(unsigned cycles) {
    unsigned left = 0;
    for (unsigned cycle = 0; cycle < cycles; ++cycle) {
      SCOPED_TRACE(testing::Message() << "cycle " << cycle);
      left += step(cycle / 70 % 2 == 0) ? 1 : 0;
      if (testing::Test::HasFatalFailure()) return;
    }
    EXPECT_GT(left, cycles / 6);
    EXPECT_FALSE(rtl_.is_violated());
  }

 private:
  static constexpr unsigned kCredits = 3;

  bool is_held(unsigned output, unsigned out_vc) const {
    for (const Vc& vc : vcs_) {
      if (vc.is_active && vc.output == output && vc.out_vc == out_vc) return true;
    }
    return false;
  }
  unsigned& credits(unsigned output, unsigned out_vc) {
    return credits_[output * shape_.vcs + out_vc];
  }
  std::uint32_t first_of(std::uint32_t outputs) const {
    for (unsigned step = 0; step < shape_.ports; ++step) {
      const unsigned output = (shape_.start + step) % shape_.ports;
      if ((outputs >> output & 1) != 0) return 1u << output;
    }
    return 0;
  }

  Cycle next_cycle(bool is_filling) {
    Cycle now;
    const unsigned in = draws_.below(shape_.count);
    Vc& vc = vcs_[in];
    if (vc.flits.size() < shape_.depth && draws_.chance(is_filling ? 0.8 : 0.3)) {
      now.in = in;
      now.flit.bits = draws_.below(1u << kDataWidth) | (vc.in_open ? 0 : 1u << kDataWidth) |
                      (draws_.chance(0.4) ? 1u << (kDataWidth + 1) : 0);
      now.flit.next = draws_.below(1u << shape_.ports);
      now.flit.route = 1u << draws_.below(shape_.ports);
      if (shape_.looks_up) now.flit.route |= draws_.below(1u << shape_.ports);
      if (vc.in_open && !shape_.looks_up) now.flit.route = vc.in_head.route;
    }
    for (unsigned output = 0; output < shape_.ports; ++output) {
      now.offer_vc.push_back(draws_.below(shape_.vcs));
      const unsigned out_vc = now.offer_vc.back();
      const bool is_free = !is_held(output, out_vc) && credits(output, out_vc) != 0;
      if (is_free && draws_.chance(0.6)) now.offer |= 1u << output;
    }
    now.pausing = draws_.chance(0.3) ? draws_.subset(shape_.ports, 0.4) : 0;
    now.may = now.offer & ~now.pausing & draws_.subset(shape_.ports, 0.8);
    for (const unsigned count : credits_) {
      now.credited.push_back(count < kCredits && draws_.chance(0.3));
    }
    if (draws_.chance(0.4)) now.due = 1u << draws_.below(shape_.count);
    return now;
  }

  void put(const Cycle& now) {
    drive(rtl_->in_valid_i, now.in.has_value() || is_elsewhere_);
    const unsigned elsewhere = (shape_.first + shape_.count) % shape_.vcs;
    drive(rtl_->in_vc_i, now.in ? shape_.first + *now.in : elsewhere);
    drive(rtl_->in_flit_i, now.flit.bits);
    drive(rtl_->in_route_i, now.flit.route);
    drive(rtl_->next_i, now.flit.next);
    drive(rtl_->head_may_i, now.may);
    drive(rtl_->head_offer_i, now.offer);
    drive(rtl_->pausing_i, now.pausing);
    drive(rtl_->due_i, now.due);
    for (unsigned output = 0; output < shape_.ports; ++output) {
      const unsigned out_vc = now.offer_vc[output];
      const std::size_t place = std::size_t{output} * shape_.vcs + out_vc;
      drive_column(rtl_->offer_vc_i, output, shape_.ports, shape_.vc_width(), out_vc);
      drive_element(rtl_->offer_two_i, output, 1, credits_[place] + now.credited[place] >= 2);
    }
    for (unsigned n = 0; n < credits_.size(); ++n) {
      drive_element(rtl_->credit_i, n, 1, now.credited[n]);
      drive_element(rtl_->two_i, n, 1, credits_[n] + now.credited[n] >= 2);
    }
  }

  // The VC of which a flit is presented, if one is.
  std::optional<unsigned> presented(const Cycle& now) const {
    if (!vcs_[selected_].flits.empty()) return selected_;
    if (shape_.passes_by && now.in && vcs_[*now.in].flits.empty()) return now.in;
    return {};
  }

  Request request_of(const Cycle& now, const Vc& vc, const Flit& flit) {
    Request request;
    if (vc.is_active) {
      request.output = vc.output;
      request.out_vc = vc.out_vc;
      if (credits(vc.output, vc.out_vc) != 0) request.outputs = 1u << vc.output;
      return request;
    }
    const std::uint32_t open = vc.is_privileged ? now.offer : now.may;
    const std::uint32_t chosen = first_of(vc.is_privileged ? flit.route : flit.route & open);
    request.outputs = chosen & open;
    if (request.outputs == 0) return request;
    request.output = static_cast<unsigned>(__builtin_ctz(request.outputs));
    request.out_vc = now.offer_vc[request.output];
    return request;
  }

  bool can_go(const Cycle& now, const Vc& vc) {
    if (vc.flits.empty()) return false;
    if (vc.is_active) {
      const bool pauses = (now.pausing >> vc.output & 1) != 0;
      return credits(vc.output, vc.out_vc) != 0 && (vc.is_privileged || !pauses);
    }
    const std::uint32_t route = vc.flits.front().route;
    return (vc.is_privileged ? first_of(route) & now.offer : route & now.may) != 0;
  }

  unsigned selected_next(const Cycle& now) {
    const unsigned s = selected_;
    const bool is_empty = vcs_[s].flits.empty();
    std::vector<bool> goes;
    for (const Vc& vc : vcs_) goes.push_back(can_go(now, vc));
    for (unsigned l = 0; l < shape_.count; ++l) {
      if (goes[l] && vcs_[l].is_privileged) return l;
    }
    if (is_empty && now.in) return *now.in;
    if (goes[s] && vcs_[s].is_active && !vcs_[s].flits.front().is_tail()) return s;
    for (unsigned step = 1; step < shape_.count; ++step) {
      if (goes[(s + step) % shape_.count]) return (s + step) % shape_.count;
    }
    for (unsigned step = 1; is_empty && step < shape_.count; ++step) {
      if (!vcs_[(s + step) % shape_.count].flits.empty()) return (s + step) % shape_.count;
    }
    return s;
  }

  // Outputs that a privileged head wants to itself.
  std::uint32_t closed() const {
    for (const Vc& vc : vcs_) {
      const bool is_head = vc.is_privileged && !vc.flits.empty() && !vc.is_active;
      if (shape_.vcs > 2 && is_head) return first_of(vc.flits.front().route);
    }
    return 0;
  }

  // True if a flit left.
  bool step(bool is_filling) {
    const bool counts = draws_.chance(0.9);
    drive(rtl_->enable_i, counts);
    is_elsewhere_ = shape_.count < shape_.vcs && draws_.chance(0.3);
    const Cycle now = next_cycle(is_filling);
    put(now);
    const std::optional<unsigned> shown = presented(now);
    Request request;
    Flit flit{};
    if (shown) {
      Vc& vc = vcs_[*shown];
      flit = vc.flits.empty() ? now.flit : vc.flits.front();
      if (vc.flits.empty() && vc.in_open) flit.next = vc.in_head.next;
      request = request_of(now, vc, flit);
    }
    const bool goes = request.outputs != 0 && draws_.chance(is_filling ? 0.5 : 0.9);
    drive(rtl_->grant_i, goes);
    rtl_.settle();
    compare(shown, request, flit, goes);
    rtl_.tick();
    if (counts && !testing::Test::HasFatalFailure()) end_cycle(now, shown, request, goes);
    return counts && goes;
  }

  void compare(std::optional<unsigned> shown, const Request& request, const Flit& flit, bool goes) {
    ASSERT_EQ(rtl_->req_o, request.outputs);
    ASSERT_EQ(rtl_->leave_o, goes ? 1u << *shown : 0);
    ASSERT_EQ(rtl_->close_o, closed());
    for (unsigned l = 0; l < shape_.count; ++l) {
      ASSERT_EQ((rtl_->nonempty_o >> l & 1) != 0, !vcs_[l].flits.empty());
    }
    if (request.outputs == 0) return;
    ASSERT_EQ(rtl_->word_o, flit.next << kFlitWidth | flit.bits);
    ASSERT_EQ(rtl_->vc_o, request.out_vc);
    ASSERT_EQ(rtl_->takes_o, vcs_[*shown].is_active ? 0 : 1);
  }

  void end_cycle(const Cycle& now, std::optional<unsigned> shown, const Request& request,
                 bool goes) {
    const unsigned next = selected_next(now);
    for (unsigned l = 0; l < shape_.count; ++l) {
      const bool waited = !vcs_[l].flits.empty() && !(goes && l == *shown);
      vcs_[l].is_privileged = (now.due >> l & 1) != 0 && waited;
    }
    for (std::size_t n = 0; n < credits_.size(); ++n) credits_[n] += now.credited[n] ? 1 : 0;
    if (now.in) {
      Vc& vc = vcs_[*now.in];
      Flit flit = now.flit;
      if (vc.in_open) flit.next = vc.in_head.next;
      if (!vc.in_open) vc.in_head = flit;
      vc.in_open = !flit.is_tail();
      vc.flits.push_back(flit);
    }
    if (goes) {
      Vc& vc = vcs_[*shown];
      --credits(request.output, request.out_vc);
      vc.is_active = !vc.flits.front().is_tail();
      vc.output = request.output;
      vc.out_vc = request.out_vc;
      vc.flits.pop_front();
    }
    selected_ = next;
  }

  RtlModule<Top> rtl_;
  Shape shape_;
  Draws draws_;
  std::vector<Vc> vcs_;
  std::vector<unsigned> credits_;  // [output * vcs + VC]
  unsigned selected_ = 0;
  bool is_elsewhere_ = false;  // a flit for the other lane is on the pins
};

TEST(InputLaneTest, OneVcOfOneFlit) {
  for (const std::uint64_t seed : kSeeds) {
    LaneTest<Vinput_lane_one_vc>({3, 1, 0, 1, 1, true, false, 0}, seed).run(5000);
  }
}

TEST(InputLaneTest, TheUpperTwoOfFourVcs) {
  for (const std::uint64_t seed : kSeeds) {
    LaneTest<Vinput_lane_2>({3, 4, 2, 2, 3, true, false, 0}, seed).run(5000);
  }
}

TEST(InputLaneTest, NothingPassesByWithTwoCyclesAHop) {
  for (const std::uint64_t seed : kSeeds) {
    LaneTest<Vinput_lane_two_cycles>({3, 4, 2, 2, 5, false, false, 0}, seed).run(5000);
  }
}

TEST(InputLaneTest, OfSeveralLegalOutputsTheFirstOneThatIsOpen) {
  for (const std::uint64_t seed : kSeeds) {
    LaneTest<Vinput_lane_lookup>({4, 5, 0, 3, 5, true, true, 2}, seed).run(5000);
  }
}

}  // namespace
}  // namespace turnpike::test
