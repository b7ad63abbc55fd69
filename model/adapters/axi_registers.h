// axi_registers.h - a co-processor's instructions, status and counters on AXI4-Lite. Mirror of
// rtl/adapters/axi4_lite_registers.v and event_registers.v, with enable_i high.
//
// docs/adapters.md, section 1, lists the registers and says what happens in which cycle.

#pragma once

#include <cstdint>

#include "model/adapters/axi_lite_slave.h"
#include "model/adapters/axi_memory.h"
#include "model/adapters/axi_pins.h"
#include "model/coprocessor/coprocessor_params.h"
#include "model/coprocessor/coprocessor_pins.h"

namespace turnpike::model {

class AxiRegisters {
 public:
  // After reset. `node`: node_i.
  AxiRegisters(const CoprocessorParams& params, std::uint32_t node);

  // Registers in the present cycle.
  const AxiLiteOut& bus() const { return slave_.bus(); }
  bool instruction_valid() const { return instruction_valid_; }
  // Puts the pins that it has on the co-processor's side on `pins`.
  void drive(CoprocessorIn& pins) const;

  // Ends the present cycle. `events`: the co-processor's outputs in it; `idle`: idle_o.
  void tick(const AxiLiteIn& in, const CoprocessorOut& events, const AxiMemory& memory, bool idle);

 private:
  using Read = AxiLiteSlave::Read;
  // A write: what the register would hold, whether it may, and whether it issues an instruction.
  struct Write {
    std::uint32_t word = 0;
    std::uint32_t value = 0;
    AxiResponse response = AxiResponse::okay;
    bool takes_effect = false;
    bool issues = false;
  };

  Read read(std::uint32_t word, bool idle) const;
  Write judge() const;
  void carry_out(const Write& write);
  void note_events(const CoprocessorOut& events, const AxiMemory& memory, std::uint32_t cleared);

  CoprocessorParams params_;
  AxiLiteSlave slave_;

  bool instruction_valid_ = false;
  bool started_ = false;
  std::uint32_t issued_ = 0;  // operation of the instruction on the pins
  std::uint32_t operation_ = 0;
  std::uint32_t pointer_ = 0;
  std::uint32_t node_;
  std::uint32_t system_base_ = 0;
  std::uint32_t system_size_log2_ = 16;
  std::uint32_t enabled_ = 0;

  std::uint32_t pending_ = 0;
  std::uint32_t error_code_ = 0;
  std::uint32_t error_pointer_ = 0;
  std::uint32_t bus_error_address_ = 0;
  std::uint32_t sent_ = 0;
  std::uint32_t received_ = 0;
  std::uint32_t errors_ = 0;
  std::uint32_t bus_errors_ = 0;
  std::uint64_t cycles_ = 0;
  std::uint32_t cycles_high_ = 0;
};

}  // namespace turnpike::model
