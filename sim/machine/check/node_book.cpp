// node_book.cpp - which byte belongs to whom, flags, refusals.

#include "sim/machine/check/node_book.h"

#include <algorithm>

namespace turnpike::sim {
namespace {

constexpr std::uint32_t kLinkBytes = 8;

bool overlaps(std::uint32_t begin, std::uint32_t end, std::uint32_t word) {
  return begin < word + 4 && end > word;
}

std::uint32_t block_bytes(model::Operation operation, std::uint32_t destinations) {
  const HeaderBlock layout = header_block(operation);
  return layout.list != 0 ? layout.list + 4 + 4 * destinations : layout.flag + 4;
}

}  // namespace

std::string to_text(const Receive& receive) {
  const std::string source =
      receive.source == kAnySource ? "any source" : "source " + std::to_string(receive.source);
  const std::string type = (receive.type & kAnyTypeBit) != 0
                               ? "any type"
                               : "type " + std::to_string(receive.type & kTypeMask);
  return "receive " + std::to_string(receive.number) + " (" + source + ", " + type + ", " +
         (receive.buffer == 0 ? "system buffer" : std::to_string(receive.capacity) + " bytes") +
         ", header block " + std::to_string(receive.block) + ")";
}

NodeBook::NodeBook(model::Machine& machine, model::NodeId node)
    : machine_(machine),
      memory_(machine.memory(node)),
      node_(node),
      given_out_(machine.params().system_buffers) {
  memory_.set_observer(
      [this](const model::MemoryAccess& request, model::Cycle now) { observe(request, now); });
}

void NodeBook::fail(const std::string& what) const {
  throw WrongMessage("cycle " + std::to_string(machine_.now()) + ", node " + std::to_string(node_) +
                     ": " + what);
}

void NodeBook::post(Receive& receive) {
  open_.push_back(&receive);
  Place place;
  place.kind = Kind::receive_block;
  place.receive = &receive;
  place.end = receive.block + block_bytes(model::Operation::receive, 0);
  places_[receive.block] = place;
  if (receive.buffer == 0 || receive.capacity == 0) return;
  place.kind = Kind::buffer;
  place.end = receive.buffer + receive.capacity;
  places_[receive.buffer] = place;
}

void NodeBook::start(Sending& sending) {
  Place place;
  place.kind = Kind::send_block;
  place.sending = &sending;
  place.end = sending.block + block_bytes(sending.operation, 0);
  places_[sending.block] = place;
}

void NodeBook::start(const Refusal& refusal) {
  Place place;
  place.kind = Kind::refused_block;
  place.refusal = refusal;
  place.end = refusal.block + block_bytes(refusal.operation, 0);
  places_[refusal.block] = place;
}

void NodeBook::release(std::uint32_t buffer) {
  const model::SystemBuffers& system = machine_.spec().system;
  given_out_.at((buffer - system.base) >> system.size_log2) = false;
}

bool NodeBook::has_given_out(std::uint32_t buffer) const {
  const model::SystemBuffers& system = machine_.spec().system;
  return given_out_.at((buffer - system.base) >> system.size_log2);
}

void NodeBook::check_errors() {
  for (const model::InstructionError& seen : machine_.take_errors(node_)) {
    const std::string found =
        std::string(error_name(seen.code)) + " for pointer " + std::to_string(seen.pointer);
    if (errors_.empty()) fail("error_valid_o without a reason: " + found);
    const model::InstructionError expected = errors_.front();
    errors_.erase(errors_.begin());
    if (seen.code != expected.code || seen.pointer != expected.pointer) {
      fail("error_valid_o says " + found + ", not " + error_name(expected.code) + " for pointer " +
           std::to_string(expected.pointer));
    }
  }
}

// Runs of bytes that are written, each at one place.
void NodeBook::observe(const model::MemoryAccess& request, model::Cycle now) {
  last_write_ = now;
  for (unsigned i = 0; i < 8; ++i) {
    if ((request.strobe >> i & 1) == 0) continue;
    unsigned end = i + 1;
    while (end < 8 && (request.strobe >> end & 1) != 0) ++end;
    written(request.address + i, request.address + end, request.fence);
    i = end;
  }
}

void NodeBook::written(std::uint32_t begin, std::uint32_t end, bool fence) {
  if (begin >= machine_.spec().system.base && end <= machine_.system_end()) {
    written_to_system(begin);
    return;
  }
  const auto next = places_.upper_bound(begin);
  const auto found = next == places_.begin() ? places_.end() : std::prev(next);
  if (found == places_.end() || end > found->second.end) {
    fail("bytes " + std::to_string(begin) + " .. " + std::to_string(end - 1) +
         " are written, which belong to no operation under way");
  }
  const Place place = found->second;
  switch (place.kind) {
    case Kind::receive_block:
      written_to_receive(*place.receive, begin, end, fence);
      break;
    case Kind::send_block:
      written_to_sending(*place.sending, begin, end, fence);
      break;
    case Kind::refused_block:
      written_to_refused(place.refusal, begin, end, fence);
      break;
    case Kind::buffer:
      place.receive->bytes_written += end - begin;
      place.receive->end_written =
          std::max(place.receive->end_written, end - place.receive->buffer);
      break;
  }
}

void NodeBook::written_to_system(std::uint32_t begin) {
  const model::SystemBuffers& system = machine_.spec().system;
  const std::uint32_t buffer = (begin - system.base) >> system.size_log2;
  if (given_out_[buffer]) {
    fail("system buffer " + std::to_string(buffer) + " is written while a receive has it");
  }
}

void NodeBook::written_to_sending(Sending& sending, std::uint32_t begin, std::uint32_t end,
                                  bool fence) {
  const std::uint32_t flag_at = sending.block + header_block(sending.operation).flag;
  if (!overlaps(begin, end, flag_at)) {
    if (end > sending.block + kLinkBytes) fail("a send's header block is changed");
    return;
  }
  if (begin != flag_at || end != flag_at + 4) fail("more or less than a flag is written");
  const std::uint32_t flag = memory_.read_word(flag_at);
  const std::uint32_t due = sending.flag == 0 ? kInProgress : kComplete;
  if (flag != due) {
    fail("the flag of the send with header block " + std::to_string(sending.block) + " becomes " +
         std::to_string(flag) + ", not " + std::to_string(due));
  }
  if (!fence) fail("a flag is written without a fence");
  sending.flag = flag;
  if (flag != kComplete) return;
  places_.erase(sending.block);
  events_.push_back({BookEvent::Kind::sent, sending.block, nullptr, nullptr});
}

void NodeBook::written_to_refused(const Refusal& refusal, std::uint32_t begin, std::uint32_t end,
                                  bool fence) {
  const std::uint32_t flag_at = refusal.block + header_block(refusal.operation).flag;
  if (begin != flag_at || end != flag_at + 4) {
    fail("a refused header block is changed, apart from its flag");
  }
  const std::uint32_t flag = memory_.read_word(flag_at);
  if (flag != error_flag(refusal.error)) {
    fail("a header block with the error \"" + std::string(error_name(refusal.error)) +
         "\" gets the flag " + std::to_string(flag) + ", not " +
         std::to_string(error_flag(refusal.error)));
  }
  if (!fence) fail("a flag is written without a fence");
  places_.erase(refusal.block);
  events_.push_back({BookEvent::Kind::refused, refusal.block, nullptr, nullptr});
}

bool NodeBook::is_quiet() const {
  return places_.empty() && open_.empty() && arriving_.empty() && errors_.empty();
}

std::string NodeBook::to_text() const {
  std::string text = "node " + std::to_string(node_) + ": ";
  text += std::to_string(arriving_.size()) + " messages not matched, " +
          std::to_string(errors_.size()) + " errors not shown";
  for (const Message* message : arriving_) {
    text += "\n    message from " + std::to_string(message->source) + ", type " +
            std::to_string(message->type) + ", " + std::to_string(message->length) + " bytes";
  }
  for (const auto& [begin, place] : places_) {
    if (place.kind == Kind::receive_block) {
      text +=
          "\n    " + sim::to_text(*place.receive) + ", flag " + std::to_string(place.receive->flag);
    } else if (place.kind == Kind::send_block) {
      text += "\n    send with header block " + std::to_string(begin) + ", flag " +
              std::to_string(place.sending->flag);
    } else if (place.kind == Kind::refused_block) {
      text += "\n    no answer to " + std::string(error_name(place.refusal.error));
    }
  }
  return text;
}

}  // namespace turnpike::sim
