// axi4_block_memory.cpp - one cycle of writes, and one of reads.

#include "model/axi/axi4_block_memory.h"

namespace turnpike::model {

Axi4BlockMemory::Axi4BlockMemory(unsigned data_bits, unsigned word_bits)
    : beat_bytes_(data_bits / 8), words_(std::size_t{1} << word_bits) {
  pins_.aw_ready = true;
  pins_.ar_ready = true;
}

// The beats of W do not meet those of R: a manager has one burst in flight in a slot.
void Axi4BlockMemory::observe(const Axi4Manager& seen) {
  step_write(seen);
  step_read(seen);
}

std::size_t Axi4BlockMemory::word_of(std::uint64_t address) const {
  return static_cast<std::size_t>(address / beat_bytes_ % words_.size());
}

void Axi4BlockMemory::step_write(const Axi4Manager& seen) {
  if (pins_.aw_ready) {  // none is held
    if (!seen.aw_valid) return;
    write_word_ = word_of(seen.aw.address);
    pins_.b.id = seen.aw.id;
    pins_.aw_ready = false;
    pins_.w_ready = true;
  } else if (pins_.w_ready) {
    if (!seen.w_valid) return;
    for (unsigned byte = 0; byte < beat_bytes_; ++byte) {
      if ((seen.w.strobes >> byte & 1) == 0) continue;
      words_[write_word_].put(8 * byte, 8, seen.w.data.get(8 * byte, 8));
    }
    write_word_ = (write_word_ + 1) % words_.size();
    pins_.w_ready = !seen.w.last;
    pins_.b_valid = seen.w.last;
  } else if (seen.b_ready) {
    pins_.b_valid = false;
    pins_.aw_ready = true;
  }
}

void Axi4BlockMemory::step_read(const Axi4Manager& seen) {
  const bool shows_beat = is_reading_ && (!pins_.r_valid || seen.r_ready);
  if (pins_.r_valid && seen.r_ready) pins_.r_valid = false;
  if (shows_beat) {
    pins_.r_valid = true;
    pins_.r.id = read_id_;
    pins_.r.data = words_[read_word_];
    pins_.r.last = left_ == 0;
    read_word_ = (read_word_ + 1) % words_.size();
    is_reading_ = left_ != 0;
    --left_;
  } else if (!is_reading_ && seen.ar_valid) {
    is_reading_ = true;
    read_id_ = seen.ar.id;
    read_word_ = word_of(seen.ar.address);
    left_ = seen.ar.length;
  }
  pins_.ar_ready = !is_reading_;
}

}  // namespace turnpike::model
