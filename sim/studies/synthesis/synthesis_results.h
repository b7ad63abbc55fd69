// synthesis_results.h - results of a synthesis, as JSON and as text.

#pragma once

#include <string>
#include <vector>

#include "sim/experiment/results/result_keys.h"
#include "sim/studies/synthesis/synthesize.h"

namespace turnpike::sim {

// A module, or the shapes of a network with how many there are of each.
struct SynthesisResults {
  std::string name;
  const FpgaDevice* device = nullptr;
  std::vector<std::string> nextpnr_options;  // that were asked for
  struct Part {
    Synthesized synthesized;
    unsigned count = 1;
    bool is_part = false;  // of another one, with ports left out: not placed
  };
  std::vector<Part> parts;

  CellCounts sum() const;
  unsigned sum_of_luts_default_flow() const;
  // Of the slowest part that was placed; 0: nothing was placed.
  double mhz() const;
};

Json to_json(const SynthesisResults& results);
std::string to_text(const SynthesisResults& results);

}  // namespace turnpike::sim
