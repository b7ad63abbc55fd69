// `turnpike check` and `turnpike route`.

#include <gtest/gtest.h>

#include "sim/experiment/results/result_keys.h"
#include "tests/support/places.h"
#include "tests/system/commands/program.h"

namespace turnpike::test {
namespace {

using sim::Json;

const std::string kConfigs = test::source_path("configs/");

TEST(CheckTest, EveryConfigurationOfTheProjectIsSoundAndNoneButOneCanDeadlock) {
  unsigned seen = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kConfigs)) {
    if (entry.path().extension() != ".toml") continue;
    const ProgramResult result = turnpike({"check", entry.path().string(), "--json"});
    const bool is_free = entry.path().stem() != "torus_deadlock";
    ASSERT_EQ(result.status, is_free ? 0 : 1) << entry.path() << result.error;
    const Json json = Json::parse(result.out);
    EXPECT_EQ(json.at("deadlock_free"), is_free) << entry.path();
    EXPECT_EQ(json.at("cycle").empty(), is_free) << entry.path();
    EXPECT_EQ(json.at("problems").size(), 0u) << entry.path();
    ++seen;
  }
  EXPECT_GE(seen, 8u);
}

TEST(CheckTest, CountsOfA8Ary2CubeAreKnown) {
  const ProgramResult result = turnpike({"check", kConfigs + "torus_8ary_2cube.toml", "--json"});
  const Json json = Json::parse(result.out);
  EXPECT_EQ(json.at("nodes"), 64);
  EXPECT_EQ(json.at("components"), 64);
  EXPECT_EQ(json.at("channels"), 256);
  const std::string text = turnpike({"check", kConfigs + "torus_8ary_2cube.toml"}).out;
  EXPECT_NE(text.find("torus 8 x 8, 64 nodes"), std::string::npos) << text;
}

TEST(CheckTest, BuffersThatAreSmallerThanARoundTripAreNotedAndAreNoError) {
  const std::vector<std::string> check = {"check", kConfigs + "mesh_8x8.toml", "--set",
                                          "link.cycles_per_hop=20"};
  const ProgramResult text = turnpike(check);
  EXPECT_EQ(text.status, 0) << text.error;
  EXPECT_NE(text.out.find("buffers are smaller than a round trip: on "), std::string::npos)
      << text.out;
  // 4 flits in 43 cycles, and four VCs.
  EXPECT_NE(text.out.find("at most 0.093 flits per cycle, and all 4 together 0.372"),
            std::string::npos)
      << text.out;
  std::vector<std::string> with_json = check;
  with_json.push_back("--json");
  EXPECT_EQ(Json::parse(turnpike(with_json).out).at("remarks").size(), 1u);
}

// Four leaves with two hosts, four tops: of these Up*/Down* uses the root alone, from a top.
TEST(CheckTest, ChannelsThatNoRouteUsesAreNamedAndABetterRootIsSearched) {
  const TemporaryFolder folder;
  const std::string config = folder.write(
      "tree.toml",
      "[network]\ntopology = \"irregular\"\nlinks = [[0, 4], [0, 5], [0, 6], [0, 7], [1, 4], [1, "
      "5], "
      "[1, 6], [1, 7], [2, 4], [2, 5], [2, 6], [2, 7], [3, 4], [3, 5], [3, 6], [3, 7]]\n"
      "hosts = [2, 2, 2, 2, 0, 0, 0, 0]\nroot = 4\n");
  const ProgramResult given = turnpike({"check", config});
  EXPECT_EQ(given.status, 0);
  EXPECT_NE(given.out.find("unused: 24 of 32 channels"), std::string::npos) << given.out;
  EXPECT_NE(given.out.find("switch_0.1 -> switch_5.0"), std::string::npos) << given.out;
  EXPECT_NE(given.out.find("root 4; from root 0, the best of 8"), std::string::npos) << given.out;
  EXPECT_NE(given.out.find("saturation: at most 0.5833"), std::string::npos) << given.out;
  const Json json = Json::parse(turnpike({"check", config, "--json"}).out);
  const Json best =
      Json::parse(turnpike({"check", config, "--json", "--set", "network.root=best"}).out);
  EXPECT_EQ(json.at("up_down").at("unused_channels").size(), 24u);
  EXPECT_EQ(best.at("up_down").at("root"), json.at("up_down").at("best_root"));
  EXPECT_GT(best.at("up_down").at("best_root_saturation"),
            json.at("up_down").at("bottleneck").at("saturation"));
  EXPECT_TRUE(Json::parse(turnpike({"check", kConfigs + "mesh_8x8.toml", "--json"}).out)
                  .at("up_down")
                  .is_null());
}

TEST(CheckTest, WhatIsTooLargeForAProofIsNotDone) {
  const TemporaryFolder folder;
  const std::string ring =
      folder.write("ring.toml", "[network]\ntopology = \"torus\"\nradix = [6000]\n");
  const ProgramResult result = turnpike({"check", ring});
  EXPECT_EQ(result.status, 1);
  EXPECT_NE(result.out.find("deadlock: not checked"), std::string::npos) << result.out;
}

TEST(RouteTest, CoordinatesAndNumbersGiveTheSamePath) {
  const std::string mesh = kConfigs + "mesh_8x8.toml";
  const ProgramResult result = turnpike({"route", mesh, "--from", "0", "--to", "3,1", "--json"});
  ASSERT_EQ(result.status, 0) << result.error;
  const Json json = Json::parse(result.out);
  EXPECT_EQ(json.at("hops"), 4);
  // Queued in cycle 0, on the injection pins in cycle 1, five routers of one cycle each.
  EXPECT_EQ(json.at("latency_cycles"), 6);
  const Json expected = {"router_0_0", "router_1_0", "router_2_0", "router_3_0", "router_3_1"};
  EXPECT_EQ(json.at("path"), expected);
  EXPECT_EQ(turnpike({"route", mesh, "--from", "0,0", "--to", "11", "--json"}).out, result.out);
}

TEST(RouteTest, PipelineAndWiresCount) {
  const ProgramResult result =
      turnpike({"route", kConfigs + "mesh_8x8.toml", "--from", "0", "--to", "2", "--json", "--set",
                "router.pipeline_cycles=2", "--set", "link.cycles_per_unit=3"});
  ASSERT_EQ(result.status, 0) << result.error;
  EXPECT_EQ(Json::parse(result.out).at("latency_cycles"), 1 + 2 * 3 + 2 * 3);
}

TEST(RouteTest, ExpressChannelsShowTheirLevelAndLength) {
  const std::string array = kConfigs + "express_hierarchical.toml";
  const ProgramResult result =
      turnpike({"route", array, "--from", "14", "--to", "81", "--json", "--set",
                "link.cycles_per_unit=2", "--set", "link.cycles_per_hop=5"});
  ASSERT_EQ(result.status, 0) << result.error;
  const Json json = Json::parse(result.out);
  EXPECT_EQ(json.at("levels"), (Json{0, 0, 2, 2, 2, 2, 0, 0}));
  EXPECT_EQ(json.at("lengths"), (Json{1, 0, 16, 16, 16, 16, 1, 1}));
  EXPECT_EQ(json.at("hops"), 8);
  EXPECT_EQ(json.at("path")[2], "interchange_0_16");
  EXPECT_EQ(json.at("path")[7], "router_80");
  // Nine components of a cycle each, eight channels of 5 cycles and 67 units of 2.
  EXPECT_EQ(json.at("latency_cycles"), 1 + 9 + 8 * 5 + 67 * 2);
  const std::string text = turnpike({"route", array, "--from", "14", "--to", "81"}).out;
  EXPECT_NE(text.find("interchange_0_16        0    2   0      2      16\n"), std::string::npos)
      << text;
}

TEST(CheckTest, ContraryPacketsWithoutAVcOfTheirOwnCanDeadlockAndTheCycleIsPrinted) {
  const std::string cube = kConfigs + "hypercube_6_packets.toml";
  EXPECT_EQ(turnpike({"check", cube}).status, 0);
  const ProgramResult result = turnpike({"check", cube, "--set", "router.virtual_channels=1"});
  EXPECT_EQ(result.status, 1) << result.out;
  EXPECT_NE(result.out.find("deadlock: can happen"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("waits for the first"), std::string::npos) << result.out;
  EXPECT_EQ(turnpike({"run", cube, "--set", "router.virtual_channels=1"}).status, 1);
  EXPECT_EQ(turnpike({"check", cube, "--set", "router.virtual_channels=1", "--set",
                      "router.first_hop=fixed"})
                .status,
            0);
}

TEST(RouteTest, FirstHopOfAPacketMayBeChosen) {
  const std::string cube = kConfigs + "hypercube_6_packets.toml";
  const auto route = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"route", cube, "--from", "0", "--to", "25", "--json"});
    return turnpike(options);
  };
  const Json ecube = Json::parse(route({}).out);
  EXPECT_EQ(ecube.at("first_hops"), (Json{0, 3, 4}));
  EXPECT_EQ(ecube.at("path")[1], "router_0_0_0_0_1_0");
  EXPECT_EQ(ecube.at("vcs"), (Json{0, 0, 0, 0}));
  const Json contrary = Json::parse(route({"--first-hop", "0"}).out);
  EXPECT_EQ(contrary.at("path")[1], "router_1_0_0_0_0_0");
  EXPECT_EQ(contrary.at("vcs"), (Json{1, 0, 0, 0}));
  EXPECT_EQ(contrary.at("hops"), 3);
  const ProgramResult away = route({"--first-hop", "1"});
  EXPECT_EQ(away.status, 2);
  EXPECT_NE(away.error.find("brings it nearer: 0, 3, 4"), std::string::npos) << away.error;
}

TEST(RouteTest, StoreAndForwardTakesAWholePacketAHop) {
  const std::string butterfly = kConfigs + "butterfly_packets.toml";
  const auto latency = [&](const char* switching) {
    const ProgramResult result = turnpike({"route", butterfly, "--from", "0", "--to", "5", "--json",
                                           "--set", std::string("router.switching=") + switching});
    return Json::parse(result.out).at("latency_cycles");
  };
  EXPECT_EQ(latency("cut_through"), 1 + 3);
  EXPECT_EQ(latency("store_and_forward"), 1 + 3 * 5);
}

TEST(RouteTest, TableForPeopleEndsAtTheDestination) {
  const ProgramResult result =
      turnpike({"route", kConfigs + "irregular_10_switches.toml", "--from", "0", "--to", "39"});
  ASSERT_EQ(result.status, 0) << result.error;
  EXPECT_NE(result.out.find("node 0 to node 39"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("switch_9"), std::string::npos) << result.out;
}

TEST(RouteTest, UnknownNodeIsRefused) {
  const ProgramResult result =
      turnpike({"route", kConfigs + "mesh_8x8.toml", "--from", "0", "--to", "8,0"});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.error.find("--to: found '8,0', allowed: a node number 0 .. 63"),
            std::string::npos)
      << result.error;
}

TEST(AnynetTest, FileBesideTheConfigurationIsRead) {
  TemporaryFolder folder;
  folder.write("ring.anynet",
               "router 0 node 0 router 1\nrouter 1 node 1 router 2\n"
               "router 2 node 2 router 0\n");
  const std::string config =
      folder.write("exp.toml", "[network]\ntopology = \"irregular\"\nanynet = \"ring.anynet\"\n");
  const ProgramResult result = turnpike({"check", config, "--json"});
  ASSERT_EQ(result.status, 0) << result.error;
  EXPECT_EQ(Json::parse(result.out).at("nodes"), 3);
  EXPECT_EQ(Json::parse(result.out).at("channels"), 6);
}

// What was taken for granted is said, by check, distance and run.
TEST(AnynetTest, NothingIsJoinedOrAssumedWithoutAWord) {
  TemporaryFolder folder;
  folder.write("two.anynet",
               "router 0 node 0\nrouter 1 node 1\nrouter 0 router 1\nrouter 1 router 0\n");
  const std::string config =
      folder.write("exp.toml",
                   "[network]\ntopology = \"irregular\"\nanynet = \"two.anynet\"\n"
                   "[router]\nbuffer_depth = 64\n");
  const std::string joined = "anynet: 1 link is stated from both sides, and each is one link";
  EXPECT_NE(turnpike({"check", config}).out.find(joined), std::string::npos);
  EXPECT_NE(turnpike({"distance", config}).out.find(joined), std::string::npos);
  const ProgramResult run = turnpike({"run", config, "--engine", "model"});
  EXPECT_NE(run.error.find(joined), std::string::npos) << run.error;

  const std::string one_way =
      "network.anynet=" +
      folder.write("one_way.anynet", "router 0 node 0 router 1 15\nrouter 1 node 1\n");
  const ProgramResult check = turnpike({"check", config, "--set", one_way});
  for (const char* part :
       {"1 channel has no latency in a file that states others, and BookSim's 1 cycle was assumed",
        "state the way back from the other side",
        "1 of 1 link has another latency one way than the other: from switch 0 to switch 1 it is "
        "14, back 0",
        "w cycles there are w - 1 registers on the channel"}) {
    EXPECT_NE(check.out.find(part), std::string::npos) << part << "\n" << check.out;
  }
  const Json json = Json::parse(turnpike({"check", config, "--set", one_way, "--json"}).out);
  EXPECT_EQ(json.at("remarks").size(), 3u);
}

TEST(AnynetTest, AFileThatStatesAllOfItNeedsNoWord) {
  TemporaryFolder folder;
  folder.write("plain.anynet", "router 0 node 0 router 1\nrouter 1 node 1\n");
  const std::string config =
      folder.write("exp.toml", "[network]\ntopology = \"irregular\"\nanynet = \"plain.anynet\"\n");
  EXPECT_EQ(Json::parse(turnpike({"check", config, "--json"}).out).at("remarks").size(), 0u);
  EXPECT_EQ(turnpike({"run", config, "--engine", "model"}).error, "");
}

TEST(AnynetTest, MistakeIsNamedWithItsLine) {
  TemporaryFolder folder;
  folder.write("bad.anynet", "router 0 node 0 router 1\nrouter 1 gnome 1\n");
  const std::string config =
      folder.write("exp.toml", "[network]\ntopology = \"irregular\"\nanynet = \"bad.anynet\"\n");
  const ProgramResult result = turnpike({"check", config});
  EXPECT_EQ(result.status, 2);
  for (const char* part : {"exp.toml:3: key 'network.anynet'", "bad.anynet:2", "gnome"}) {
    EXPECT_NE(result.error.find(part), std::string::npos) << part << "\n" << result.error;
  }
  const ProgramResult missing = turnpike({"check", config, "--set", "network.anynet=no.such"});
  EXPECT_EQ(missing.status, 2);
  EXPECT_NE(missing.error.find("no.such"), std::string::npos) << missing.error;
}

TEST(AnynetTest, TerminalThatIsUsedTwiceIsRefused) {
  TemporaryFolder folder;
  folder.write("twice.anynet", "router 0 node 0 router 1\nrouter 1 node 0\n");
  const std::string config =
      folder.write("exp.toml", "[network]\ntopology = \"irregular\"\nanynet = \"twice.anynet\"\n");
  const ProgramResult result = turnpike({"check", config});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.error.find("twice.anynet:2"), std::string::npos) << result.error;
}

}  // namespace
}  // namespace turnpike::test
