// `turnpike formula` as a user calls it.

#include <gtest/gtest.h>

#include "sim/experiment/results/result_keys.h"
#include "tests/system/commands/program.h"

namespace turnpike::test {
namespace {

using sim::Json;

void expect_refused(const std::vector<std::string>& arguments, const std::string& message) {
  std::vector<std::string> all = {"formula"};
  all.insert(all.end(), arguments.begin(), arguments.end());
  const ProgramResult result = turnpike(all);
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_NE(result.error.find(message), std::string::npos) << result.error;
}

TEST(FormulaCommandTest, PrintsOneValueWithTenDigits) {
  const ProgramResult result = turnpike({"formula", "agarwal.wire_length", "N=256", "n=4", "z=3"});
  EXPECT_EQ(result.status, 0) << result.error;
  EXPECT_EQ(result.out, "1.587401052\n");
}

TEST(FormulaCommandTest, JsonHasTheFullValueAndItsSource) {
  const ProgramResult result = turnpike({"formula", "--json", "shahrabi.mean_replications", "n=6"});
  const Json json = Json::parse(result.out);
  EXPECT_NEAR(json.at("value").get<double>(), 57.0 / 63, 1e-15);
  EXPECT_EQ(json.at("formula"), "shahrabi.mean_replications");
  EXPECT_EQ(json.at("source"), "Shahrabi & Ould-Khaoua (10)");
}

TEST(FormulaCommandTest, ListNamesEveryFormulaWithArgumentsAndEquation) {
  const ProgramResult text = turnpike({"formula", "--list"});
  const ProgramResult json = turnpike({"formula", "--list", "--json"});
  EXPECT_EQ(text.status, 0);
  const Json rows = Json::parse(json.out).at("formulas");
  EXPECT_GE(rows.size(), 29u);
  for (const Json& row : rows) {
    for (const char* key : {"formula", "gives", "source"}) {
      EXPECT_NE(text.out.find(row.at(key).get<std::string>()), std::string::npos) << row;
    }
    for (const Json& argument : row.at("arguments")) {
      EXPECT_NE(text.out.find(argument.at("meaning").get<std::string>()), std::string::npos);
    }
  }
}

TEST(FormulaCommandTest, WhatIsWrongIsSaidAndNothingPrinted) {
  expect_refused({}, "give the name of a formula, or --list");
  expect_refused({"agarwal.latency", "--list"}, "give the name of a formula, or --list");
  expect_refused({"agarwal.latncy"}, "nearest: 'agarwal.latency'");
  expect_refused({"agarwal.wire_length", "N"}, "arguments are written name=value");
  expect_refused({"agarwal.wire_length", "N=64", "n=3", "z=two"},
                 "agarwal.wire_length: z: found 'two', allowed: a number");
  expect_refused({"agarwal.contention", "rho=1", "kd=4.5", "n=3", "B=4"},
                 "rho: found 1, allowed: 0 or more and less than 1 (saturation)");
  expect_refused(
      {"shahrabi.unicast_latency", "n=6", "V=3", "M=32", "rate=1", "beta=0", "variant=printed"},
      "less than the saturation rate");
}

}  // namespace
}  // namespace turnpike::test
