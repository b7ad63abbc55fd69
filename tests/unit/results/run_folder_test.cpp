// run_folder_test.cpp - what a run leaves is read as it was written, and nothing else is.

#include "sim/experiment/results/run_folder.h"
#include "sim/base/text_file.h"

#include <gtest/gtest.h>

#include <fstream>

#include "sim/base/content_hash.h"
#include "sim/experiment/config/read_experiment.h"
#include "sim/experiment/results/standard_output.h"
#include "sim/experiment/run/network_checks.h"
#include "tests/support/scratch_folder.h"

namespace turnpike::test {
namespace {

namespace fs = std::filesystem;
using sim::Json;

class RunFolderTest : public testing::Test {
 protected:
  RunFolderTest() {
    outcome_.channels = 2;
    outcome_.results.packets = 2;
    outcome_.results.latency_bins = {{13, 13, 1}, {256, 257, 1}};
    outcome_.results.slowest = {{0, 1, 5, 100, 101, 110, 357, 0}, {1, 0, 5, 100, 100, 110, 113, 0}};
    outcome_.results.channel_utilisation = {0.25, 1.0 / 3};
    for (unsigned i = 0; i < 2 * vcs_; ++i) {
      outcome_.results.vc_occupancy.push_back(0.125 * i);
    }
    outcome_.results.measurement_cycles = 10;
    outcome_.results.node_table.from = {{5, 5, 13, 13, 1, 1}, {5, 5, 257, 257, 1, 1}};
    outcome_.results.node_table.to = {{5, 5, 257, 257, 1, 1}, {5, 5, 13, 13, 1, 1}};
    outcome_.results.node_table.flows = {{model::flow_key(0, 1), {5, 5, 13, 13, 1, 1}},
                                         {model::flow_key(1, 0), {5, 5, 257, 257, 1, 1}}};
    leave();
  }

  void leave() const {
    sim::OutputFolder folder(path());
    write_run(folder, run_to_json(experiment_, outcome_), network_, outcome_);
  }

  std::string path() const { return folder_.path().string(); }
  std::string file(const std::string& name) const { return path() + "/" + name; }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(file(name), std::ios::binary) << text;
  }
  void change(const std::string& name, const std::string& from, const std::string& to) const {
    std::string text = sim::read_text_file(file(name));
    ASSERT_NE(text.find(from), std::string::npos);
    write(name, text.replace(text.find(from), from.size(), to));
  }
  std::string refusal() const {
    try {
      sim::read_run(path());
    } catch (const sim::ConfigError& error) {
      return error.what();
    }
    return "";
  }

  const sim::Experiment experiment_ = sim::make_experiment(
      sim::parse_settings("[network]\ntopology='mesh'\nradix=2\ndimensions=1\n", "m.toml"));
  const model::Network network_ = sim::build_network(experiment_);
  const std::size_t vcs_ = network_.router.virtual_channels;
  ScratchFolder folder_;
  sim::RunOutcome outcome_;
};

TEST_F(RunFolderTest, IsReadAsItWasWritten) {
  const sim::RunRecord run = sim::read_run(path());
  EXPECT_EQ(run.results.at("packets"), 2);
  EXPECT_EQ(run.slowest, outcome_.results.slowest);
  ASSERT_EQ(run.histogram.size(), 2u);
  EXPECT_EQ(run.histogram[1].high, 257u);
  EXPECT_EQ(run.histogram[1].packets, 1u);
  ASSERT_EQ(run.channels.size(), 2u);
  EXPECT_EQ(run.channels[1].utilisation, 1.0 / 3);
  EXPECT_EQ(run.channels[1].from, "router_1");
  ASSERT_EQ(run.channels[1].occupancy.size(), vcs_);
  EXPECT_EQ(run.channels[1].occupancy[0], 0.125 * static_cast<double>(vcs_));
}

// Cut anywhere, each file is refused by name.
TEST_F(RunFolderTest, HalfAFileIsRefused) {
  for (const char* name : {"results.json", "channels.csv", "histogram.csv", "slowest.csv"}) {
    const std::string whole = sim::read_text_file(file(name));
    for (std::size_t length = 0; length + 1 < whole.size(); length += 1 + whole.size() / 40) {
      write(name, whole.substr(0, length));
      const std::string said = refusal();
      EXPECT_NE(said.find(name), std::string::npos) << name << " cut at " << length << ": " << said;
    }
    write(name, whole);
  }
  EXPECT_EQ(refusal(), "");
}

TEST_F(RunFolderTest, MissingFilesAreNamed) {
  for (const char* name : {"channels.csv", "histogram.csv", "slowest.csv"}) {
    fs::rename(file(name), file("away"));
    EXPECT_NE(refusal().find(std::string(name) + ": missing"), std::string::npos) << refusal();
    fs::rename(file("away"), file(name));
  }
}

TEST_F(RunFolderTest, NodesAndFlowsHaveALineEach) {
  EXPECT_EQ(sim::read_text_file(file("nodes.csv")),
            "node,offered,accepted,packets,latency,latency_max,offered_to,accepted_to,packets_to,"
            "latency_to,latency_max_to\n"
            "0,0.5,0.5,1,13,13,0.5,0.5,1,257,257\n"
            "1,0.5,0.5,1,257,257,0.5,0.5,1,13,13\n");
  EXPECT_EQ(sim::read_text_file(file("flows.csv")),
            "source,destination,offered,accepted,packets,latency,latency_max\n"
            "0,1,0.5,0.5,1,13,13\n"
            "1,0,0.5,0.5,1,257,257\n");
}

TEST_F(RunFolderTest, FlowsThatWereTooManyLeaveNoFile) {
  outcome_.results.node_table.has_flows = false;
  leave();
  EXPECT_FALSE(fs::exists(file("flows.csv")));
  EXPECT_TRUE(fs::exists(file("nodes.csv")));
  EXPECT_EQ(refusal(), "");
}

TEST_F(RunFolderTest, AnotherVersionIsNamed) {
  change("results.json", sim::kRunSchema, "turnpike.run/99");
  EXPECT_NE(refusal().find("found schema \"turnpike.run/99\""), std::string::npos) << refusal();
  EXPECT_NE(refusal().find("another version"), std::string::npos) << refusal();
}

TEST_F(RunFolderTest, FiguresThatDoNotBelongTogetherAreRefused) {
  change("histogram.csv", "13,13,1", "13,13,3");
  EXPECT_NE(refusal().find("found 4 packets, allowed: 2"), std::string::npos) << refusal();
}

TEST_F(RunFolderTest, WrongLinesAreNamedByTheirNumber) {
  const std::string good = sim::read_text_file(file("slowest.csv"));
  for (const char* line : {"0,1,5,100,101,110", "0,1,5,100,99,110,114", "0,1,5,x,101,110,114",
                           "0,1,5,-1,101,110,114", "0,1,99999999999,100,101,110,114"}) {
    write("slowest.csv", good + line + "\n");
    EXPECT_NE(refusal().find("slowest.csv:4: found"), std::string::npos) << refusal();
  }
  write("slowest.csv", good);
  change("channels.csv", "0.25", "nan");
  EXPECT_NE(refusal().find("channels.csv:2: found"), std::string::npos) << refusal();
}

TEST_F(RunFolderTest, KeysOfOtherTypesAreRefused) {
  change("results.json", "\"packets\": 2", "\"packets\": \"seven\"");
  EXPECT_NE(refusal().find("results.json: key 'packets': found \"seven\", allowed: whole number"),
            std::string::npos)
      << refusal();
}

// Each of the files that lie beside results.json, also those that nobody reads again.
TEST_F(RunFolderTest, FilesOfAnotherRunAreNamed) {
  for (const char* name : {"results.csv", "channels.csv", "histogram.csv", "slowest.csv",
                           "nodes.csv", "flows.csv", "config.toml"}) {
    const std::string good = sim::read_text_file(file(name));
    std::string other = good;
    other.replace(other.rfind('1'), 1, "2");
    write(name, other);
    EXPECT_NE(refusal().find(file(name) + ": "), std::string::npos) << name << ": " << refusal();
    write(name, good);
  }
  EXPECT_EQ(refusal(), "");
  change("slowest.csv", "0,1,5,100", "0,1,6,100");  // as good a message
  EXPECT_NE(refusal().find("slowest.csv: does not belong to results.json"), std::string::npos)
      << refusal();
}

TEST_F(RunFolderTest, ChecksumsAreThoseOfSha256sum) {
  write("known", "abc");
  EXPECT_EQ(sim::sha256_of(sim::read_text_file(file("known"))),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  const sim::Json json = sim::read_run(path()).results;
  EXPECT_EQ(json.at("checksums").size(), 7u);
  EXPECT_EQ(json.at("checksums").at("config.toml"),
            sim::sha256_of(sim::read_text_file(file("config.toml"))));
}

// A run that measures no channels, where one did before.
TEST_F(RunFolderTest, OldFilesThatTheRunDoesNotLeaveAreRemovedOrRefused) {
  const std::string old = sim::read_text_file(file("channels.csv"));
  outcome_.results.channel_utilisation.clear();
  leave();
  EXPECT_FALSE(fs::exists(file("channels.csv")));
  EXPECT_EQ(refusal(), "");
  write("channels.csv", old);
  EXPECT_NE(refusal().find("channels.csv: does not belong to results.json"), std::string::npos)
      << refusal();
}

TEST_F(RunFolderTest, ChecksumsThatAreMissingAreRefused) {
  change("results.json", "\"slowest.csv\"", "\"slowest.tsv\"");
  EXPECT_NE(refusal().find("results.json: found no checksum of slowest.csv"), std::string::npos)
      << refusal();
}

// JSON libraries copy, compare and print values by calling themselves once for each bracket.
TEST_F(RunFolderTest, DeeplyNestedResultsAreRefused) {
  const std::string open(1000000, '[');
  write("results.json", open);
  EXPECT_NE(refusal().find("results.json: found text that is no JSON object"), std::string::npos);
  write("results.json", "{\"format\": " + open + std::string(open.size(), ']') + "}");
  EXPECT_NE(refusal().find("results.json: found text that is no JSON object"), std::string::npos);
}

TEST_F(RunFolderTest, NumbersWithoutAnEndAreRefused) {
  for (const char* text : {"inf", "1e999", "-1"}) {
    const std::string good = sim::read_text_file(file("channels.csv"));
    change("channels.csv", "0.25", text);
    EXPECT_NE(refusal().find("channels.csv:2: found '" + std::string(text)), std::string::npos);
    write("channels.csv", good);
  }
}

}  // namespace
}  // namespace turnpike::test
