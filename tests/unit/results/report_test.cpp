// Figures of a run as JSON, CSV and table; files that are whole or not there.

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

#include "sim/base/output_folder.h"
#include "sim/base/text_file.h"
#include "sim/experiment/config/read_experiment.h"
#include "sim/experiment/results/result_keys.h"
#include "sim/experiment/results/result_schemas.h"
#include "sim/experiment/results/run_table.h"
#include "tests/support/places.h"

namespace turnpike::test {
namespace {

namespace fs = std::filesystem;

sim::Experiment experiment() {
  return sim::make_experiment(
      sim::parse_settings("[network]\ntopology='mesh'\nradix=4\ndimensions=2\n", "a/mesh.toml"));
}

sim::RunOutcome outcome() {
  sim::RunOutcome o;
  o.results.offered = 0.25;
  o.results.latency = 12.5;
  o.results.latency_ci95 = -1;
  o.results.packets = 7;
  o.results.reason = "two words, a comma and a \"quote\"";
  o.results.channel_utilisation = {0.25, 0.75};
  o.nodes = o.components = 16;
  return o;
}

TEST(ReportTest, JsonHoldsEveryKeyAndUnknownIsNull) {
  const sim::Json json = sim::run_to_json(experiment(), outcome());
  for (const sim::ResultKey& key : sim::make_result_keys()) {
    EXPECT_TRUE(json.contains(key.name)) << key.name;
  }
  EXPECT_EQ(json.at("latency"), 12.5);
  EXPECT_TRUE(json.at("latency_ci95").is_null());
  EXPECT_EQ(json.at("channel_utilisation_mean"), 0.5);
  EXPECT_EQ(json.at("channel_utilisation_max"), 0.75);
}

TEST(ReportTest, SchemaOfARunSaysMeaningAndUnitOfEveryFigure) {
  const auto& schemas = sim::result_schemas();
  const auto run = std::find_if(
      schemas.begin(), schemas.end(),
      [](const sim::ResultSchema& schema) { return schema.name == std::string("run"); });
  ASSERT_NE(run, schemas.end());
  const sim::Json properties = sim::Json::parse(run->text).at("properties");
  for (const sim::ResultKey& key : sim::make_result_keys()) {
    const sim::Json& property = properties.at(key.name);
    EXPECT_EQ(property.value("unit", ""), key.unit) << key.name;
    EXPECT_EQ(property.value("description", ""), key.meaning) << key.name;
  }
}

// Fields of one CSV line by RFC 4180.
std::vector<std::string> fields(const std::string& line) {
  std::vector<std::string> all(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size() && line[i] != '\n'; ++i) {
    if (line[i] == '"' && quoted && line[i + 1] == '"') {
      all.back() += line[++i];
    } else if (line[i] == '"') {
      quoted = !quoted;
    } else if (line[i] == ',' && !quoted) {
      all.emplace_back();
    } else {
      all.back() += line[i];
    }
  }
  return all;
}

TEST(ReportTest, CsvRowHasAFieldForEveryColumn) {
  const auto names = fields(sim::csv_header());
  const auto values = fields(sim::csv_row(sim::run_to_json(experiment(), outcome())));
  ASSERT_EQ(names.size(), values.size());
  std::map<std::string, std::string> row;
  for (std::size_t i = 0; i < names.size(); ++i) row[names[i]] = values[i];
  EXPECT_EQ(row.at("reason"), outcome().results.reason);
  EXPECT_EQ(row.at("latency"), "12.5");
  EXPECT_EQ(row.at("latency_ci95"), "");
  EXPECT_EQ(row.at("engine"), "lockstep");
}

TEST(ReportTest, ATextInCsvIsNoFormulaAndHasNoControlCharacter) {
  EXPECT_EQ(sim::csv_field("=1+1"), "'=1+1");
  EXPECT_EQ(sim::csv_field("@a,b"), "\"'@a,b\"");
  EXPECT_EQ(sim::csv_field("a\x1b\nb"), "a\\x1b\\nb");
  EXPECT_EQ(sim::csv_field(-2), "-2");
}

// What else would be said, offered 0 and 0 cycles, is not true of it.
TEST(ReportTest, TheTableOfAMismatchSaysWhatWasRun) {
  sim::RunOutcome stopped = outcome();
  stopped.results.cycles = 124;
  stopped.results.packets = 0;
  stopped.mismatches = 1;
  stopped.mismatch_report = "hardware and model differ in cycle 123";
  const std::string table = sim::run_table(experiment(), stopped);
  EXPECT_NE(table.find("0.2500  flits per node and cycle"), std::string::npos) << table;
  EXPECT_NE(table.find("124  cycles, the last with a difference"), std::string::npos) << table;
  EXPECT_NE(table.find(stopped.mismatch_report), std::string::npos) << table;
  EXPECT_EQ(table.find("accepted"), std::string::npos) << table;
}

TEST(ReportTest, ChannelTableHasALineForEveryChannel) {
  model::Network network;
  network.components.resize(2);
  network.radix = {2};
  network.channels = {{0, 0, 1, 1, 0, 1}, {1, 1, 0, 0, 0, 1}};
  network.router.virtual_channels = 2;
  model::Results results = outcome().results;
  EXPECT_EQ(sim::channels_csv(network, results),
            "channel,from,from_port,to,to_port,utilisation\n"
            "0,router_0,0,router_1,1,0.25\n1,router_1,1,router_0,0,0.75\n");
  results.vc_occupancy = {1, 2, 3, 4};
  EXPECT_NE(sim::channels_csv(network, results).find("0.75,3,4\n"), std::string::npos);
}

TEST(ReportTest, TableSaysWhatWentWrong) {
  sim::RunOutcome bad = outcome();
  bad.results.saturated = true;
  EXPECT_NE(sim::run_table(experiment(), bad).find("saturated: two words"), std::string::npos);
  bad.mismatches = 1;
  bad.mismatch_report = "cycle 17: router_3_1";
  EXPECT_NE(sim::run_table(experiment(), bad).find("cycle 17: router_3_1"), std::string::npos);
}

TEST(ReportTest, TheStatusSaysHowARunEnded) {
  sim::RunOutcome ended = outcome();
  const auto status = [&] {
    return sim::run_to_json(experiment(), ended).at("status").get<std::string>();
  };
  ended.results.saturated = false;
  ended.results.complete = true;
  EXPECT_EQ(status(), "done");
  ended.results.complete = false;
  EXPECT_EQ(status(), "unfinished");
  ended.results.saturated = true;
  EXPECT_EQ(status(), "saturated");
  ended.standstill = sim::StandstillFigures{};
  EXPECT_EQ(status(), "standstill");
  ended.standstill->is_deadlock = true;
  EXPECT_EQ(status(), "deadlock");
  ended.mismatches = 1;
  EXPECT_EQ(status(), "mismatch");
}

TEST(ReportTest, AStandstillReadsBackAsItWasWritten) {
  sim::StandstillFigures found{912, true, "two\nlines", {}};
  found.waiting.push_back({"router_0_1", false, 2, 0, 7, model::PacketName{3, 9, 41}});
  found.waiting.push_back(
      {"router_0_2", true, 4, 1, std::nullopt, model::PacketName{3, std::nullopt, 41}});
  found.waiting.push_back({"router_0_3", true, 4, 1, 8, std::nullopt});
  const sim::Json json = sim::standstill_json(found);
  EXPECT_EQ(json.at("waiting")[0].at("side"), "input");
  EXPECT_EQ(json.at("waiting")[0].at("packet").at("destination"), 9);
  EXPECT_TRUE(json.at("waiting")[1].at("channel").is_null());
  EXPECT_TRUE(json.at("waiting")[2].at("packet").is_null());
  const sim::StandstillFigures again = sim::read_standstill(json);
  EXPECT_EQ(again.waiting.size(), 3u);
  EXPECT_EQ(sim::standstill_json(again), json);
  EXPECT_THROW(sim::read_standstill(sim::Json::object()), sim::Json::exception);
}

TEST(ReportTest, InputsNameAllThatTheFiguresDependOn) {
  const sim::Experiment base = experiment();
  sim::Experiment changed = base;
  EXPECT_EQ(sim::inputs_hash(changed), sim::inputs_hash(base));
  changed.run.threads = 4;
  EXPECT_EQ(sim::inputs_hash(changed), sim::inputs_hash(base));
  changed.run.seed = 2;
  EXPECT_NE(sim::inputs_hash(changed), sim::inputs_hash(base));
  changed = base;
  changed.engine = sim::EngineKind::model;
  EXPECT_NE(sim::inputs_hash(changed), sim::inputs_hash(base));
}

std::string result_keys_as_markdown() {
  std::string text = "| key | unit | meaning |\n|---|---|---|\n";
  for (const sim::ResultKey& key : sim::make_result_keys()) {
    text += fmt::format("| `{}` | {} | {} |\n", key.name, key.unit, key.meaning);
  }
  return text;
}

TEST(ReportTest, ResultTableOfTheDocumentationIsThePrograms) {
  const std::string page = sim::read_text_file(test::source_path("docs/configuration.md"));
  const std::string expected =
      "<!-- results: begin -->\n" + result_keys_as_markdown() + "<!-- results: end -->";
  EXPECT_NE(page.find(expected), std::string::npos)
      << "docs/configuration.md must hold this between its marks:\n"
      << expected;
}

class OutputFolderTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "turnpike_out_XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    base_ = name;
  }
  void TearDown() override { fs::remove_all(base_); }

  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(base_), {}));
  }

  fs::path base_;
};

TEST_F(OutputFolderTest, WritesReplacesAndLeavesNoTemporaryFile) {
  sim::OutputFolder folder(base_.string());
  EXPECT_EQ(files(), 0u);
  folder.write("a.txt", "first, longer");
  folder.write("a.txt", "second");
  EXPECT_EQ(sim::read_text_file((base_ / "a.txt").string()), "second");
  EXPECT_EQ(files(), 1u);
  EXPECT_EQ(folder.files().size(), 2u);
}

TEST_F(OutputFolderTest, FailedWriteKeepsTheOldFileAndLeavesNoOther) {
  sim::OutputFolder folder(base_.string());
  folder.write("a.txt", "old");
  fs::create_directory(base_ / "b.txt");  // a file cannot be renamed over it
  EXPECT_THROW(folder.write("b.txt", "new"), sim::ConfigError);
  EXPECT_EQ(files(), 2u);
  EXPECT_TRUE(fs::is_directory(base_ / "b.txt"));
}

TEST_F(OutputFolderTest, FolderIsMadeAndAFileInItsPlaceRefused) {
  sim::OutputFolder deep((base_ / "x" / "y").string());
  EXPECT_TRUE(fs::is_directory(base_ / "x" / "y"));
  std::ofstream(base_ / "plain") << "text";
  EXPECT_THROW(sim::OutputFolder((base_ / "plain").string()), sim::ConfigError);
  EXPECT_THROW(sim::OutputFolder((base_ / "plain" / "z").string()), sim::ConfigError);
}

}  // namespace
}  // namespace turnpike::test
