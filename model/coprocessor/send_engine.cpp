// send_engine.cpp - the bytes of a packet out of the words that were read.

#include "model/coprocessor/send_engine.h"

namespace turnpike::model::coprocessor_parts {

// Into the sending register, which is empty or sends its last flit in this cycle.
void SendEngine::move_packet(std::uint32_t origin) {
  const unsigned bytes = data_bytes();
  const unsigned down = 8 * (address_ & 7);
  DataBytes data{words_read_[0], words_read_[1]};
  if (down != 0) {
    data.low = words_read_[0] >> down | words_read_[1] << (64 - down);
    data.high = words_read_[1] >> down | words_read_[2] << (64 - down);
  }
  data.keep(bytes);
  if (is_first_) {
    packet_.set_first(message_.route, origin, message_.type, message_.length, data);
  } else {
    packet_.set_later(message_.route, origin, data);
  }
  sending_ = true;
  flits_ = 0;
  is_first_ = false;
  address_ += bytes;
  left_ -= bytes;
  busy_ = left_ != 0;
  done_ = !busy_;
  begin_packet();
}

}  // namespace turnpike::model::coprocessor_parts
