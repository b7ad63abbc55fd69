// axi4_pins.h - the pins of all AXI4 ports of an emitted network, by name: values that go to the
// hardware, and values to compare with those of the hardware.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/adapters/axi4_bus.h"
#include "model/axi/axi4_exercise.h"
#include "sim/hardware/emit/emitted.h"

namespace turnpike::sim {

// Both directions of one bus in one cycle.
struct Axi4BusPins {
  model::Axi4Manager manager;          // what the manager's side drives
  model::Axi4Subordinate subordinate;  // what the subordinate's side drives
};

// Of all ports in this cycle, and then of the control block if there is one, whose AXI4-Lite has
// some of the signals.
std::vector<Axi4BusPins> axi4_bus_pins(const model::Axi4Exercise& exercise);

class Axi4Pins {
 public:
  // One pin: its value, and whether it counts in this cycle (payload does while its channel is
  // valid).
  struct Pin {
    const char* name;
    model::WireBits (*value)(const Axi4BusPins& pins);
    bool (*counts)(const Axi4BusPins& pins);  // null: always
  };
  struct Difference {
    std::string pin;  // empty: there is none
    std::string expected;
    std::string actual;
  };

  explicit Axi4Pins(const std::vector<EmittedBus>& buses);

  // Words of 64 bits for the inputs and outputs of all ports.
  std::size_t in_words() const { return (in_bits_ + 63) / 64; }
  std::size_t out_words() const { return (out_bits_ + 63) / 64; }
  void put(std::size_t port, const Axi4BusPins& pins, std::vector<std::uint64_t>& in) const;
  // The first output pin that is not as `pins` says.
  Difference compare(std::size_t port, const Axi4BusPins& pins,
                     const std::vector<std::uint64_t>& out) const;

 private:
  struct Place {
    const Pin* pin;
    std::size_t low;
    unsigned bits;
  };
  struct Port {
    std::string name;
    std::vector<Place> inputs;
    std::vector<Place> outputs;
  };

  std::size_t in_bits_ = 0;
  std::size_t out_bits_ = 0;
  std::vector<Port> ports_;
};

}  // namespace turnpike::sim
