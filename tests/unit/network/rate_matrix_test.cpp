// Flows with rates of their own: what they offer, which limits they miss, and the forms of files.

#include <gtest/gtest.h>

#include <fstream>

#include "model/common/configuration_error.h"
#include "model/traffic/rate_file.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/workload_run.h"

namespace turnpike::test {
namespace {

constexpr std::size_t kRateColumns = 14;
// Columns of rates.csv.
enum class Rate : std::size_t {
  source,
  destination,
  of_class,
  flits,
  offered,
  generated,
  accepted,
  messages,
  latency,
  p99,
  max,
  bandwidth,
  limit,
  missed
};

class RateMatrixTest : public testing::Test {
 protected:
  std::string write(const std::string& text) const {
    const std::string path = (folder_.path() / "rates.txt").string();
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }
  Experiment with(const std::string& text) const {
    Experiment experiment;
    experiment.traffic.workload = workload_named("rate_matrix");
    experiment.traffic.workload_values["file"] = write(text);
    experiment.run.measurement = 20000;
    return experiment;
  }
  static double cell(const WorkloadRun& run, std::size_t row, Rate column) {
    return run.table().cells.at(row * kRateColumns + static_cast<std::size_t>(column));
  }
  std::string complaint(const std::string& text, model::RateFormat format) const {
    try {
      model::read_rates(write(text), format, 4, 2);
    } catch (const model::ConfigurationError& error) {
      EXPECT_EQ(error.key, "workload.file");
      return error.value + "; allowed: " + error.allowed;
    }
    return "";
  }

  ScratchFolder folder_;
};

TEST_F(RateMatrixTest, EachFlowGetsItsRateAndTheLatencyOfItsWay) {
  const WorkloadRun run(
      with("# source destination rate flits\n0 7 0.2 4\n0 1 0.05\n63 7, 0.1, 2\n"));
  ASSERT_EQ(run.table().cells.size(), 3 * kRateColumns);
  EXPECT_EQ(run.figure("flows"), 3);
  EXPECT_EQ(run.figure("missed_limits"), 0);
  const double rates[] = {0.2, 0.05, 0.1};
  for (std::size_t row = 0; row < 3; ++row) {
    EXPECT_DOUBLE_EQ(cell(run, row, Rate::offered), rates[row]);
    EXPECT_NEAR(cell(run, row, Rate::generated), rates[row], 0.1 * rates[row]);
    EXPECT_NEAR(cell(run, row, Rate::accepted), cell(run, row, Rate::generated), 0.01 * rates[row]);
  }
  EXPECT_NEAR(run.results().offered, 0.35 / 64, 1e-9);
  // 63 to 7 is alone on its way but for the other flow's last hop: 7 hops, 2 flits.
  EXPECT_GE(cell(run, 2, Rate::latency), 1 + 8 + 1);
  EXPECT_LT(cell(run, 2, Rate::latency), 14);
  EXPECT_GE(cell(run, 2, Rate::p99), cell(run, 2, Rate::latency));
  EXPECT_GE(cell(run, 2, Rate::max), cell(run, 2, Rate::p99));
}

TEST_F(RateMatrixTest, LimitsThatAFlowMissesAreNamed) {
  // Two flows share the last channel to node 7: each can have a half. The third is alone.
  Experiment experiment = with(
      "0 7 0.9 1 0 0.8 -\n1 7 0.9 1 0 0.2 -\n40 41 0.1 1 0 0.09 10\n"
      "48 55 0.1 1 0 - 5\n");
  experiment.run.warmup = 2000;
  const WorkloadRun run(experiment);
  EXPECT_EQ(run.figure("missed_bandwidth"), 1);
  EXPECT_EQ(run.figure("missed_latency"), 1);
  EXPECT_EQ(run.figure("missed_limits"), 2);
  EXPECT_EQ(cell(run, 0, Rate::missed), 1);
  EXPECT_EQ(cell(run, 1, Rate::missed), 0);
  EXPECT_EQ(cell(run, 2, Rate::missed), 0);
  EXPECT_EQ(cell(run, 3, Rate::missed), 1);
  EXPECT_TRUE(std::isnan(cell(run, 3, Rate::bandwidth)));
  EXPECT_EQ(cell(run, 3, Rate::limit), 5);
  EXPECT_TRUE(run.results().saturated);
}

// A bandwidth that is the rate itself is missed by luck alone in half of the runs.
TEST_F(RateMatrixTest, NoFlowMissesItsBandwidthByLuck) {
  std::string text;
  for (unsigned node = 0; node < 64; ++node) {
    text += std::to_string(node) + " " + std::to_string((node + 9) % 64) + " 0.1 3 0 0.1\n";
  }
  Experiment experiment = with(text);
  experiment.run.measurement = 5000;
  for (const std::uint64_t seed : {1, 2, 3}) {
    experiment.run.seed = seed;
    EXPECT_LE(WorkloadRun(experiment).figure("missed_limits"), 1) << seed;
  }
}

TEST_F(RateMatrixTest, UnitsAndScaleAreTakenIn) {
  Experiment experiment = with("0 7 0.02 5\n");
  experiment.traffic.workload_values["rate_unit"] = std::string("messages");
  experiment.traffic.workload_values["scale"] = 2.0;
  EXPECT_DOUBLE_EQ(cell(WorkloadRun(experiment), 0, Rate::offered), 0.02 * 5 * 2);
  experiment = with("% Noxim\n0 7 0.02\n0 8 0.02 0.02 % por\n");
  experiment.traffic.workload_values["format"] = std::string("noxim");
  experiment.traffic.workload_values["flits"] = std::int64_t{8};
  const WorkloadRun noxim(experiment);
  EXPECT_EQ(noxim.figure("flows"), 2);
  EXPECT_DOUBLE_EQ(cell(noxim, 1, Rate::offered), 0.02 * 8);
}

TEST_F(RateMatrixTest, ADenseMatrixHasALineForEachSource) {
  const std::vector<model::RateFlow> flows = model::read_rates(
      write("0, 0.1, 0, 0\n0.2 0 0 0\n0\t0\t0\t0.3\n0,0,0,0\n"), model::RateFormat::matrix, 4, 1);
  ASSERT_EQ(flows.size(), 3u);
  EXPECT_EQ(flows[0].destination, 1u);
  EXPECT_EQ(flows[1].source, 1u);
  EXPECT_EQ(flows[2].source, 2u);
  EXPECT_EQ(flows[2].rate, 0.3);
}

TEST_F(RateMatrixTest, ThreadsChangeNothing) {
  std::string text;
  for (unsigned node = 0; node < 144; ++node) {
    for (unsigned other : {1u, 7u, 50u}) {
      text +=
          std::to_string(node) + " " + std::to_string((node + other) % 144) + " 0.03 3 0 - 30\n";
    }
  }
  Experiment experiment = with(text);
  experiment.topology.radix = {12, 12};
  experiment.run.measurement = 2000;
  const WorkloadRun one(experiment);
  experiment.run.threads = 2;
  const WorkloadRun two(experiment);
  EXPECT_EQ(one.results().workload.figures, two.results().workload.figures);
  for (std::size_t i = 0; i < one.table().cells.size(); ++i) {
    const double cell = one.table().cells[i];
    if (std::isnan(cell)) continue;
    EXPECT_EQ(cell, two.table().cells[i]) << i;
  }
}

TEST_F(RateMatrixTest, BadLinesAreRefused) {
  using model::RateFormat;
  for (const auto& [format, text, said] :
       std::vector<std::tuple<RateFormat, const char*, const char*>>{
           {RateFormat::flows, "0 4 0.1\n", "rates.txt:1: \"0 4 0.1\"; allowed: nodes 0 .. 3"},
           {RateFormat::flows, "0 1\n", "source destination rate [flits]"},
           {RateFormat::flows, "0 1 -0.1\n", "rates that are numbers"},
           {RateFormat::flows, "0 1 nan\n", "rates that are numbers"},
           {RateFormat::flows, "0 1 0.1 0\n", "zero length"},
           {RateFormat::flows, "0 1 0.1 2 2\n", "message classes 0 .. 1"},
           {RateFormat::flows, "0 1 0.1\n2 3 1\n0 1 0.2\n",
            "rates.txt:3: \"0 1 0.2\"; allowed: each"},
           {RateFormat::flows, "0 1 0.1", "truncated last line"},
           {RateFormat::matrix, "0 0 0 0\n0 0 0\n", "4 lines of 4 numbers"},
           {RateFormat::matrix, "0 0 0 0\n0 0 0 0\n", "it ends too early"},
           {RateFormat::noxim, "0 1 0.1 0.2\n", "a por that is pir"},
           {RateFormat::noxim, "0 1 0.1 0.1 0 100\n", "src dst pir [por]"}}) {
    EXPECT_NE(complaint(text, format).find(said), std::string::npos) << text << "\n"
                                                                     << complaint(text, format);
  }
  const Experiment experiment = with("0 7 1.5 1\n");
  const model::Network network = experiment.build();
  EXPECT_THROW(model::Traffic(experiment.traffic, network, 1), model::ConfigurationError);
}

}  // namespace
}  // namespace turnpike::test
