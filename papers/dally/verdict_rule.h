// verdict_rule.h - what the judgements on Dally's claims have in common.

#pragma once

#include <cmath>
#include <string>
#include <utility>

#include "papers/report.h"

namespace turnpike::sim::dally {

inline Verdict graded(bool holds, bool in_part) {
  return holds ? Verdict::holds : in_part ? Verdict::in_part : Verdict::contradicted;
}

inline bool within(double value, double of, double share) {
  return std::fabs(value - of) <= share * std::fabs(of);
}

// A judgement whose numbers and verdict are still to come.
inline Judgement claim_of(std::string id, std::string claim, std::string paper, std::string rule) {
  Judgement j;
  j.id = std::move(id);
  j.claim = std::move(claim);
  j.paper = std::move(paper);
  j.rule = std::move(rule);
  return j;
}

// `reason` is given where the claim does not hold.
inline Judgement judged(Judgement j, std::string ours, Verdict verdict, std::string reason = "") {
  j.ours = std::move(ours);
  j.verdict = verdict;
  if (verdict != Verdict::holds) j.reason = std::move(reason);
  return j;
}

}  // namespace turnpike::sim::dally
