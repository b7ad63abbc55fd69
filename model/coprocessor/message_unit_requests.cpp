// message_unit_requests.cpp - what each state of the message unit asks of the memory.

#include "model/coprocessor/message_unit.h"

namespace turnpike::model::coprocessor_parts {
namespace {

constexpr std::uint32_t kStarted = 1;
constexpr std::uint32_t kComplete = 3;
constexpr std::uint32_t kLow = 0x0f;  // strobes of halves
constexpr std::uint32_t kHigh = 0xf0;

std::uint32_t error_flag(MessageError code) {
  return 0x80000003u | static_cast<std::uint32_t>(code) << 8;
}

std::uint32_t final_flag(bool too_long) {
  return too_long ? error_flag(MessageError::too_long) : kComplete;
}

MemoryRequest store_high(std::uint32_t where, std::uint32_t value) {
  return MemoryRequest::store(where, halves(0, value), kHigh);
}

}  // namespace

MemoryRequest MessageUnit::flag(std::uint32_t block, Operation operation,
                                std::uint32_t value) const {
  const bool is_low = operation == Operation::send || operation == Operation::receive;
  MemoryRequest request =
      is_low ? MemoryRequest::store(block + 24, value, kLow) : store_high(block + 16, value);
  request.fence = true;
  if (value != kStarted) {
    request.tag = operation == Operation::receive ? WriteTag::received : WriteTag::sent;
  }
  return request;
}

MemoryRequest MessageUnit::link_request() const {
  const std::uint32_t own = block_ | static_cast<std::uint32_t>(operation_);
  if (step_ == 0) return MemoryRequest::store(block_, halves(0, route_));
  return MemoryRequest::store(wait_[port_].tail & ~7u, own, kLow);
}

MemoryRequest MessageUnit::unlink_request() const {
  const std::uint32_t next = low_half(word_[0]);
  const std::uint32_t previous = high_half(word_[0]);
  if (step_ == 0 && previous != 0) return MemoryRequest::store(previous, next, kLow);
  return store_high(next, previous);
}

MemoryRequest MessageUnit::describe_request(const CoprocessorIn& in) const {
  if (step_ == 0) return MemoryRequest::store(block_ + 8, halves(source_, type_));
  if (!buffered_) return MemoryRequest::store(block_ + 16, length_, kLow);
  const std::uint32_t given = SystemBuffers::descriptor(in, slot_) + kDescriptorBytes;
  return MemoryRequest::store(block_ + 16, halves(length_, given));
}

MemoryRequest MessageUnit::descriptor_request(const CoprocessorIn& in) const {
  const std::uint32_t descriptor = SystemBuffers::descriptor(in, slot_);
  switch (step_) {
    case 0:
      return MemoryRequest::store(descriptor, halves(0, unexpected_.tail));
    case 1:
      return MemoryRequest::store(descriptor + 8, halves(source_, type_));
    case 2:
      return MemoryRequest::store(descriptor + 16, halves(length_, stream_ << 8 | slot_ << 16));
    default:
      return MemoryRequest::store(unexpected_.tail, descriptor, kLow);
  }
}

MemoryRequest MessageUnit::job_request(const CoprocessorIn& in) const {
  const std::uint32_t descriptor = SystemBuffers::descriptor(in, slot_);
  if (step_ == 0) return MemoryRequest::store(descriptor, halves(room_, buffer_));
  return MemoryRequest::store(descriptor + 8, halves(block_, final_flag(too_long_)));
}

MemoryRequest MessageUnit::post_request() const {
  if (step_ == 0) return MemoryRequest::store(block_, halves(0, posted_.tail));
  return MemoryRequest::store(posted_.tail, block_, kLow);
}

MemoryRequest MessageUnit::finish_request(const Parts& parts, const CoprocessorIn& in) const {
  const MessageContext& context = parts.contexts.output();
  if (context.matched) {
    return flag(context.block, Operation::receive, final_flag(context.too_long));
  }
  return MemoryRequest::store(SystemBuffers::descriptor(in, context.slot) + 16, halves(0, 1), 0x10);
}

bool MessageUnit::data_request(const Parts& parts, MemoryRequest& request) const {
  const MessageContext& context = parts.contexts.output();
  if (!context.open) return false;
  const unsigned most = context.fresh ? kFirstData : kLaterData;
  const unsigned bytes = std::min({context.left, context.room, most});
  if (bytes == 0) return false;
  const StrobedWords words(context.next, bytes);
  const DataBytes data = parts.collectors[port_].packet().data(context.fresh);
  request = MemoryRequest::store((context.next & ~7u) + 8 * step_, words.data(step_, data),
                                 words.strobe(step_));
  if (context.watched && step_ + 1 == words.count()) {
    request.fence = true;
    request.tag = WriteTag::advance;
    request.entry = context.entry;
    request.next = std::uint64_t{context.next} + bytes;
  }
  return true;
}

bool MessageUnit::request(const Parts& parts, const CoprocessorIn& in,
                          MemoryRequest& request) const {
  switch (state_) {
    case State::fetch:
      if (asked_ == word_.size()) return false;
      request = MemoryRequest::read(at_ + 8 * asked_);
      return true;
    case State::list:
      if (asked_ != 0) return false;
      request = MemoryRequest::read(block_ + 24 + 8 * index_);
      return true;
    case State::start:
      request = flag(block_, operation_, kStarted);
      return true;
    case State::link:
      request = link_request();
      return true;
    case State::sent:
      request =
          flag(current_[port_] & ~7u, static_cast<Operation>(current_[port_] & 7u), kComplete);
      return true;
    case State::error:
      request = flag(block_, operation_, error_flag(code_));
      return true;
    case State::unlink:
      if (word_[0] == 0) return false;
      request = unlink_request();
      return true;
    case State::describe:
      request = describe_request(in);
      return true;
    case State::one:
      request = flag(block_, Operation::receive, kStarted);
      return true;
    case State::descriptor:
      request = descriptor_request(in);
      return true;
    case State::data:
      return data_request(parts, request);
    case State::finish:
      request = finish_request(parts, in);
      return true;
    case State::job:
      request = job_request(in);
      return true;
    case State::three:
      request = flag(block_, Operation::receive, kComplete);
      return true;
    case State::post:
      request = post_request();
      return true;
    default:
      return false;
  }
}

}  // namespace turnpike::model::coprocessor_parts
