// axi_memory.h - connects the co-processor's memory port to an AXI4 bus, as a manager. Mirror of
// rtl/adapters/axi4_memory.v, skid_buffer.v and outstanding_queue.v, with enable_i high.
//
// docs/adapters.md, section 2, says what happens in which cycle.

#pragma once

#include <cstdint>
#include <deque>

#include "model/adapters/axi_pins.h"
#include "model/coprocessor/coprocessor_pins.h"

namespace turnpike::model {

class AxiMemory {
 public:
  // Reads, and writes, without a response: READS and WRITES.
  static constexpr std::size_t kOutstanding = 8;

  // Registers in the present cycle; after construction: after reset.
  const AxiOut& bus() const { return bus_; }
  bool idle() const { return idle_; }
  bool read_error() const { return read_error_; }
  bool write_error() const { return write_error_; }
  std::uint32_t error_address() const { return error_address_; }
  bool has_response() const { return !responses_.empty(); }
  std::uint64_t response() const { return responses_.front(); }
  // memory_ready_o: it looks at the request of the present cycle.
  bool ready(const CoprocessorOut& request) const;

  // Ends the present cycle.
  void tick(const CoprocessorOut& request, const AxiIn& in);

 private:
  // A fenced write stays on the co-processor's pins until it has its response.
  enum class Fence { none, wait, done };
  struct Request {
    bool write = false;
    std::uint32_t address = 0;
    std::uint64_t data = 0;
    std::uint32_t strobe = 0;
  };

  bool may_issue(const Request& request, const AxiIn& in) const;
  void note_status(const CoprocessorOut& request, const AxiIn& in, bool take_b, bool take_r);

  AxiOut bus_;
  Fence fence_ = Fence::none;
  bool has_room_ = false;            // for a request; low for a cycle after reset
  std::deque<Request> requests_;     // at most two
  std::deque<std::uint32_t> reads_;  // addresses without a response
  std::deque<std::uint32_t> writes_;
  std::deque<std::uint64_t> responses_;  // data on its way to the co-processor
  bool read_error_ = false;
  bool write_error_ = false;
  std::uint32_t error_address_ = 0;
  bool idle_ = true;
};

}  // namespace turnpike::model
