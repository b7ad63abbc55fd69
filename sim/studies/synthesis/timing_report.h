// timing_report.h - reads the --report of nextpnr: the clock, and the path that limits it.

#pragma once

#include <string>
#include <vector>

#include "sim/studies/synthesis/netlist.h"

namespace turnpike::sim {

// A stretch of a path within one instance, and the wires that lead into it.
struct PathPart {
  std::string module;    // empty: a register at a pin
  std::string instance;  // empty: the top module
  double gates_ns = 0;
  double wires_ns = 0;
  unsigned gates = 0;  // passed, between registers
};

struct TimingReport {
  double mhz = 0;
  std::vector<PathPart> path;  // the longest from register to register
};

// Instances are named as in the hierarchy, without that of the wrapper. Throws ConfigError that
// names `file`.
TimingReport read_timing_report(const std::string& text, const Hierarchy& hierarchy,
                                const std::string& file);

}  // namespace turnpike::sim
