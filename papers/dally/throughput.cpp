// throughput.cpp - every array overloaded, and once nearly empty for the loads of channels.

#include "papers/dally/throughput.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "papers/dally/load_runs.h"
#include "papers/dally/quiet_network.h"
#include "papers/sheet.h"

namespace turnpike::sim::dally {

namespace {

constexpr unsigned kFlits = 4;  // of a message

std::vector<ThroughputPoint> all_points() {
  std::vector<ThroughputPoint> points(1);
  for (const unsigned spacing : {4u, 8u, 16u}) {
    for (const Insertion insertion : {Insertion::multichannel, Insertion::interleaved}) {
      for (const unsigned express : {1u, 2u, 3u, 4u}) {
        if (insertion == Insertion::interleaved && spacing % express != 0) continue;
        ThroughputPoint point;
        point.insertion = insertion;
        point.spacing = spacing;
        point.express = express;
        points.push_back(point);
      }
    }
  }
  return points;
}

void fill(ThroughputPoint& point, const NetworkPoint& full, const NetworkPoint& empty,
          const NetworkPoint& plain) {
  const model::Network network = network_of(empty.experiment);
  point.accepted = over_seeds(full, &model::Results::accepted);
  std::vector<double> times;
  for (std::size_t s = 0; s < full.results.size(); ++s) {
    times.push_back(full.results[s].accepted / plain.results[s].accepted);
  }
  point.times_plain = measured(times);
  point.bound = over_results(empty, [&](const model::Results& r) {
    return r.accepted / busiest(network, r.channel_utilisation);
  });
  point.local_share = over_results(empty, [&](const model::Results& r) {
    return centre_channels(network, r.channel_utilisation).share(0);
  });
  point.channels = centre_channels(network, {}).all();
}

}  // namespace

const char* insertion_text(Insertion insertion) {
  switch (insertion) {
    case Insertion::none:
      break;
    case Insertion::multichannel:
      return "multichannel";
    case Insertion::interleaved:
      return "interleaved";
  }
  return "plain";
}

std::string throughput_text(Insertion insertion, unsigned spacing, unsigned express) {
  if (insertion == Insertion::none) return array_text(kArrayNodes);
  return array_text(kArrayNodes,
                    fmt::format("spacing = {}\nlevels = 1\nchannels = {}\ninsertion = \"{}\"",
                                spacing, express, insertion_text(insertion)));
}

bool ThroughputStudy::run(const PaperOptions& options) {
  points = all_points();
  std::vector<NetworkPoint> full;
  std::vector<NetworkPoint> empty;
  for (const ThroughputPoint& point : points) {
    const std::string array = throughput_text(point.insertion, point.spacing, point.express);
    const double load = point.insertion == Insertion::none ? .2 : .6;
    full.push_back({experiment_from(array + overload(options, load, kFlits), "array"), {}});
    empty.push_back({experiment_from(array + low_load(options, kFlits), "array"), {}});
  }
  const std::vector<std::uint64_t> seeds = load_seeds(options);
  if (!run_network_points(full, seeds, options, "throughput") ||
      !run_network_points(empty, seeds, options, "loads of channels")) {
    return false;
  }
  for (std::size_t p = 0; p < points.size(); ++p) fill(points[p], full[p], empty[p], full[0]);
  return true;
}

namespace {

using Points = std::vector<const ThroughputPoint*>;

Points express_points(const ThroughputStudy& study) {
  Points points;
  for (const ThroughputPoint& p : study.points) {
    if (p.insertion != Insertion::none) points.push_back(&p);
  }
  return points;
}

std::string name_of(const ThroughputPoint& p) {
  return fmt::format("i = {}, m = {}, {}", p.spacing, p.express, insertion_text(p.insertion));
}

Measured bound_times(const ThroughputStudy& study, const ThroughputPoint& p) {
  return ratio(p.bound, study.points[0].bound);
}

// By the loads of channels; and what the routers accept of m + 1, least and most, in percent.
Values m_plus_one(const ThroughputStudy& study) {
  std::vector<Values> rows;
  for (const unsigned m : {1u, 2u, 4u, 8u}) {
    const double times =
        counted_gain(kLargeNodes, model::dally::equal_spacing(kLargeSpacing, 1), {1, m});
    rows.push_back({{"m", m}, {"times", times}, {"all", m + 1}});
  }
  std::vector<Measured> shares;
  double off = 0;
  for (const ThroughputPoint* p : express_points(study)) {
    const double all = p->express + 1;
    shares.push_back({100 * p->times_plain.mean / all, 100 * p->times_plain.half_width / all});
    if (p->insertion != Insertion::multichannel) continue;
    const double counted =
        counted_gain(kArrayNodes, model::dally::equal_spacing(p->spacing, 1), {1, p->express});
    off = std::max(off, 100 * std::fabs(bound_times(study, *p).mean / counted - 1));
  }
  return {{"rows", rows}, {"worst", lowest(shares)}, {"best", highest(shares)}, {"off", off}};
}

Values bisection(const ThroughputStudy& study) {
  const double plain = study.points[0].channels;
  const Points points = express_points(study);
  const auto right = std::count_if(points.begin(), points.end(), [&](const ThroughputPoint* p) {
    return p->channels == plain * (p->express + 1);
  });
  return tally(static_cast<double>(right), static_cast<double>(points.size()));
}

Values centre_share(const ThroughputStudy& study) {
  std::vector<Values> rows;
  for (const ThroughputPoint* p : express_points(study)) {
    if (p->express != 1 || p->insertion != Insertion::multichannel) continue;
    rows.push_back(
        {{"i", p->spacing}, {"share", p->local_share}, {"paper", 2. * p->spacing / kArrayNodes}});
  }
  return {{"rows", rows}};
}

// (a) over (b): by the loads of channels, and what the routers accept.
Values concentrator(const ThroughputStudy& study) {
  std::vector<Values> rows;
  std::vector<Measured> accepted;
  for (const ThroughputPoint* a : express_points(study)) {
    if (a->insertion != Insertion::multichannel || a->express < 2) continue;
    for (const ThroughputPoint* b : express_points(study)) {
      if (b->insertion != Insertion::interleaved || b->spacing != a->spacing ||
          b->express != a->express) {
        continue;
      }
      rows.push_back({{"i", a->spacing}, {"m", a->express}, {"loads", ratio(a->bound, b->bound)}});
      accepted.push_back(ratio(a->accepted, b->accepted));
    }
  }
  if (rows.empty()) return {{"rows", rows}};
  return {{"rows", rows},
          {"best", highest(accepted)},
          {"worst", lowest(accepted)},
          {"narrow", rows.front().at("loads")},
          {"wide", rows.back().at("loads")}};
}

// The best array for each m.
Values wire_limited(const ThroughputStudy& study) {
  std::vector<Values> rows;
  for (const unsigned m : {1u, 2u, 3u, 4u}) {
    std::vector<Measured> all;
    for (const ThroughputPoint* p : express_points(study)) {
      const double limit = kPlainBound * (m + 1);
      if (p->express == m) {
        all.push_back({p->accepted.mean / limit, p->accepted.half_width / limit});
      }
    }
    rows.push_back({{"m", m}, {"share", highest(all)}});
  }
  return {{"rows", rows}};
}

Values quadruple(const ThroughputStudy& study) {
  const ThroughputPoint* best = nullptr;
  for (const ThroughputPoint* p : express_points(study)) {
    if (p->express != 3) continue;
    if (best == nullptr || p->times_plain.mean > best->times_plain.mean) best = p;
  }
  return {
      {"times", best->times_plain}, {"bound", bound_times(study, *best)}, {"with", name_of(*best)}};
}

Table throughput_table(const Part& part, const ThroughputStudy& study) {
  Table table = part.table("throughput");
  for (const ThroughputPoint& p : study.points) {
    const bool plain = p.insertion == Insertion::none;
    table.rows.push_back({insertion_text(p.insertion), plain ? Cell("") : exact(p.spacing),
                          exact(p.express), Cell(p.accepted, 4), Cell(p.times_plain, 2),
                          exact(p.express + 1), Cell(p.bound, 4), exact(p.channels),
                          Cell(p.local_share, 4)});
  }
  return table;
}

Plot throughput_plot(const Part& part, const ThroughputStudy& study) {
  Plot plot = part.plot("throughput");
  PlotSeries ideal;
  ideal.label = "m + 1";
  ideal.style = PlotStyle::line;
  ideal.dashed = true;
  ideal.colour = 8;
  for (const double m : {0., 4.}) ideal.points.push_back({m, m + 1, 0});
  plot.series.push_back(ideal);
  unsigned colour = 0;
  for (const unsigned spacing : {4u, 8u, 16u}) {
    for (const Insertion insertion : {Insertion::multichannel, Insertion::interleaved}) {
      PlotSeries series;
      series.label = fmt::format("{}, i = {}", insertion_text(insertion), spacing);
      series.dashed = insertion == Insertion::interleaved;
      series.colour = ++colour;
      series.points.push_back({0, 1, 0});
      for (const ThroughputPoint& p : study.points) {
        if (p.insertion != insertion || p.spacing != spacing) continue;
        series.points.push_back({1. * p.express, p.times_plain.mean, p.times_plain.half_width});
      }
      plot.series.push_back(series);
    }
  }
  return plot;
}

}  // namespace

std::vector<Judgement> judge_throughput(const ThroughputStudy& study) {
  return Part("dally", "throughput")
      .judge({{"bisection", bisection(study)},
              {"centre_share", centre_share(study)},
              {"m_plus_one", m_plus_one(study)},
              {"concentrator", concentrator(study)},
              {"quadruple", quadruple(study)},
              {"wire_limited", wire_limited(study)}});
}

bool add_throughput(const PaperOptions& options, PaperReport& report) {
  ThroughputStudy study;
  if (!study.run(options)) return false;
  const Part part("dally", "throughput");
  part.add_to(report, options.quick, judge_throughput(study), {throughput_table(part, study)},
              {throughput_plot(part, study)});
  return true;
}

}  // namespace turnpike::sim::dally
