// measured_points.cpp - networks of Agarwal 1991 run on the model, in the paper's counting.

#include "papers/agarwal/measured_points.h"

#include <algorithm>
#include <stdexcept>

#include "papers/network_runs.h"

namespace turnpike::sim::agarwal {

namespace {

MeasuredPoint point_of(const NetworkCase& network, const NetworkPoint& runs) {
  MeasuredPoint point;
  point.network = network;
  point.latency = over_seeds(runs, &model::Results::latency);
  point.latency.mean -= extra_cycles(network.shape);
  point.hops = over_seeds(runs, &model::Results::hops);
  std::vector<double> waits;
  for (const model::Results& one : runs.results) {
    waits.push_back(one.latency - one.network_latency - 1);  // injected in the next cycle at best
  }
  point.local_wait = measured(waits);
  return point;
}

}  // namespace

Measured percent_over(const Measured& number, double formula) {
  return {100 * (number.mean / formula - 1), 100 * number.half_width / formula};
}

Measured MeasuredPoint::wait() const {
  const bool indirect = network.shape == Shape::butterfly;
  const double hops_taken = indirect ? network.dimensions : hops.mean;
  return {latency.mean - local_wait.mean - hops_taken - network.flits, latency.half_width};
}

std::vector<std::uint64_t> run_seeds(const PaperOptions& options) {
  std::vector<std::uint64_t> seeds;
  for (unsigned i = 0; i < (options.quick ? 2u : 4u); ++i) seeds.push_back(options.seed + i);
  return seeds;
}

std::vector<MeasuredPoint> measure(const std::vector<NetworkCase>& networks,
                                   const PaperOptions& options, const char* what,
                                   PaperReport& report) {
  std::vector<NetworkPoint> runs;
  for (const NetworkCase& network : networks) {
    const std::string text = configuration(network, run_lengths(network, options.quick));
    runs.push_back({experiment_from(text, name_of(network)), {}});
  }
  if (!run_network_points(runs, run_seeds(options), options, what)) {
    report.interrupted = true;
    return {};
  }
  std::vector<MeasuredPoint> points;
  for (std::size_t i = 0; i < networks.size(); ++i) {
    points.push_back(point_of(networks[i], runs[i]));
    for (const model::Results& one : runs[i].results) {
      if (one.complete && !one.saturated) continue;
      report.failures.push_back(name_of(networks[i]) + ": " + one.reason);
    }
  }
  return points;
}

PlotPoint plotted(const MeasuredPoint& point, double x) {
  return {x, point.latency.mean, point.latency.half_width};
}

Table points_table(const std::string& id, const std::string& title,
                   const std::vector<MeasuredPoint>& points) {
  const bool with_ideal = !points.empty() && points.front().ideal.known();
  Table table;
  table.id = id;
  table.title = title;
  table.columns = {"network", "rho", "m", "latency", "formula", "over formula, %"};
  if (with_ideal) {
    table.columns.insert(table.columns.end(), {"ideal queues", "over formula, %"});
  }
  table.columns.insert(table.columns.end(), {"hops", "local wait"});
  for (const MeasuredPoint& point : points) {
    std::vector<Cell> row = {name_of(point.network),           exact(point.rho(), 3),
                             exact(point.network.rate, 5),     Cell(point.latency, 2),
                             exact(formula(point.network), 2), exact(point.excess().mean, 1)};
    if (with_ideal) {
      row.emplace_back(point.ideal, 2);
      row.push_back(exact(point.ideal_excess().mean, 1));
    }
    row.emplace_back(point.hops, 2);
    row.emplace_back(point.local_wait, 2);
    table.rows.push_back(row);
  }
  table.note =
      "Latency in cycles from creation to the last flit; of it local wait, before the node's own "
      "channel, which takes one message after the other and is not in the formula.";
  if (with_ideal) {
    table.note +=
        " Ideal queues: such messages where heads that come at once enter a queue at once; over "
        "more seeds.";
  }
  return table;
}

std::vector<PlotPoint> curve(const std::function<double(double)>& y, double from, double to,
                             unsigned count, double highest) {
  std::vector<PlotPoint> points;
  for (unsigned i = 0; i <= count; ++i) {
    const double x = from + (to - from) * i / count;
    try {
      const double value = y(x);
      if (value <= highest) points.push_back({x, value, 0});
    } catch (const std::invalid_argument&) {
      continue;  // beyond saturation
    }
  }
  return points;
}

PlotSeries formula_line(const std::string& label, std::vector<PlotPoint> points, unsigned colour) {
  PlotSeries series;
  series.label = label;
  series.points = std::move(points);
  series.style = PlotStyle::line;
  series.colour = colour;
  return series;
}

PlotSeries measured_series(const std::string& label, std::vector<PlotPoint> points,
                           unsigned colour) {
  PlotSeries series = formula_line(label, std::move(points), colour);
  series.style = PlotStyle::points;
  return series;
}

void add_network(Plot& plot, const NetworkCase& network, const std::string& label,
                 const std::vector<MeasuredPoint>& points) {
  const unsigned colour = plot.series.empty() ? 1 : plot.series.back().colour + 1;
  constexpr double kHighestUtilisation = .97;
  const auto at = [&](double rate) {
    NetworkCase one = network;
    one.rate = rate;
    return formula(one);
  };
  const double last = at_utilisation(network, kHighestUtilisation).rate;
  const double highest = plot.y_limit > 0 ? plot.y_limit : 1e9;
  PlotSeries line = formula_line(label, curve(at, 0, last, 97, highest), colour);
  line.dashed = true;
  std::vector<PlotPoint> measured_points;
  for (const MeasuredPoint& point : points) {
    if (!is_same_but_for_rate(point.network, network)) continue;
    measured_points.push_back(plotted(point, point.network.rate));
  }
  plot.series.push_back(line);
  plot.series.push_back(measured_series("", measured_points, colour));
  PlotSeries ideal = measured_series("", {}, colour);
  ideal.is_hollow = true;
  for (const MeasuredPoint& point : points) {
    if (!is_same_but_for_rate(point.network, network) || !point.ideal.known()) continue;
    ideal.points.push_back({point.network.rate, point.ideal.mean, point.ideal.half_width});
  }
  if (!ideal.points.empty()) plot.series.push_back(ideal);
}

}  // namespace turnpike::sim::agarwal
