// limit_study.cpp - single messages over long ways, and over short ones.

#include "papers/dally/limit_study.h"

#include <fmt/format.h>

#include "papers/dally/quiet_network.h"
#include "papers/network_runs.h"

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
  if (!run_quiet(runs, options, "limits")) return false;

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

}  // namespace turnpike::sim::dally
