// findings.cpp - a claim of Agarwal 1991 as statements, each of which our numbers bear out or not.

#include "papers/agarwal/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace turnpike::sim::agarwal {

Judgement judge(const Claim& claim, const std::vector<Finding>& findings) {
  Judgement j;
  j.id = claim.id;
  j.claim = claim.claim;
  j.rule = claim.rule + " Holds: all statements; in part: some.";
  for (const Finding& finding : findings) {
    j.paper += (j.paper.empty() ? "" : "; ") + finding.paper;
    j.ours += (j.ours.empty() ? "" : "; ") + finding.ours;
  }
  if (findings.empty()) {
    j.paper = "-";
    j.ours = "not measured in this run";
    return j;
  }
  const auto agreeing =
      std::count_if(findings.begin(), findings.end(), [](const Finding& f) { return f.agrees; });
  j.verdict = agreeing == static_cast<long>(findings.size()) ? Verdict::holds
              : agreeing > 0                                 ? Verdict::in_part
                                                             : Verdict::contradicted;
  if (j.verdict != Verdict::holds) j.reason = claim.reason;
  return j;
}

Finding number_finding(const std::string& what, double paper, double ours, double within,
                       int decimals) {
  return {fmt::format("{}: {:.{}f}", what, paper, decimals), fmt::format("{:.{}f}", ours, decimals),
          std::abs(ours - paper) <= within * std::abs(paper)};
}

}  // namespace turnpike::sim::agarwal
