// claims.h - what Arnau et al. say, judged by rules from plain numbers.

#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "papers/arnau/readings.h"
#include "papers/report.h"

namespace turnpike::sim::arnau {

// Of tables of equivalent distances, without a run.
struct TableFacts {
  std::vector<std::string> routes;                  // legal ones from switch 0 to 1, "0-2-1"
  unsigned entries_right = 0;                       // of the 100 of Table 2, to its two decimals
  std::vector<std::pair<double, unsigned>> values;  // of the ten switches: distance, ordered pairs
  unsigned tables = 0;
  unsigned symmetric_tables = 0;  // and zero on the diagonal only
  // Ordered triples with T_ik > T_ij + T_jk: of the ten switches, of Table 2 as printed.
  unsigned triangles_broken = 0;
  unsigned triangles_printed = 0;
  // Ordered pairs without a route as short as their distance in the graph.
  unsigned not_minimal = 0;             // of the ten switches
  unsigned random_networks = 0;         // how many
  unsigned random_not_minimal = 0;      // of them with such pairs
  double random_not_minimal_share = 0;  // of pairs in them, percent
  double bound = 0;                     // of the ten switches, flits per switch and cycle
};

// Indices in %; latencies in cycles.
struct TenSwitchFacts {
  Outcomes latency_s1;
  Outcomes latency_s8;
  Outcomes index_s1;
  Outcomes index_s8;
  Outcomes weighted_s8;
  Outcomes falls;         // index at S1 over that at S8
  Outcomes stays;         // weighted index at S8 over that at S1
  Outcomes delivered_s1;  // share of what is offered
  Outcomes delivered_s8;
  Outcome most_delivered;  // at any load, by any reading; flits per switch and cycle
};

// Random networks of one size. Half widths: with as many networks as the paper has.
struct FamilyFacts {
  struct AtLoad {
    std::string name;
    double latency = 0;
    Measured index;
  };
  std::vector<AtLoad> loads;  // those measured by the first reading
  Outcomes low;               // S1
  Outcomes low_weighted;
  Outcomes deep;  // S9; by the first reading S8 as well
  Outcomes deep_weighted;
  Outcomes falls;  // index at low load over that in deep saturation
  Outcomes stays;  // weighted index in deep saturation over that at low load
  // Standard deviations over networks or, of several patterns, over these.
  Outcomes low_spread;
  Outcomes low_weighted_spread;
  Outcomes deep_spread;
  Outcomes deep_weighted_spread;
};

// What was measured in this run.
struct Measurements {
  std::optional<TenSwitchFacts> ten;
  std::optional<FamilyFacts> sixteen;
  std::optional<FamilyFacts> twenty;  // four patterns
  std::optional<FamilyFacts> large;   // 24 switches
};

// Marks in all outcomes the readings with which the ten switches have the latencies that the paper
// prints, as the threshold `close` has it; of latency_s8, those with that of S1. Without ten
// switches all are taken to fit.
void mark_fitting(Measurements& measured);

// Every claim, those that need what was not measured as not judged.
std::vector<Judgement> judge(const TableFacts& tables, const Measurements& measured);

}  // namespace turnpike::sim::arnau
