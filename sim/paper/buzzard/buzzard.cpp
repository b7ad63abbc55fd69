// buzzard.cpp - the parts of the report on Buzzard & Mudge 1988.

#include "sim/paper/buzzard/buzzard.h"

#include "sim/paper/buzzard/collision_part.h"
#include "sim/paper/buzzard/loads.h"
#include "sim/paper/buzzard/lockstep_part.h"
#include "sim/paper/buzzard/message_part.h"
#include "sim/paper/buzzard/transport_part.h"

namespace turnpike::sim::buzzard {

PaperReport run_buzzard(const PaperOptions& options) {
  PaperReport report;
  report.seeds = effort(options).seeds;
  add_messages(options, report);
  if (!report.interrupted && options.wants("collisions")) add_collisions(options, report);
  if (!report.interrupted && options.wants("transport")) add_transport(options, report);
  if (!report.interrupted && options.engine == EngineKind::lockstep) add_lockstep(options, report);
  return report;
}

}  // namespace turnpike::sim::buzzard
