// synthesize.h - the area and clock frequency of a design on an FPGA.

#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "sim/studies/synthesis/design.h"
#include "sim/studies/synthesis/fpga_device.h"
#include "sim/studies/synthesis/netlist.h"
#include "sim/studies/synthesis/synthesis_tools.h"
#include "sim/studies/synthesis/timing_report.h"

namespace turnpike::sim {

struct SynthesisOptions {
  const FpgaDevice* device = nullptr;
  unsigned seeds = 3;  // of place and route: 1 to this; 0: cells are counted, nothing is placed
  unsigned jobs = 1;   // tools at a time
  std::vector<std::string> nextpnr_options;  // beside those of the device and of this program
};

struct Synthesized {
  Design design;
  Netlist netlist;                 // without wide LUTs; this is what is placed
  unsigned luts_default_flow = 0;  // with wide LUTs where the family has them
  std::vector<double> mhz;         // [seed - 1]
  TimingReport median;             // of them; of an even number the slower one; with seeds only
};

// A latch, or a DSP block, of which this project has no use; the message names the module.
struct SynthesisFault : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A design before synthesis, which leaves hierarchy.json in the folder. Throws SynthesisFault: a
// latch.
Hierarchy hierarchy_without_latches(const SynthesisTools& tools, const Design& design,
                                    const std::string& folder);

// `on_done` hears how many of the calls of tools have ended. Throws SynthesisFault, and
// ConfigError: a tool that is missing or fails, a design that is too large for the device.
Synthesized synthesize(const Design& design, const SynthesisOptions& options,
                       const std::function<void(std::size_t done, std::size_t all)>& on_done);

}  // namespace turnpike::sim
