// copy_engine.h - copies messages from system buffers to the buffers of receives that were posted
// after the messages began to arrive. Mirror of rtl/coprocessor/copy_engine.v.

#pragma once

#include <array>
#include <cstdint>

#include "model/coprocessor/coprocessor_pins.h"
#include "model/coprocessor/memory_port.h"
#include "model/coprocessor/packet_bytes.h"
#include "model/coprocessor/system_buffers.h"

namespace turnpike::model::coprocessor_parts {

class CopyEngine {
 public:
  static constexpr unsigned kMaxJobs = 64;  // one for each system buffer
  static constexpr unsigned kNoSlot = 64;

  void reset() {
    state_ = State::wait;
    count_ = 0;
    front_ = 0;
    step_ = 0;
  }

  bool is_idle() const { return state_ == State::wait && count_ == 0; }
  bool requests() const {
    return state_ >= State::write ||
           (state_ == State::job ? asked_ < 2 : state_ == State::read && asked_ == 0);
  }
  bool requests_read() const { return state_ < State::write; }
  MemoryRequest request(const CoprocessorIn& in) const;

  void push(unsigned slot) {
    queue_[(front_ + count_++) % kMaxJobs] = static_cast<std::uint8_t>(slot);
  }
  // The clock edge; tells which system buffer becomes free, or kNoSlot.
  unsigned tick(bool granted, const std::uint64_t* word);

 private:
  enum class State : std::uint8_t { wait, job, read, write, flag };

  StrobedWords write_words() const {
    return {destination_, left_ < 8 ? static_cast<unsigned>(left_) : 8};
  }
  void take_job_word(std::uint64_t word);
  void end_write();

  State state_ = State::wait;
  std::array<std::uint8_t, kMaxJobs> queue_{};
  unsigned front_ = 0;
  unsigned count_ = 0;

  unsigned slot_ = 0;
  unsigned asked_ = 0;  // reads
  unsigned come_ = 0;   // words of the job
  unsigned step_ = 0;   // of the writes of a word
  std::uint32_t block_ = 0;
  std::uint32_t flag_ = 0;
  std::uint32_t destination_ = 0;
  std::uint32_t left_ = 0;
  std::uint32_t offset_ = 0;  // of the next word of the source
  std::uint64_t word_ = 0;
};

}  // namespace turnpike::model::coprocessor_parts
