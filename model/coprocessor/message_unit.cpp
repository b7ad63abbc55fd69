// message_unit.cpp - which task comes next, fetching blocks, and what each state leads to.

#include "model/coprocessor/message_unit.h"

namespace turnpike::model::coprocessor_parts {

Parts::Parts(const CoprocessorParams& coprocessor)
    : params(coprocessor),
      collectors(coprocessor.ports()),
      engines(coprocessor.ports()),
      contexts(coprocessor.ports() << coprocessor.dimensions) {}

void MessageUnit::reset() { *this = {}; }

void MessageUnit::clear(Parts& parts) {
  parts.contexts.write(clear_at_, {});
  if (++clear_at_ == parts.contexts.size()) go(State::idle);
}

void MessageUnit::fetch(std::uint32_t block, unsigned from, State then) {
  at_ = block;
  asked_ = from;
  come_ = from;
  then_ = then;
  go(State::fetch);
}

void MessageUnit::take_word(std::uint64_t word) {
  word_[come_++] = word;
  if (come_ == word_.size()) go(then_);
}

// Packets and finished engines stand in one ring; an instruction comes after every other task.
void MessageUnit::idle(Parts& parts, const CoprocessorIn& in, Effects& effects) {
  const unsigned ports = parts.params.ports();
  std::uint32_t work = 0;
  for (unsigned port = 0; port < ports; ++port) {
    work |= (parts.collectors[port].presents() ? 1u : 0u) << port;
    work |= (parts.engines[port].is_done() ? 1u : 0u) << (ports + port);
  }
  work &= ~parts.waiting;
  if (instruction_held_ && (work == 0 || !after_)) {
    after_ = true;
    take_instruction(parts, in, effects);
    return;
  }
  if (work == 0) return;
  after_ = false;
  const std::uint32_t above = work & ~0u << turn_;
  const unsigned chosen = MemoryPort::first_bit(above != 0 ? above : work);
  turn_ = chosen + 1 == 2 * ports ? 0 : chosen + 1;
  if (chosen < ports) {
    take_packet(parts, chosen);
  } else {
    port_ = chosen - ports;
    parts.engines[port_].clear_done();
    go(State::sent);
  }
}

void MessageUnit::take_instruction(Parts& parts, const CoprocessorIn& in, Effects& effects) {
  instruction_held_ = false;
  const std::uint32_t pointer = instruction_pointer_;
  const auto release = static_cast<std::uint32_t>(Operation::release);
  if (instruction_operation_ > release) {
    effects.error = MessageError::unknown_operation;
  } else if (instruction_operation_ == release) {
    if (parts.buffers.release(in, parts.params.system_buffers, pointer)) {
      parts.waiting = 0;
    } else {
      effects.error = MessageError::bad_release;
    }
  } else if (pointer == 0 || (pointer & 7) != 0) {
    effects.error = MessageError::misaligned_pointer;
  } else {
    operation_ = static_cast<Operation>(instruction_operation_);
    block_ = pointer;
    fetch(pointer, 1, State::check);
  }
  effects.error_pointer = pointer;
}

void MessageUnit::take_packet(Parts& parts, unsigned collector) {
  const PacketBytes& packet = parts.collectors[collector].packet();
  port_ = collector;
  source_ = packet.source();
  stream_ = packet.stream();
  require(source_ >> parts.params.dimensions == 0 && stream_ < parts.params.ports(),
          "channel: a packet from a node or stream that is not there");
  parts.contexts.read(context_address(parts));
  go(State::data);
}

void MessageUnit::tick(Parts& parts, const CoprocessorIn& in, bool granted,
                       const std::uint64_t* word, Effects& effects) {
  if (granted) ++step_;
  switch (state_) {
    case State::clear:
      return clear(parts);
    case State::idle:
      return idle(parts, in, effects);
    case State::fetch:
      if (granted) ++asked_;
      if (word != nullptr) take_word(*word);
      return;
    case State::check:
      return check(parts, in);
    case State::list:
      if (granted) asked_ = 1;
      if (word != nullptr) take_destinations(parts, in, *word);
      return;
    case State::choose:
      return choose(parts, in);
    case State::pop:
      return pop();
    case State::compare:
      return compare();
    case State::allot:
      return allot(parts, in);
    case State::unlink:
      return unlink();
    case State::open:
      return open(parts);
    case State::data:
      return data(parts, granted, effects);
    case State::claim:
      parts.contexts.read(context_address(parts));
      return go(State::claim_write);
    case State::claim_write:
      return claim_write(parts);
    default:
      break;
  }
  if (!granted) return;
  switch (state_) {
    case State::start:
      return start(effects);
    case State::link:
      return link();
    case State::sent:
      return sent();
    case State::describe:
      return describe();
    case State::one:
      parts.cache.load(entry_, start_, std::uint64_t{start_} + room_);
      return go(State::open);
    case State::descriptor:
      return descriptor(in);
    case State::finish:
      return finish(parts);
    case State::job:
      return job(parts);
    case State::three:
      parts.buffers.give(slot_);
      return go(State::idle);
    case State::post:
      return post(parts);
    default:  // error
      return go(State::idle);
  }
}

}  // namespace turnpike::model::coprocessor_parts
