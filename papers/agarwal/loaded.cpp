// loaded.cpp - latency against the rate of messages, by (12), (13) and (14).

#include "papers/agarwal/loaded.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <stdexcept>

#include "papers/agarwal/base.h"
#include "papers/agarwal/measured_points.h"

namespace turnpike::sim::agarwal {

namespace closed = model::agarwal;
using closed::Constraint;

namespace {

constexpr double kBits = 128;         // L
constexpr double kStages = 5;         // of the indirect network
constexpr double kSwitchSize = 4;     // k
constexpr double kIndirectFlits = 8;  // 128 pins: 16 bits a channel
constexpr double kDelay = 4;          // s
constexpr double kRateStep = 1e-5;

template <typename Formula>
double unless_saturated(const Formula& formula) {
  try {
    return formula();
  } catch (const std::invalid_argument&) {
    return std::numeric_limits<double>::infinity();
  }
}

double width_of(Constraint constraint, unsigned dimensions) {
  if (constraint == Constraint::bisection) return std::pow(k1K, 1. / dimensions);
  return constraint == Constraint::node ? 64. / dimensions : 32;
}

}  // namespace

double direct_latency(Constraint constraint, unsigned dimensions, double rate, double share) {
  return unless_saturated(
      [&] { return closed::latency_constrained(constraint, dimensions, rate, share); });
}

double indirect_latency(double rate) {
  return unless_saturated([&] {
    return closed::indirect_latency_clocked(kStages, kSwitchSize, rate, kIndirectFlits, kDelay);
  });
}

double direct_saturation(Constraint constraint, unsigned dimensions, double share) {
  const double flits = kBits / width_of(constraint, dimensions);
  return closed::saturation_rate(flits, closed::locality_distance(k1K, dimensions, share), 1);
}

double indirect_saturation() { return closed::saturation_rate(kIndirectFlits, 1, 1); }

unsigned best_direct(Constraint constraint, double rate, double share) {
  unsigned best = kFirstDimension;
  for (unsigned n = kFirstDimension + 1; n <= kLastDimension; ++n) {
    if (direct_latency(constraint, n, rate, share) <
        direct_latency(constraint, best, rate, share)) {
      best = n;
    }
  }
  return best;
}

std::vector<BestFrom> best_by_rate(Constraint constraint, double share, double last_rate) {
  std::vector<BestFrom> found;
  for (double rate = 0; rate <= last_rate; rate += kRateStep) {
    const unsigned best = best_direct(constraint, rate, share);
    if (found.empty() || found.back().dimensions != best) found.push_back({rate, best});
  }
  return found;
}

double indirect_lowest_from() {
  const auto lead = [](double rate) {
    const unsigned best = best_direct(Constraint::node, rate, 1);
    return indirect_latency(rate) - direct_latency(Constraint::node, best, rate, 1);
  };
  return crossing(lead, 0, .03);
}

double equal_share(double rate) {
  constexpr double kLeastShare = .05;
  return crossing(
      [rate](double share) {
        return direct_latency(Constraint::node, 2, rate, share) - indirect_latency(rate);
      },
      kLeastShare, 1);
}

namespace {

constexpr double kHighRate = .01;  // m of "high loads" (V)
constexpr double kLastRate = .06;  // m, above the highest of the text

std::string latencies(Constraint constraint, double rate, double share) {
  std::vector<std::string> list;
  for (unsigned n = kFirstDimension; n <= kLastDimension; ++n) {
    const double latency = direct_latency(constraint, n, rate, share);
    list.push_back(std::isfinite(latency) ? fmt::format("{:.1f}", latency) : "saturated");
  }
  return fmt::format("n = 2 to 5: {}", fmt::join(list, ", "));
}

std::string best_text(const std::vector<BestFrom>& best) {
  std::string text = fmt::format("n = {} first", best.front().dimensions);
  for (std::size_t i = 1; i < best.size(); ++i) {
    text += fmt::format(", {} from m = {:.4f}", best[i].dimensions, best[i].rate);
  }
  return text;
}

Values saturation() {
  return {{"two", direct_saturation(Constraint::width, 2, 1)},
          {"three", direct_saturation(Constraint::width, 3, 1)},
          {"three_of_node", direct_saturation(Constraint::node, 3, 1)},
          {"indirect", indirect_saturation()}};
}

// Wires ignored: the more dimensions the better, at every rate.
Values clock_order() {
  unsigned ordered = 0;
  unsigned rates = 0;
  for (double rate = 0; rate < kLastRate; rate += .001) {
    ++rates;
    bool falling = true;
    for (unsigned n = kFirstDimension; n < kLastDimension; ++n) {
      const double more = direct_latency(Constraint::none, n + 1, rate, 1);
      falling =
          falling && (more < direct_latency(Constraint::none, n, rate, 1) || !std::isfinite(more));
    }
    ordered += falling ? 1 : 0;
  }
  return {{"ordered", ordered},
          {"rates", rates},
          {"latencies", latencies(Constraint::none, kHighRate, 1)}};
}

// The widest spread over the constraints of V, for each n: at no load and at a rate at which all
// of them carry it.
Values spreads() {
  std::vector<Values> rows;
  for (unsigned n = kFirstDimension + 1; n <= kLastDimension; ++n) {
    const auto spread = [n](double rate) {
      std::vector<double> all;
      for (const auto c :
           {Constraint::none, Constraint::width, Constraint::bisection, Constraint::node}) {
        all.push_back(direct_latency(c, n, rate, 1));
      }
      return *std::max_element(all.begin(), all.end()) / *std::min_element(all.begin(), all.end());
    };
    rows.push_back({{"n", n}, {"zero", spread(0)}, {"loaded", spread(kHighRate)}});
  }
  return {{"dimensions", rows}};
}

// The share of the rates from `low` to `high` at which n is best.
double best_share(const std::vector<BestFrom>& best, unsigned n, double low, double high) {
  double sum = 0;
  for (std::size_t i = 0; i < best.size(); ++i) {
    if (best[i].dimensions != n) continue;
    const double end = i + 1 < best.size() ? best[i + 1].rate : high;
    sum += std::max(0., std::min(end, high) - std::max(best[i].rate, low));
  }
  return sum / (high - low);
}

Values wires_low_load() {
  const auto at = [](unsigned n) { return direct_latency(Constraint::width, n, 0, 1); };
  const double most = std::max({at(3), at(4), at(5)});
  const double least = std::min({at(3), at(4), at(5)});
  return {{"latencies", latencies(Constraint::width, 0, 1)},
          {"ratio", most / least},
          {"printed_ratio", at(2) / least},
          {"less", 100 * (1 - most / at(2))}};
}

// From which rate on which dimension is best.
Values best_values(const std::vector<BestFrom>& best) {
  return {{"best", best_text(best)},
          {"first", best.front().dimensions},
          {"last", best.back().dimensions},
          {"ranges", best.size()}};
}

Values with_latencies(Values values, Constraint constraint, double share) {
  values.emplace("latencies", latencies(constraint, 0, share));
  return values;
}

// Two dimensions over the best.
double over_best(double rate) {
  const unsigned best = best_direct(Constraint::node, rate, 1);
  return direct_latency(Constraint::node, 2, rate, 1) /
         direct_latency(Constraint::node, best, rate, 1);
}

Findings figure_11() {
  const auto best = [](Constraint constraint, double last_rate) {
    return best_values(best_by_rate(constraint, 1, last_rate));
  };
  const double last_bisection = .98 * direct_saturation(Constraint::bisection, 2, 1);
  const double last_node = .98 * direct_saturation(Constraint::node, 5, 1);
  const double last_width = direct_saturation(Constraint::width, 2, 1);
  Values wires = best(Constraint::width, kLastRate);
  wires.emplace("share",
                best_share(best_by_rate(Constraint::width, 1, kLastRate), 4, 0, last_width));
  wires.emplace("to", last_width);
  Values pins = with_latencies(best(Constraint::node, last_node), Constraint::node, 1);
  pins.emplace("share",
               best_share(best_by_rate(Constraint::node, 1, last_node), 4, kHighRate, last_node));
  pins.emplace("to", last_node);
  return {{"saturation", saturation()},
          {"fig11a_order", clock_order()},
          {"fig11b_low_load", wires_low_load()},
          {"fig11b_four", wires},
          {"fig11c_width", Values{{"text", 8}, {"width", width_of(Constraint::bisection, 5)}}},
          {"spread", spreads()},
          {"fig11c_two",
           with_latencies(best(Constraint::bisection, last_bisection), Constraint::bisection, 1)},
          {"fig11d_two", Values{{"heavy", over_best(.012)}, {"zero", over_best(0)}}},
          {"fig11d_best", pins}};
}

double locality_gain(unsigned n, double rate) {
  return 1 - direct_latency(Constraint::node, n, rate, kNearShare) /
                 direct_latency(Constraint::node, n, rate, 1);
}

Findings figure_13() {
  std::vector<Values> rates;
  for (const double rate : {0., .01}) {
    std::string gains;
    bool largest = true;
    for (unsigned n = kFirstDimension; n <= kLastDimension; ++n) {
      add_to_list(gains, fmt::format("{:.0f} %", 100 * locality_gain(n, rate)));
      largest = largest && locality_gain(n, rate) <= locality_gain(2, rate);
    }
    rates.push_back({{"rate", rate}, {"gains", gains}, {"largest", largest}});
  }
  Values two = with_latencies(best_values(best_by_rate(Constraint::node, kNearShare, kLastRate)),
                              Constraint::node, kNearShare);
  two.emplace("loaded", best_direct(Constraint::node, .01, kNearShare));
  two.emplace("saturation", direct_saturation(Constraint::node, 2, kNearShare));
  return {{"fig13_effect", Values{{"rates", rates}}}, {"fig13_two", two}};
}

Findings figure_14() {
  double widest = 0;
  for (unsigned n = kFirstDimension; n <= kLastDimension; ++n) {
    widest = std::max(widest, direct_saturation(Constraint::node, n, 1));
  }
  const unsigned best = best_direct(Constraint::node, 0, 1);
  return {{"fig14a_lowest", Values{{"indirect", indirect_latency(0)},
                                   {"direct", direct_latency(Constraint::node, best, 0, 1)},
                                   {"from", indirect_lowest_from()},
                                   {"saturation", indirect_saturation()},
                                   {"widest", widest}}},
          {"fig14b_shares", Values{{"low", equal_share(.005)}, {"high", equal_share(.02)}}},
          {"indirect_clock",
           Values{{"printed", closed::indirect_latency(kStages, kSwitchSize, 0, kIndirectFlits)},
                  {"direct", direct_latency(Constraint::node, 2, 0, .05)},
                  {"low", equal_share(.005)},
                  {"high", equal_share(.02)}}}};
}

constexpr double kHighest = 500;  // T_w(2), upper end of the axes

struct LoadedLine {
  std::string label;
  std::function<double(double rate)> latency;
};

struct LoadedFigure {
  std::string id;
  std::string title;
  double last_rate = 0;
  std::vector<LoadedLine> lines;
};

LoadedLine direct_line(Constraint constraint, unsigned n, double share, const std::string& label) {
  return {label, [=](double rate) { return direct_latency(constraint, n, rate, share); }};
}

std::vector<LoadedLine> all_dimensions(Constraint constraint, double share) {
  std::vector<LoadedLine> lines;
  for (unsigned n = kFirstDimension; n <= kLastDimension; ++n) {
    lines.push_back(direct_line(constraint, n, share, fmt::format("n = {}", n)));
  }
  return lines;
}

LoadedLine indirect_line() { return {"indirect, k = 4, n = 5", indirect_latency}; }

std::vector<LoadedFigure> figures_of(const std::string& figure) {
  const auto all = all_dimensions;
  if (figure == "11") {
    return {{"figure_11a", "Figure 11a: no wire delay, W = 32", .1, all(Constraint::none, 1)},
            {"figure_11b", "Figure 11b: wire delay, W = 32", .1, all(Constraint::width, 1)},
            {"figure_11c", "Figure 11c: fixed bisection", .02, all(Constraint::bisection, 1)},
            {"figure_11d", "Figure 11d: fixed node size", .05, all(Constraint::node, 1)}};
  }
  if (figure == "13") {
    return {{"figure_13", "Figure 13: fixed node size, locality l = 0.3", .08,
             all(Constraint::node, kNearShare)}};
  }
  LoadedFigure a = {"figure_14a", "Figure 14a: direct and indirect networks, l = 1", .08,
                    all(Constraint::node, 1)};
  a.lines.push_back(indirect_line());
  LoadedFigure b = {
      "figure_14b", "Figure 14b: n = 2 with locality, and the indirect network", .05, {}};
  for (const double share : {1., .8, .6, .4, .3, .2, .1}) {
    b.lines.push_back(direct_line(Constraint::node, 2, share, fmt::format("n = 2, l = {}", share)));
  }
  b.lines.push_back(indirect_line());
  return {a, b};
}

Plot loaded_plot(const LoadedFigure& figure) {
  Plot plot;
  plot.id = figure.id;
  plot.title = figure.title + "; 1K nodes";
  plot.x_label = "m, messages per node and cycle";
  plot.y_label = "latency, T_w(2)";
  plot.y_limit = kHighest;
  unsigned colour = 0;
  for (const LoadedLine& line : figure.lines) {
    plot.series.push_back(formula_line(
        line.label, curve(line.latency, 0, figure.last_rate, 400, kHighest), ++colour));
  }
  return plot;
}

Table loaded_table(const LoadedFigure& figure) {
  constexpr unsigned kRows = 10;
  Table table;
  table.id = figure.id;
  table.title = figure.title + "; T_w(2)";
  table.columns = {"m"};
  for (const LoadedLine& line : figure.lines) table.columns.push_back(line.label);
  for (unsigned i = 0; i <= kRows; ++i) {
    const double rate = figure.last_rate * i / kRows;
    std::vector<Cell> row = {exact(rate, 3)};
    for (const LoadedLine& line : figure.lines) {
      const double latency = line.latency(rate);
      row.push_back(std::isfinite(latency) ? exact(latency, 1) : Cell("saturated"));
    }
    table.rows.push_back(row);
  }
  return table;
}

}  // namespace

std::vector<Judgement> judge_loaded(const std::string& figure) {
  const Part part("agarwal", "figure_" + figure);
  return part.judge(figure == "11" ? figure_11() : figure == "13" ? figure_13() : figure_14());
}

void add_loaded(const PaperOptions& options, PaperReport& report) {
  std::vector<Plot> plots;
  std::vector<Table> tables;
  std::vector<Judgement> judgements;
  for (const char* number : {"11", "13", "14"}) {
    if (!options.wants(number)) continue;
    for (Judgement& j : judge_loaded(number)) judgements.push_back(std::move(j));
    for (const LoadedFigure& figure : figures_of(number)) {
      plots.push_back(loaded_plot(figure));
      tables.push_back(loaded_table(figure));
    }
  }
  if (plots.empty()) return;
  Part("agarwal", "loaded").add_to(report, options.quick, judgements, tables, plots);
}

}  // namespace turnpike::sim::agarwal
