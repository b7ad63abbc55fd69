// read_results.h - reads the folder of a run or of a sweep for `report`.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/experiment/config/experiment.h"
#include "sim/experiment/results/run_folder.h"
#include "sim/studies/page/replay.h"

namespace turnpike::sim {

struct PagePoint {
  std::size_t curve = 0;
  RunRecord run;
  Experiment experiment;
  Replay replay;
};

struct PageCurve {
  std::string label;
  std::optional<double> saturation;  // flits per node and cycle; none: not searched or not found
};

// A run is one curve of one point.
struct PageResults {
  bool is_sweep = false;
  std::string name;
  std::vector<PageCurve> curves;
  std::vector<PagePoint> points;     // curve after curve, load ascending
  std::vector<std::string> missing;  // points of a sweep that were not run
};

// Without replays. Throws ConfigError: no such folder, not a run's or a sweep's, half-written,
// damaged, of another version.
PageResults read_results(const std::string& folder);

}  // namespace turnpike::sim
