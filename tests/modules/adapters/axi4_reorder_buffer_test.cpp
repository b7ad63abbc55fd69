// axi4_reorder_buffer beside its model, every pin, every cycle, between targets that answer in any
// order; the words of each ID come out in the order of its transactions, none lost, none twice.

#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <utility>

#include "Vaxi4_reorder_buffer_bursts.h"
#include "Vaxi4_reorder_buffer_overtaking.h"
#include "Vaxi4_reorder_buffer_words.h"
#include "model/adapters/axi4_reorder_buffer.h"
#include "tests/modules/support/draws.h"
#include "tests/modules/support/rtl_module.h"

namespace turnpike::test {
namespace {

struct GivenWord {
  std::uint32_t id = 0;
  std::uint32_t data = 0;
};
using Model = model::Axi4ReorderBuffer<GivenWord>;
using model::Axi4Source;
constexpr std::uint32_t kData = 0xffff;  // of a word, in the hardware

// Two bits of ID, two of target, 0 of what is refused; words of 16 bits.
template <class Rtl>
class ReorderRun {
 public:
  ReorderRun(const Model::Limits& limits, std::uint32_t longest, std::uint64_t seed)
      : longest_(longest), draws_(seed), rtl_(seed), model_(limits) {
    rtl_->start_i = 0;
    rtl_->in_valid_i = 0;
    rtl_->out_ready_i = 0;
    rtl_.reset();
  }

  // `pace`: probability that a transaction starts in a cycle in which one may.
  void run(unsigned cycles, double pace) {
    for (unsigned cycle = 0; cycle < cycles; ++cycle) {
      SCOPED_TRACE(testing::Message() << "cycle " << cycle);
      step(pace);
      if (testing::Test::HasFatalFailure()) return;
      ASSERT_FALSE(rtl_.is_violated());
    }
  }
  unsigned given() const { return given_; }
  // Words that were given before words of transactions that started earlier with another ID.
  unsigned overtakings() const { return overtakings_; }
  bool is_empty() const {
    for (const auto& [id, words] : wanted_) {
      if (!words.empty()) return false;
    }
    return true;
  }

 private:
  struct Owed {
    std::uint32_t next = 0;  // the data of the word that comes next
    std::uint32_t left = 0;
  };

  void step(double pace) {
    const Axi4Source source = draw_source();
    const std::uint32_t length = draws_.chance(0.2) ? draws_.below(longest_) : 0;
    drive(rtl_->id_i, source.id);
    drive(rtl_->target_i, target_of(source));
    drive(rtl_->len_i, length);
    rtl_.settle();
    ASSERT_EQ(rtl_->may_o, model_.may_start(source, length + 1));
    ASSERT_EQ(rtl_->in_ready_o, model_.ready());
    ASSERT_EQ(rtl_->out_valid_o, model_.valid());
    if (model_.valid()) {
      ASSERT_EQ(rtl_->out_id_o, model_.shown().id);
      ASSERT_EQ(rtl_->out_data_o, model_.shown().data & kData);
    }

    std::optional<Model::Arrival> arrival = pending_;
    if (!arrival) arrival = draw_arrival();  // of transactions that started before this cycle
    std::optional<Model::Start> start;
    if (rtl_->may_o != 0 && draws_.chance(pace)) {
      start = {source, length + std::size_t{1}};
      owed_[target_of(source)][source.id].push_back({next_, length + 1});
      for (std::uint32_t word = 0; word <= length; ++word) wanted_[source.id].push_back(next_++);
    }
    drive(rtl_->start_i, start.has_value());
    drive(rtl_->in_valid_i, arrival.has_value());
    if (arrival) {
      drive(rtl_->in_id_i, arrival->source.id);
      drive(rtl_->in_target_i, target_of(arrival->source));
      drive(rtl_->in_data_i, arrival->word.data & kData);
    }
    pending_ = rtl_->in_ready_o != 0 ? std::nullopt : arrival;
    if (draws_.chance(0.05)) slow_ = draws_.chance(0.4);
    const bool taken = draws_.chance(slow_ ? 0.1 : 0.9);
    drive(rtl_->out_ready_i, taken);
    rtl_.settle();
    if (taken && rtl_->out_valid_o != 0) check_word();
    if (testing::Test::HasFatalFailure()) return;
    model_.tick(start, pending_ ? std::nullopt : arrival, taken && model_.valid());
    rtl_.tick();
  }

  Axi4Source draw_source() {
    const std::uint32_t target = draws_.below(3);  // 0: refused
    return {draws_.below(4), target == 0, target == 0 ? 0 : target - 1};
  }
  static unsigned target_of(const Axi4Source& source) {
    return source.is_refused ? 0 : 2 + source.node;
  }

  // Of a target and an ID that owe one, the oldest.
  std::optional<Model::Arrival> draw_arrival() {
    const Axi4Source source = draw_source();
    std::deque<Owed>& owed = owed_[target_of(source)][source.id];
    if (owed.empty() || draws_.chance(0.2)) return std::nullopt;
    Owed& first = owed.front();
    const Model::Arrival arrival{source, {source.id, first.next++}};
    if (--first.left == 0) owed.pop_front();
    return arrival;
  }

  void check_word() {
    std::deque<std::uint32_t>& wanted = wanted_[rtl_->out_id_o];
    ASSERT_FALSE(wanted.empty()) << "a word that nobody sent";
    ASSERT_EQ(rtl_->out_data_o, wanted.front() & kData);
    for (const auto& [id, words] : wanted_) {
      if (!words.empty() && words.front() < wanted.front()) ++overtakings_;
    }
    wanted.pop_front();
    ++given_;
  }

  std::uint32_t longest_;
  Draws draws_;
  RtlModule<Rtl> rtl_;
  Model model_;
  std::map<unsigned, std::map<std::uint32_t, std::deque<Owed>>> owed_;  // [target][ID]
  std::map<std::uint32_t, std::deque<std::uint32_t>> wanted_;           // [ID], in its order
  std::uint32_t next_ = 0;                                              // data of the next word
  std::optional<Model::Arrival> pending_;  // a word for which there is no place yet
  bool slow_ = false;
  unsigned given_ = 0;
  unsigned overtakings_ = 0;
};

template <class Rtl>
void keeps_the_order(const Model::Limits& limits, std::uint32_t longest, std::uint64_t seed) {
  ReorderRun<Rtl> run(limits, longest, seed);
  run.run(15'000, 0.5);
  if (testing::Test::HasFailure()) return;
  run.run(5'000, 0.0);
  if (testing::Test::HasFailure()) return;
  EXPECT_TRUE(run.is_empty()) << "every word is given";
  EXPECT_GT(run.given(), 1'000u);
  EXPECT_GT(run.overtakings(), 100u) << "IDs wait for each other";
}

class Axi4ReorderBufferTest : public testing::TestWithParam<std::uint64_t> {};

// Bursts of up to three times the places.
TEST_P(Axi4ReorderBufferTest, BurstsOfAnyLengthKeepTheOrderOfTheirId) {
  keeps_the_order<Vaxi4_reorder_buffer_bursts>({5, 3, true, 16}, 48, GetParam());
}

TEST_P(Axi4ReorderBufferTest, ResponsesOfOneWordKeepTheOrderOfTheirId) {
  keeps_the_order<Vaxi4_reorder_buffer_words>({8, 8, true, 0}, 1, GetParam());
}

// One transaction of an ID at a time lacks words of a target; two places.
TEST_P(Axi4ReorderBufferTest, TransactionsOfTargetsThatOvertakeKeepTheOrderOfTheirId) {
  keeps_the_order<Vaxi4_reorder_buffer_overtaking>({6, 6, false, 2}, 4, GetParam());
}

INSTANTIATE_TEST_SUITE_P(Seeds, Axi4ReorderBufferTest, testing::ValuesIn(kSeeds));

}  // namespace
}  // namespace turnpike::test
