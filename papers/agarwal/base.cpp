// base.cpp - the lines of Figs. 6 to 10, 15 and 16, and their best dimensions.

#include "papers/agarwal/base.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "model/analysis/agarwal.h"
#include "papers/agarwal/measured_points.h"

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

namespace {

constexpr unsigned kLastDrawn = 10;  // dimensions

// The best dimension `n_NAME` and the latency there, `at_NAME`.
void add_best(Values& values, const std::string& name, const BaseLine& line) {
  values.emplace("n_" + name, line.best_dimension());
  values.emplace("at_" + name, line.at_best());
}

template <typename Make>
Values best_of(const std::vector<double>& numbers, const Make& make) {
  Values values;
  for (const double number : numbers) {
    add_best(values, fmt::format("{:.0f}", number), make(number));
  }
  return values;
}

// "n = 2, 2, 3", for several values.
template <typename Make>
std::string best_list(const std::vector<double>& values, const Make& make) {
  std::vector<unsigned> best;
  for (const double value : values) best.push_back(make(value).best_dimension());
  return fmt::format("n = {} at {}", fmt::join(best, ", "), fmt::join(values, ", "));
}

// The value from which on n = `more` beats n = `fewer`, or the other way round.
template <typename Make>
double cross_over(const Make& make, unsigned fewer, unsigned more, double low, double high) {
  return crossing(
      [&](double value) { return make(value).latency(fewer) - make(value).latency(more); }, low,
      high);
}

template <typename Make>
Values best_of_sizes(const Make& make) {
  Values values;
  add_best(values, "256", make(k256));
  add_best(values, "16K", make(k16K));
  add_best(values, "1M", make(k1M));
  return values;
}

// The longest wire of a layout in z dimensions, N = 1K, n = 3, z = 2: sqrt(k), says the text.
Values longest_wire() {
  const double radix = std::pow(k1K, 1. / 3);
  return {{"printed", std::pow(radix, 2. / 2 - 1)},
          {"corrected", std::pow(radix, 3. / 2 - 1)},
          {"text", std::sqrt(radix)}};
}

Findings figure_6() {
  return {{"fig6_best", best_of_sizes([](double nodes) { return fixed_width(nodes, 4, 20); })},
          {"longest_wire", longest_wire()}};
}

Findings figure_7() {
  const auto by_delay = [](double s) { return fixed_width(k1M, s, 20); };
  const auto by_flits = [](double flits) { return fixed_width(k1M, 4, flits); };
  Values delays = best_of(switch_delays(), by_delay);
  delays.emplace("two_three", cross_over(by_delay, 2, 3, 0, 4));
  delays.emplace("three_four", cross_over(by_delay, 3, 4, 4, 32));
  Values lengths = best_of({400}, by_flits);
  unsigned least = 20;
  for (const double flits : flit_lengths()) {
    if (flits != 400) least = std::min(least, by_flits(flits).best_dimension());
  }
  lengths.emplace("least_shorter", least);
  lengths.emplace("list", best_list(flit_lengths(), by_flits));
  lengths.emplace("equal", cross_over(by_flits, 2, 3, 20, 400));
  return {{"fig7a_best", delays}, {"fig7b_best", lengths}};
}

Findings figure_8() {
  const auto by_delay = [](double s) { return fixed_width(k1K, s, 20); };
  const auto by_flits = [](double flits) { return fixed_width(k1K, 4, flits); };
  Values delays = best_of(switch_delays(), by_delay);
  delays.emplace("equal", cross_over(by_delay, 2, 3, 0, 8));
  Values lengths = best_of({100, 160}, [&](double bits) { return by_flits(bits / 8); });
  lengths.emplace("equal", cross_over(by_flits, 2, 3, 5, 400));
  return {{"fig8a_best", delays}, {"fig8b_best", lengths}};
}

// T_b of IV-B with the clock as it is printed there, s + N^(1/n) - 1/n.
double printed_latency(double nodes, double n) {
  const double radix = std::pow(nodes, 1 / n);
  return (kDelay + radix - 1 / n) * (n * (radix - 1) / 2 + 2 * kBits / radix);
}

Values printed_bisection() {
  Values values;
  for (const double nodes : {k16K, k1M}) {
    const BaseLine line = {"", nodes, [=](double n) { return printed_latency(nodes, n); }};
    const std::string name = nodes == k1M ? "1M" : "16K";
    add_best(values, name, line);
    values.emplace("appendix_" + name, fixed_bisection(nodes, kDelay, kBits).best_dimension());
  }
  return values;
}

Findings figure_9() {
  const double ratio =
      fixed_bisection(k1M, 4, 160).latency(10) / fixed_width(k1M, 4, 20).latency(10);
  return {{"fig9_best", best_of_sizes([](double nodes) { return fixed_bisection(nodes, 4, 160); })},
          {"fig9_large_n", Values{{"ratio", ratio}}},
          {"fig9_print", printed_bisection()}};
}

Findings figure_10() {
  const auto by_delay = [](double s) { return fixed_bisection(k1K, s, 160); };
  const auto by_bits = [](double bits) { return fixed_bisection(k1K, 4, bits); };
  unsigned two = 0;
  for (const double bits : bit_lengths()) two += by_bits(bits).best_dimension() == 2 ? 1 : 0;
  Values lengths = tally(two, static_cast<double>(bit_lengths().size()));
  lengths.emplace("list", best_list(bit_lengths(), by_bits));
  return {{"fig10a_best", best_of(switch_delays(), by_delay)}, {"fig10b_best", lengths}};
}

Findings node_size() {
  const auto by_delay = [](double s) { return fixed_node(k1K, s, 160); };
  const auto by_bits = [](double bits) { return fixed_node(k1K, 4, bits); };
  Values delays = best_of(switch_delays(), by_delay);
  delays.emplace("list", best_list(switch_delays(), by_delay));
  Values lengths = best_of(bit_lengths(), by_bits);
  lengths.emplace("list", best_list(bit_lengths(), by_bits));
  // 8 bits are less than a flit: the same as a whole one.
  const BaseLine whole = fixed_width(k1K, kDelay, 1);
  lengths.emplace("whole_3", whole.latency(3));
  lengths.emplace("whole_4", whole.latency(4));
  lengths.emplace("from", cross_over(by_bits, 4, 3, 8, 100));
  return {{"node_delay", delays}, {"node_length", lengths}};
}

Plot base_plot(const BaseFigure& figure) {
  Plot plot;
  plot.id = figure.id;
  plot.title = figure.title;
  plot.x_label = "network dimension n";
  plot.y_label = "latency, T_w(2)";
  plot.log_y = true;
  unsigned colour = 0;
  for (const BaseLine& line : figure.lines) {
    const unsigned last = std::min(kLastDrawn, line.last_dimension());
    plot.series.push_back(
        formula_line(line.label, curve(line.latency, 2, last, 10 * (last - 2), 1e12), ++colour));
  }
  return plot;
}

Table base_table(const BaseFigure& figure) {
  Table table;
  table.id = figure.id;
  table.title = figure.title + "; T_w(2)";
  table.columns = {"n"};
  for (const BaseLine& line : figure.lines) table.columns.push_back(line.label);
  for (unsigned n = 2; n <= kLastDrawn; ++n) {
    std::vector<Cell> row = {exact(n)};
    for (const BaseLine& line : figure.lines) {
      row.push_back(n <= line.last_dimension() ? exact(line.latency(n), 1) : Cell("-"));
    }
    table.rows.push_back(row);
  }
  std::vector<Cell> best = {"best n"};
  for (const BaseLine& line : figure.lines) best.push_back(exact(line.best_dimension()));
  table.rows.push_back(best);
  return table;
}

}  // namespace

std::vector<Judgement> judge_base(const std::string& figure) {
  if (figure == "6") return Part("agarwal", "figure_6").judge(figure_6());
  if (figure == "7") return Part("agarwal", "figure_7").judge(figure_7());
  if (figure == "8") return Part("agarwal", "figure_8").judge(figure_8());
  if (figure == "9") return Part("agarwal", "figure_9").judge(figure_9());
  if (figure == "10") return Part("agarwal", "figure_10").judge(figure_10());
  if (figure == "node") return Part("agarwal", "node").judge(node_size());
  return {};  // Figs. 15 and 16 repeat earlier work
}

void add_base(const PaperOptions& options, PaperReport& report) {
  std::vector<Plot> plots;
  std::vector<Table> tables;
  std::vector<Judgement> judgements;
  std::string last;
  for (const BaseFigure& figure : base_figures()) {
    if (!options.wants(figure.figure)) continue;
    if (figure.figure != last) {
      for (Judgement& j : judge_base(figure.figure)) judgements.push_back(std::move(j));
    }
    last = figure.figure;
    plots.push_back(base_plot(figure));
    tables.push_back(base_table(figure));
  }
  if (plots.empty()) return;
  Part("agarwal", "base").add_to(report, options.quick, judgements, tables, plots);
}

}  // namespace turnpike::sim::agarwal
