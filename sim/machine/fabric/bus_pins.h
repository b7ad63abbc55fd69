// bus_pins.h - the pins of a node with an axi_coprocessor, by name: values that go to the hardware,
// and values to compare with those of the hardware.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/adapters/axi_pins.h"
#include "model/coprocessor/coprocessor_pins.h"
#include "sim/hardware/shapes/verilog.h"

namespace turnpike::sim {

// All of a node in one cycle.
struct NodePins {
  model::AxiLiteIn processor;
  model::AxiIn memory;
  model::CoprocessorIn watch;  // its watch pins
  model::AxiLiteOut registers;
  model::AxiOut requests;
  bool watch_exception = false;
  bool idle = false;
};

// Where the pins of all nodes lie, side by side (sim/hardware/emit/flat_module.h).
class BusPins {
 public:
  // `pins`: of a node. Throws std::logic_error for one that has no name here.
  explicit BusPins(const std::vector<VerilogPort>& pins);

  unsigned in_bits() const { return in_bits_; }  // of a node
  unsigned out_bits() const { return out_bits_; }

  // Puts a node's inputs where they lie.
  void put(const NodePins& pins, unsigned node, std::vector<std::uint64_t>& in) const;

  struct Difference {
    std::string pin;  // empty: none
    std::uint64_t expected = 0;
    std::uint64_t actual = 0;
  };
  // The first output of a node that is not what the model shows. Payload counts while it is valid.
  Difference compare(const NodePins& pins, unsigned node,
                     const std::vector<std::uint64_t>& out) const;

  // How to find the value of a pin, and whether it counts.
  struct Pin {
    const char* name;
    std::uint64_t (*value)(const NodePins&);
    bool (*counts)(const NodePins&);  // null: always
  };

 private:
  struct Place {
    const Pin* pin = nullptr;
    unsigned low = 0;
    unsigned bits = 0;
  };

  std::vector<Place> inputs_;
  std::vector<Place> outputs_;
  unsigned in_bits_ = 0;
  unsigned out_bits_ = 0;
};

}  // namespace turnpike::sim
