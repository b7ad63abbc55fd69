// buzzard.cpp - the parts of the report on Buzzard & Mudge 1988.

#include "papers/buzzard/buzzard.h"

#include "papers/buzzard/blockage.h"
#include "papers/buzzard/collisions.h"
#include "papers/buzzard/loads.h"
#include "papers/buzzard/messages.h"
#include "papers/buzzard/transport.h"
#include "papers/sheet.h"

namespace turnpike::sim::buzzard {

namespace {

// What holds at full length and not in a quick run.
void explain_short_lists(PaperReport& report) {
  for (Judgement& j : report.judgements) {
    if (j.verdict == Verdict::holds || j.verdict == Verdict::not_judged || !j.reason.empty()) {
      continue;
    }
    j.reason = Part("buzzard", "common").text("short_lists");
  }
}

}  // namespace

PaperReport run_buzzard(const PaperOptions& options) {
  PaperReport report;
  report.seeds = effort(options).seeds;
  add_messages(options, report);
  if (!report.interrupted && options.wants("collisions")) {
    add_blockage(report);
    add_collisions(options, report);
  }
  if (!report.interrupted && options.wants("transport")) add_transport(options, report);
  if (!report.interrupted && options.engine == EngineKind::lockstep) add_lockstep(options, report);
  if (options.quick) explain_short_lists(report);
  return report;
}

}  // namespace turnpike::sim::buzzard
