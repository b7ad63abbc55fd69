// random_messages.cpp - the test's cycle: instructions, events, accesses.

#include "sim/machine/check/random_messages.h"

#include <algorithm>

#include "sim/base/interrupt.h"
#include "sim/machine/fabric/machine_processor.h"

namespace turnpike::sim {

using model::MessageError;
using model::NodeId;
using model::Operation;

RandomMessages::RandomMessages(model::Machine& machine, const ExerciseSpec& spec)
    : machine_(machine), spec_(spec), draws_(spec.seed), nodes_(machine.nodes()) {
  for (NodeId n = 0; n < machine.nodes(); ++n) {
    const Region data = program_memory(machine).data;
    nodes_[n].heap = std::make_unique<NodeHeap>(machine.memory(n), data);
    nodes_[n].book = std::make_unique<NodeBook>(machine, n);
  }
}

RandomMessages::~RandomMessages() {
  for (NodeId n = 0; n < machine_.nodes(); ++n) machine_.memory(n).set_observer({});
}

ExerciseResult RandomMessages::run() {
  const model::Cycle start = machine_.now();
  while (started_ < spec_.messages) cycle();
  is_draining_ = true;
  while (!is_over()) cycle();
  census();
  while (!is_over()) cycle();
  for (int i = 0; i < 100; ++i) cycle();
  if (!machine_.is_idle()) throw WrongMessage("a co-processor is not idle when all is over");
  result_.cycles = machine_.now() - start;
  return result_;
}

void RandomMessages::cycle() {
  const model::Cycle now = machine_.now();
  if (interrupt_signal() != 0) {
    throw Interrupted("in cycle " + std::to_string(now) + ", before all messages were received");
  }
  for (NodeId n = 0; n < machine_.nodes(); ++n) {
    finish_access(n);
    if (!is_draining_) make_something(n);
    issue(n, now);
    start_access(n);
  }
  if (now % 16 == 0) serve_orphans();
  machine_.advance();
  for (NodeId n = 0; n < machine_.nodes(); ++n) take_events(n);
  if (now % 4096 == 0) watch_for_standstill();
}

void RandomMessages::issue(NodeId node, model::Cycle now) {
  auto& instructions = at(node).instructions;
  if (instructions.empty() || instructions.begin()->first > now || !machine_.can_issue(node)) {
    return;
  }
  Instruction instruction = std::move(instructions.begin()->second);
  instructions.erase(instructions.begin());
  for (std::size_t i = 0; i < instruction.words.size(); ++i) {
    machine_.memory(node).write_word(instruction.pointer + static_cast<std::uint32_t>(4 * i),
                                     instruction.words[i]);
  }
  carry_out(node, instruction);
}

void RandomMessages::carry_out(NodeId node, Instruction& instruction) {
  NodeBook& book = *at(node).book;
  last_progress_ = machine_.now();
  if (instruction.sending != nullptr) {
    book.start(*instruction.sending);
    for (Message* message : instruction.messages) {
      message->is_sent = true;
      at(message->destination).book->expect(*message);
    }
  } else if (instruction.receive != nullptr) {
    book.post(*instruction.receive);
  } else if (instruction.error != MessageError::none) {
    if (static_cast<unsigned>(instruction.error) < 16) {
      book.start(Refusal{static_cast<Operation>(instruction.operation), instruction.pointer,
                         instruction.error});
    } else {
      book.expect_error(instruction.error, instruction.pointer);
      ++result_.refused[static_cast<unsigned>(instruction.error)];
    }
  } else {  // a release
    book.release(instruction.pointer);
    ++result_.releases;
    return release(node, instruction.pointer);
  }
  machine_.issue_code(node, instruction.operation, instruction.pointer);
}

void RandomMessages::release(NodeId node, std::uint32_t pointer) {
  machine_.issue_code(node, static_cast<std::uint32_t>(Operation::release), pointer);
}

void RandomMessages::take_events(NodeId node) {
  NodeBook& book = *at(node).book;
  book.check_errors();
  for (const BookEvent& event : book.take_events()) {
    switch (event.kind) {
      case BookEvent::Kind::matched:
        matched(*event.receive, *event.message);
        break;
      case BookEvent::Kind::received:
        received(node, *event.receive);
        break;
      case BookEvent::Kind::sent:
        sent(node, event.block);
        break;
      case BookEvent::Kind::refused:
        ++result_.refused[at(node).refusals.at(event.block)];
        at(node).refusals.erase(event.block);
        at(node).heap->give_back(event.block);
        break;
    }
  }
}

// Another pair than was planned leaves a message and a receive: they take each other, or each gets
// a new partner.
void RandomMessages::matched(Receive& receive, Message& message) {
  at(receive.node).in_progress.push_back(receive.number);
  if (receive.planned == &message) return;
  Message* other_message = receive.planned;
  Receive* other_receive = message.planned;
  receive.planned = &message;
  message.planned = &receive;
  if (other_message != nullptr) other_message->planned = nullptr;
  if (other_receive != nullptr) other_receive->planned = nullptr;
  if (other_message != nullptr && other_receive != nullptr &&
      other_receive->accepts(other_message->source, other_message->type)) {
    other_message->planned = other_receive;
    other_receive->planned = other_message;
    return;
  }
  if (other_message != nullptr && make_receive(*other_message, is_draining_) == nullptr) {
    throw WrongMessage("the test's own memory is too small");
  }
  if (other_receive != nullptr) orphans_.emplace_back(other_receive->node, other_receive->number);
}

void RandomMessages::received(NodeId node, Receive& receive) {
  Node& here = at(node);
  const std::uint32_t flag =
      machine_.memory(node).read_word(receive.block + header_block(Operation::receive).flag);
  ++result_.receives;
  if (error_of(flag) == MessageError::none) {
    result_.bytes += receive.matched->length;
  } else {
    ++result_.too_long;
  }
  for (const std::uint32_t piece : {receive.block, receive.buffer}) {
    if (piece == 0) continue;
    if (here.heap->damage(piece) != 0) {
      throw WrongMessage("node " + std::to_string(node) + ": " + to_text(receive) +
                         ": guard bytes beside " + std::to_string(piece) + " are changed");
    }
    here.heap->give_back(piece);
  }
  if (receive.buffer == 0) --here.with_system_buffer;
  if (receive.system_buffer != 0) {
    ++result_.system_buffers;
    here.held.push_back(receive.system_buffer);
    if (!is_counting_ || here.held.size() == machine_.params().system_buffers) release_held(node);
  }
  auto& numbers = here.in_progress;
  numbers.erase(std::find(numbers.begin(), numbers.end(), receive.number));
  here.messages.erase(receive.matched->number);
  here.receives.erase(receive.number);
}

void RandomMessages::release_held(NodeId node) {
  for (const std::uint32_t buffer : at(node).held) {
    Instruction release;
    release.operation = static_cast<std::uint32_t>(Operation::release);
    release.pointer = buffer;
    at(node).instructions.emplace(machine_.now() + draws_.below(500), std::move(release));
  }
  at(node).held.clear();
}

// The buffer is the program's again: it is overwritten at once, to see whether it was read.
void RandomMessages::sent(NodeId node, std::uint32_t block) {
  Node& here = at(node);
  const Sending sending = here.sendings.at(block);
  if (here.heap->damage(block) != 0) throw WrongMessage("guard bytes of a send are changed");
  here.heap->give_back(block);
  if (sending.buffer != 0) {
    const std::vector<std::uint8_t> scribble(sending.length, 0xee);
    machine_.memory(node).write(sending.buffer, scribble.data(), scribble.size());
    here.heap->give_back(sending.buffer);
  }
  here.sendings.erase(block);
}

void RandomMessages::start_access(NodeId node) {
  Node& here = at(node);
  if (here.in_progress.empty() || !draws_.chance(spec_.accesses)) return;
  const auto pick = draws_.below(static_cast<std::uint32_t>(here.in_progress.size()));
  const Receive& receive = here.receives.at(here.in_progress[pick]);
  const std::uint32_t length = std::min(receive.matched->length, receive.capacity);
  if (receive.buffer == 0 || length == 0) return;
  Access access;
  access.receive = receive.number;
  access.bytes = draws_.between(1, std::min(8u, length));
  access.offset = draws_.below(length - access.bytes + 1);
  access.flag = receive.flag;
  machine_.memory(node).read(receive.buffer + access.offset, &access.found, access.bytes);
  machine_.watch(node, receive.buffer + access.offset, access.bytes);
  here.access = access;
}

void RandomMessages::finish_access(NodeId node) {
  Node& here = at(node);
  const Access access = here.access;
  if (access.receive == 0) return;
  here.access = {};
  const bool excepted = machine_.excepted(node);
  ++result_.accesses;
  if (excepted) ++result_.exceptions;
  const auto found = here.receives.find(access.receive);
  if (found == here.receives.end()) return;  // finished in the meantime
  here.book->check_access(found->second, access.offset, access.bytes, access.found, excepted,
                          access.flag);
}

bool RandomMessages::is_over() const {
  if (!orphans_.empty()) return false;
  return std::all_of(nodes_.begin(), nodes_.end(), [](const Node& node) {
    return node.instructions.empty() && node.sendings.empty() && node.receives.empty() &&
           node.messages.empty() && node.refusals.empty() && node.book->is_quiet();
  });
}

void RandomMessages::watch_for_standstill() {
  model::Cycle last = last_progress_;
  for (const Node& node : nodes_) last = std::max(last, node.book->last_write());
  if (machine_.now() - last < spec_.patience) return;
  std::string text = "cycle " + std::to_string(machine_.now()) + ": nothing has moved for " +
                     std::to_string(spec_.patience) + " cycles";
  for (const Node& node : nodes_) {
    if (!node.book->is_quiet()) text += "\n  " + node.book->to_text();
  }
  throw WrongMessage(text);
}

std::string ExerciseResult::to_text() const {
  std::string text =
      std::to_string(sends) + " sends (" + std::to_string(adaptive) + " adaptive), " +
      std::to_string(broadcasts) + " broadcasts, " + std::to_string(near_neighbour_broadcasts) +
      " near-neighbour broadcasts in " + std::to_string(cycles) + " cycles\n" +
      std::to_string(receives) + " messages received, " + std::to_string(bytes) + " bytes; " +
      std::to_string(system_buffers) + " in system buffers, " + std::to_string(too_long) +
      " too long; " + std::to_string(releases) + " releases\n" + std::to_string(accesses) +
      " accesses to bytes on their way, " + std::to_string(exceptions) + " exceptions\nrefused:";
  for (unsigned code = 0; code < refused.size(); ++code) {
    if (refused[code] == 0) continue;
    text += " " + std::to_string(refused[code]) + " " +
            error_name(static_cast<MessageError>(code)) + ",";
  }
  text.back() = '\n';
  return text;
}

}  // namespace turnpike::sim
