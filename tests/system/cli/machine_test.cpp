// `turnpike machine` as a user calls it.

#include <gtest/gtest.h>

#include "tests/system/cli/program.h"

namespace turnpike::test {
namespace {

TEST(MachineCommandTest, ProgramsRunOnEveryNode) {
  const ProgramResult result = turnpike({"machine", "--dimensions", "2", "--bytes", "64"});
  EXPECT_EQ(result.status, 0) << result.error;
  for (const char* part : {"ring", "all-to-all", "reduction", "broadcast", "4 nodes"}) {
    EXPECT_NE(result.out.find(part), std::string::npos) << part;
  }
}

TEST(MachineCommandTest, RandomMessagesAreCountedAndChecked) {
  const ProgramResult result = turnpike({"machine", "--dimensions", "2", "--random", "300"});
  EXPECT_EQ(result.status, 0) << result.error;
}

void expect_refused(const std::string& option, const std::string& value) {
  const ProgramResult result = turnpike({"machine", option, value});
  EXPECT_EQ(result.status, 2) << option << " " << value;
  EXPECT_EQ(result.out, "");
  EXPECT_NE(result.error.find(option), std::string::npos) << result.error;
}

// A number below zero once became 2^64 messages.
TEST(MachineCommandTest, BadOptionsAreRefused) {
  expect_refused("--random", "-5");
  expect_refused("--random", "0");
  expect_refused("--random", "1.5");
  expect_refused("--seed", "-1");
  expect_refused("--dimensions", "13");
  expect_refused("--flit-bits", "7");
  expect_refused("--engine", "hardware");
  expect_refused("--stall", "1");
  expect_refused("--bytes", "3");
}

}  // namespace
}  // namespace turnpike::test
