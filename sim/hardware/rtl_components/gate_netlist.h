// gate_netlist.h - a component as gates, registers and memories: what Yosys leaves of it.

#pragma once

#include <string>
#include <vector>

namespace turnpike::sim {

// A net of one bit; constants have no number.
struct GateNetlist {
  static constexpr int kLow = -1;
  static constexpr int kHigh = -2;

  enum class Kind { and_gate, or_gate, xor_gate, and_not, or_not, not_gate, mux };
  struct Gate {
    Kind kind;
    int a, b, s;  // as many as the kind has; a mux shows b while s is high
    int y;
  };
  // Takes d at each edge, while `enable` is high.
  struct Register {
    int d, q, enable;
  };
  struct ReadPort {
    std::vector<int> address, data;
  };
  struct WritePort {
    std::vector<int> address, data;
    int enable;
  };
  // Read without a clock, written at each edge; of two writes to one word the last one counts.
  struct Memory {
    unsigned words = 0;
    unsigned width = 0;
    std::vector<ReadPort> reads;
    std::vector<WritePort> writes;
  };
  struct Port {
    std::string name;
    bool is_input;
    std::vector<int> bits;
  };
  // A REQUIRE or ENSURE: violated while `enable` is high and `holds` is not.
  struct Check {
    int holds, enable;
    std::string path;  // of the instance
    std::string file;  // as Yosys has read it
    int line;          // in which its macro ends
  };

  std::vector<Port> ports;
  std::vector<Gate> gates;
  std::vector<Register> registers;
  std::vector<Memory> memories;
  std::vector<Check> checks;  // without those that always hold
  int nets = 0;               // all numbers are below
};

// From the JSON that Yosys writes; module `top` holds everything. Throws std::runtime_error that
// names what has no place in a GateNetlist.
GateNetlist read_gate_netlist(const std::string& json, const std::string& top);

}  // namespace turnpike::sim
