// `turnpike import-booksim`: what it prints runs, and what it cannot convert leaves nothing behind.

#include <gtest/gtest.h>

#include "tests/system/commands/program.h"

namespace turnpike::test {
namespace {

TEST(ImportBooksimCommandTest, WhatItPrintsRuns) {
  TemporaryFolder folder;
  const std::string booksim = folder.write(
      "net.cfg",
      "topology = torus; k = 4; n = 2; num_vcs = 2; injection_rate = 0.1;\nalloc_iters = 2;\n"
      "sample_period = 300; warmup_periods = 1;\n");
  const ProgramResult import = turnpike({"import-booksim", booksim});
  ASSERT_EQ(import.status, 0) << import.error;
  EXPECT_NE(import.error.find("net.cfg:2: alloc_iters = 2: left out"), std::string::npos)
      << import.error;
  const ProgramResult run = turnpike({"run", folder.write("net.toml", import.out)});
  EXPECT_EQ(run.status, 0) << run.error;
}

TEST(ImportBooksimCommandTest, WhatCannotBeBuiltIsRefusedAndNothingIsPrinted) {
  TemporaryFolder folder;
  for (const char* text : {"topology = gec;", "topology = torus; k = 4; n = 2; num_vcs = 0;",
                           "topology = mesh; k = 100000; n = 2;", "topology"}) {
    const ProgramResult import = turnpike({"import-booksim", folder.write("net.cfg", text)});
    EXPECT_EQ(import.status, 2) << text;
    EXPECT_EQ(import.out, "") << text;
    EXPECT_NE(import.error.find("net.cfg"), std::string::npos) << import.error;
  }
}

}  // namespace
}  // namespace turnpike::test
