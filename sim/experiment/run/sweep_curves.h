// sweep_curves.h - the points of every curve, at given loads or where saturation is.

#pragma once

#include <optional>
#include <vector>

#include "sim/experiment/run/point_runner.h"
#include "sim/experiment/run/sweep_plan.h"

namespace turnpike::sim {

struct SweptPoint {
  double load = 0;
  bool is_long = false;  // a run that confirms the search
  PointResult result;
};

struct SweptCurve {
  Curve curve;
  std::vector<SweptPoint> points;    // load ascending
  bool searched = false;             // for saturation
  bool whole = true;                 // the search came to its end
  std::optional<double> saturation;  // highest load that accepted traffic follows
  // Searched: the lowest load that it does not follow, or the bound.
  std::optional<double> saturated;
};

// What the configuration of a curve says.
struct CurveLimits {
  double highest = 1;                   // load that can be asked for
  std::optional<double> bound;          // exact_bound()
  std::vector<std::string> longer_run;  // settings of a long run of the search
};

// All curves at all loads.
std::vector<SweptCurve> run_curves(const std::vector<Curve>& curves,
                                   const std::vector<double>& loads, PointRunner& runner);

// Traffic whose load is only measured: one point for each curve, whose load is what was measured.
std::vector<SweptCurve> run_points(const std::vector<Curve>& curves, PointRunner& runner);

// Each curve: its saturation point, then loads around it. `limits`: of each curve.
std::vector<SweptCurve> search_curves(const std::vector<Curve>& curves,
                                      const std::vector<CurveLimits>& limits, PointRunner& runner);

}  // namespace turnpike::sim
