// sweep_curves.h - the points of every curve, at given loads or where saturation is.

#pragma once

#include <optional>
#include <vector>

#include "sim/experiment/point_runner.h"
#include "sim/experiment/sweep_plan.h"

namespace turnpike::sim {

struct SweptPoint {
  double load = 0;
  PointResult result;
};

struct SweptCurve {
  Curve curve;
  std::vector<SweptPoint> points;    // load ascending
  bool searched = false;             // for saturation
  bool whole = true;                 // the search came to its end
  std::optional<double> saturation;  // highest load that accepted traffic follows
  double highest = 1;                // load that can be asked for
};

// All curves at all loads.
std::vector<SweptCurve> run_curves(const std::vector<Curve>& curves,
                                   const std::vector<double>& loads, PointRunner& runner);

// Each curve: the saturation point within 2 %, then loads around it. `highest`: of each curve.
std::vector<SweptCurve> search_curves(const std::vector<Curve>& curves,
                                      const std::vector<double>& highest, PointRunner& runner);

}  // namespace turnpike::sim
