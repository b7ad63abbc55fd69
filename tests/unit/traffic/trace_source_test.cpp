// trace_source_test.cpp - trace files: every error with its line, and that they are streamed.

#include "model/traffic/trace_source.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdio>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include "model/common/configuration_error.h"
#include "tests/support/scratch_folder.h"

namespace turnpike::test {
namespace {

using model::Cycle;
using model::TraceSource;

constexpr Cycle kNever = std::numeric_limits<Cycle>::max();

class TraceSourceTest : public testing::Test {
 protected:
  ~TraceSourceTest() override { std::remove(path_.c_str()); }

  void write(const std::string& text) { std::ofstream(path_, std::ios::binary) << text; }

  // The message of check_trace for a network of 4 nodes, or "accepted".
  std::string check(const std::string& text) {
    write(text);
    try {
      model::check_trace(path_, {4});
    } catch (const model::ConfigurationError& error) {
      EXPECT_EQ(error.key, "traffic.file");
      return error.what();
    }
    return "accepted";
  }

  void expect_error(const std::string& text, const std::string& line, const std::string& why) {
    const std::string found = check(text);
    EXPECT_NE(found.find(path_ + ":" + line + ":"), std::string::npos) << found;
    EXPECT_NE(found.find(why), std::string::npos) << found;
  }

  const ScratchFolder folder_;
  const std::string path_ = (folder_.path() / "trace_source_test.txt").string();
};

TEST_F(TraceSourceTest, AcceptsCommentsBlankLinesAndAnyBlanks) {
  EXPECT_EQ(check("# a trace\n\n  0 1 2 3\n0\t1\t1 1 # again\r\n   \n18 3 0 9#x\n"), "accepted");
  EXPECT_EQ(check(""), "accepted");
}

TEST_F(TraceSourceTest, MessagesAreCounted) {
  write("# a trace\n\n  0 1 2 3\n18 3 0 9\n");
  EXPECT_EQ(model::check_trace(path_, {4}), 2u);
  write("# nothing\n");
  EXPECT_EQ(model::check_trace(path_, {4}), 0u);
}

TEST_F(TraceSourceTest, BadLines) {
  const std::string format = "cycle source destination flits";
  expect_error("0 1 2 3\n0 1 2\n", "2", format);
  expect_error("0 1 2 3 0 4\n", "1", format);
  expect_error("0 1 2 3 4\n", "1", "message classes 0 .. 0");
  expect_error("# one\n\nfive 1 2 3\n", "3", format);
  expect_error("0 -1 2 3\n", "1", format);
  expect_error("0 1.5 2 3\n", "1", format);
  expect_error("0 1 2 3x\n", "1", format);
  expect_error("99999999999999999999 1 2 3\n", "1", "2^64");
  expect_error("18446744073709551615 1 2 3\n", "1", "2^63");
  expect_error("0 1 2 4294967296\n", "1", "2^32");
  expect_error("0 1 2 3\n" + std::string(600, ' ') + "\n", "2", "511 characters");
}

TEST_F(TraceSourceTest, AStarIsAllOtherNodesWhereThereAreBroadcasts) {
  expect_error("0 1 * 3\n", "1", "traffic.broadcast_fraction above 0");
  expect_error("0 1 18446744073709551615 3\n", "1", "2^64 - 1");
  expect_error("0 * 1 3\n", "1", "cycle source destination flits");
  write("0 1 2 3\n4 3 *\t7 # to all\n");
  model::check_trace(path_, {4, true});
  TraceSource source(path_, {4, true});
  source.prepare(4);
  EXPECT_FALSE(source.take(1).is_broadcast);
  const model::Message line = source.take(3);
  EXPECT_TRUE(line.is_broadcast);
  EXPECT_EQ(line.flits, 7u);
}

TEST_F(TraceSourceTest, AFifthNumberIsTheMessageClass) {
  write("0 1 2 3\n0 2 2 3 1\n");
  EXPECT_EQ(model::check_trace(path_, {4, false, 2}), 2u);
  TraceSource source(path_, {4, false, 2});
  source.prepare(0);
  EXPECT_EQ(source.take(1).message_class, 0u);
  EXPECT_EQ(source.take(2).message_class, 1u);
}

TEST_F(TraceSourceTest, TimeGoingBackwards) {
  expect_error("5 0 1 1\n5 0 1 1\n4 0 1 1\n", "3", "5 or later: time goes backwards");
}

TEST_F(TraceSourceTest, UnknownNode) {
  expect_error("0 4 1 1\n", "1", "nodes 0 .. 3: unknown node");
  expect_error("0 1 4 1\n", "1", "unknown node");
}

TEST_F(TraceSourceTest, ZeroLength) { expect_error("0 0 1 1\n1 0 1 0\n", "2", "zero length"); }

TEST_F(TraceSourceTest, TruncatedLastLine) {
  expect_error("0 0 1 1\n1 0 1 1", "2", "truncated last line");
  expect_error("0 0 1 1\n# cut", "2", "truncated last line");
}

TEST_F(TraceSourceTest, MissingFile) {
  EXPECT_THROW(model::check_trace(path_ + ".missing", {4}), model::ConfigurationError);
  EXPECT_THROW(model::check_trace(testing::TempDir(), {4}), model::ConfigurationError);
}

TEST_F(TraceSourceTest, MessagesComeInTheirCycleAndInTheOrderOfTheirLines) {
  write("0 2 1 7\n3 2 0 1\n3 1 0 2\n3 2 3 4\n");
  TraceSource source(path_, {4});
  source.prepare(0);
  const Cycle* next = source.next_cycles();
  EXPECT_EQ(std::vector<Cycle>(next, next + 4), (std::vector<Cycle>{kNever, kNever, 0, kNever}));
  EXPECT_EQ(source.take(2).flits, 7u);
  EXPECT_EQ(next[2], kNever);
  for (Cycle t = 1; t < 3; ++t) {
    source.prepare(t);
    EXPECT_EQ(next[2], kNever) << "cycle " << t;
  }
  EXPECT_FALSE(source.exhausted());
  source.prepare(3);
  EXPECT_EQ(source.take(2).destination, 0u);
  EXPECT_EQ(next[2], 3u);
  EXPECT_EQ(source.take(2).destination, 3u);
  EXPECT_EQ(next[2], kNever);
  EXPECT_FALSE(source.exhausted());
  EXPECT_EQ(source.take(1).flits, 2u);
  EXPECT_TRUE(source.exhausted());
}

TEST_F(TraceSourceTest, MessageLeftInItsCycleIsReported) {
  write("0 2 1 7\n1 2 1 7\n");
  TraceSource source(path_, {4});
  source.prepare(0);
  EXPECT_THROW(source.prepare(1), std::logic_error);
}

TEST_F(TraceSourceTest, ErrorInTheMiddleIsFoundWhileRunning) {
  write("0 0 1 1\n5 0 1 1\n2 0 1 1\n");
  TraceSource source(path_, {4});
  source.prepare(0);
  source.take(0);
  EXPECT_THROW(source.prepare(5), model::ConfigurationError);
}

TEST_F(TraceSourceTest, ALargeTraceIsStreamed) {
  constexpr Cycle kCycles = 100000;
  {
    std::ofstream file(path_, std::ios::binary);
    for (Cycle t = 0; t < kCycles; ++t) file << t << " " << t % 4 << " 0 1\n" << t << " 3 1 2\n";
  }
  TraceSource source(path_, {4});
  std::uint64_t messages = 0;
  for (Cycle t = 0; t < kCycles; ++t) {
    source.prepare(t);
    // Never read past the first line of the next cycle.
    ASSERT_LE(source.line_number(), 2 * t + 3) << "cycle " << t;
    for (model::NodeId node = 0; node < 4; ++node) {
      for (; source.next_cycles()[node] <= t; ++messages) ASSERT_EQ(source.take(node).queued, t);
    }
  }
  EXPECT_EQ(messages, 2 * kCycles);
  EXPECT_TRUE(source.exhausted());
}

TEST_F(TraceSourceTest, MessagesShowWhatNoTerminalObeys) {
  using std::string_literals::operator""s;
  expect_error("0 1 \0 2 3\n"s, "1", "\"0 1 \\x00 2 3\"; allowed: ");
  expect_error("0 1 2 3\n\x1b[2J\xff\n", "2", "\"\\x1b[2J\\xff\"");
  expect_error(std::string(500, '7') + "\n", "1", "7 ...\"; allowed: ");
  expect_error(
      "\xff\xfe"
      "0\0\n\0"s,
      "1", "\"\\xff\\xfe0\\x00\"");  // UTF-16
}

TEST_F(TraceSourceTest, LinesAsLongAsAllowed) {
  const std::string line = "0 1 2 3";
  EXPECT_EQ(check(line + std::string(511 - line.size(), ' ') + "\n"), "accepted");
  expect_error(line + std::string(512 - line.size(), ' ') + "\n", "1", "511 characters");
}

TEST_F(TraceSourceTest, MarkAndLineEndsOfOtherSystemsAreRead) {
  EXPECT_EQ(check("\xef\xbb\xbf"
                  "0 1 2 3\r\n"),
            "accepted");
  EXPECT_EQ(check("\xef\xbb\xbf# a trace\r\n"), "accepted");
  expect_error(
      "0 1 2 3\n\xef\xbb\xbf"
      "0 1 2 3\n",
      "2", "\\ufeff0 1 2 3");
}

// A trace is read to check it, and again to run it: of a pipe nothing would be left.
TEST_F(TraceSourceTest, PipesAndDevicesAreRefused) {
  const std::string pipe = (folder_.path() / "pipe").string();
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  for (const std::string& path : {pipe, std::string("/dev/zero"), folder_.path().string()}) {
    try {
      model::check_trace(path, {4});
      FAIL() << path;
    } catch (const model::ConfigurationError& error) {
      EXPECT_EQ(error.value, path + ": is no regular file");
      EXPECT_NE(error.allowed.find("read more than once"), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace turnpike::test
