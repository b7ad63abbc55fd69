// study.h - a network under its traffic over the loads, several seeds each.

#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "papers/arnau/cases.h"
#include "papers/arnau/correlation.h"
#include "papers/arnau/pair_latency.h"
#include "papers/papers.h"
#include "papers/report.h"

namespace turnpike::sim::arnau {

// The paper's S1 .. S8 and S9 beyond: S1 and S8 are .097 and .56 flits per switch and cycle in the
// network of ten switches, the others between them at equal distances; in other networks they are
// the same shares of the load at which the first channel is full.
constexpr unsigned kLoads = 9;
constexpr unsigned kLow = 0;   // S1
constexpr unsigned kS8 = 7;    // the paper's "deep saturation" of ten switches
constexpr unsigned kDeep = 8;  // S9, three times the bound
std::vector<unsigned> all_loads();
double load_of(unsigned load, double bound);  // flits per switch and cycle
std::string load_name(unsigned load);         // "S1"

// How long runs are and how often they are repeated; the paper says neither.
struct Effort {
  std::vector<std::uint64_t> seeds;   // of the ten switches; a random network has one run
  unsigned messages_of_ten = 100;     // of a pair of switches, on average
  unsigned messages_of_random = 50;   // the same, random networks
  unsigned networks = 20;             // of each size
  unsigned networks_of_readings = 8;  // of them with the other readings
};
Effort effort(const PaperOptions& options);

struct StudySpec {
  Case one;
  std::vector<unsigned> loads;  // which
  SwitchSetting setting;
  unsigned messages_per_pair = 0;
  std::vector<std::uint64_t> seeds;
};

class Study {
 public:
  explicit Study(StudySpec spec);

  const StudySpec& spec() const { return spec_; }
  const Distances& distances() const { return distances_; }
  double load(unsigned which) const { return load_of(which, distances_.bound); }

  // Pairs of different switches with messages, over all seeds: latency from injection, which is
  // the paper's.
  std::vector<DistancePoint> points(unsigned load) const;
  // Over the seeds, in cycles; in flits per switch and cycle; in %.
  Measured latency(unsigned load) const;
  Measured latency_from_queue(unsigned load) const;
  Measured accepted(unsigned load) const;
  Measured plain_index(unsigned load) const;
  Measured weighted_index(unsigned load) const;
  // Mean latency over the pairs of each distance.
  struct DistanceLatency {
    double distance = 0;
    unsigned pairs = 0;
    Measured latency;
  };
  std::vector<DistanceLatency> distance_latencies(unsigned load) const;

 private:
  friend bool run_studies(std::vector<Study>& studies, const PaperOptions& options,
                          const std::string& what);

  std::vector<DistancePoint> points_of(const std::vector<PairSums>& pairs) const;

  StudySpec spec_;
  Distances distances_;
  std::map<unsigned, std::vector<PairRun>> runs_;  // [load][seed]
};

// Runs all of them; `what` names them while they last. False: interrupted.
bool run_studies(std::vector<Study>& studies, const PaperOptions& options, const std::string& what);

}  // namespace turnpike::sim::arnau
