// lockstep_part.cpp - short runs of the arrays of III-B and III-E on the hardware too.

#include "papers/dally/lockstep_part.h"

#include "papers/dally/quiet_network.h"
#include "papers/lockstep_points.h"
#include "papers/network_runs.h"

namespace turnpike::sim::dally {

namespace {

const char* const kFull =
    "[traffic]\npattern = \"uniform\"\nload = 0.4\nlength = 4\n"
    "[run]\nwarmup = 200\nmeasurement = 1000\nmax_cycles = 1200\nlatency_limit = 1000000\n";
const char* const kEmpty =
    "[traffic]\npattern = \"uniform\"\nload = 0.02\nlength = 1\n"
    "[run]\nwarmup = 200\nmeasurement = 2000\n";

std::vector<LockstepRun> all_runs() {
  return {
      {"flat", "i = 4, m = 2, 32 nodes, overloaded",
       experiment_from(array_text(32, "spacing = 4\nlevels = 1\nchannels = 2") + kFull, "flat")},
      {"hierarchical", "i = 2, l = 3, 32 nodes, low load",
       experiment_from(array_text(32, "spacing = 2\nlevels = 3") + kEmpty, "hierarchical")}};
}

}  // namespace

Json run_lockstep_point(const std::string& point, const PaperOptions& options) {
  return run_lockstep(all_runs(), point, options);
}

void add_lockstep(const PaperOptions& options, PaperReport& report) {
  add_lockstep_runs("dally", all_runs(), options, report);
}

}  // namespace turnpike::sim::dally
