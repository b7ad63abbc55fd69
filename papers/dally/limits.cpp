// limits.cpp - single messages over long ways, and over short ones.

#include "papers/dally/limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "model/analysis/dally.h"
#include "papers/dally/quiet_network.h"
#include "papers/network_runs.h"
#include "papers/sheet.h"

namespace turnpike::sim::dally {

namespace {

constexpr unsigned kAligned = 64;       // a source that is a multiple of all spacings here
constexpr model::Cycle kBehind = 1000;  // after the message before

// T_w is a cycle a unit of length, T_n a component's own cycle and alpha - 1 more.
std::string link_of(unsigned alpha) {
  return fmt::format("cycles_per_unit = 1\ncycles_per_hop = {}", alpha - 1);
}

std::string express_of(unsigned spacing, unsigned levels) {
  return fmt::format("spacing = {}\nlevels = {}", spacing, levels);
}

QuietRun run_of(const std::string& text, model::NodeId source,
                const std::vector<unsigned>& distances) {
  QuietRun run;
  run.network = experiment_from(text, "array");
  model::Cycle when = 0;
  for (auto d = distances.rbegin(); d != distances.rend(); ++d, when += kBehind) {
    run.messages.push_back({when, source, source + *d});
  }
  return run;
}

std::vector<unsigned> ratio_distances(const PaperOptions& options) {
  std::vector<unsigned> all = {64, 256, kFarInAlpha * kRatioAlpha, 2048, 4096};
  if (!options.quick) all.push_back(8192);
  return all;
}

double last_latency(const QuietRun& run) { return static_cast<double>(run.ways[0].latency); }

}  // namespace

bool LimitStudy::run(const PaperOptions& options) {
  const std::vector<unsigned> distances = ratio_distances(options);
  const std::vector<unsigned> j_values = {1, 2, 4};
  const std::vector<HopCount> asked = {
      {2, 1, 64, 0},   {4, 1, 64, 0},  {8, 1, 64, 0},   {16, 1, 64, 0},  {32, 1, 64, 0},
      {4, 1, 256, 0},  {8, 1, 256, 0}, {16, 1, 256, 0}, {32, 1, 256, 0}, {64, 1, 256, 0},
      {16, 1, 512, 0}, {4, 2, 512, 0}, {2, 4, 512, 0}};
  long_distance = options.quick ? 4032 : 16320;

  std::vector<QuietRun> runs;
  runs.push_back(run_of(array_text(long_distance + kAligned, express_of(4, 3), link_of(64)), 32,
                        {long_distance}));
  runs.push_back(run_of(array_text(64, "", link_of(64)), 14, {3}));
  runs.push_back(run_of(array_text(64, express_of(16, 1), link_of(64)), 14, {3}));
  const std::size_t first_ratio = runs.size();
  for (const unsigned j : j_values) {
    runs.push_back(run_of(array_text(kAligned + distances.back() + 64,
                                     express_of(j * kRatioAlpha, 1), link_of(kRatioAlpha)),
                          kAligned, distances));
  }
  const std::size_t first_hop = runs.size();
  for (const HopCount& count : asked) {
    runs.push_back(run_of(array_text(kAligned + 600, express_of(count.spacing, count.levels)),
                          kAligned, {count.distance}));
  }
  const std::size_t first_length = runs.size();
  for (const unsigned flits : {1u, kLongFlits}) {
    runs.push_back(run_of(array_text(kAligned + 600, express_of(4, 3)), 32, {500}));
    runs.back().messages[0].flits = flits;
  }
  if (!run_quiet(runs, options, "limits")) return false;
  tail = last_latency(runs[first_length + 1]) - last_latency(runs[first_length]);

  long_latency = last_latency(runs[0]);
  near = last_latency(runs[1]);
  near_crossed = last_latency(runs[2]);
  for (std::size_t n = 0; n < j_values.size(); ++n) {
    const QuietRun& run = runs[first_ratio + n];
    for (std::size_t m = run.messages.size(); m-- > 0;) {  // the nearest first
      const unsigned distance = run.messages[m].destination - kAligned;
      ratios.push_back(
          {j_values[n], distance, static_cast<double>(run.ways[m].latency) / distance});
    }
  }
  for (std::size_t n = 0; n < asked.size(); ++n) {
    HopCount count = asked[n];
    count.hops = static_cast<double>(runs[first_hop + n].ways[0].hops());
    (count.distance == 512 ? depths : roots).push_back(count);
  }
  return true;
}

namespace {

namespace closed = model::dally;

constexpr double kAlpha = 64;  // of near, near_crossed and long_latency

unsigned farthest(const LimitStudy& study) {
  unsigned most = 0;
  for (const WireRatio& r : study.ratios) most = std::max(most, r.distance);
  return most;
}

// For i = j alpha: the largest differences from 1 + 1/j, in percent of it.
Values ratios(const LimitStudy& study, unsigned least_j, unsigned most_j) {
  Values values;
  std::string text;
  const auto add = [&](const char* name, unsigned distance) {
    double worst = 0;
    std::string list;
    for (const WireRatio& r : study.ratios) {
      if (r.j < least_j || r.j > most_j || r.distance != distance) continue;
      worst = std::max(worst, 100 * std::fabs(r.ratio / (1 + 1. / r.j) - 1));
      add_to_list(list, fmt::format("{:.3f}", r.ratio));
    }
    values.emplace(name, worst);
    add_to_list(text, fmt::format("{} at D = {} alpha", list, distance / kRatioAlpha), "; ");
  };
  add("far", kFarInAlpha * kRatioAlpha);
  add("farthest", farthest(study));
  values.emplace("ratios", text);
  return values;
}

// Hops with i = sqrt(D), and the fewest with another spacing.
Values root(const LimitStudy& study) {
  Values values;
  for (const unsigned distance : {64u, 256u}) {
    double at_root = 0;
    double others = 1e9;
    for (const HopCount& count : study.roots) {
      if (count.distance != distance) continue;
      if (count.spacing == std::sqrt(distance)) {
        at_root = count.hops;
      } else {
        others = std::min(others, count.hops);
      }
    }
    values.emplace(fmt::format("at_{}", distance), at_root);
    values.emplace(fmt::format("others_{}", distance), others);
  }
  return values;
}

// Local hops by spacing, and the fewest with another than two.
Values base_two(const LimitStudy& study) {
  Values values;
  double others = 1e9;
  for (const HopCount& count : study.depths) {
    const double local = count.hops - 1. * count.distance / kHopAlpha - 1;
    values.emplace(fmt::format("i_{}", count.spacing), local);
    if (count.spacing != 2) others = std::min(others, local);
  }
  values.emplace("others", others);
  return values;
}

// (2) or (3) over D T_w.
double computed_ratio(unsigned j, unsigned distance) {
  const unsigned source = 0;  // any multiple of i
  return closed::latency(source, source + distance, {j * kRatioAlpha}, kRatioAlpha) / distance;
}

Table ratio_table(const Part& part, const LimitStudy& study) {
  Table table = part.table("limits");
  for (const WireRatio& r : study.ratios) {
    table.rows.push_back({exact(r.j), exact(r.distance), exact(computed_ratio(r.j, r.distance), 4),
                          exact(r.ratio, 4), exact(1 + 1. / r.j, 2)});
  }
  return table;
}

Table hop_table(const Part& part, const LimitStudy& study) {
  Table table = part.table("limits_hops", {{"distance", study.long_distance},
                                           {"latency", study.long_latency},
                                           {"near", study.near},
                                           {"near_crossed", study.near_crossed}});
  for (const std::vector<HopCount>* counts : {&study.roots, &study.depths}) {
    for (const HopCount& c : *counts) {
      table.rows.push_back({exact(c.distance), exact(c.spacing), exact(c.levels),
                            exact(closed::hops_equation_5(c.distance, c.spacing, c.levels)),
                            exact(c.hops)});
    }
  }
  return table;
}

Plot ratio_plot(const Part& part, const LimitStudy& study) {
  Plot plot = part.plot("limits");
  for (const unsigned j : {1u, 2u, 4u}) {
    PlotSeries line;
    line.label = fmt::format("i = {}, (3)", j * kRatioAlpha);
    line.style = PlotStyle::line;
    line.colour = j;
    PlotSeries dots;
    dots.style = PlotStyle::points;
    dots.colour = j;
    for (const WireRatio& r : study.ratios) {
      if (r.j == j) dots.points.push_back({1. * r.distance, r.ratio, 0});
    }
    for (unsigned d = 64; d <= 8192; d *= 2)
      line.points.push_back({1. * d, computed_ratio(j, d), 0});
    plot.series.push_back(std::move(line));
    plot.series.push_back(std::move(dots));
  }
  return plot;
}

}  // namespace

std::vector<Judgement> judge_limits(const LimitStudy& study) {
  const double ideal = (1 + kAlpha / 64) * study.long_distance;
  // Node latency over wire latency, i = alpha: ratio is 1 + wire's share.
  const auto nodes_over_wire = [&](bool within) {
    double found = within ? 1e9 : 0;
    for (const WireRatio& r : study.ratios) {
      if (r.j != 1 || (r.distance <= kRatioAlpha * kRatioAlpha) != within) continue;
      found = within ? std::min(found, r.ratio - 1) : std::max(found, r.ratio - 1);
    }
    return found;
  };
  return Part("dally", "limits")
      .judge({{"i_is_alpha", ratios(study, 1, 1)},
              {"i_is_j_alpha", ratios(study, 2, 4)},
              {"root_of_distance", root(study)},
              {"base_two", base_two(study)},
              {"node_limited", Values{{"near", nodes_over_wire(true)},
                                      {"far", nodes_over_wire(false)},
                                      {"square", kRatioAlpha * kRatioAlpha}}},
              {"length", Values{{"flits", kLongFlits},
                                {"tail", study.tail},
                                {"period", study.tail / (kLongFlits - 1)}}},
              {"long_messages", Values{{"distance", study.long_distance},
                                       {"latency", study.long_latency},
                                       {"share", study.long_latency / ideal}}},
              {"twice_the_wire", Values{{"ratio", study.long_latency / study.long_distance},
                                        {"distance", study.long_distance}}},
              {"local_message", Values{{"more", study.near_crossed - study.near},
                                       {"crossed", study.near_crossed},
                                       {"near", study.near}}}});
}

bool add_limits(const PaperOptions& options, PaperReport& report) {
  LimitStudy study;
  if (!study.run(options)) return false;
  const Part part("dally", "limits");
  part.add_to(report, options.quick, judge_limits(study),
              {ratio_table(part, study), hop_table(part, study)}, {ratio_plot(part, study)});
  return true;
}

}  // namespace turnpike::sim::dally
