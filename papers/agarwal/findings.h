// findings.h - a claim of Agarwal 1991 as statements, each of which our numbers bear out or not.

#pragma once

#include <string>
#include <vector>

#include "papers/report.h"

namespace turnpike::sim::agarwal {

struct Finding {
  std::string paper;  // "16K nodes: 3"
  std::string ours;   // the number, or what it is: "3 (511.6)"
  bool agrees = false;
};

struct Claim {
  std::string id;
  std::string claim;   // with its section
  std::string rule;    // when a statement agrees
  std::string reason;  // why not all do; shown when they do not
};

// Holds: every statement agrees; in part: some. No statement: what it needs was not run.
Judgement judge(const Claim& claim, const std::vector<Finding>& findings);

// A number of the paper beside ours; agrees within a share of the paper's.
Finding number_finding(const std::string& what, double paper, double ours, double within,
                       int decimals);

}  // namespace turnpike::sim::agarwal
