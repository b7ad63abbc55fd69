// worker.h - runs the points of a plan on this machine, several at a time.
//
// Each job is a process with one thread. It claims points and runs each in a copy of itself, so a
// point that crashes, hangs or fills memory only fails, and SystemC elaborates anew in every
// copy.

#pragma once

#include <string>
#include <vector>

#include "sim/base/progress_line.h"
#include "sim/studies/regress/plan.h"
#include "sim/studies/regress/shared_folder.h"

namespace turnpike::sim {

struct WorkOptions {
  unsigned jobs = 1;
  std::size_t first = 0;          // the point to begin with, so that tasks seldom meet
  std::vector<std::size_t> only;  // points; empty: all
  bool waits_for_others = false;  // until what they have is finished, or they are lost
};

// Builds the hardware of all points that have no result, each shape once; tells what cannot be
// built. Returns early when a signal comes.
void build_all(const Plan& plan, SharedFolder& folder, unsigned jobs, ProgressLine& line);

// Runs what has no result and nobody else has. When a signal comes, ends the points under way and
// gives them up. Throws ConfigError where a result cannot be written, or the plan is outdated.
void work(const Plan& plan, SharedFolder& folder, const WorkOptions& options, ProgressLine& line);

// How many points of the plan have a result.
std::size_t count_finished(const Plan& plan, const SharedFolder& folder);

}  // namespace turnpike::sim
