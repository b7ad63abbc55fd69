// dally.cpp - the parts of the report on Dally 1991; short runs of its arrays on the hardware.

#include "papers/dally/dally.h"

#include "papers/dally/area.h"
#include "papers/dally/decompositions.h"
#include "papers/dally/latency.h"
#include "papers/dally/levels.h"
#include "papers/dally/limits.h"
#include "papers/dally/load_runs.h"
#include "papers/dally/plane.h"
#include "papers/dally/quiet_network.h"
#include "papers/dally/throughput.h"

namespace turnpike::sim::dally {

namespace {

const char* const kFull =
    "[traffic]\npattern = \"uniform\"\nload = 0.4\nlength = 4\n"
    "[run]\nwarmup = 200\nmeasurement = 1000\nmax_cycles = 1200\nlatency_limit = 1000000\n";
const char* const kEmpty =
    "[traffic]\npattern = \"uniform\"\nload = 0.02\nlength = 1\n"
    "[run]\nwarmup = 200\nmeasurement = 2000\n";

}  // namespace

std::vector<LockstepRun> lockstep_runs() {
  return {
      {"i = 4, m = 2, 32 nodes, overloaded",
       experiment_from(array_text(32, "spacing = 4\nlevels = 1\nchannels = 2") + kFull, "flat")},
      {"i = 2, l = 3, 32 nodes, low load",
       experiment_from(array_text(32, "spacing = 2\nlevels = 3") + kEmpty, "hierarchical")}};
}

PaperReport run_dally(const PaperOptions& options) {
  PaperReport report;
  report.seeds = load_seeds(options);
  struct Part {
    const char* figure;
    bool (*add)(const PaperOptions&, PaperReport&);
  };
  const Part parts[] = {
      {"4", add_latency},     {"limits", add_limits}, {"throughput", add_throughput},
      {"levels", add_levels}, {"plane", add_plane},   {"decompositions", add_decompositions}};
  for (const Part& part : parts) {
    if (!options.wants(part.figure)) continue;
    if (!part.add(options, report)) {
      report.interrupted = true;
      return report;
    }
  }
  if (options.wants("area")) add_area(report);
  if (options.engine == EngineKind::lockstep) add_lockstep_runs(lockstep_runs(), options, report);
  return report;
}

}  // namespace turnpike::sim::dally
