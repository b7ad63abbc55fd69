// gate_synthesis.h - the area and delay of a design in the cells of a Liberty file.

#pragma once

#include <string>
#include <vector>

#include "sim/experiment/results/result_keys.h"
#include "sim/studies/synthesis/design.h"
#include "sim/studies/synthesis/network_designs.h"

namespace turnpike::sim {

// Cells after Yosys and ABC. Buffer memories are flip-flops. The delay is that of the longest path
// between registers, or from and to pins, through gates alone: without wires, clock-to-output and
// setup times.
struct Gates {
  Design design;
  unsigned count = 1;           // instances of the design
  double area = 0;              // of the cells, in the units of the file (um^2 in most)
  double gate_equivalents = 0;  // area as a multiple of that of a NAND of two inputs
  double delay_ps = 0;
};

struct GateResults {
  std::string name;     // of the module or the configuration
  std::string liberty;  // the file, as it was named
  double nand2_area = 0;
  std::vector<Gates> parts;

  double gate_equivalents() const;
  double delay_ps() const;  // of the slowest part
};

// Each design in a call of Yosys. Throws ConfigError: the file cannot be read or is no library of
// cells, a tool is missing or fails; SynthesisFault: a latch.
GateResults synthesize_gates(const std::vector<CountedDesign>& designs,
                             const std::string& liberty_file);

Json to_json(const GateResults& results);
std::string to_text(const GateResults& results);

}  // namespace turnpike::sim
