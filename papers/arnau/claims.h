// claims.h - what Arnau et al. say, judged by rules from plain numbers.

#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "papers/arnau/study.h"
#include "papers/report.h"

namespace turnpike::sim::arnau {

// Correlation indices in %.
struct Indices {
  double plain = 0;
  double weighted = 0;
};

// Of tables of equivalent distances, without a run.
struct TableFacts {
  unsigned entries_right = 0;                       // of the 100 of Table 2, to its two decimals
  std::vector<std::pair<double, unsigned>> values;  // of the ten switches: distance, ordered pairs
  unsigned tables = 0;
  unsigned symmetric_tables = 0;  // and zero on the diagonal only
  unsigned triangles_broken = 0;  // of the ten switches: ordered triples with T_ik > T_ij + T_jk
  Indices routes_most;  // of route lengths, the most of the random networks of 20 switches
};

struct TenSwitchFacts {
  double latency_s1 = 0;  // cycles
  double latency_s8 = 0;
  Indices s1;
  Indices s8;
  double generated_s1 = 0;  // flits per switch and cycle
  double accepted_s1 = 0;
  double accepted_s8 = 0;
  double accepted_s9 = 0;
  double bound = 0;
  std::string bottleneck;  // link that the formula names, "3-6"
  std::string busiest;     // link with the busiest channel at S8
  double busiest_share = 0;
};

// Indices of several networks, or of one network under several kinds of traffic.
using Family = std::vector<Indices>;
struct FamilyFacts {
  Family low;
  Family deep;
  Family routes;  // of the lengths of routes in the place of latencies
};

// What happens when what the paper leaves open is changed.
struct SettingFacts {
  struct Switches {         // ten of them
    double latency_s1 = 0;  // cycles
    double latency_s8 = 0;
    Indices s1;
    Indices s8;
  };
  std::vector<Switches> switches;
  unsigned longest_hop = 0;  // cycles
  // Of the longest runs less those of the shortest, percentage points.
  Indices low_gain;
  Indices deep_gain;
  FamilyFacts walked;  // 20 switches, the other reading of the permutations
};

// What was measured in this run.
struct Findings {
  std::optional<TenSwitchFacts> ten;
  std::optional<SettingFacts> settings;
  std::optional<FamilyFacts> sixteen;         // [network]
  std::optional<FamilyFacts> twenty;          // [pattern]
  std::optional<std::vector<Indices>> large;  // 24 switches, [load]
};

double mean_of(const Family& family, double Indices::*which);
double deviation_of(const Family& family, double Indices::*which);  // standard, of a sample

// Every claim, those that need what was not measured as not judged.
std::vector<Judgement> judge(const TableFacts& tables, const Findings& findings);

}  // namespace turnpike::sim::arnau
