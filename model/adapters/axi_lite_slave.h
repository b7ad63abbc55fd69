// axi_lite_slave.h - presents the five channels of AXI4-Lite to registers as writes and reads.
// Mirror of rtl/adapters/axi4_lite_slave.v.

#pragma once

#include <cstdint>
#include <optional>

#include "model/adapters/axi_pins.h"

namespace turnpike::model {

class AxiLiteSlave {
 public:
  // The registers' answer to a read.
  struct Read {
    std::uint32_t data = 0;
    AxiResponse response = AxiResponse::okay;
  };
  // A write; its address in words.
  struct Write {
    std::uint32_t word = 0;
    std::uint32_t data = 0;
    std::uint32_t strobe = 0;  // a bit per byte
    // The written bytes over the value that is there.
    std::uint32_t over(std::uint32_t present) const;
  };

  // Pins in the present cycle.
  const AxiLiteOut& bus() const { return bus_; }
  // The writes and reads that the registers see in this cycle.
  bool has_write() const { return has_address_ && has_data_ && !bus_.bvalid; }
  const Write& write() const { return write_; }
  bool has_read() const { return has_read_ && !bus_.rvalid; }
  std::uint32_t read_word() const { return read_word_; }

  // From the next cycle on.
  void set_interrupt(bool level) { bus_.interrupt = level; }
  // Ends the present cycle, with what the registers answer in it.
  void tick(const AxiLiteIn& in, std::optional<AxiResponse> written, std::optional<Read> read);

 private:
  AxiLiteOut bus_;
  // Taken from the bus, not yet done
  bool has_address_ = false;
  bool has_data_ = false;
  bool has_read_ = false;
  Write write_;
  std::uint32_t read_word_ = 0;  // address in words
};

}  // namespace turnpike::model
