// measured_points.h - networks of Agarwal 1991 run on the model, in the paper's counting; points
// and lines in its figures.

#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "papers/agarwal/network_case.h"
#include "papers/papers.h"
#include "papers/sheet.h"

namespace turnpike::sim::agarwal {

// In percent more than `formula`.
Measured percent_over(const Measured& number, double formula);

struct MeasuredPoint {
  NetworkCase network;
  Measured latency;     // cycles from creation to the last flit, extra_cycles() taken off
  Measured local_wait;  // cycles of it before the node's own channel, which the model has not
  Measured hops;
  Measured ideal;          // latency of such messages with ideal queues (ideal_queues.h), if known
  Measured ideal_highest;  // there, wait a hop in the highest dimension over the mean of all

  double rho() const { return utilisation(network); }
  // Measured over formula, in percent more: above 0, the model is too low.
  Measured excess() const { return percent_over(latency, formula(network)); }
  Measured ideal_excess() const { return percent_over(ideal, formula(network)); }
  // Cycles of waiting altogether, the local channel's aside.
  Measured wait() const;
};

std::vector<std::uint64_t> run_seeds(const PaperOptions& options);

// One point for each network, in order. Interrupted: report.interrupted, and none.
std::vector<MeasuredPoint> measure(const std::vector<NetworkCase>& networks,
                                   const PaperOptions& options, const char* what,
                                   PaperReport& report);

// What is common to tables and figures of measured points.
PlotPoint plotted(const MeasuredPoint& point, double x);
Table points_table(const std::string& id, const std::string& title,
                   const std::vector<MeasuredPoint>& points);

// y at `count` + 1 places from `from` to `to`, without those where the formula is out of its
// domain, or above `highest`.
std::vector<PlotPoint> curve(const std::function<double(double)>& y, double from, double to,
                             unsigned count, double highest);

PlotSeries formula_line(const std::string& label, std::vector<PlotPoint> points, unsigned colour);
PlotSeries measured_series(const std::string& label, std::vector<PlotPoint> points,
                           unsigned colour);

// Latency against m: the formula, dashed as the paper has it, and the measured points of the
// networks that differ from `network` in their rate only.
void add_network(Plot& plot, const NetworkCase& network, const std::string& label,
                 const std::vector<MeasuredPoint>& points);

}  // namespace turnpike::sim::agarwal
