// copy_engine.cpp - a word of the source at a time: read it, write it with one or two strobed
// words.

#include "model/coprocessor/copy_engine.h"

namespace turnpike::model::coprocessor_parts {

MemoryRequest CopyEngine::request(const CoprocessorIn& in) const {
  const std::uint32_t descriptor = SystemBuffers::descriptor(in, slot_);
  switch (state_) {
    case State::job:
      return MemoryRequest::read(descriptor + 8 * asked_);
    case State::read:
      return MemoryRequest::read(descriptor + kDescriptorBytes + offset_);
    case State::write: {
      const StrobedWords words = write_words();
      return MemoryRequest::store((destination_ & ~7u) + 8 * step_, words.data(step_, {word_, 0}),
                                  words.strobe(step_));
    }
    default: {
      MemoryRequest request = MemoryRequest::store(block_ + 24, flag_, 0x0f);
      request.fence = true;
      request.tag = WriteTag::received;
      return request;
    }
  }
}

void CopyEngine::take_job_word(std::uint64_t word) {
  if (come_ == 0) {
    left_ = low_half(word);
    destination_ = high_half(word);
    come_ = 1;
    return;
  }
  block_ = low_half(word);
  flag_ = high_half(word);
  offset_ = 0;
  asked_ = 0;
  state_ = left_ == 0 ? State::flag : State::read;
}

// The last byte of a word is on its way.
void CopyEngine::end_write() {
  const unsigned bytes = write_words().size;
  destination_ += bytes;
  left_ -= bytes;
  offset_ += 8;
  step_ = 0;
  asked_ = 0;
  state_ = left_ == 0 ? State::flag : State::read;
}

unsigned CopyEngine::tick(bool granted, const std::uint64_t* word) {
  switch (state_) {
    case State::wait:
      if (count_ == 0) break;
      slot_ = queue_[front_];
      front_ = (front_ + 1) % kMaxJobs;
      --count_;
      asked_ = 0;
      come_ = 0;
      state_ = State::job;
      break;
    case State::job:
      if (granted) ++asked_;
      if (word != nullptr) take_job_word(*word);
      break;
    case State::read:
      if (granted) asked_ = 1;
      if (word == nullptr) break;
      word_ = *word;
      state_ = State::write;
      break;
    case State::write:
      if (granted && ++step_ == write_words().count()) end_write();
      break;
    case State::flag:
      if (!granted) break;
      state_ = State::wait;
      return slot_;
  }
  return kNoSlot;
}

}  // namespace turnpike::model::coprocessor_parts
