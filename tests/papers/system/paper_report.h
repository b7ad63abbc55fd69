// paper_report.h - what the tests of `turnpike paper` ask of every report.

#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/system/commands/program.h"

namespace turnpike::test {

using Json = nlohmann::json;

// [id of the claim]; each has a rule and our number, and a reason where it does not simply hold.
inline std::map<std::string, std::string> verdicts(const Json& report) {
  std::map<std::string, std::string> found;
  for (const Json& claim : report.at("claims")) {
    EXPECT_FALSE(claim.at("rule").get<std::string>().empty()) << claim;
    EXPECT_FALSE(claim.at("ours").get<std::string>().empty()) << claim;
    const std::string verdict = claim.at("verdict");
    EXPECT_TRUE(verdict == "holds" || verdict == "not judged" ||
                !claim.at("reason").get<std::string>().empty())
        << claim;
    found[claim.at("id")] = verdict;
  }
  return found;
}

// The report, which must not depend on the number of jobs.
inline Json report_on_any_jobs(const std::vector<std::string>& arguments) {
  const ProgramResult once = turnpike(arguments);
  EXPECT_EQ(once.status, 0) << once.error;
  std::vector<std::string> on_two = arguments;
  on_two.insert(on_two.end(), {"--jobs", "2"});
  EXPECT_EQ(turnpike(on_two).out, once.out);
  return Json::parse(once.out);
}

inline void expect_files(const TemporaryFolder& folder, const std::vector<const char*>& names) {
  const std::vector<std::string> files = folder.files();
  for (const char* name : names) {
    EXPECT_TRUE(std::binary_search(files.begin(), files.end(), name)) << name;
  }
}

}  // namespace turnpike::test
