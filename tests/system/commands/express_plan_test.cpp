// `turnpike express-plan`: splits of the channels of an express array.

#include <gtest/gtest.h>

#include "sim/experiment/results/result_keys.h"
#include "tests/system/commands/program.h"

namespace turnpike::test {
namespace {

using sim::Json;
using Numbers = std::vector<double>;

std::vector<std::string> arguments(const std::string& radix, const std::string& spacing,
                                   const std::string& levels, const std::string& channels) {
  return {"express-plan", "--radix", radix,        "--spacing", spacing,
          "--levels",     levels,    "--channels", channels};
}

std::vector<std::string> with(std::vector<std::string> list, const std::vector<std::string>& more) {
  list.insert(list.end(), more.begin(), more.end());
  return list;
}

Json plan(const std::vector<std::string>& list) {
  const ProgramResult result = turnpike(with(list, {"--json"}));
  EXPECT_EQ(result.status, 0) << result.error;
  EXPECT_EQ(result.error, "");
  return Json::parse(result.out);
}

void expect_near(const Json& found, const Numbers& expected, const std::string& what) {
  ASSERT_EQ(found.size(), expected.size()) << what;
  for (std::size_t n = 0; n < expected.size(); ++n) {
    EXPECT_NEAR(found[n].get<double>(), expected[n], 1e-12) << what << ", level " << n;
  }
}

// Dally 1991, III-E.
TEST(ExpressPlanTest, ExampleOfThePaper) {
  const Json json = plan(arguments("64", "2", "3", "8"));
  EXPECT_EQ(json.at("radix"), 64);
  EXPECT_EQ(json.at("spacing"), Json({2, 2, 2}));
  EXPECT_EQ(json.at("levels"), 3);
  EXPECT_EQ(json.at("channels"), 8);
  EXPECT_EQ(json.at("locality"), 4);
  expect_near(json.at("fractions").at("equations"), {.0625, .125, .25, .5625}, "(6), (7)");
  expect_near(json.at("fractions").at("random"), {.0625, .0625, .125, .75}, "exact");

  ASSERT_EQ(json.at("splits").size(), 3u);
  const Json& equations = json.at("splits")[0];
  EXPECT_EQ(equations.at("by"), "equations");
  EXPECT_EQ(equations.at("channels"), Json({1, 1, 2, 4}));
  expect_near(equations.at("balanced"), {.5, 1, 2, 4.5}, "balanced");
  expect_near(equations.at("load").at("equations"), {.0625, .125, .125, .140625}, "load");
  expect_near(equations.at("load").at("random"), {.0625, .0625, .0625, .1875}, "load");
  EXPECT_EQ(equations.at("bottleneck").at("random"), 3);
  EXPECT_NEAR(equations.at("gain").at("random").get<double>(), 1 / .1875, 1e-12);

  const Json& random = json.at("splits")[1];
  EXPECT_EQ(random.at("by"), "random");
  EXPECT_EQ(random.at("channels"), Json({1, 1, 1, 5}));
  expect_near(random.at("balanced"), {.5, .5, 1, 6}, "balanced");
  expect_near(random.at("load").at("random"), {.0625, .0625, .125, .15}, "load");
  EXPECT_EQ(random.at("bottleneck").at("random"), 3);
}

// Of the 10 pairs within 4 nodes that cross the cut before node 32, 7 do so on a local channel:
// those from node 31 (4) and node 30 (3); the 3 from nodes 28 and 29 ride from the interchange
// before node 30 to that before node 32.
TEST(ExpressPlanTest, LocalTrafficGetsItsOwnSplit) {
  const Json json = plan(arguments("64", "2", "3", "8"));
  expect_near(json.at("fractions").at("local"), {.7, .3, 0, 0}, "exact");
  const Json& local = json.at("splits")[2];
  EXPECT_EQ(local.at("by"), "local");
  EXPECT_EQ(local.at("channels"), Json({4, 2, 1, 1}));
  expect_near(local.at("balanced"), {5.6, 2.4, 0, 0}, "balanced");
  expect_near(local.at("load").at("local"), {.175, .15, 0, 0}, "load");
  EXPECT_EQ(local.at("bottleneck").at("local"), 0);
}

TEST(ExpressPlanTest, LocalityIsAnOption) {
  const Json near = plan(with(arguments("64", "4", "2", "6"), {"--locality", "1"}));
  EXPECT_EQ(near.at("locality"), 1);
  expect_near(near.at("fractions").at("local"), {1, 0, 0}, "neighbours");
  // Everyone within 63 nodes: random traffic, but for messages to oneself.
  const Json far = plan(with(arguments("64", "4", "2", "6"), {"--locality", "63"}));
  EXPECT_EQ(far.at("fractions").at("local")[0], far.at("fractions").at("random")[0]);
  EXPECT_EQ(plan(arguments("64", "4", "2", "6")).at("locality"), 8);
  EXPECT_EQ(plan(arguments("7", "3", "1", "6")).at("locality"), 6);
}

TEST(ExpressPlanTest, EachLevelMayHaveASpacingOfItsOwn) {
  const Json json = plan(arguments("96", "4,3", "2", "6"));
  EXPECT_EQ(json.at("spacing"), Json({4, 3}));
  expect_near(json.at("fractions").at("equations"), {8 / 96., 24 / 96., 64 / 96.}, "(6), (7)");
  expect_near(json.at("fractions").at("random"), {8 / 96., 16 / 96., 72 / 96.}, "exact");
}

// 2 (2 + 4) / 10 is more than 1.
TEST(ExpressPlanTest, ShortArraysHaveAnExactCountOnly) {
  const Json json = plan(arguments("10", "2", "2", "5"));
  EXPECT_TRUE(json.at("fractions").at("equations").is_null());
  ASSERT_EQ(json.at("splits").size(), 2u);
  EXPECT_EQ(json.at("splits")[0].at("by"), "random");
  EXPECT_FALSE(json.at("splits")[0].at("load").contains("equations"));
  const ProgramResult text = turnpike(arguments("10", "2", "2", "5"));
  EXPECT_EQ(text.status, 0) << text.error;
  EXPECT_NE(text.out.find("none: by (6) the lower levels have more than all traffic"),
            std::string::npos)
      << text.out;
}

TEST(ExpressPlanTest, TableShowsTheSplitAndWhatToConfigure) {
  const ProgramResult result = turnpike(arguments("64", "2", "3", "8"));
  EXPECT_EQ(result.status, 0) << result.error;
  for (const char* line :
       {"Express array of 64 nodes, spacing 2, levels 0 .. 3: 8 channels each way",
        "      3       8      0.5625      0.7500      0.0000\n",
        "      3      4.50         4     *0.1406     *0.1875      0.0000\n",
        "  gain                             7.11        5.33        1.43\n",
        "  [network.express] channels = [1, 2, 4]\n", "  [network.express] channels = [1, 1, 5]\n",
        "  no configuration: a router has one local channel each way\n"}) {
    EXPECT_NE(result.out.find(line), std::string::npos) << line << "\n" << result.out;
  }
  EXPECT_NE(turnpike(arguments("4096", "4", "1", "20"))
                .out.find("no configuration: an interchange has up to 8 channels of a level"),
            std::string::npos);
}

TEST(ExpressPlanTest, HelpNamesEveryOption) {
  const ProgramResult result = turnpike({"express-plan", "--help"});
  EXPECT_EQ(result.status, 0);
  for (const char* option :
       {"--radix", "--spacing", "--levels", "--channels", "--locality", "--json"}) {
    EXPECT_NE(result.out.find(option), std::string::npos) << option;
  }
  EXPECT_NE(turnpike({"--help"}).out.find("express-plan"), std::string::npos);
}

TEST(ExpressPlanTest, BadInputSaysWhatIsAllowed) {
  struct Case {
    std::vector<std::string> list;
    std::string message;
  };
  const Case cases[] = {
      {arguments("1", "2", "1", "4"), "--radix: found '1', allowed: integer 2 .. 1048576"},
      {arguments("1048577", "2", "1", "4"), "--radix: found '1048577', allowed: integer 2 .."},
      {arguments("-64", "2", "1", "4"), "--radix: found '-64', allowed: integer 2 .."},
      {arguments("6x", "2", "1", "4"), "--radix: found '6x', allowed: integer 2 .."},
      {arguments("64", "1", "1", "4"), "--spacing: found '1', allowed: integer 2 .. 1048576"},
      {arguments("64", "0", "1", "4"), "--spacing: found '0', allowed: integer 2 .."},
      {arguments("64", "2,", "2", "4"), "--spacing: found '2,', allowed: integer 2 .."},
      {arguments("64", "2,2,2", "2", "4"),
       "--spacing: found '2,2,2', allowed: integer 2 .. 1048576, or 2 of them"},
      {arguments("64", "32", "1", "4"),
       "--spacing: found '32', allowed: less than half of the radix: a channel of level 1 would "
       "join the interchanges before nodes 32 and 64 of 64"},
      {arguments("64", "2", "0", "4"), "--levels: found '0', allowed: integer 1 .. 4"},
      {arguments("64", "2", "5", "8"), "--levels: found '5', allowed: integer 1 .. 4"},
      {arguments("64", "4", "3", "8"),
       "--levels: found '3', allowed: 1 .. 2: a channel of level 3 would join the interchanges "
       "before nodes 64 and 128 of 64"},
      {arguments("64", "2", "3", "3"),
       "--channels: found '3', allowed: integer 4 .. 4096, one or more for each of the levels 0 "
       ".. 3"},
      {arguments("64", "2", "3", "five"), "--channels: found 'five', allowed: integer 4 .."},
      {with(arguments("64", "2", "3", "8"), {"--locality", "0"}),
       "--locality: found '0', allowed: integer 1 .. 63"},
      {with(arguments("64", "2", "3", "8"), {"--locality", "64"}),
       "--locality: found '64', allowed: integer 1 .. 63, less than the radix"},
      {{"express-plan", "--radix", "64"}, "is required"},
      {with(arguments("64", "2", "3", "8"), {"--set", "x"}), "--set"},
  };
  for (const Case& bad : cases) {
    const ProgramResult result = turnpike(bad.list);
    EXPECT_EQ(result.status, 2) << bad.message;
    EXPECT_EQ(result.out, "") << bad.message;
    EXPECT_NE(result.error.find(bad.message), std::string::npos)
        << "should say: " << bad.message << "\nbut says: " << result.error;
  }
}

}  // namespace
}  // namespace turnpike::test
