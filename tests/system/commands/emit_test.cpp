// `turnpike emit`: a network as Verilog in a folder.

#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "tests/system/commands/program.h"

namespace turnpike::test {
namespace {

namespace fs = std::filesystem;

const std::string kLinesOfFour = "[network]\ntopology = \"mesh\"\nradix = 4\ndimensions = 1\n";

class EmitTest : public testing::Test {
 protected:
  ProgramResult emit(const std::string& to) {
    return turnpike({"emit", configuration_, "--out", folder_.file(to)});
  }
  // Refused, and nothing has changed.
  void expect_refused(const std::string& to, const std::string& message) {
    const std::vector<std::string> before = folder_.files();
    const ProgramResult result = emit(to);
    EXPECT_EQ(result.status, 2);
    EXPECT_NE(result.error.find(message), std::string::npos) << result.error;
    EXPECT_EQ(folder_.files(), before);
  }

  TemporaryFolder folder_;
  std::string configuration_ = folder_.write("line.toml", kLinesOfFour);
};

TEST_F(EmitTest, TheSameConfigurationGivesTheSameBytes) {
  ASSERT_EQ(emit("one").status, 0);
  ASSERT_EQ(emit("two").status, 0);
  EXPECT_EQ(folder_.texts("one"), folder_.texts("two"));
}

TEST_F(EmitTest, AllFilesOfTheListAreThereAndNoOtherSource) {
  ASSERT_EQ(emit("out").status, 0);
  std::istringstream list(read_file(folder_.file("out/line_network.f")));
  std::vector<std::string> listed;
  for (std::string line; std::getline(list, line);) {
    if (line[0] != '+') listed.push_back(line);
  }
  std::vector<std::string> sources;
  for (const auto& [name, text] : folder_.texts("out")) {
    const bool is_bench = name.rfind("bench/", 0) == 0;
    if (fs::path(name).extension() == ".v" && !is_bench) sources.push_back(name);
  }
  std::sort(listed.begin(), listed.end());
  EXPECT_EQ(listed, sources);
  EXPECT_GT(sources.size(), 10u);
}

TEST_F(EmitTest, VerilatorBuildsEachRouterCellOnce) {
  ASSERT_EQ(emit("out").status, 0);
  const std::string blocks = read_file(folder_.file("out/line_network.vlt"));
  EXPECT_NE(blocks.find("hier_block -module \"line_network_router\"\n"), std::string::npos)
      << blocks;
  EXPECT_EQ(blocks.find("terminal"), std::string::npos) << "raw channels have no adapter";
  const std::string list = read_file(folder_.file("out/line_network.f"));
  EXPECT_EQ(list.find(".vlt"), std::string::npos) << "other tools read that list, too";
}

TEST_F(EmitTest, InstancesAndLinksHaveTheNamesOfTheNetwork) {
  ASSERT_EQ(emit("out").status, 0);
  const std::string text = read_file(folder_.file("out/line_network.v"));
  for (const char* word :
       {"line_network_router #(", ".ABSENT (`TURNPIKE_ABSENT(3'h2))\n    ) router_0 (",
        "router_2_to_router_3_flit", "terminal_3_in_flit_i", ".node_i       (2'h3)"}) {
    EXPECT_NE(text.find(word), std::string::npos) << word;
  }
}

TEST_F(EmitTest, ConfigurationInTheFolderGivesTheSameNetwork) {
  ASSERT_EQ(emit("out").status, 0);
  const ProgramResult again =
      turnpike({"emit", folder_.file("out/config.toml"), "--out", folder_.file("again")});
  ASSERT_EQ(again.status, 0) << again.error;
  const auto rtl = [&](const std::string& folder) { return folder_.texts(folder + "/rtl"); };
  EXPECT_EQ(rtl("out"), rtl("again"));
}

TEST_F(EmitTest, AFolderAsItLeftItIsReplacedAsAWhole) {
  ASSERT_EQ(emit("out").status, 0);
  const auto before = folder_.texts("out");
  folder_.write("line.toml", kLinesOfFour + "[router]\nvirtual_channels = 1\n");
  ASSERT_EQ(emit("out").status, 0);
  EXPECT_NE(folder_.texts("out"), before);
  for (const std::string& name : folder_.files()) EXPECT_NE(name[0], '.') << name;
}

TEST_F(EmitTest, AnEmptyFolderIsFilled) {
  fs::create_directory(folder_.file("out"));
  EXPECT_EQ(emit("out").status, 0);
}

TEST_F(EmitTest, FilesOfOthersAreKept) {
  fs::create_directory(folder_.file("notes"));
  folder_.write("notes/mine.txt", "mine\n");
  expect_refused("notes", "found 'mine.txt', which it does not know");
}

TEST_F(EmitTest, AChangedFileIsKept) {
  ASSERT_EQ(emit("out").status, 0);
  folder_.write("out/rtl/router_switch.v", "changed\n");
  expect_refused("out", "found 'rtl/router_switch.v' changed");
}

TEST_F(EmitTest, AFileIsNoPlaceForAFolder) {
  folder_.write("out", "a file\n");
  expect_refused("out", "found something that is no folder");
}

TEST_F(EmitTest, EveryModuleHasTheTimescaleThatWasAskedFor) {
  const auto files_with = [&](const std::string& folder, const std::string& text) {
    std::size_t count = 0;
    for (const auto& [name, content] : folder_.texts(folder)) {
      count += fs::path(name).extension() == ".v" && content.find(text) != std::string::npos;
    }
    return count;
  };
  const auto emit_with = [&](const std::string& to, std::vector<std::string> more) {
    more.insert(more.begin(), {"emit", configuration_, "--out", folder_.file(to)});
    ASSERT_EQ(turnpike(more).status, 0);
  };
  emit_with("usual", {});
  emit_with("board", {"--terminals", "traffic"});
  emit_with("none", {"--timescale", "none"});
  emit_with("own", {"--timescale", "10ps/100fs", "--terminals", "traffic"});
  const std::size_t modules = files_with("usual", "\nendmodule");
  EXPECT_GT(modules, 10u);
  EXPECT_EQ(files_with("usual", "\n`timescale 1ns / 1ps\n"), modules);
  EXPECT_EQ(files_with("board", "`timescale"), 0u);
  EXPECT_EQ(files_with("none", "`timescale"), 0u);
  EXPECT_EQ(files_with("own", "\n`timescale 10ps / 100fs\n"), files_with("own", "\nendmodule"));
}

TEST_F(EmitTest, ATimescaleThatVerilogDoesNotHaveIsRefused) {
  for (const char* text : {"", "1ns", "2ns/1ps", "1ps/1ns", "1ns/1ps/1fs", "ns/ps", "1ns / 1ps"}) {
    const ProgramResult result =
        turnpike({"emit", configuration_, "--out", folder_.file("out"), "--timescale", text});
    EXPECT_EQ(result.status, 2) << text;
    EXPECT_NE(result.error.find("--timescale: found '"), std::string::npos) << result.error;
    EXPECT_FALSE(fs::exists(folder_.file("out")));
  }
}

TEST_F(EmitTest, NetworksWithPrefixesShareNoModule) {
  const auto modules = [&](const std::string& prefix) {
    std::set<std::string> names;
    EXPECT_EQ(turnpike({"emit", configuration_, "--out", folder_.file(prefix), "--prefix", prefix})
                  .status,
              0);
    for (const auto& [name, text] : folder_.texts(prefix)) {
      std::istringstream lines(fs::path(name).extension() == ".v" ? text : "");
      for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string word;
        std::string module;
        if (words >> word >> module && word == "module") names.insert(module);
      }
    }
    return names;
  };
  const std::set<std::string> left = modules("left");
  const std::set<std::string> right = modules("right");
  EXPECT_GT(left.size(), 10u);
  for (const std::string& name : left) EXPECT_EQ(right.count(name), 0u) << name;
}

TEST_F(EmitTest, ANetworkThatCanDeadlockIsRefused) {
  folder_.write("line.toml",
                "[network]\ntopology = \"torus\"\nradix = 5\ndimensions = 1\n"
                "[router]\nvirtual_channels = 1\n");
  const ProgramResult result = emit("out");
  EXPECT_EQ(result.status, 1) << result.error;
  EXPECT_FALSE(fs::exists(folder_.file("out")));
}

TEST_F(EmitTest, StreamsNeedFlitsOfWholeBytes) {
  folder_.write("line.toml", kLinesOfFour + "[router]\nflit_bits = 12\n");
  const ProgramResult result =
      turnpike({"emit", configuration_, "--out", folder_.file("out"), "--terminals", "axi_stream"});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.error.find("line.toml:6: key 'router.flit_bits': found 12, allowed: a multiple"),
            std::string::npos)
      << result.error;
  EXPECT_EQ(folder_.files(), std::vector<std::string>{"line.toml"});
}

TEST_F(EmitTest, StreamsHaveTkeepAndTidWhereAFlitHoldsThem) {
  const auto complaint = [&](const std::string& router, std::vector<std::string> more) {
    folder_.write("line.toml", kLinesOfFour + "[router]\n" + router);
    more.insert(more.begin(), {"emit", configuration_, "--out", folder_.file("out")});
    const ProgramResult result = turnpike(more);
    EXPECT_EQ(result.status, 2);
    EXPECT_FALSE(fs::exists(folder_.file("out")));
    return result.error;
  };
  const auto expect = [](const std::string& said, const std::string& part) {
    EXPECT_NE(said.find(part), std::string::npos) << said;
  };
  expect(complaint("flit_bits = 8\n", {"--terminals", "axi_stream", "--tkeep"}),
         "line.toml:6: key 'router.flit_bits': found 8, allowed: 9 or more");
  expect(complaint("flit_bits = 8\n", {"--terminals", "axi_stream", "--tid", "3"}),
         "found 8, allowed: a multiple of 8 from 16 on for AXI4-Streams: a head has two addresses "
         "and TID");
  // TDATA of 512 bits with TKEEP.
  expect(complaint("flit_bits = 576\n", {"--terminals", "axi_stream", "--tkeep"}),
         "line.toml:6: key 'router.flit_bits': found 576, allowed: integer 8 .. 512");
  expect(complaint("flit_bits = 36\n", {"--tkeep"}), "--terminals axi_stream with wormhole");
  expect(complaint("kind = \"packet\"\n", {"--terminals", "axi_stream", "--tid", "3"}),
         "'--tid': found 3");
}

TEST_F(EmitTest, TrafficNeedsWhatItsRegistersCanName) {
  const auto complaint = [&](const std::string& network) {
    folder_.write("line.toml", network);
    const ProgramResult result =
        turnpike({"emit", configuration_, "--out", folder_.file("out"), "--terminals", "traffic"});
    EXPECT_EQ(result.status, 2) << network;
    EXPECT_FALSE(fs::exists(folder_.file("out")));
    return result.error;
  };
  const std::string mesh = "[network]\ntopology = \"mesh\"\ndimensions = 2\n";
  EXPECT_NE(complaint(mesh + "radix = [3, 2]\n").find("powers of two"), std::string::npos);
  EXPECT_NE(complaint(mesh + "radix = 16\n").find("256 nodes, allowed: 2 .. 254"),
            std::string::npos);
  EXPECT_NE(complaint(mesh + "radix = 4\n[router]\nflit_bits = 16\n").find("allowed: 19 or more"),
            std::string::npos);
  EXPECT_NE(complaint(mesh + "radix = 4\n[router]\nkind = \"packet\"\n").find("\"wormhole\""),
            std::string::npos);
  EXPECT_NE(complaint(mesh + "radix = 4\n[router]\nmessage_classes = 2\n")
                .find("key 'router.message_classes'"),
            std::string::npos);
}

TEST_F(EmitTest, CoprocessorsNeedTheirRouter) {
  const auto complaint = [&](const std::string& network) {
    folder_.write("line.toml", network);
    const ProgramResult result = turnpike(
        {"emit", configuration_, "--out", folder_.file("out"), "--terminals", "coprocessor"});
    EXPECT_EQ(result.status, 2) << network;
    EXPECT_FALSE(fs::exists(folder_.file("out")));
    return result.error;
  };
  const auto expect = [&](const std::string& network, const std::string& said) {
    const std::string error = complaint(network);
    EXPECT_NE(error.find(said), std::string::npos) << error;
  };
  const std::string cube = "[network]\ntopology = \"hypercube\"\ndimensions = 2\n[router]\n";
  const std::string packets = cube + "kind = \"packet\"\n";
  const std::string chooses = packets + "first_hop = \"shortest_queue\"\n";
  expect(cube, "key 'router.kind': found wormhole (not set), allowed: \"packet\"");
  expect("[network]\ntopology = \"mesh\"\nradix = 2\ndimensions = 2\n[router]\nkind = \"packet\"\n",
         "line.toml:2: key 'network.topology': found another one, allowed: \"hypercube\"");
  expect(packets, "allowed: \"shortest_queue\"");
  expect(chooses + "flit_bits = 24\n", "line.toml:7: key 'router.flit_bits': found 24");
  expect(chooses + "flit_bits = 16\npacket_flits = 8\n",
         "line.toml:8: key 'router.packet_flits': found 8, allowed: 10, which is 20 bytes,");
}

TEST_F(EmitTest, EachNodeHasACoprocessorWithItsBuses) {
  folder_.write("line.toml",
                "[network]\ntopology = \"hypercube\"\ndimensions = 2\n[router]\n"
                "kind = \"packet\"\nfirst_hop = \"shortest_queue\"\nflit_bits = 32\n");
  const ProgramResult result = turnpike(
      {"emit", configuration_, "--out", folder_.file("out"), "--terminals", "coprocessor"});
  ASSERT_EQ(result.status, 0) << result.error;
  const std::string text = read_file(folder_.file("out/line_network.v"));
  for (const char* word : {"line_network_terminal terminal_1_1 (", "terminal_1_1_axil_awvalid_i",
                           "terminal_0_1_axi_wdata_o", ".node_i       (router_1_0_address)"}) {
    EXPECT_NE(text.find(word), std::string::npos) << word;
  }
  EXPECT_EQ(text.find("local_0_in_flit_i"), std::string::npos);
}

TEST_F(EmitTest, TrafficComesWithItsDemonstratorAndClient) {
  folder_.write("line.toml", "[network]\ntopology = \"hypercube\"\ndimensions = 2\n");
  const ProgramResult result =
      turnpike({"emit", configuration_, "--out", folder_.file("out"), "--terminals", "traffic"});
  EXPECT_EQ(result.status, 0) << result.error;
  for (const char* file : {"out/network_demonstrator.v", "out/client.py", "out/rtl/demonstrator.v",
                           "out/rtl/traffic_sink.v", "out/rtl/head_checksum.vh"}) {
    EXPECT_TRUE(fs::exists(folder_.file(file))) << file;
  }
  EXPECT_FALSE(fs::exists(folder_.file("out/bench")));
}

TEST_F(EmitTest, TheClientRefusesARunWithOtherRandomNumbers) {
  folder_.write("line.toml", "[network]\ntopology = \"hypercube\"\ndimensions = 2\n");
  ASSERT_EQ(turnpike({"emit", configuration_, "--out", folder_.file("out"), "--terminals",
                      "traffic", "--set", "run.warmup=10"})
                .status,
            0);
  ASSERT_EQ(turnpike({"run", configuration_, "--engine", "model", "--set", "run.measurement=100",
                      "--set", "run.warmup=10", "--out", folder_.file("model")})
                .status,
            0);
  sim::ChildProcess client(
      {"python3", folder_.file("out/client.py"), "/dev/null", "--expect", folder_.file("model")});
  client.wait();
  EXPECT_EQ(client.exit_status(), 2);
  EXPECT_NE(client.standard_error().find("run the model with --set traffic.generator=xorshift"),
            std::string::npos)
      << client.standard_error();
}

TEST_F(EmitTest, EachClockHasPinsAndTheChannelsBetweenThemConstraints) {
  folder_.write("line.toml", kLinesOfFour + "clock_domains = [0, 0, 1, 1]\n");
  const ProgramResult result = emit("out");
  ASSERT_EQ(result.status, 0) << result.error;
  const std::string top = read_file(folder_.file("out/line_network.v"));
  for (const char* pin : {"clk_1_i", "rst_1_i", "enable_1_i", "error_1_o", "idle_1_o"}) {
    EXPECT_NE(top.find(pin), std::string::npos) << pin;
  }
  const std::string constraints = read_file(folder_.file("out/line_network.sdc"));
  for (const char* link :
       {"router_1_to_router_2/; set in_period $period_0; set out_period $period_1",
        "router_2_to_router_1/; set in_period $period_1"}) {
    EXPECT_NE(constraints.find(link), std::string::npos) << constraints;
  }
  for (const char* file : {"out/rtl/async_channel.v", "out/rtl/async_channel.sdc",
                           "out/rtl/async_channel.xdc", "out/rtl/synchroniser.v"}) {
    EXPECT_TRUE(fs::exists(folder_.file(file))) << file;
  }
  EXPECT_FALSE(fs::exists(folder_.file("out/rtl/channel.v")));
  const ProgramResult left =
      turnpike({"emit", configuration_, "--out", folder_.file("left"), "--prefix", "left"});
  ASSERT_EQ(left.status, 0) << left.error;
  EXPECT_NE(read_file(folder_.file("left/rtl/async_channel.xdc"))
                .find("read_xdc -ref left_async_channel async_channel.xdc"),
            std::string::npos);
}

TEST_F(EmitTest, TrafficTheControlBlockAndSynthesisHaveOneClock) {
  folder_.write("line.toml", kLinesOfFour + "clock_domains = [0, 0, 1, 1]\n");
  const ProgramResult traffic =
      turnpike({"emit", configuration_, "--out", folder_.file("out"), "--terminals", "traffic"});
  EXPECT_EQ(traffic.status, 2);
  EXPECT_NE(traffic.error.find("line.toml:5: key 'network.clock_domains': found 2 clocks, allowed: "
                               "one clock with co-processors, or traffic"),
            std::string::npos)
      << traffic.error;
  const ProgramResult area = turnpike({"synth", configuration_, "--seeds", "0"});
  EXPECT_EQ(area.status, 2);
  EXPECT_NE(area.error.find("line.toml:5: key 'network.clock_domains': found 2 clocks"),
            std::string::npos)
      << area.error;
  const ProgramResult control = turnpike(
      {"check", source_path("tests/emit/clock_domains.toml"), "--set", "axi.control=true"});
  EXPECT_EQ(control.status, 2);
  EXPECT_NE(control.error.find("false with network.clock_domains"), std::string::npos)
      << control.error;
}

TEST_F(EmitTest, AWaveformIsRefused) {
  const ProgramResult result = turnpike(
      {"run", configuration_, "--engine", "emitted", "--trace", folder_.file("waves.fst")});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.error.find("found engine emitted, allowed: engine rtl or lockstep"),
            std::string::npos)
      << result.error;
}

}  // namespace
}  // namespace turnpike::test
