// send_engine.h - reads a message, splits it into packets and sends their flits on one channel.
// Mirror of rtl/coprocessor/send_engine.v.

#pragma once

#include <algorithm>
#include <cstdint>

#include "model/common/check.h"
#include "model/coprocessor/packet_bytes.h"

namespace turnpike::model::coprocessor_parts {

struct SendMessage {
  std::uint32_t route = 0;  // first halfword of its packets: destination and kind
  std::uint32_t type = 0;
  std::uint32_t length = 0;
  std::uint32_t buffer = 0;
};

class SendEngine {
 public:
  void reset(unsigned depth) {
    *this = {};
    credits_ = depth;
  }

  bool is_free() const { return !busy_ && !done_; }
  bool is_done() const { return done_; }
  bool is_idle() const { return !busy_ && !done_ && !sending_; }
  bool is_active() const { return busy_ || sending_; }

  bool requests() const { return requested_ < words_; }
  std::uint32_t request_address() const { return (address_ & ~7u) + 8 * requested_; }

  void load(const SendMessage& message) {
    message_ = message;
    left_ = message.length;
    address_ = message.buffer;
    busy_ = true;
    is_first_ = true;
    begin_packet();
  }
  void clear_done() { done_ = false; }

  void take_credit(unsigned depth) {
    ++credits_;
    require(credits_ <= depth, "channel: a credit for a flit that was not sent");
  }

  // The clock edge; credits of this cycle were taken before. Tells whether a flit goes out.
  bool tick(const PacketShape& shape, std::uint32_t origin, bool granted, const std::uint64_t* word,
            CoprocessorFlit& flit) {
    const bool sends = sending_ && credits_ > 0;
    const bool sends_last = sends && flits_ + 1 == shape.flits;
    if (sends) {
      flit = shape.flit(packet_, flits_);
      ++flits_;
      --credits_;
      if (sends_last) sending_ = false;
    }
    if (busy_) assemble(origin, granted, word);
    return sends;
  }

 private:
  unsigned data_bytes() const { return std::min(left_, is_first_ ? kFirstData : kLaterData); }
  void begin_packet() {
    requested_ = 0;
    arrived_ = 0;
    words_ = StrobedWords(address_, data_bytes()).count();
  }
  void assemble(std::uint32_t origin, bool granted, const std::uint64_t* word) {
    if (arrived_ == words_ && !sending_) {
      move_packet(origin);
      return;
    }
    if (granted) ++requested_;
    if (word != nullptr) words_read_[arrived_++] = *word;
  }
  void move_packet(std::uint32_t origin);

  // Assembly.
  SendMessage message_;
  bool busy_ = false;
  bool done_ = false;
  bool is_first_ = false;
  std::uint32_t left_ = 0;     // bytes not yet assembled
  std::uint32_t address_ = 0;  // of the next byte
  unsigned words_ = 0;         // of this packet's data in memory
  unsigned requested_ = 0;
  unsigned arrived_ = 0;
  std::uint64_t words_read_[3] = {};

  // Sending register.
  PacketBytes packet_;
  bool sending_ = false;
  unsigned flits_ = 0;  // sent
  unsigned credits_ = 0;
};

}  // namespace turnpike::model::coprocessor_parts
