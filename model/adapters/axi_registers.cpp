// axi_registers.cpp - the map of docs/adapters.md, section 1.

#include "model/adapters/axi_registers.h"

namespace turnpike::model {
namespace {

// Offsets over four.
enum Word : std::uint32_t {
  kIdentity,
  kVersion,
  kShape,
  kNode,
  kSystemBase,
  kSystemSize,
  kOperation,
  kPointer,
  kStatus,
  kPending,
  kEnable,
  kErrorCode,
  kErrorPointer,
  kBusErrorAddress,
  kSent = 16,
  kReceived,
  kErrors,
  kBusErrors,
  kCycles,
  kCyclesHigh,
  kIssue = 24,  // eight of them
  kEnd = 32,
};

bool is_issue(std::uint32_t word) { return word >= kIssue && word < kEnd; }

bool is_defined(std::uint32_t word) {
  return word <= kBusErrorAddress || (word >= kSent && word <= kCyclesHigh) || is_issue(word);
}

std::uint32_t low(std::uint64_t value) { return static_cast<std::uint32_t>(value); }
std::uint32_t high(std::uint64_t value) { return static_cast<std::uint32_t>(value >> 32); }

}  // namespace

AxiRegisters::AxiRegisters(const CoprocessorParams& params, std::uint32_t node)
    : params_(params), node_(node) {}

void AxiRegisters::drive(CoprocessorIn& pins) const {
  pins.node = node_;
  pins.system_base = system_base_;
  pins.system_size_log2 = system_size_log2_;
  pins.instruction_valid = instruction_valid_;
  pins.operation = issued_;
  pins.pointer = pointer_;
}

AxiRegisters::Read AxiRegisters::read(std::uint32_t word, bool idle) const {
  switch (word) {
    case kIdentity:
      return {0x54504b45};
    case kVersion:
      return {0x100};
    case kShape:
      return {params_.system_buffers << 16 | params_.flit_bits << 8 | params_.dimensions};
    case kNode:
      return {node_};
    case kSystemBase:
      return {system_base_};
    case kSystemSize:
      return {system_size_log2_};
    case kOperation:
      return {operation_};
    case kPointer:
      return {pointer_};
    case kStatus:
      return {(bus().interrupt ? 8u : 0u) | (started_ ? 4u : 0u) | (idle ? 2u : 0u) |
              (instruction_valid_ ? 0u : 1u)};
    case kPending:
      return {pending_};
    case kEnable:
      return {enabled_};
    case kErrorCode:
      return {error_code_};
    case kErrorPointer:
      return {error_pointer_};
    case kBusErrorAddress:
      return {bus_error_address_};
    case kSent:
      return {sent_};
    case kReceived:
      return {received_};
    case kErrors:
      return {errors_};
    case kBusErrors:
      return {bus_errors_};
    case kCycles:
      return {low(cycles_)};
    case kCyclesHigh:
      return {cycles_high_};
    default:
      return {0, is_issue(word) ? AxiResponse::okay : AxiResponse::decerr};
  }
}

// Bytes with a strobe lie over the value that is there; then the whole is judged.
AxiRegisters::Write AxiRegisters::judge() const {
  const AxiLiteSlave::Write& from = slave_.write();
  Write write;
  write.word = from.word;
  const bool is_whole = from.strobe == 0xf;
  bool good = false;
  switch (write.word) {
    case kNode:
      write.value = from.over(node_);
      good = !started_ && write.value >> params_.dimensions == 0;
      break;
    case kSystemBase:
      write.value = from.over(system_base_);
      good = !started_ && write.value % 8 == 0;
      break;
    case kSystemSize:
      write.value = from.over(system_size_log2_);
      good = !started_ && write.value >= 6 && write.value <= 31;
      break;
    case kOperation:
      write.value = from.over(operation_);
      good = write.value < 8;
      break;
    case kPending:
      write.value = from.over(0);
      good = write.value < 16;
      break;
    case kEnable:
      write.value = from.over(enabled_);
      good = write.value < 16;
      break;
    default:
      write.value = from.over(0);
      write.issues = write.word == kPointer || is_issue(write.word);
      good = write.issues && is_whole;
  }
  write.issues = write.issues && good;
  write.takes_effect = good && from.strobe != 0;
  if (!is_defined(write.word)) {
    write.response = AxiResponse::decerr;
  } else if (!good && from.strobe != 0) {
    write.response = AxiResponse::slverr;
  }
  return write;
}

void AxiRegisters::carry_out(const Write& write) {
  if (!write.takes_effect) return;
  switch (write.word) {
    case kNode:
      node_ = write.value;
      break;
    case kSystemBase:
      system_base_ = write.value;
      break;
    case kSystemSize:
      system_size_log2_ = write.value;
      break;
    case kOperation:
      operation_ = write.value;
      break;
    case kEnable:
      enabled_ = write.value;
      break;
    default:
      break;
  }
  if (!write.issues) return;
  instruction_valid_ = true;
  started_ = true;
  issued_ = is_issue(write.word) ? write.word - kIssue : operation_;
  pointer_ = write.value;
}

// An event in the cycle in which its bit is cleared stays pending.
void AxiRegisters::note_events(const CoprocessorOut& events, const AxiMemory& memory,
                               std::uint32_t cleared) {
  slave_.set_interrupt((pending_ & enabled_) != 0);
  const bool bus_error = memory.read_error() || memory.write_error();
  pending_ = (pending_ & ~cleared) | (events.sent ? 1u : 0u) | (events.received ? 2u : 0u) |
             (events.error_valid ? 4u : 0u) | (bus_error ? 8u : 0u);
  sent_ += events.sent ? 1 : 0;
  received_ += events.received ? 1 : 0;
  if (events.error_valid) {
    ++errors_;
    error_code_ = events.error_code;
    error_pointer_ = events.error_pointer;
  }
  if (bus_error) {
    bus_errors_ += (memory.read_error() ? 1u : 0u) + (memory.write_error() ? 1u : 0u);
    bus_error_address_ = memory.error_address();
  }
  ++cycles_;
}

void AxiRegisters::tick(const AxiLiteIn& in, const CoprocessorOut& events, const AxiMemory& memory,
                        bool idle) {
  const Write write = slave_.has_write() ? judge() : Write();
  const bool written = slave_.has_write() && !(write.issues && instruction_valid_);
  std::optional<Read> found;
  if (slave_.has_read()) {
    found = read(slave_.read_word(), idle);
    if (slave_.read_word() == kCycles) cycles_high_ = high(cycles_);
  }
  const bool clears = written && write.takes_effect && write.word == kPending;
  note_events(events, memory, clears ? write.value : 0);
  if (instruction_valid_ && events.instruction_ready) instruction_valid_ = false;
  if (written) carry_out(write);
  slave_.tick(in, written ? std::optional(write.response) : std::nullopt, found);
}

}  // namespace turnpike::model
