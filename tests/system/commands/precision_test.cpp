// `run.precision`, `--seeds`, and what the program says of intervals that cannot be trusted.

#include <gtest/gtest.h>

#include "sim/experiment/results/result_keys.h"
#include "tests/support/places.h"
#include "tests/system/commands/program.h"

namespace turnpike::test {
namespace {

using sim::Json;

bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

class PrecisionTest : public testing::Test {
 protected:
  ProgramResult run(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {"run", config_});
    return turnpike(arguments);
  }
  Json json(std::vector<std::string> arguments) const {
    arguments.emplace_back("--json");
    const ProgramResult result = run(arguments);
    EXPECT_EQ(result.status, 0) << result.error;
    return Json::parse(result.out);
  }

  TemporaryFolder folder_;
  const std::string config_ = folder_.write("small.toml", kSmallMesh);
};

TEST_F(PrecisionTest, OnePacketHasNoInterval) {
  const std::string trace = folder_.write("one.trace", "5 0 1 8\n");
  const std::string config = folder_.write(
      "one.toml",
      "[network]\ntopology = 'mesh'\nradix = [4, 2]\n[traffic]\npattern = 'trace'\nfile = '" +
          trace + "'\n[run]\nengine = 'model'\n");
  const ProgramResult result = turnpike({"run", config, "--json"});
  ASSERT_EQ(result.status, 0) << result.error;
  EXPECT_TRUE(Json::parse(result.out).at("latency_ci95").is_null()) << result.out;
  EXPECT_FALSE(says(turnpike({"run", config}).out, "+-"));
}

TEST_F(PrecisionTest, ItMeasuresOnUntilTheIntervalIsAsNarrow) {
  const Json once = json({"--set", "run.measurement=500"});
  EXPECT_TRUE(once.at("precision_reached").is_null());
  EXPECT_EQ(once.at("measurement_cycles"), 500);
  const Json found = json({"--set", "run.measurement=500", "--set", "run.precision=2 %"});
  EXPECT_EQ(found.at("precision_reached"), true);
  EXPECT_EQ(found.at("latency_ci95_reliable"), true);
  EXPECT_LE(found.at("latency_ci95").get<double>(), 0.02 * found.at("latency").get<double>());
  EXPECT_GT(found.at("measurement_cycles").get<int>(), 500);
  EXPECT_EQ(found.at("undelivered"), 0);
  EXPECT_EQ(found.at("complete"), true);
  // The same run as one that is told to measure as long.
  const Json plain = json({"--set", "run.measurement=" + found.at("measurement_cycles").dump(),
                           "--set", "run.warmup=" + found.at("warmup_cycles").dump()});
  for (const char* key : {"latency", "latency_ci95", "packets", "accepted", "latency_max"}) {
    EXPECT_EQ(found.at(key), plain.at(key)) << key;
  }
}

TEST_F(PrecisionTest, ItIsTheSameOnAnyNumberOfThreads) {
  Json one = json({"--set", "run.precision=1 %", "--set", "run.measurement=500", "--threads", "1"});
  Json two = json({"--set", "run.precision=1 %", "--set", "run.measurement=500", "--threads", "2"});
  one.erase("config");
  two.erase("config");
  EXPECT_EQ(one, two);
}

TEST_F(PrecisionTest, WhatCannotBeReachedIsSaid) {
  const std::vector<std::string> sets = {"--set", "run.precision=0.1 %", "--set",
                                         "run.max_cycles=12000"};
  const Json found = json(sets);
  EXPECT_EQ(found.at("precision_reached"), false);
  EXPECT_EQ(found.at("status"), "done");
  EXPECT_GT(found.at("measurement_cycles").get<int>(), 6000);
  EXPECT_GT(found.at("measurement_needed").get<int>(), 12000);
  const std::string table = run(sets).out;
  EXPECT_TRUE(says(table, "not 0.1 % as run.precision asks: measure " +
                              found.at("measurement_needed").dump() + " cycles or more"))
      << table;
}

TEST_F(PrecisionTest, ARunTooShortForItsCorrelationSaysHowLongItMustBe) {
  // Close to saturation, where queues fill and empty over thousands of cycles.
  const std::vector<std::string> sets = {"--set", "traffic.load=0.65", "--set",
                                         "run.measurement=3000"};
  const Json found = json(sets);
  ASSERT_EQ(found.at("saturated"), false);
  EXPECT_EQ(found.at("latency_ci95_reliable"), false);
  EXPECT_GT(found.at("measurement_needed").get<int>(), 3000);
  const std::string table = run(sets).out;
  EXPECT_TRUE(says(table, "too short for its 95 % interval")) << table;
  EXPECT_TRUE(says(table, found.at("measurement_needed").dump())) << table;
}

TEST_F(PrecisionTest, BadPrecisionsAreRefusedWithWhatIsAllowed) {
  for (const char* bad : {"2", "0 %", "51 %", "%", "2 per cent", "-1 %", "1e-1 %", "2 % "}) {
    const ProgramResult result = run({"--set", std::string("run.precision='") + bad + "'"});
    EXPECT_EQ(result.status, 2) << bad;
    EXPECT_TRUE(says(result.error, "\"0.1 %\" .. \"50 %\"")) << bad << ": " << result.error;
  }
}

TEST_F(PrecisionTest, SeedsAreMergedToOneResult) {
  const std::string out = folder_.file("out");
  const Json merged = json({"--seeds", "3", "--seed", "5", "--out", out});
  double sum = 0;
  double packets = 0;
  for (const char* seed : {"5", "6", "7"}) {
    const Json one = json({"--seed", seed});
    const double count = one.at("packets").get<double>();
    sum += count * one.at("latency").get<double>();
    packets += count;
  }
  EXPECT_EQ(merged.at("seeds"), 3);
  EXPECT_EQ(merged.at("seed"), 5);
  EXPECT_EQ(merged.at("packets").get<double>(), packets);
  EXPECT_NEAR(merged.at("latency").get<double>(), sum / packets, 1e-9);
  EXPECT_GT(merged.at("latency_ci95").get<double>(), 0);
  EXPECT_EQ(merged.at("latency_ci95_reliable"), true);
  EXPECT_EQ(Json::parse(read_file(out + "/results.json")).at("latency"), merged.at("latency"));
  const ProgramResult page = turnpike({"report", out, "--out", folder_.file("page.html")});
  EXPECT_EQ(page.status, 0) << page.error;
  EXPECT_TRUE(says(run({"--seeds", "3", "--seed", "5"}).out, "seeds 5 to 7"));
}

TEST_F(PrecisionTest, ASweepHasItsSeedsAtEveryLoad) {
  const std::string out = folder_.file("sweep");
  const ProgramResult result =
      turnpike({"sweep", config_, "--load", "0.1,0.2", "--seeds", "3", "--json", "--out", out});
  ASSERT_EQ(result.status, 0) << result.error;
  const Json points = Json::parse(result.out).at("curves").at(0).at("points");
  ASSERT_EQ(points.size(), 2u);
  for (const Json& point : points) {
    const Json run = Json::parse(read_file(out + "/" + point.at("file").get<std::string>()));
    EXPECT_EQ(run.at("seeds"), 3);
    EXPECT_EQ(run.at("latency"), point.at("latency"));
    EXPECT_EQ(point.at("latency_ci95_reliable"), true);
  }
  const ProgramResult page = turnpike({"report", out, "--out", folder_.file("page.html")});
  EXPECT_EQ(page.status, 0) << page.error;
}

TEST_F(PrecisionTest, SeedsExcludeWhatIsOfOneRun) {
  for (const std::vector<std::string>& other :
       {std::vector<std::string>{"--events", folder_.file("events.csv")},
        std::vector<std::string>{"--from-checkpoint", folder_.file("checkpoint")}}) {
    std::vector<std::string> arguments = {"--seeds", "2"};
    arguments.insert(arguments.end(), other.begin(), other.end());
    EXPECT_EQ(run(arguments).status, 2) << other[0];
  }
}

}  // namespace
}  // namespace turnpike::test
