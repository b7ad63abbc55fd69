// points.h - the runs of a suite, each with a name that stays.
//
// A name says what a point is, "torus/router.virtual_channels=2,traffic.load=0.1/lockstep/seed-0":
// case, configuration where there are several, swept keys in alphabetical order, engine, seed. The
// seed is a hash of the suite's name and seed and of the point's name without its engine, so a case
// or a value that is added changes no other point, and engines run the same traffic.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/experiment/config/experiment.h"
#include "sim/studies/regress/suite.h"

namespace turnpike::sim {

struct RegressPoint {
  std::string name;
  std::string subject;  // its traffic: the name without engine and seed
  std::size_t case_index = 0;
  std::string config;         // file; empty: the case sets everything
  std::vector<Setting> sets;  // of the case, then the swept ones
  EngineKind engine = EngineKind::lockstep;
  std::uint64_t seed = 0;
  bool derived_seed = true;  // --reseed changes it
};

// In the order of the suite. `reseed` is the number of a random night, 0: none. Throws ConfigError
// where there are more than a million.
std::vector<RegressPoint> points_of(const Suite& suite, std::uint64_t reseed);

// First 52 bits of SHA-256 over all of these.
std::uint64_t derived_seed(const Suite& suite, std::uint64_t reseed, const std::string& name);

// The number of a point, given as a number or as its name; throws ConfigError that says what there
// is.
std::size_t find_point(const std::vector<RegressPoint>& points, const std::string& text);

// What a point of a network runs. Throws ConfigError at the line of the suite or configuration.
Experiment experiment_of(const Suite& suite, const RegressPoint& point);

}  // namespace turnpike::sim
