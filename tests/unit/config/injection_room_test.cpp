// What `router.injection = "auto"` stands for (docs/router.md, "When a new packet may enter").

#include "sim/experiment/config/injection_room.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>

#include "sim/experiment/config/read_experiment.h"
#include "sim/experiment/config/schema_text.h"
#include "tests/support/places.h"

namespace turnpike::test {
namespace {

using sim::Experiment;

constexpr unsigned kLast = 0;
constexpr unsigned kFair = 1;

const std::string kMesh8 = "[network]\ntopology = 'mesh'\nradix = 8\ndimensions = 2\n";
const std::string kTorus8 = "[network]\ntopology = 'torus'\nradix = 8\ndimensions = 2\n";

Experiment experiment_of(const std::string& text) {
  return sim::make_experiment(sim::parse_settings(text, "exp.toml"), {});
}

// Without `injection`, unless the text says it.
unsigned room_of(const std::string& text) { return experiment_of(text).router.room; }

std::string network_with(const std::string& network, unsigned depth, unsigned latency,
                         unsigned length) {
  return network + "[router]\nbuffer_depth = " + std::to_string(depth) +
         "\n[link]\ncycles_per_hop = " + std::to_string(latency) +
         "\n[traffic]\nlength = " + std::to_string(length) + "\n";
}

std::string switches(const std::string& links, const std::string& more = "") {
  return "[network]\ntopology = 'irregular'\nlinks = " + links + "\n" + more;
}

TEST(InjectionRoomTest, MessagesThatFillARoundTripGoLast) {
  EXPECT_EQ(room_of(network_with(kMesh8, 4, 0, 5)), kLast);
  EXPECT_EQ(room_of(network_with(kMesh8, 4, 0, 3)), kLast);
  EXPECT_EQ(room_of(network_with(kTorus8, 8, 0, 4)), kLast);
  EXPECT_EQ(room_of(network_with(kMesh8, 16, 10, 23)), kLast);
  EXPECT_NE(room_of(network_with(kMesh8, 16, 10, 22)), kLast);
  EXPECT_NE(room_of(kMesh8 + "[router]\npipeline_cycles = 2\n[traffic]\nlength = 3\n"), kLast);
}

TEST(InjectionRoomTest, ShorterMessagesNeedLessRoomTheLongerTheRoundTrip) {
  EXPECT_EQ(room_of(network_with(kMesh8, 16, 0, 1)), 12u);
  EXPECT_EQ(room_of(network_with(kMesh8, 16, 2, 1)), 10u);
  EXPECT_EQ(room_of(network_with(kMesh8, 16, 5, 5)), 8u);
  EXPECT_EQ(room_of(network_with(kMesh8, 4, 0, 1)), 2u);
  EXPECT_EQ(room_of(network_with(kMesh8, 64, 20, 1)), 22u);
}

TEST(InjectionRoomTest, SomeRoomIsLeftOnRingsForLongerMessagesAndWithOneVc) {
  EXPECT_EQ(room_of(network_with(kMesh8, 16, 100, 1)), kFair);
  EXPECT_EQ(room_of(network_with(kTorus8, 16, 100, 1)), 2u);
  EXPECT_EQ(room_of(network_with(kMesh8, 16, 100, 5)), 2u);
  EXPECT_EQ(room_of(network_with(kMesh8, 16, 100, 10)), 5u);
  EXPECT_EQ(room_of(network_with(kMesh8, 16, 100, 64)), 8u);
  const std::string one_vc =
      "[router]\nvirtual_channels = 1\nbuffer_depth = 16\n"
      "[link]\ncycles_per_hop = 100\n[traffic]\nlength = ";
  EXPECT_EQ(room_of(kMesh8 + one_vc + "5\n"), 5u);
  EXPECT_EQ(room_of(kMesh8 + one_vc + "30\n"), 8u);
  EXPECT_EQ(room_of(kMesh8 + one_vc + "1\n"), kFair);
}

TEST(InjectionRoomTest, TheLongestChannelCounts) {
  EXPECT_EQ(room_of(switches("[[0, 1, 0], [1, 2, 5]]", "[router]\nbuffer_depth = 16\n")), 8u);
  EXPECT_EQ(room_of(switches("[[0, 1, 0], [1, 2, 0]]")), kLast);
  const std::string express = kMesh8 + "[network.express]\nspacing = 3\n[link]\n";
  EXPECT_EQ(room_of(express), kLast);
  EXPECT_EQ(room_of(express + "cycles_per_unit = 1\n"), 2u);
  EXPECT_EQ(room_of(kMesh8 + "[link]\ncycles_per_unit = 1\n"), kLast);
}

TEST(InjectionRoomTest, MeansOfLengthsCount) {
  EXPECT_EQ(room_of(kMesh8 + "[traffic]\nlength = {kind = 'exponential', mean = 8}\n"), kLast);
  const std::string bimodal = "[traffic.length]\nkind = 'bimodal'\nshort = 1\nlong = 11\n";
  EXPECT_EQ(room_of(kMesh8 + bimodal + "long_fraction = 0.2\n"), kLast);
  EXPECT_EQ(room_of(kMesh8 + bimodal + "long_fraction = 0.1\n"), 3u);
}

TEST(InjectionRoomTest, WhereNoMessagePassesByNewOnesAreTreatedAlike) {
  EXPECT_EQ(room_of(switches("[[0, 1]]")), kFair);
  EXPECT_EQ(room_of(switches("[[0, 1], [0, 2], [1, 2]]")), kFair);
  EXPECT_EQ(room_of(switches("[[0, 3], [1, 3], [2, 3]]", "hosts = [4, 4, 4, 0]\n")), kFair);
  EXPECT_EQ(room_of(switches("[[0, 3], [1, 3], [2, 3]]")), kLast);
  EXPECT_EQ(room_of(switches("[[0, 1], [1, 2]]")), kLast);
}

TEST(InjectionRoomTest, TheWordsAndNumbersOfTheKeyWinAndAreShownAgain) {
  const std::string deep = kMesh8 + "[router]\nbuffer_depth = 8\ninjection = ";
  EXPECT_EQ(room_of(deep + "'last'\n[traffic]\nlength = 1\n"), kLast);
  EXPECT_EQ(room_of(deep + "'fair'\n"), kFair);
  EXPECT_EQ(room_of(deep + "5\n"), 5u);
  EXPECT_EQ(room_of(deep + "'auto'\n"), room_of(kMesh8));
  for (const std::string& text :
       {network_with(kMesh8, 16, 5, 5), network_with(kMesh8, 16, 100, 1), kMesh8}) {
    const Experiment experiment = experiment_of(text);
    EXPECT_EQ(room_of(sim::to_toml(experiment)), experiment.router.room) << text;
  }
  EXPECT_NE(sim::to_toml(experiment_of(kMesh8)).find("injection = \"last\"\n"), std::string::npos);
}

TEST(InjectionRoomTest, MoreRoomThanABufferHasIsRefused) {
  const auto complaint = [](const std::string& value) -> std::string {
    try {
      experiment_of(kMesh8 + "[router]\nbuffer_depth = 4\ninjection = " + value + "\n");
    } catch (const sim::ConfigError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(complaint("4"), "");
  EXPECT_EQ(complaint("5"),
            "exp.toml:7: key 'router.injection': found 5, allowed: integer 1 .. 4, as "
            "router.buffer_depth, or \"auto\" or \"last\" or \"fair\"");
  EXPECT_EQ(complaint("'first'"),
            "exp.toml:7: key 'router.injection': found \"first\", allowed: integer 1 .. 64 or "
            "\"auto\" or \"last\" or \"fair\"");
}

// Their figures are published.
TEST(InjectionRoomTest, TheConfigurationsOfTheProjectChooseWhatTheyDidBefore) {
  const std::set<std::string> kYounger = {"axi_2x2",     "chiplets_narrow", "fpga_axi",
                                          "full_mesh_8", "graph_chiplets",  "quad_tree",
                                          "slim_fly_50", "star_8"};
  unsigned seen = 0;
  for (const auto& entry : std::filesystem::directory_iterator(source_path("configs"))) {
    if (entry.path().extension() != ".toml") continue;
    const std::string name = entry.path().stem();
    if (kYounger.count(name) != 0) continue;
    EXPECT_EQ(sim::read_experiment(entry.path().string(), {}).router.room, kLast) << entry.path();
    ++seen;
  }
  EXPECT_GE(seen, 15u);
}

}  // namespace
}  // namespace turnpike::test
