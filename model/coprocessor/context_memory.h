// context_memory.h - the state of each message that is arriving, by stream and source. Mirror of
// rtl/coprocessor/context_memory.v.

#pragma once

#include <cstdint>
#include <vector>

namespace turnpike::model::coprocessor_parts {

struct MessageContext {
  bool open = false;
  bool fresh = false;     // nothing of its data written yet
  bool matched = false;   // `block` is its receive
  bool buffered = false;  // its data goes to system buffer `slot`
  bool copy = false;      // and will be copied from there
  bool watched = false;   // `entry` is its comparator pair
  bool too_long = false;
  std::uint8_t entry = 0;
  std::uint8_t slot = 0;
  std::uint32_t block = 0;
  std::uint32_t next = 0;  // address of the next byte
  std::uint32_t left = 0;  // bytes of data still to come
  std::uint32_t room = 0;  // bytes that still fit
};

// One port: what is read or written in a cycle is on the output from the next cycle on.
class ContextMemory {
 public:
  explicit ContextMemory(unsigned words) : words_(words) {}

  unsigned size() const { return static_cast<unsigned>(words_.size()); }

  void read(unsigned at) { output_ = words_[at]; }
  void write(unsigned at, const MessageContext& context) { output_ = words_[at] = context; }
  const MessageContext& output() const { return output_; }

 private:
  std::vector<MessageContext> words_;
  MessageContext output_;
};

}  // namespace turnpike::model::coprocessor_parts
