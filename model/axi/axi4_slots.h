// axi4_slots.h - the places in the memories of an AXI4 network that its managers write and read on
// an FPGA (docs/fpga.md).

#pragma once

#include <cstdint>
#include <vector>

#include "model/adapters/axi4_network.h"
#include "model/axi/axi4_ports.h"

namespace turnpike::model {

struct Axi4Slots {
  static constexpr unsigned kBeats = 16;  // of a slot

  unsigned slot_bits = 0;                             // a manager has 2^slot_bits slots
  unsigned word_bits = 0;                             // a memory has 2^word_bits beats
  std::vector<std::vector<std::uint64_t>> addresses;  // [manager, in the order of ports][slot]
};

// The slots of a manager lie in all memories by turns. Throws ConfigurationError where a region is
// too small for them, or there are too many managers.
Axi4Slots axi4_slots(const std::vector<Axi4Port>& ports, const Axi4NetworkSpec& spec);

}  // namespace turnpike::model
