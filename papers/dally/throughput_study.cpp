// throughput_study.cpp - every array overloaded, and once nearly empty for the loads of channels.

#include "papers/dally/throughput_study.h"

#include <fmt/format.h>

#include "papers/dally/centre.h"
#include "papers/dally/load_runs.h"
#include "papers/dally/quiet_network.h"

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

}  // namespace turnpike::sim::dally
