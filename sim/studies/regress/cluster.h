// cluster.h - a night as jobs of Slurm: one that builds the hardware, then an array that runs the
// points. Over a shared folder alone: tasks claim points as workers on one machine do.

#pragma once

#include <string>

#include "sim/base/progress_line.h"
#include "sim/studies/regress/plan.h"
#include "sim/studies/regress/shared_folder.h"
#include "sim/studies/regress/slurm.h"

namespace turnpike::sim {

struct ClusterOptions {
  SlurmOptions slurm;
  bool submit_only = false;
};

// Submits, waits, and submits again what a lost task left, as long as every round brings results.
// When a signal comes, cancels the jobs. Returns what was submitted, in words. Throws ConfigError
// where Slurm refuses, or where no task left a result.
std::string run_on_cluster(const Plan& plan, SharedFolder& folder, const ClusterOptions& options,
                           ProgressLine& line);

}  // namespace turnpike::sim
