// base_figures.cpp - the lines of Figs. 6 to 10, 15 and 16.

#include "papers/agarwal/base_figures.h"

#include <fmt/format.h>

#include <cmath>

#include "model/analysis/agarwal.h"

namespace turnpike::sim::agarwal {

namespace closed = model::agarwal;

namespace {

constexpr double kDelay = 4;   // s where it is not varied
constexpr double kFlits = 20;  // L/W
constexpr double kBits = 160;  // L

std::string nodes_text(double nodes) {
  if (nodes >= k1M) return fmt::format("{:.0f}M nodes", nodes / k1M);
  if (nodes >= k1K) return fmt::format("{:.0f}K nodes", nodes / k1K);
  return fmt::format("{:.0f} nodes", nodes);
}

BaseLine labelled(BaseLine line, std::string label) {
  line.label = std::move(label);
  return line;
}

template <typename Make>
std::vector<BaseLine> over_sizes(const Make& make) {
  std::vector<BaseLine> lines;
  for (const double nodes : {k256, k16K, k1M}) {
    lines.push_back(labelled(make(nodes), nodes_text(nodes)));
  }
  return lines;
}

template <typename Make>
std::vector<BaseLine> over_values(const char* what, const std::vector<double>& values,
                                  const Make& make) {
  std::vector<BaseLine> lines;
  for (const double value : values) {
    lines.push_back(labelled(make(value), fmt::format("{} = {:.0f}", what, value)));
  }
  return lines;
}

void add_fixed_widths(std::vector<BaseFigure>& figures, const char* number, double nodes) {
  const auto by_delay = [nodes](double s) { return fixed_width(nodes, s, kFlits); };
  const auto by_flits = [nodes](double flits) { return fixed_width(nodes, kDelay, flits); };
  const std::string what = nodes_text(nodes) + ", channels of a fixed width";
  figures.push_back({fmt::format("figure_{}a", number), number,
                     fmt::format("Figure {}a: {}, L/W = 20", number, what),
                     over_values("s", switch_delays(), by_delay)});
  figures.push_back({fmt::format("figure_{}b", number), number,
                     fmt::format("Figure {}b: {}, s = 4", number, what),
                     over_values("L/W", flit_lengths(), by_flits)});
}

}  // namespace

unsigned BaseLine::last_dimension() const {
  return static_cast<unsigned>(std::lround(std::log2(nodes)));
}

unsigned BaseLine::best_dimension() const {
  unsigned best = 2;
  for (unsigned n = 3; n <= last_dimension(); ++n) {
    if (latency(n) < latency(best)) best = n;
  }
  return best;
}

const std::vector<double>& switch_delays() {
  static const std::vector<double> values = {0, 1, 2, 4, 8, 16, 32};
  return values;
}
const std::vector<double>& flit_lengths() {
  static const std::vector<double> values = {1, 5, 10, 20, 50, 100, 200, 400};
  return values;
}
const std::vector<double>& bit_lengths() {
  static const std::vector<double> values = {8, 40, 80, 160, 400, 800, 1600, 3200};
  return values;
}

BaseLine fixed_width(double nodes, double switch_delay, double flits) {
  return {"", nodes, [=](double n) { return closed::base_latency(nodes, n, switch_delay, flits); }};
}
BaseLine fixed_bisection(double nodes, double switch_delay, double bits) {
  return {"", nodes, [=](double n) {
            return closed::base_latency_fixed_bisection(nodes, n, switch_delay, bits);
          }};
}
BaseLine fixed_node(double nodes, double switch_delay, double bits) {
  return {"", nodes,
          [=](double n) { return closed::base_latency_fixed_node(nodes, n, switch_delay, bits); }};
}

std::vector<BaseFigure> base_figures() {
  std::vector<BaseFigure> figures;
  figures.push_back({"figure_6", "6", "Figure 6: channels of a fixed width, s = 4, L/W = 20",
                     over_sizes([](double nodes) { return fixed_width(nodes, kDelay, kFlits); })});
  add_fixed_widths(figures, "7", k1M);
  add_fixed_widths(figures, "8", k1K);
  figures.push_back(
      {"figure_9", "9", "Figure 9: fixed bisection, s = 4, L = 160 bits",
       over_sizes([](double nodes) { return fixed_bisection(nodes, kDelay, kBits); })});
  figures.push_back(
      {"figure_10a", "10", "Figure 10a: 1K nodes, fixed bisection, L = 160 bits",
       over_values("s", switch_delays(), [](double s) { return fixed_bisection(k1K, s, kBits); })});
  figures.push_back({"figure_10b", "10", "Figure 10b: 1K nodes, fixed bisection, s = 4",
                     over_values("L", bit_lengths(),
                                 [](double bits) { return fixed_bisection(k1K, kDelay, bits); })});
  figures.push_back(
      {"node_delay", "node", "IV-C: 1K nodes of 128 pins, L = 160 bits",
       over_values("s", switch_delays(), [](double s) { return fixed_node(k1K, s, kBits); })});
  figures.push_back(
      {"node_length", "node", "IV-C: 1K nodes of 128 pins, s = 4",
       over_values("L", bit_lengths(), [](double bits) { return fixed_node(k1K, kDelay, bits); })});
  figures.push_back({"figure_15", "15", "Figure 15: fixed bisection, s = 0, L = 160 bits",
                     over_sizes([](double nodes) { return fixed_bisection(nodes, 0, kBits); })});
  figures.push_back(
      {"figure_16", "16", "Figure 16: 1M nodes, fixed bisection, s = 0",
       over_values("L", bit_lengths(), [](double bits) { return fixed_bisection(k1M, 0, bits); })});
  return figures;
}

double crossing(const std::function<double(double)>& difference, double low, double high) {
  const bool low_sign = difference(low) > 0;
  for (int i = 0; i < 100; ++i) {
    const double middle = (low + high) / 2;
    ((difference(middle) > 0) == low_sign ? low : high) = middle;
  }
  return low;
}

}  // namespace turnpike::sim::agarwal
