// area.h - pins, wires and delays of the J-Machine (Dally 1991, I, III-B, III-E, III-G).

#pragma once

#include "papers/papers.h"

namespace turnpike::sim::dally {

// What the paper says of the J-Machine and its boards.
struct JMachine {
  unsigned data_bits = 9;  // W, of a channel
  unsigned control_bits = 6;
  unsigned node_channels = 6;
  unsigned power_pins = 48;
  unsigned other_pins = 30;  // external memory, control
  unsigned package_pins = 168;
  unsigned node_wires = 80;    // a board can run across a node
  double node_width = 50;      // mm
  double node_delay = 50;      // ns
  double longest_wire = 225;   // mm
  double longest_delay = 1.5;  // ns
  double mil = .0254;          // mm
  double wire_and_space = 16;  // mil, of a board: 8 and 8
  double process = 1;          // um, of a chip
};

std::vector<Judgement> judge_area(const JMachine& machine);

void add_area(PaperReport& report);

}  // namespace turnpike::sim::dally
