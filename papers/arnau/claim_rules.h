// claim_rules.h - what the rules of the claims of Arnau et al. share.

#pragma once

#include <cmath>
#include <string>

#include "papers/report.h"

namespace turnpike::sim::arnau {

constexpr double kNear = 5;  // percentage points
constexpr double kFar = 15;

inline bool is_near(double value, double wanted, double within) {
  return std::abs(value - wanted) <= within;
}

inline Verdict of_two(bool first, bool second) {
  return first && second   ? Verdict::holds
         : first || second ? Verdict::in_part
                           : Verdict::contradicted;
}

inline Verdict by_distance(double value, double wanted, double near, double far) {
  return is_near(value, wanted, near)  ? Verdict::holds
         : is_near(value, wanted, far) ? Verdict::in_part
                                       : Verdict::contradicted;
}

// Not judged yet.
inline Judgement claim(const char* id, const char* text, const char* paper, const char* rule) {
  Judgement j;
  j.id = id;
  j.claim = text;
  j.paper = paper;
  j.rule = rule;
  j.ours = "not measured in this run";
  return j;
}

}  // namespace turnpike::sim::arnau
