// shahrabi.cpp - the parts of the report on Shahrabi & Ould-Khaoua.

#include "papers/shahrabi/shahrabi.h"

#include "papers/shahrabi/latency.h"
#include "papers/shahrabi/mechanisms.h"

namespace turnpike::sim::shahrabi {

// Small cubes, short messages: the traffic of the panels on the hardware.
std::vector<LockstepRun> lockstep_runs() {
  const Panel small = {"3-8", 3, 2, 8, .1};
  Variation copied;
  copied.router = "packet";
  copied.broadcast = "router";
  return {
      {"wormhole 3-cube, nodes copy broadcasts", experiment_of(small, rate_at(small, .7), 50, 300)},
      {"packet 3-cube, routers copy broadcasts",
       experiment_of(small, rate_at(small, .7), 50, 300, copied)}};
}

PaperReport run_shahrabi(const PaperOptions& options) {
  PaperReport report;
  report.seeds = effort(options).seeds;
  add_panels(options, report);
  if (!report.interrupted && options.wants("mechanisms")) add_mechanisms(options, report);
  if (!report.interrupted && options.wants("replication")) add_replication(options, report);
  if (!report.interrupted && options.engine == EngineKind::lockstep) {
    add_lockstep_runs(lockstep_runs(), options, report);
  }
  return report;
}

}  // namespace turnpike::sim::shahrabi
