// bus_driver.cpp - AXI4-Lite as its manager, AXI4 as its subordinate.

#include "sim/machine/fabric/bus_driver.h"

namespace turnpike::sim {
namespace {

// Of docs/adapters.md, section 1.
constexpr std::uint32_t kNode = 0x0c;
constexpr std::uint32_t kSystemBase = 0x10;
constexpr std::uint32_t kSystemSize = 0x14;
constexpr std::uint32_t kOperation = 0x18;
constexpr std::uint32_t kPointer = 0x1c;
constexpr std::uint32_t kPending = 0x24;
constexpr std::uint32_t kEnable = 0x28;
constexpr std::uint32_t kIssue = 0x60;
constexpr std::uint32_t kEnd = 0x80;
constexpr std::uint32_t kAllInterrupts = 0xf;
constexpr auto kRefused = static_cast<std::uint32_t>(model::AxiResponse::slverr);

}  // namespace

BusDriver::BusDriver(const BusSpec& spec, model::NodeId node, const model::CoprocessorIn& asked)
    : spec_(spec), node_(node), asked_(asked), random_(spec.seed, model::Stream::bus) {}

bool BusDriver::is_idle() const {
  return !is_issuing_ && write_addresses_.empty() && write_data_.empty() &&
         read_addresses_.empty() && write_answers_ == 0 && read_answers_.empty() &&
         !shown_.memory_valid;
}

// docs/adapters.md, section 5, step 4.
void BusDriver::set_up() {
  write({kNode, asked_.node});
  write({kSystemBase, asked_.system_base});
  write({kSystemSize, asked_.system_size_log2});
  write({kEnable, kAllInterrupts});
  is_set_up_ = true;
}

void BusDriver::issue() {
  is_issuing_ = true;
  if ((draw() & 1) != 0) {
    write({kIssue + 4 * asked_.operation, asked_.pointer, 0xf, true});
    return;
  }
  write({kOperation, asked_.operation});
  write({kPointer, asked_.pointer, 0xf, true});
}

// A write that changes nothing but interrupts, or is refused.
void BusDriver::look_around() {
  const std::uint64_t bits = draw();
  const auto data = static_cast<std::uint32_t>(bits >> 32);
  switch (bits & 7) {
    case 0:
      write({kPending, data & kAllInterrupts});
      break;
    case 1:
      write({kEnable, data & kAllInterrupts, data >> 4 & 0xf});
      break;
    case 2:
      write({kSystemBase, asked_.system_base});
      break;
    case 3:
      write({kPointer, data, 0x7});
      break;  // not whole
    case 4:
      write({data & 0xff8, data, 0});
      break;  // no byte
    case 5:
      write({kEnd + (data & 0xf7c), data});
      break;  // nothing is there
    case 6:
      write({kOperation, data | 8});
      break;
    default:
      write({data & 4, data});
      break;  // identity and version
  }
}

void BusDriver::write(const Write& write) {
  addresses_.push_back(write);
  words_.push_back(write);
  answers_.push_back(write.is_last);
}

// The next write may be on the bus before the one before it is answered.
void BusDriver::next_write(bool may_issue) {
  if (!is_set_up_) set_up();
  if (answers_.empty()) is_ready_ = true;
  constexpr std::size_t kWithoutAnswer = 2;
  if (addresses_.empty() && words_.empty() && is_ready_ && answers_.size() < kWithoutAnswer) {
    const bool is_taken = shown_.instruction_ready;  // in the cycle that ends
    if (asked_.instruction_valid && may_issue && !is_issuing_ && !is_taken) {
      issue();
    } else if (is_on(spec_.look)) {
      look_around();
    }
  }
  if (!processor_.awvalid && !addresses_.empty() && !is_on(spec_.stall)) {
    processor_.awvalid = true;
    processor_.awaddr = addresses_.front().address;
    addresses_.pop_front();
  }
  if (!processor_.wvalid && !words_.empty() && !is_on(spec_.stall)) {
    processor_.wvalid = true;
    processor_.wdata = words_.front().data;
    processor_.wstrb = words_.front().strobe;
    words_.pop_front();
  }
}

void BusDriver::tick_processor(const model::AxiLiteOut& bus, bool may_issue) {
  const bool is_answered = bus.bvalid && processor_.bready;
  if (bus.awready) processor_.awvalid = false;
  if (bus.wready) processor_.wvalid = false;
  if (bus.arready) processor_.arvalid = false;
  if (bus.rvalid && processor_.rready) is_reading_ = false;
  next_write(may_issue);
  shown_.instruction_ready = is_answered && answers_.front();
  if (shown_.instruction_ready) is_issuing_ = false;
  if (is_answered) answers_.pop_front();
  if (!is_reading_ && is_on(spec_.look)) {
    // Now and then beyond the registers.
    const std::uint64_t bits = draw();
    processor_.araddr = static_cast<std::uint32_t>(bits) & ((bits >> 32 & 7) == 0 ? 0xfff : 0x7f);
    processor_.arvalid = is_reading_ = true;
  }
  processor_.bready = !is_on(spec_.stall);
  processor_.rready = !is_on(spec_.stall);
}

// One request of the machine's memory at a time; which of both kinds comes first is open.
void BusDriver::next_request() {
  const bool can_write = !write_addresses_.empty() && !write_data_.empty();
  const bool can_read = !read_addresses_.empty();
  if (!can_write && !can_read) return;
  shown_.memory_valid = true;
  shown_.memory_write = can_write && (!can_read || (draw() & 1) != 0);
  if (shown_.memory_write) {
    shown_.memory_address = write_addresses_.front().address;
    shown_.memory_fence = write_addresses_.front().is_alone;
    shown_.memory_data = write_data_.front().data;
    shown_.memory_strobe = write_data_.front().strobe;
    write_addresses_.pop_front();
    write_data_.pop_front();
  } else {
    shown_.memory_address = read_addresses_.front();
    read_addresses_.pop_front();
  }
}

void BusDriver::respond() {
  const auto response = [this] { return is_on(spec_.error) ? kRefused : 0; };
  if (!memory_.bvalid && write_answers_ != 0 && !is_on(spec_.stall)) {
    --write_answers_;
    memory_.bvalid = true;
    memory_.bresp = response();
  }
  if (!memory_.rvalid && !read_answers_.empty() && !is_on(spec_.stall)) {
    memory_.rvalid = true;
    memory_.rresp = response();
    memory_.rdata = read_answers_.front();
    read_answers_.pop_front();
  }
}

void BusDriver::tick_memory(const model::AxiOut& bus) {
  if (memory_.bvalid && bus.bready) --unanswered_;
  if (bus.bready) memory_.bvalid = false;
  if (bus.rready) memory_.rvalid = false;
  // What the machine's memory did in this cycle
  if (asked_.memory_response) read_answers_.push_back(asked_.memory_read_data);
  if (shown_.memory_valid && asked_.memory_ready) {
    if (shown_.memory_write) ++write_answers_;
    shown_.memory_valid = false;
  }
  // What came
  if (bus.awvalid && memory_.awready) {
    write_addresses_.push_back({bus.awaddr, unanswered_++ == 0});
  }
  if (bus.wvalid && memory_.wready) write_data_.push_back({bus.wdata, bus.wstrb});
  if (bus.arvalid && memory_.arready) read_addresses_.push_back(bus.araddr);
  if (!shown_.memory_valid) next_request();
  respond();
  memory_.awready = !is_on(spec_.stall);
  memory_.wready = !is_on(spec_.stall);
  memory_.arready = !is_on(spec_.stall);
}

void BusDriver::tick(model::Cycle now, const model::AxiLiteOut& registers,
                     const model::AxiOut& memory, bool may_issue) {
  constexpr std::uint64_t kDraws = 64;  // at most so many in a cycle
  event_ = now * kDraws;
  tick_processor(registers, may_issue);
  tick_memory(memory);
}

}  // namespace turnpike::sim
