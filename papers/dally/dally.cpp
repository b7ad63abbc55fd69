// dally.cpp - the parts of the report on Dally 1991.

#include "papers/dally/dally.h"

#include "papers/dally/area_part.h"
#include "papers/dally/decomposition_part.h"
#include "papers/dally/latency_part.h"
#include "papers/dally/level_part.h"
#include "papers/dally/limit_part.h"
#include "papers/dally/load_runs.h"
#include "papers/dally/lockstep_part.h"
#include "papers/dally/plane_part.h"
#include "papers/dally/throughput_part.h"

namespace turnpike::sim::dally {

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
  if (options.engine == EngineKind::lockstep) add_lockstep(options, report);
  return report;
}

}  // namespace turnpike::sim::dally
