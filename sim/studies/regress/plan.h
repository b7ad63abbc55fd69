// plan.h - the points of a night with the names of their results.
//
// The key of a point is a hash over everything that its result depends on: configuration, files,
// seed, this program, and for hardware its sources. `run` writes the plan to the folder. Tasks on
// other machines read it, and refuse to run a point whose key has changed.

#pragma once

#include <string>
#include <vector>

#include "sim/studies/regress/points.h"

namespace turnpike::sim {

struct Plan {
  Suite suite;
  std::uint64_t reseed = 0;
  std::vector<RegressPoint> points;
  std::vector<std::string> keys;  // [point]
  std::string night;              // names this night among others in the same history
};

// Throws ConfigError with what is wrong in any point's configuration.
Plan make_plan(const std::string& suite_file, std::uint64_t reseed);

// Builds every network once and looks at its traffic; throws ConfigError where one makes no sense.
// What a network does, deadlock among it, its runs will tell.
void check_plan(const Plan& plan);

// The name of a point's result.
std::string key_of(const Suite& suite, const RegressPoint& point);

// plan.json in `folder`. A plan of the same points keeps its night; throws ConfigError.
void keep_plan(Plan& plan, const std::string& folder);

// The plan that was left there. `night`: refuses another; empty: any. Throws ConfigError where the
// folder or its plan is not there, or the suite has other points by now.
Plan read_plan(const std::string& suite_file, const std::string& folder, const std::string& night);

}  // namespace turnpike::sim
