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

std::uint32_t mask_of(std::uint32_t strobe) {
  std::uint32_t mask = 0;
  for (unsigned byte = 0; byte < 4; ++byte) {
    if ((strobe >> byte & 1) != 0) mask |= 0xffu << (8 * byte);
  }
  return mask;
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
      return {(bus_.interrupt ? 8u : 0u) | (started_ ? 4u : 0u) | (idle ? 2u : 0u) |
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
  Write write;
  write.word = write_word_;
  const bool is_whole = write_strobe_ == 0xf;
  const std::uint32_t mask = mask_of(write_strobe_);
  const auto over = [&](std::uint32_t present) { return (present & ~mask) | (write_data_ & mask); };
  bool good = false;
  switch (write.word) {
    case kNode:
      write.value = over(node_);
      good = !started_ && write.value >> params_.dimensions == 0;
      break;
    case kSystemBase:
      write.value = over(system_base_);
      good = !started_ && write.value % 8 == 0;
      break;
    case kSystemSize:
      write.value = over(system_size_log2_);
      good = !started_ && write.value >= 6 && write.value <= 31;
      break;
    case kOperation:
      write.value = over(operation_);
      good = write.value < 8;
      break;
    case kPending:
      write.value = over(0);
      good = write.value < 16;
      break;
    case kEnable:
      write.value = over(enabled_);
      good = write.value < 16;
      break;
    default:
      write.value = over(0);
      write.issues = write.word == kPointer || is_issue(write.word);
      good = write.issues && is_whole;
  }
  write.issues = write.issues && good;
  write.takes_effect = good && write_strobe_ != 0;
  if (!is_defined(write.word)) {
    write.response = AxiResponse::decerr;
  } else if (!good && write_strobe_ != 0) {
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
  bus_.interrupt = (pending_ & enabled_) != 0;
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

// What is taken in the present cycle is here in the next one.
void AxiRegisters::move_channels(const AxiLiteIn& in, bool written, bool has_read) {
  if (written) has_address_ = has_data_ = false;
  if (has_read) has_read_ = false;
  if (in.awvalid && bus_.awready) {
    has_address_ = true;
    write_word_ = in.awaddr / 4;
  }
  if (in.wvalid && bus_.wready) {
    has_data_ = true;
    write_data_ = in.wdata;
    write_strobe_ = in.wstrb;
  }
  if (in.arvalid && bus_.arready) {
    has_read_ = true;
    read_word_ = in.araddr / 4;
  }
  bus_.awready = !has_address_;
  bus_.wready = !has_data_;
  bus_.arready = !has_read_;
}

void AxiRegisters::tick(const AxiLiteIn& in, const CoprocessorOut& events, const AxiMemory& memory,
                        bool idle) {
  const bool can_read = has_read_ && !bus_.rvalid;
  const bool can_write = has_address_ && has_data_ && !bus_.bvalid;
  const Write write = can_write ? judge() : Write();
  const bool written = can_write && !(write.issues && instruction_valid_);
  if (bus_.bvalid && in.bready) bus_.bvalid = false;
  if (bus_.rvalid && in.rready) bus_.rvalid = false;
  if (can_read) {
    const Read found = read(read_word_, idle);
    bus_.rvalid = true;
    bus_.rdata = found.data;
    bus_.rresp = static_cast<std::uint32_t>(found.response);
    if (read_word_ == kCycles) cycles_high_ = high(cycles_);
  }
  const bool clears = written && write.takes_effect && write.word == kPending;
  note_events(events, memory, clears ? write.value : 0);
  if (instruction_valid_ && events.instruction_ready) instruction_valid_ = false;
  if (written) {
    bus_.bvalid = true;
    bus_.bresp = static_cast<std::uint32_t>(write.response);
    carry_out(write);
  }
  move_channels(in, written, can_read);
}

}  // namespace turnpike::model
