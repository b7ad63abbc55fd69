// dally_claims.h - verdicts by name, for tests of rules with made-up numbers.

#pragma once

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "papers/report.h"

namespace turnpike::test {

inline std::map<std::string, sim::Verdict> verdicts_of(
    const std::vector<sim::Judgement>& judgements) {
  std::map<std::string, sim::Verdict> found;
  for (const sim::Judgement& j : judgements) {
    EXPECT_FALSE(j.ours.empty()) << j.id;
    EXPECT_FALSE(j.rule.empty()) << j.id;
    EXPECT_EQ(j.reason.empty(), j.verdict == sim::Verdict::holds) << j.id;
    EXPECT_TRUE(found.emplace(j.id, j.verdict).second) << j.id << " twice";
  }
  return found;
}

}  // namespace turnpike::test
