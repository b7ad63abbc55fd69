// tree_twin.h - the tree of docs/timing.md, 2.4, as the page has it, beside
// rtl/router/switch_arbiter.v.

#pragma once

#include <cstdint>
#include <vector>

namespace turnpike::test {

// An output to which `inputs` input ports can send, each with `lanes` lanes: sender i * lanes + l.
class TreeTwin {
 public:
  TreeTwin(unsigned inputs, unsigned lanes) : lanes_(lanes) {
    while (places_ < inputs) places_ *= 2;
    right_first_.assign(std::size_t{places_} * lanes, false);
    for (unsigned sender = 0; sender < inputs * lanes; ++sender) leaves_.push_back(leaf(sender));
  }

  // The sender that goes first of `asking`, which is not empty.
  unsigned granted(std::uint32_t asking) const {
    unsigned node = 1;
    while (node < right_first_.size()) {
      const bool left = is_asked(2 * node, asking);
      const bool right = is_asked(2 * node + 1, asking);
      node = 2 * node + (right && (!left || right_first_[node]) ? 1 : 0);
    }
    for (unsigned sender = 0; sender < leaves_.size(); ++sender) {
      if (leaves_[sender] == node) return sender;
    }
    return 0;
  }
  // Each node on its way prefers the other side.
  void turn(unsigned sender) {
    for (unsigned node = leaves_[sender]; node > 1; node /= 2) {
      right_first_[node / 2] = node % 2 == 0;
    }
  }

 private:
  unsigned leaf(unsigned sender) const {
    const unsigned input = sender / lanes_;
    const unsigned place = 2 * input < places_ ? 2 * input : 2 * places_ - 1 - 2 * input;
    return (places_ + place) * lanes_ + sender % lanes_;
  }
  bool is_asked(unsigned node, std::uint32_t asking) const {
    for (unsigned sender = 0; sender < leaves_.size(); ++sender) {
      if ((asking >> sender & 1) == 0) continue;
      for (unsigned above = leaves_[sender]; above != 0; above /= 2) {
        if (above == node) return true;
      }
    }
    return false;
  }

  unsigned lanes_;
  unsigned places_ = 2;
  std::vector<bool> right_first_;  // [node]
  std::vector<unsigned> leaves_;   // [sender]
};

}  // namespace turnpike::test
