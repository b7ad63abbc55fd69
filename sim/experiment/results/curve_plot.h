// curve_plot.h - latency and accepted traffic over offered load, as a picture.

#pragma once

#include <string>
#include <vector>

#include "sim/base/staged_files.h"

namespace turnpike::sim {

struct CurvePoint {
  double offered = 0;      // flits per node and cycle
  double accepted = 0;     // flits per node and cycle
  double latency = 0;      // cycles
  bool saturated = false;  // or not carried to its end: the latency is that of some packets
  // Cycles, half width of the band about the latency; below 0: no band.
  double half_width = -1;
};

struct PlotCurve {
  std::string label;               // empty: the only one
  std::vector<CurvePoint> points;  // offered ascending
};

// Writes sweep.gp, a script with its data in it, and draws sweep.svg and sweep.png with gnuplot.
// Returns why there is no picture, or nothing; what is not drawn is not in the folder either.
std::string plot_curves(const std::string& title, const std::vector<PlotCurve>& curves,
                        StagedFiles& files);

}  // namespace turnpike::sim
