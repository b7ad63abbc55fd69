// latency_study.cpp - the messages of Fig. 4, sent.

#include "papers/dally/latency_study.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "papers/network_runs.h"

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

}  // namespace turnpike::sim::dally
