// latency.cpp - the messages of Fig. 4; equations (2) to (5) and III-D.

#include "papers/dally/latency.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "papers/network_runs.h"
#include "papers/sheet.h"

namespace turnpike::sim::dally {

namespace {

constexpr unsigned kNodes = 1280;
constexpr model::Cycle kBehind = 200;  // between messages of a source; a VC is free again by then
constexpr unsigned kSourcesOfARun = 8;
const char* const kLink = "cycles_per_unit = 1\ncycles_per_hop = 63";
const char* const kFlat = "spacing = 16\nlevels = 1";
const char* const kHierarchical = "spacing = 4\nlevels = 3";

std::vector<unsigned> near_and_far() {
  std::set<unsigned> all(figure_distances().begin(), figure_distances().end());
  for (unsigned d = 1; d <= kLastNear; ++d) all.insert(d);
  return {all.begin(), all.end()};
}

// From each of `count` sources to each distance, the farthest first; a source begins `apart` cycles
// after the one before it.
QuietRun fan(const char* express, model::NodeId first, unsigned count, model::Cycle apart,
             const std::vector<unsigned>& distances) {
  QuietRun run;
  run.network = experiment_from(array_text(kNodes, express, kLink), "array");
  for (unsigned s = 0; s < count; ++s) {
    model::Cycle when = apart * s;
    for (auto d = distances.rbegin(); d != distances.rend(); ++d, when += kBehind) {
      run.messages.push_back({when, first + s, first + s + *d});
    }
  }
  return run;
}

// A channel of D registers between two routers.
QuietRun wire_of(unsigned distance) {
  QuietRun run;
  run.network = experiment_from(
      fmt::format("[network]\ntopology = \"irregular\"\nlinks = [[0, 1, {}]]\n", distance), "wire");
  run.messages = {{0, 0, 1}};
  return run;
}

void take(const QuietRun& run, std::vector<Pair>& to) {
  for (std::size_t m = 0; m < run.messages.size(); ++m) {
    const QuietMessage& message = run.messages[m];
    to.push_back({message.source, message.destination - message.source, run.ways[m]});
  }
}

template <class Figure>
double mean_of(const std::vector<Pair>& pairs, unsigned distance, const Figure& figure) {
  double sum = 0;
  unsigned count = 0;
  for (const Pair& pair : pairs) {
    if (pair.distance != distance) continue;
    sum += static_cast<double>(figure(pair.way));
    ++count;
  }
  return sum / count;
}

}  // namespace

const std::vector<unsigned>& figure_distances() {
  static const std::vector<unsigned> all = {1,  2,  4,   8,   16,  23,  24,
                                            32, 64, 128, 256, 512, 768, 1024};
  return all;
}

bool LatencyStudy::run(const PaperOptions& options) {
  const std::vector<unsigned>& distances = figure_distances();
  constexpr model::Cycle kFlatApart = 6500;  // the farthest has arrived
  constexpr model::Cycle kDeepApart = 3000;
  std::vector<QuietRun> runs = {fan("", kFlatSource, 1, 0, near_and_far()),
                                fan(kFlat, kFlatSource, 1, 0, near_and_far()),
                                fan(kHierarchical, kDeepSource, 1, 0, distances)};
  std::vector<std::vector<Pair>*> to = {&conventional, &flat, &hierarchical};
  for (unsigned s = 0; s < kFlatSpacing; s += kSourcesOfARun) {
    runs.push_back(fan(kFlat, kFlatSpacing + s, kSourcesOfARun, kFlatApart, distances));
    to.push_back(&flat_all);
  }
  for (unsigned s = 0; s < kPeriod; s += kSourcesOfARun) {
    runs.push_back(fan(kHierarchical, kPeriod + s, kSourcesOfARun, kDeepApart, distances));
    to.push_back(&hierarchical_all);
  }
  for (const unsigned distance : distances) runs.push_back(wire_of(distance));
  if (!run_quiet(runs, options, "latency over distance")) return false;
  for (std::size_t r = 0; r < to.size(); ++r) take(runs[r], *to[r]);
  for (std::size_t r = to.size(); r < runs.size(); ++r) {
    wire.push_back(static_cast<double>(runs[r].ways[0].latency) - 1);  // less the sender's own
  }
  return true;
}

double mean_latency(const std::vector<Pair>& pairs, unsigned distance) {
  return mean_of(pairs, distance, [](const Way& way) { return way.latency; });
}

double mean_hops(const std::vector<Pair>& pairs, unsigned distance) {
  return mean_of(pairs, distance, [](const Way& way) { return way.hops(); });
}

namespace {

namespace closed = model::dally;

const unsigned kLast = figure_distances().back();

closed::Spacing flat_spacing() { return {kFlatSpacing}; }
closed::Spacing deep_spacing() { return closed::equal_spacing(kSpacing, kLevels); }

std::vector<double> means(const std::vector<Pair>& pairs) {
  std::vector<double> all;
  for (const unsigned d : figure_distances()) all.push_back(mean_latency(pairs, d));
  return all;
}

// Latency over distance by its closed form, and measured.
struct Curve {
  double (*computed)(unsigned distance);
  std::vector<double> measured;  // [figure distance]
};
enum CurveOf { wire, conventional, flat, flat_mean, hierarchical, hierarchical_mean };

std::vector<Curve> all_curves(const LatencyStudy& study) {
  return {
      {[](unsigned d) { return 1. * d; }, study.wire},
      {[](unsigned d) { return closed::latency_conventional(d, kAlpha); },
       means(study.conventional)},
      {[](unsigned d) {
         return closed::latency(kFlatSource, kFlatSource + d, flat_spacing(), kAlpha);
       },
       means(study.flat)},
      {[](unsigned d) { return closed::mean_latency(d, flat_spacing(), kAlpha); },
       means(study.flat_all)},
      {[](unsigned d) {
         return closed::latency(kDeepSource, kDeepSource + d, deep_spacing(), kAlpha);
       },
       means(study.hierarchical)},
      {[](unsigned d) { return closed::mean_latency(d, deep_spacing(), kAlpha); },
       means(study.hierarchical_all)},
  };
}

bool same(double a, double b) { return std::fabs(a - b) <= 1e-9; }

const Pair& pair_of(const std::vector<Pair>& pairs, unsigned distance) {
  return *std::find_if(pairs.begin(), pairs.end(),
                       [&](const Pair& pair) { return pair.distance == distance; });
}

double latency_of(const std::vector<Pair>& pairs, unsigned distance) {
  return static_cast<double>(pair_of(pairs, distance).way.latency);
}

// Of the measured means between two distances, T_w a node.
double slope(const std::vector<Pair>& pairs, unsigned from, unsigned to) {
  return (mean_latency(pairs, to) - mean_latency(pairs, from)) / (to - from);
}

Values curve_points(const LatencyStudy& study) {
  unsigned points = 0;
  unsigned equal = 0;
  for (const Curve& curve : all_curves(study)) {
    for (std::size_t n = 0; n < figure_distances().size(); ++n) {
      ++points;
      equal += same(curve.measured[n], curve.computed(figure_distances()[n]));
    }
  }
  return tally(equal, points);
}

// Pairs whose distance is a multiple, and those whose hops are as many as a formula has.
Values pairs_right(const std::vector<Pair>& pairs, unsigned multiple,
                   double (*formula)(unsigned distance)) {
  unsigned all = 0;
  unsigned equal = 0;
  for (const Pair& pair : pairs) {
    if (pair.distance % multiple != 0) continue;
    ++all;
    equal += same(static_cast<double>(pair.way.hops()), formula(pair.distance));
  }
  return tally(equal, all);
}

Values equation_4(const LatencyStudy& study) {
  const auto by = [](const Pair& pair, closed::Reading reading) {
    return closed::hops_equation_4(pair.distance, kFlatSpacing, reading).total();
  };
  unsigned places = 0;
  unsigned printed = 0;
  unsigned by_b = 0;
  double worst = 0;
  for (const Pair& pair : study.flat) {
    if (2 * pair.distance < kFlatSpacing + 1) continue;
    const auto hops = static_cast<double>(pair.way.hops());
    ++places;
    printed += same(hops, by(pair, closed::Reading::printed));
    worst = std::max(worst, std::fabs(hops - by(pair, closed::Reading::printed)));
    by_b += same(hops, by(pair, closed::Reading::b));
  }
  return {{"places", places}, {"printed", printed}, {"by_b", by_b}, {"worst", worst}};
}

Values ascent(const LatencyStudy& study) {
  double sum = 0;
  unsigned messages = 0;
  for (const Pair& pair : study.hierarchical_all) {
    if (pair.distance != kLast) continue;
    sum += static_cast<double>(pair.way.climb(kLevels));
    ++messages;
  }
  return {{"mean", sum / messages}};
}

Values digits(const LatencyStudy& study) {
  unsigned pairs = 0;
  unsigned printed = 0;
  unsigned corrected = 0;
  double error = 0;
  for (const Pair& pair : study.hierarchical_all) {
    if (pair.distance < kPeriod) continue;
    const auto hops = static_cast<std::int64_t>(pair.way.hops());
    const model::NodeId to = pair.source + pair.distance;
    const std::int64_t as_printed = hops_as_printed(pair.source, to, kSpacing, kLevels);
    ++pairs;
    printed += hops == as_printed;
    error += static_cast<double>(as_printed - hops);
    corrected +=
        hops == static_cast<std::int64_t>(closed::hops(pair.source, to, kSpacing, kLevels));
  }
  return {
      {"pairs", pairs}, {"printed", printed}, {"corrected", corrected}, {"error", error / pairs}};
}

Values first_express(const LatencyStudy& study) {
  unsigned first = kLast;
  for (const Pair& pair : study.flat) {
    if (pair.way.channels_of(1) > 0) first = std::min(first, pair.distance);
  }
  double more = 0;  // than in the conventional array
  double share = 0;
  for (unsigned d = 1; d < first; ++d) {
    const double plain = latency_of(study.conventional, d);
    more = std::max(more, latency_of(study.flat, d) - plain);
    share = std::max(share, latency_of(study.flat, d) / plain - 1);
  }
  return {{"first", first}, {"more", more}, {"share", 100 * share}};
}

Values variation(const LatencyStudy& study) {
  const double step = kFlatSpacing * (1 + kAlpha / kFlatSpacing);
  unsigned places = 0;
  unsigned local = 0;
  unsigned periodic = 0;
  unsigned steps = 0;
  for (unsigned d = 24; d <= kLastNear; ++d) {
    const Pair& pair = pair_of(study.flat, d);
    const auto expected = closed::hops_equation_4(d, kFlatSpacing, closed::Reading::b).local();
    ++places;
    local += same(static_cast<double>(pair.way.local()), expected);
    if (d + kFlatSpacing > kLastNear) continue;
    ++steps;
    periodic += same(latency_of(study.flat, d + kFlatSpacing) - latency_of(study.flat, d), step);
  }
  return {{"periodic", periodic}, {"steps", steps}, {"local", local}, {"places", places}};
}

Values flat_wire(const LatencyStudy& study) {
  return {{"wire", 100 * (kLast / mean_latency(study.flat_all, kLast))},
          {"limit", 100 * (1 / (1 + kAlpha / kFlatSpacing))},
          {"wide_limit", 100 * (1 / (1 + kAlpha / (2 * kAlpha)))}};
}

Values short_distances(const LatencyStudy& study) {
  const auto hops = [&](unsigned d) { return mean_hops(study.hierarchical_all, d); };
  return {{"at_4", hops(4)},
          {"at_16", hops(16)},
          {"at_64", hops(64)},
          {"from_4_to_16", hops(16) - hops(4)},
          {"from_16_to_64", hops(64) - hops(16)}};
}

// Over log_i D, with and without the hops into the first interchange and out of the last.
Values best_switches(const LatencyStudy& study) {
  Values values;
  for (unsigned p = 1, d = kSpacing; p <= kLevels; ++p, d *= kSpacing) {
    const double hops = mean_hops(study.hierarchical_all, d);
    values.emplace(fmt::format("at_{}", d), hops / p);
    values.emplace(fmt::format("inner_{}", d), (hops - 2) / p);
  }
  return values;
}

Values crossover(const LatencyStudy& study) {
  const double steep = slope(study.hierarchical_all, 256, 1024);
  const double fixed = mean_latency(study.hierarchical_all, 1024) - steep * 1024;
  return {{"at", fixed / steep}, {"fixed", fixed}, {"steep", steep}};
}

Values factor_three(const LatencyStudy& study) {
  const double from = closed::crossover_distance(kAlpha, kSpacing);
  double worst = 0;
  for (const unsigned d : figure_distances()) {
    if (d < from) continue;
    worst = std::max(worst, mean_latency(study.hierarchical_all, d) / d);
    worst = std::max(worst, latency_of(study.hierarchical, d) / d);
  }
  unsigned first = kPeriod;  // by the closed form, which the measured points lie on
  while (closed::mean_latency(first, deep_spacing(), kAlpha) > 3. * first) ++first;
  return {{"worst", worst}, {"first", first}};
}

Table curve_table(const Part& part, const char* id, const std::vector<Curve>& curves,
                  bool measured) {
  Table table = part.table(id);
  for (std::size_t n = 0; n < figure_distances().size(); ++n) {
    const unsigned d = figure_distances()[n];
    table.rows.push_back({exact(d)});
    for (const Curve& curve : curves) {
      table.rows.back().push_back(exact(measured ? curve.measured[n] : curve.computed(d)));
    }
  }
  return table;
}

// A curve, and the points measured on it in the same colour, without a label of their own.
void add_curve(Plot& plot, const std::string& label, unsigned colour, const Curve& curve) {
  PlotSeries line;
  line.label = label;
  line.style = PlotStyle::line;
  line.colour = colour;
  for (unsigned d = 1; d <= kLast; d += d < 256 ? 1 : 8) {
    line.points.push_back({1. * d, curve.computed(d), 0});
  }
  PlotSeries dots;
  dots.style = PlotStyle::points;
  dots.colour = colour;
  for (std::size_t n = 0; n < figure_distances().size(); ++n) {
    dots.points.push_back({1. * figure_distances()[n], curve.measured[n], 0});
  }
  plot.series.push_back(std::move(line));
  plot.series.push_back(std::move(dots));
}

}  // namespace

std::int64_t hops_as_printed(std::uint64_t source, std::uint64_t destination, unsigned spacing,
                             unsigned levels) {
  std::int64_t hops = 0;
  for (unsigned j = 0; j < levels; ++j) {
    hops += static_cast<std::int64_t>((spacing - source % spacing) % spacing);
    hops += static_cast<std::int64_t>(destination % spacing);
    source /= spacing;
    destination /= spacing;
  }
  return hops + static_cast<std::int64_t>(destination) - static_cast<std::int64_t>(source);
}

std::vector<Judgement> judge_latency(const LatencyStudy& study) {
  const auto slope_of = [](double slope) { return Values{{"slope", slope}}; };
  const double wire_slope =
      (study.wire.back() - study.wire.front()) / (kLast - figure_distances().front());
  return Part("dally", "latency")
      .judge({
          {"curves", curve_points(study)},
          {"equation_3",
           pairs_right(study.flat_all, kFlatSpacing,
                       [](unsigned d) { return closed::hops_equation_3(d, kFlatSpacing); })},
          {"equation_4", equation_4(study)},
          {"ascent", ascent(study)},
          {"equation_5",
           pairs_right(study.hierarchical_all, kPeriod,
                       [](unsigned d) { return closed::hops_equation_5(d, kSpacing, kLevels); })},
          {"digits", digits(study)},
          {"slope_conventional", slope_of(slope(study.conventional, 8, 1024))},
          {"slope_wire", slope_of(wire_slope)},
          {"slope_flat", slope_of(slope(study.flat_all, 64, 1024))},
          {"slope_hierarchical", slope_of(slope(study.hierarchical_all, 64, 1024))},
          {"first_express", first_express(study)},
          {"periodic_variation", variation(study)},
          {"flat_wire_limited", flat_wire(study)},
          {"short_distances", short_distances(study)},
          {"best_switches", best_switches(study)},
          {"crossover", crossover(study)},
          {"factor_three", factor_three(study)},
      });
}

bool add_latency(const PaperOptions& options, PaperReport& report) {
  LatencyStudy study;
  if (!study.run(options)) return false;
  const Part part("dally", "latency");
  const std::vector<Curve> curves = all_curves(study);
  std::vector<Plot> plots = {part.plot("figure_4"), part.plot("figure_4_mean")};
  for (Plot& plot : plots) {
    add_curve(plot, "wire", 8, curves[wire]);
    add_curve(plot, "conventional, (2)", 1, curves[conventional]);
  }
  add_curve(plots[0], "flat, i = 16", 2, curves[flat]);
  add_curve(plots[0], "hierarchical, i = 4, l = 3", 3, curves[hierarchical]);
  add_curve(plots[1], "flat, (3)", 2, curves[flat_mean]);
  add_curve(plots[1], "hierarchical, (5)", 3, curves[hierarchical_mean]);
  part.add_to(report, options.quick, judge_latency(study),
              {curve_table(part, "latency", curves, true),
               curve_table(part, "latency_computed", curves, false)},
              plots);
  return true;
}

}  // namespace turnpike::sim::dally
