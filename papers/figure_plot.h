// figure_plot.h - a figure of a paper drawn again, with error bars, by gnuplot.

#pragma once

#include <string>
#include <vector>

#include "papers/report.h"
#include "sim/base/staged_files.h"

namespace turnpike::sim {

// Writes NAME.gp for each plot, a script with its data in it, and draws NAME.svg.
// Returns why there is no picture, or nothing.
std::string draw_plots(const std::vector<const Plot*>& plots, StagedFiles& files);

}  // namespace turnpike::sim
