// axi4_reorder_buffer.h - responses of one direction in the order of each ID, whatever their
// targets (docs/axi.md, 4). Mirror of rtl/adapters/axi4_reorder_buffer.v.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <stdexcept>

namespace turnpike::model {

// A word of a response is that of one of these.
struct Axi4Source {
  std::uint32_t id = 0;
  bool is_refused = false;  // then no target has it
  std::uint32_t node = 0;
  bool operator==(const Axi4Source& other) const {
    return id == other.id && is_refused == other.is_refused && node == other.node;
  }
};

template <class Word>
class Axi4ReorderBuffer {
 public:
  struct Limits {
    std::size_t transactions = 8;
    std::size_t per_id = 8;
    bool in_order = true;    // of what one target sends
    std::size_t places = 0;  // for words; 0: each transaction has one word, and a place for it
  };
  explicit Axi4ReorderBuffer(const Limits& limits) : limits_(limits), room_(limits.places) {}

  // A transaction with a response of so many words.
  bool may_start(const Axi4Source& source, std::size_t words) const {
    if (list_.size() == limits_.transactions) return false;
    std::size_t same_id = 0;
    for (const Transaction& other : list_) {
      same_id += other.source.id == source.id ? 1 : 0;
      const bool is_coming = other.came < other.words;
      if (!limits_.in_order && is_coming && other.source == source) return false;
    }
    return same_id < limits_.per_id && room_ >= needed(words);
  }
  // Whether a word that comes is taken.
  bool ready() const { return limits_.places == 0 || held_ < limits_.places; }
  bool valid() const { return shown_.has_value(); }
  Word shown() const { return shown_.value_or(Word{}); }

  struct Start {
    Axi4Source source;
    std::size_t words = 1;
  };
  struct Arrival {
    Axi4Source source;
    Word word;
  };
  // Ends the cycle. `taken`: the manager has taken the word that is shown.
  void tick(const std::optional<Start>& start, const std::optional<Arrival>& arrival, bool taken) {
    const bool gives_back = !list_.empty() && list_.front().given > list_.front().back;
    Transaction* giver = !shown_ || taken ? next_giver() : nullptr;
    if (taken) shown_.reset();
    if (arrival) take(*arrival);
    if (giver != nullptr) {
      shown_ = giver->here.front();
      giver->here.pop_front();
      ++giver->given;
    }
    if (gives_back) give_back();
    if (!start) return;
    list_.push_back({start->source, start->words, {}, 0, 0, 0});
    if (limits_.places == 0) return;
    room_ -= needed(start->words);
    surplus_ = start->words - needed(start->words);
  }

 private:
  struct Transaction {
    Axi4Source source;
    std::size_t words = 1;
    std::deque<Word> here;  // have come, are to be given
    std::size_t came = 0;
    std::size_t given = 0;
    std::size_t back = 0;  // places given back
  };

  std::size_t needed(std::size_t words) const { return std::min(words, limits_.places); }

  // The oldest transaction that has a word and no older one of its ID with words to give.
  Transaction* next_giver() {
    for (std::size_t at = 0; at < list_.size(); ++at) {
      if (list_[at].here.empty()) continue;
      const auto holds_up = [&](const Transaction& older) {
        return older.source.id == list_[at].source.id && older.given < older.words;
      };
      const auto end = list_.begin() + static_cast<std::ptrdiff_t>(at);
      if (std::none_of(list_.begin(), end, holds_up)) return &list_[at];
    }
    return nullptr;
  }

  // The word is behind those that are there: it is not given in this cycle.
  void take(const Arrival& arrival) {
    const auto of = std::find_if(list_.begin(), list_.end(), [&](const Transaction& one) {
      return one.source == arrival.source && one.came < one.words;
    });
    if (of == list_.end()) throw std::logic_error("a word that belongs to no AXI4 transaction");
    of->here.push_back(arrival.word);
    ++of->came;
    ++held_;
  }

  void give_back() {
    Transaction& oldest = list_.front();
    --held_;
    if (limits_.places > 0 && surplus_ > 0) {
      --surplus_;
    } else if (limits_.places > 0) {
      ++room_;
    }
    if (++oldest.back == oldest.words) list_.pop_front();
  }

  Limits limits_;
  std::deque<Transaction> list_;  // the oldest first
  std::size_t room_;              // places that are not reserved
  std::size_t surplus_ = 0;       // of a long transaction: words without a place of their own
  std::size_t held_ = 0;          // places that hold a word
  std::optional<Word> shown_;
};

}  // namespace turnpike::model
