// `turnpike report`: one page from what a run or a sweep left, whole or not at all.

#include <gtest/gtest.h>

#include <map>

#include "sim/experiment/results/result_keys.h"
#include "tests/support/places.h"
#include "tests/system/commands/program.h"

namespace turnpike::test {
namespace {

using sim::Json;
namespace fs = std::filesystem;

// What a page shows.
Json data_of(const std::string& page) {
  const std::string begin = "<script type=\"application/json\" id=\"data\">";
  const std::size_t at = page.find(begin);
  if (at == std::string::npos) return {};
  const std::size_t first = at + begin.size();
  return Json::parse(page.substr(first, page.find("</script>", first) - first));
}

std::vector<std::vector<std::string>> csv_rows(const std::string& path) {
  std::vector<std::vector<std::string>> rows;
  std::ifstream in(path);
  std::string line;
  std::getline(in, line);  // names
  while (std::getline(in, line)) {
    rows.emplace_back();
    std::istringstream fields(line);
    for (std::string field; std::getline(fields, field, ',');) rows.back().push_back(field);
  }
  return rows;
}

class ReportPageTest : public testing::Test {
 protected:
  ProgramResult run(const std::vector<std::string>& more = {}) const {
    std::vector<std::string> arguments = {"run", config_, "--out", out_};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return turnpike(arguments);
  }
  Json page() const { return data_of(read_file(out_ + "/report.html")); }
  void change(const std::string& name, const std::string& from, const std::string& to) const {
    std::string text = read_file(out_ + "/" + name);
    ASSERT_NE(text.find(from), std::string::npos) << name << ": no " << from;
    text.replace(text.find(from), from.size(), to);
    std::ofstream(out_ + "/" + name, std::ios::binary) << text;
  }
  // Refused with exit status 2 and these words; no page is left.
  void expect_refusal(const std::string& words) const {
    const ProgramResult result = turnpike({"report", out_});
    EXPECT_EQ(result.status, 2);
    EXPECT_NE(result.error.find(words), std::string::npos) << result.error;
    EXPECT_FALSE(fs::exists(out_ + "/report.html"));
  }

  TemporaryFolder folder_;
  const std::string config_ = folder_.write("small.toml", kSmallMesh);
  const std::string out_ = folder_.file("out");
};

TEST_F(ReportPageTest, FiguresAreThoseOfTheRun) {
  ASSERT_EQ(run().status, 0);
  const ProgramResult result = turnpike({"report", out_});
  ASSERT_EQ(result.status, 0) << result.error;
  EXPECT_NE(result.out.find(out_ + "/report.html"), std::string::npos) << result.out;
  const Json results = Json::parse(read_file(out_ + "/results.json"));
  const Json data = page();
  EXPECT_EQ(data.at("kind"), "run");
  ASSERT_EQ(data.at("points").size(), 1u);
  const Json& point = data.at("points")[0];
  for (const sim::ResultKey& key : sim::make_result_keys()) {
    EXPECT_EQ(point.at("figures").at(key.name), results.at(key.name)) << key.name;
  }
  EXPECT_EQ(point.at("config"), results.at("config"));
  const auto channels = csv_rows(out_ + "/channels.csv");
  ASSERT_EQ(point.at("utilisation").size(), channels.size());
  for (std::size_t c = 0; c < channels.size(); ++c) {
    EXPECT_NEAR(point.at("utilisation")[c].get<double>(), std::stod(channels[c][5]), 1e-5);
    EXPECT_NEAR(point.at("occupancy")[4 * c + 3].get<double>(), std::stod(channels[c][9]), 1e-4);
  }
}

// The 99th percentile of the histogram is the run's, and the slowest message its maximum.
TEST_F(ReportPageTest, HistogramAndSlowestMessagesAgreeWithTheFigures) {
  ASSERT_EQ(run({"--set", "traffic.load=0.5"}).status, 0);
  ASSERT_EQ(turnpike({"report", out_}).status, 0);
  const Json point = page().at("points")[0];
  const Json& figures = point.at("figures");
  std::uint64_t packets = 0;
  std::uint64_t within = 0;
  for (const Json& bin : point.at("histogram")) {
    packets += bin[2].get<std::uint64_t>();
    if (bin[1] <= figures.at("latency_p99")) within = packets;
  }
  EXPECT_EQ(packets, figures.at("packets"));
  EXPECT_GE(static_cast<double>(within), 0.99 * static_cast<double>(packets));
  const Json& slowest = point.at("slowest");
  ASSERT_EQ(slowest.size(), 20u);
  EXPECT_EQ(slowest[0].at("delivered").get<int>() - slowest[0].at("queued").get<int>(),
            figures.at("latency_max"));
}

// The hops on the page are those of the event log, on hardware beside the model as well.
TEST_F(ReportPageTest, PathsAreThoseOfTheEventLog) {
  const std::string events = folder_.file("events.csv");
  ASSERT_EQ(run({"--engine", "lockstep", "--events", events}).status, 0);
  ASSERT_EQ(turnpike({"report", out_}).status, 0);
  // (source, packet) -> cycle it was queued; cycle and component of each hop.
  std::map<std::string, std::pair<std::string, std::string>> logged;
  for (const auto& row : csv_rows(events)) {
    if (row.size() < 5 || row[0].rfind("cycle", 0) == 0) continue;
    auto& packet = logged[row[2] + "." + row[3]];
    if (row[1] == "queued") packet = {row[0] + " to " + row[4], ""};
    if (row[1] == "hop") packet.second += " " + row[6] + "@" + row[0];
  }
  for (const Json& message : page().at("points")[0].at("slowest")) {
    ASSERT_EQ(message.at("paths").size(), 1u);
    std::string hops;
    for (const Json& hop : message.at("paths")[0].at("hops")) {
      hops += " " + hop[1].get<std::string>() + "@" + hop[0].dump();
    }
    const std::string queued =
        message.at("queued").dump() + " to " + message.at("destination").dump();
    const bool found = std::any_of(logged.begin(), logged.end(), [&](const auto& packet) {
      return packet.second.first == queued && packet.second.second == hops;
    });
    EXPECT_TRUE(found) << queued << hops;
  }
}

struct NetworkCase {
  const char* name;
  const char* config;
  std::size_t channels;
};

class ReportNetworkTest : public testing::TestWithParam<NetworkCase> {};

TEST_P(ReportNetworkTest, EveryChannelIsDrawnAndEveryPathKnown) {
  const TemporaryFolder folder;
  const std::string out = folder.file("out");
  const std::string config = test::source_path("configs/") + GetParam().config;
  const ProgramResult run =
      turnpike({"run", config, "--engine", "model", "--set", "run.measurement=1000", "--out", out});
  ASSERT_EQ(run.status, 0) << run.error;
  const ProgramResult report = turnpike({"report", out});
  ASSERT_EQ(report.status, 0) << report.error;
  const Json data = data_of(read_file(out + "/report.html"));
  EXPECT_EQ(data.at("networks").at(0).at("strokes").size(), GetParam().channels);
  EXPECT_EQ(data.at("networks").at(0).at("lack"), "");
  const Json& point = data.at("points").at(0);
  EXPECT_EQ(point.at("utilisation").size(), GetParam().channels);
  EXPECT_EQ(point.at("slowest_problem"), "");
  ASSERT_FALSE(point.at("slowest").empty());
  for (const Json& message : point.at("slowest")) EXPECT_FALSE(message.at("paths").empty());
}

INSTANTIATE_TEST_SUITE_P(Kinds, ReportNetworkTest,
                         testing::Values(NetworkCase{"mesh", "mesh_8x8.toml", 224},
                                         NetworkCase{"torus", "torus_8ary_2cube.toml", 256},
                                         NetworkCase{"torus3", "torus_10ary_3cube.toml", 6000},
                                         NetworkCase{"hypercube", "hypercube_8.toml", 2048},
                                         NetworkCase{"hypercube_packets",
                                                     "hypercube_6_packets.toml", 384},
                                         NetworkCase{"butterfly", "butterfly_4ary_3fly.toml", 128},
                                         NetworkCase{"irregular", "irregular_10_switches.toml", 30},
                                         NetworkCase{"graph", "chiplets_narrow.toml", 224},
                                         NetworkCase{"express", "express_flat.toml", 152},
                                         NetworkCase{"packets", "torus_packets.toml", 200}),
                         [](const auto& one) { return one.param.name; });

TEST_F(ReportPageTest, LargeNetworksSayWhatIsNotDrawn) {
  ASSERT_EQ(run({"--set", "network.radix=64", "--set", "run.measurement=200", "--set",
                 "run.warmup=100", "--set", "traffic.load=0.02"})
                .status,
            0);
  ASSERT_EQ(turnpike({"report", out_}).status, 0);
  const Json data = page();
  EXPECT_NE(data.at("networks")[0].at("lack"), "");
  EXPECT_EQ(data.at("points")[0].at("components").size(), 4096u);
  EXPECT_EQ(data.at("points")[0].at("busiest").size(), 100u);
  EXPECT_FALSE(data.at("points")[0].contains("utilisation"));
}

TEST_F(ReportPageTest, SweepHasItsCurvesAndPoints) {
  const std::vector<std::string> sweep = {
      "sweep",  config_, "--load", "0.1,0.2", "--set", "router.virtual_channels=1,2",
      "--jobs", "2",     "--out",  out_};
  ASSERT_EQ(turnpike(sweep).status, 0);
  // A folder that was moved is as good: its files are looked for in it.
  const std::string moved = folder_.file("moved");
  fs::rename(out_, moved);
  const std::string file = folder_.file("pages/new/page.html");
  ASSERT_EQ(turnpike({"report", moved, "--out", file, "--jobs", "2"}).status, 0);
  const Json data = data_of(read_file(file));
  EXPECT_EQ(data.at("kind"), "sweep");
  ASSERT_EQ(data.at("curves").size(), 2u);
  EXPECT_EQ(data.at("curves")[1].at("label"), "router.virtual_channels = 2");
  ASSERT_EQ(data.at("points").size(), 4u);
  EXPECT_EQ(data.at("networks").size(), 2u);
  EXPECT_EQ(data.at("points")[3].at("curve"), 1);
  EXPECT_NEAR(data.at("points")[3].at("figures").at("offered").get<double>(), 0.2, 1e-6);
  EXPECT_EQ(data.at("points")[3].at("slowest").size(), 20u);
  // A point of a sweep is a run of its own.
  for (const auto& entry : fs::directory_iterator(moved + "/points")) {
    if (!entry.is_directory()) continue;
    EXPECT_EQ(turnpike({"report", entry.path()}).status, 0);
  }
}

TEST_F(ReportPageTest, PageDoesNotDependOnJobsOrThreads) {
  ASSERT_EQ(run().status, 0);
  ASSERT_EQ(turnpike({"report", out_, "--jobs", "1", "--out", folder_.file("a.html")}).status, 0);
  ASSERT_EQ(turnpike({"report", out_, "--jobs", "3", "--out", folder_.file("b.html")}).status, 0);
  EXPECT_EQ(read_file(folder_.file("a.html")), read_file(folder_.file("b.html")));
}

TEST_F(ReportPageTest, WithoutPathsThePageSaysSo) {
  ASSERT_EQ(run().status, 0);
  ASSERT_EQ(turnpike({"report", out_, "--no-paths"}).status, 0);
  const Json point = page().at("points")[0];
  EXPECT_NE(point.at("slowest_problem").get<std::string>().find("--no-paths"), std::string::npos);
  EXPECT_EQ(point.at("slowest").size(), 20u);
  EXPECT_TRUE(point.at("slowest")[0].at("paths").empty());
}

TEST_F(ReportPageTest, FoldersOfSomethingElseAreRefused) {
  ProgramResult result = turnpike({"report", folder_.file("nowhere")});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.error.find("no such folder"), std::string::npos) << result.error;
  fs::create_directory(out_);
  expect_refusal("neither results.json nor sweep.json");
  EXPECT_EQ(turnpike({"report"}).status, 2);
}

TEST_F(ReportPageTest, DamagedFoldersAreRefused) {
  ASSERT_EQ(run().status, 0);
  const std::string results = read_file(out_ + "/results.json");
  change("results.json", sim::kRunSchema, "turnpike.run/99");
  expect_refusal("another version of turnpike");
  std::ofstream(out_ + "/results.json") << results.substr(0, results.size() / 2);
  expect_refusal("it is damaged");
  std::ofstream(out_ + "/results.json") << "[]";
  expect_refusal("results.json");
  std::ofstream(out_ + "/results.json") << results;
  change("slowest.csv", "\n", "\n99,0,5,1,2,3,4\n");
  expect_refusal("slowest.csv");
  ASSERT_EQ(run().status, 0);
  change("channels.csv", "router_0_0", "router_7_7");
  expect_refusal("channels.csv: does not belong to results.json");
  fs::remove(out_ + "/histogram.csv");
  expect_refusal("histogram.csv: missing");
  ASSERT_EQ(run().status, 0);
  change("results.json", "topology = \\\"mesh\\\"", "topology = \\\"moebius\\\"");
  expect_refusal("its configuration cannot be read again");
}

TEST_F(ReportPageTest, SweepsWithoutTheirPointsAreRefused) {
  ASSERT_EQ(turnpike({"sweep", config_, "--load", "0.1", "--out", out_}).status, 0);
  fs::remove_all(out_ + "/points");
  expect_refusal("results.json");
  const std::string head = std::string(R"({"schema": ")") + sim::kSweepSchema + "\"";
  std::ofstream(out_ + "/sweep.json") << head << "}";
  expect_refusal("sweep.json");
  fs::remove(out_ + "/sweep.csv");
  std::ofstream(out_ + "/sweep.json")
      << head << R"(, "name": "x", "missing": [], "checksums": {}, "curves": []})";
  expect_refusal("no finished point");
}

// What a run leaves that is killed between its files, made by hand.
TEST_F(ReportPageTest, FilesOfTwoRunsAreRefusedByName) {
  const std::string other = folder_.file("other");
  ASSERT_EQ(turnpike({"run", config_, "--seed", "2", "--out", other}).status, 0);
  for (const char* name :
       {"results.csv", "channels.csv", "histogram.csv", "slowest.csv", "config.toml"}) {
    ASSERT_EQ(run().status, 0);
    fs::copy_file(other + "/" + name, out_ + "/" + name, fs::copy_options::overwrite_existing);
    expect_refusal(out_ + "/" + name + ": ");
  }
  ASSERT_EQ(run().status, 0);
  EXPECT_EQ(turnpike({"report", out_}).status, 0);
}

TEST_F(ReportPageTest, FilesOfTwoSweepsAreRefusedByName) {
  ASSERT_EQ(turnpike({"sweep", config_, "--load", "0.1", "--out", out_}).status, 0);
  const std::string csv = read_file(out_ + "/sweep.csv");
  change("sweep.csv", "small", "other");
  expect_refusal(out_ + "/sweep.csv: does not belong to sweep.json");
  std::ofstream(out_ + "/sweep.csv") << csv;
  change("sweep.json", "\"saturated\": false", "\"saturated\": true");
  expect_refusal("sweep.json: does not belong to the runs in points");
}

TEST_F(ReportPageTest, FullDiskLeavesNoPage) {
  ASSERT_EQ(run().status, 0);
  const ProgramResult result =
      turnpike_in_shell("ulimit -f 8; exec \"$0\" \"$@\"", {"report", out_});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.error.find("cannot be written"), std::string::npos) << result.error;
  for (const std::string& file : folder_.files()) {
    EXPECT_EQ(file.find("report"), std::string::npos) << file;
  }
  EXPECT_EQ(turnpike({"report", out_, "--out", out_}).status, 2);
}

TEST_F(ReportPageTest, ChangedTrafficFileIsNoticed) {
  const std::string trace = folder_.write("t.trace", "0 0 5 4\n3 1 9 4\n7 15 0 4\n");
  const std::string config = folder_.write(
      "trace.toml",
      "[network]\ntopology = \"mesh\"\nradix = 4\ndimensions = 2\n[traffic]\npattern = \"trace\"\n"
      "file = \"t.trace\"\n[run]\nengine = \"model\"\n");
  const ProgramResult first = turnpike({"run", config, "--out", out_});
  ASSERT_EQ(first.status, 0) << first.error;
  ASSERT_EQ(turnpike({"report", out_}).status, 0);
  EXPECT_EQ(page().at("points")[0].at("slowest_problem"), "");
  std::ofstream(trace) << "0 0 5 4\n3 1 10 4\n7 15 0 4\n";
  ASSERT_EQ(turnpike({"report", out_}).status, 0);
  EXPECT_NE(page().at("points")[0].at("slowest_problem").get<std::string>().find("has changed"),
            std::string::npos);
}

}  // namespace
}  // namespace turnpike::test
