// Bad input ends the program with status 2 and a message that names the place, the key, what was
// found and what is allowed.

#include <gtest/gtest.h>

#include "tests/system/commands/program.h"

namespace turnpike::test {
namespace {

class BadInputTest : public testing::Test {
 protected:
  // Runs `check`, and `run` on the model, on the text; both must refuse it alike.
  void expect_refused(const std::string& text, const std::vector<std::string>& parts) {
    const std::string file = folder_.write("exp.toml", text);
    expect_parts(turnpike({"check", file}), parts, text);
    expect_parts(turnpike({"run", file, "--engine", "model"}), parts, text);
  }

  static void expect_parts(const ProgramResult& result, const std::vector<std::string>& parts,
                           const std::string& text) {
    EXPECT_EQ(result.status, 2) << text << result.error;
    EXPECT_EQ(result.out, "") << text;
    for (const std::string& part : parts) {
      EXPECT_NE(result.error.find(part), std::string::npos)
          << text << "\nshould say: " << part << "\nbut says: " << result.error;
    }
  }

  // A trace of a mesh of 16 nodes.
  void expect_trace_refused(const std::string& trace, const std::vector<std::string>& parts) {
    const std::string file = folder_.write("bad.trace", trace);
    const std::string config =
        folder_.write("exp.toml", kMesh + "[traffic]\npattern = \"trace\"\nfile = \"bad.trace\"\n");
    std::vector<std::string> all = parts;
    all.push_back(config + ":7: key 'traffic.file'");
    expect_parts(turnpike({"run", config, "--engine", "model"}), all, trace);
  }

  TemporaryFolder folder_;
  const std::string kMesh = "[network]\ntopology = \"mesh\"\nradix = 4\ndimensions = 2\n";
};

TEST_F(BadInputTest, SyntaxErrorIsNamedWithItsLine) {
  expect_refused("[network]\ntopology = \"mesh\nradix = 4\n", {"exp.toml:2: TOML syntax error"});
}

TEST_F(BadInputTest, MissingFileIsNamed) {
  expect_parts(turnpike({"run", "/no/such.toml"}), {"/no/such.toml", "No such file"}, "");
}

TEST_F(BadInputTest, UnknownKeyComesWithTheNearestKnownOne) {
  expect_refused(
      kMesh + "[router]\nbufer_depth = 4\n",
      {"exp.toml:6: key 'router.bufer_depth': unknown, found 4", "'router.buffer_depth'"});
}

TEST_F(BadInputTest, WrongTypeIsRefused) {
  expect_refused(
      kMesh + "[router]\nbuffer_depth = \"deep\"\n",
      {"exp.toml:6: key 'router.buffer_depth': found \"deep\", allowed: integer 1 .. 64"});
}

TEST_F(BadInputTest, OutOfRangeIsRefused) {
  expect_refused(kMesh + "[router]\nvirtual_channels = 0\n",
                 {"exp.toml:6: key 'router.virtual_channels': found 0, allowed: integer 1 .. 16"});
  expect_refused(kMesh + "[router]\nflit_bits = 9\n",
                 {"exp.toml:6: key 'router.flit_bits': found 9, allowed: "});
}

TEST_F(BadInputTest, PacketRoutersThatCannotBeAreToldWhy) {
  const std::string packet = kMesh + "[router]\nkind = \"packet\"\n";
  expect_refused(
      packet + "packet_flits = 9\nbuffer_depth = 8\n",
      {"exp.toml:8: key 'router.buffer_depth': found 8, allowed: 9 .. 64", "whole packet"});
  expect_refused(packet + "virtual_channels = 3\n",
                 {"exp.toml:7: key 'router.virtual_channels': found 3, allowed: 1 .. 2"});
  expect_refused(packet + "virtual_channels = 2\npacket_buffers = 1\n",
                 {"exp.toml:8: key 'router.packet_buffers': found 1, allowed: 2 .. 256"});
  expect_refused(packet + "first_hop = \"shortest_queue\"\n",
                 {"exp.toml:7: key 'router.first_hop': found shortest_queue", "hypercube"});
  expect_refused(packet + "patience = 8\n", {"exp.toml:7: key 'router.patience': found 8"});
  expect_refused(packet + "[network.express]\nspacing = 2\n",
                 {"exp.toml:6: key 'router.kind': found packet", "wormhole"});
  expect_refused(
      "[network]\ntopology = \"irregular\"\nlinks = [[0, 1]]\n[router]\nkind = \"packet\"\n",
      {"exp.toml:5: key 'router.kind': found packet", "no routing table"});
  expect_refused(
      "[network]\ntopology = \"torus\"\nradix = 4\ndimensions = 2\n[router]\nkind = \"packet\"\n"
      "virtual_channels = 1\n",
      {"exp.toml:7: key 'router.virtual_channels': found 1, allowed: 2", "dateline"});
  expect_refused(
      "[network]\ntopology = \"mesh\"\nradix = 16\ndimensions = 2\n[router]\nkind = "
      "\"packet\"\nflit_bits = 9\n",
      {"exp.toml:7: key 'router.flit_bits': found 9, allowed: at least 10"});
}

TEST_F(BadInputTest, RadixOneAndZeroDimensionsAreRefused) {
  expect_refused("[network]\ntopology = \"mesh\"\nradix = 1\ndimensions = 2\n",
                 {"exp.toml:3: key 'network.radix': found 1, allowed: integer 2 .."});
  expect_refused("[network]\ntopology = \"mesh\"\nradix = 4\ndimensions = 0\n",
                 {"exp.toml:4: key 'network.dimensions': found 0, allowed: integer 1 .."});
}

TEST_F(BadInputTest, MoreNodesThanAddressesAreRefused) {
  expect_refused("[network]\ntopology = \"mesh\"\nradix = 1024\ndimensions = 3\n",
                 {"exp.toml:", "key 'network.", "found ", "allowed: "});
  expect_refused("[network]\ntopology = \"hypercube\"\ndimensions = 24\n[router]\nflit_bits = 32\n",
                 {"exp.toml:", "key '", "found ", "allowed: "});
}

TEST_F(BadInputTest, IrregularNetworkMustBeWhole) {
  const std::string irregular = "[network]\ntopology = \"irregular\"\n";
  expect_refused(irregular + "links = [[0, 1], [2, 3]]\n",
                 {"exp.toml:3: key 'network.links'", "connected"});
  expect_refused(irregular + "links = [[0, 1], [1, 2], [1, 0]]\n",
                 {"exp.toml:3: key 'network.links'", "duplicate link [1, 0]"});
  expect_refused(irregular + "links = [[0, 0], [0, 1]]\n", {"exp.toml:3: key 'network.links'"});
}

TEST_F(BadInputTest, AWidthOfALinkMustBePossible) {
  const std::string irregular = "[network]\ntopology = \"irregular\"\n";
  const char* const place = "exp.toml:3: key 'network.links'";
  expect_refused(irregular + "links = [[0, 1, 4, 0]]\n", {place, "0 phits", "1 .. 34"});
  expect_refused(irregular + "links = [[0, 1, 4, 35]]\n", {place, "35 phits", "1 .. 34"});
  expect_refused(irregular + "links = [[0, 1, 4, 2, 17]]\n", {place, "ratio of 17", "1 .. 16"});
  expect_refused(irregular + "links = [[0, 1, 4, 2, 1.5]]\n", {place, "1.5"});
  expect_refused(irregular + "links = [[0, 1, 4, 2, 1, 1]]\n", {place, "phits"});
  const std::string graph = "[network]\ntopology = \"graph\"\nfile = \"net.csv\"\n";
  const auto refused = [&](const char* row, const std::string& found, const char* allowed) {
    folder_.write("net.csv", std::string("from,to,phits,clock_ratio\na,b,,\n") + row + "\n");
    expect_refused(graph, {"exp.toml:3: key 'network.file'", "net.csv:3, " + found, allowed});
  };
  refused("b,c,0,", "phits: '0'", "1 .. 64");
  refused("b,c,1.5,", "phits: '1.5'", "1 .. 64");
  refused("b,c,35,", "phits: 35", "1 .. 34");
  refused("b,c,2,0.5", "clock_ratio: '0.5'", "1 .. 16");
  refused("b,c,2,17", "clock_ratio: '17'", "1 .. 16");
}

class BadExpressTest : public BadInputTest {
 protected:
  // Line 6 and on: [network.express], then `keys`.
  void expect_express_refused(const std::string& keys, const std::vector<std::string>& parts,
                              const std::string& topology = "mesh", unsigned radix = 64) {
    expect_refused("[network]\ntopology = \"" + topology + "\"\nradix = " + std::to_string(radix) +
                       "\ndimensions = 1\n\n[network.express]\n" + keys,
                   parts);
  }
};

TEST_F(BadExpressTest, SpacingMustFitTheRadix) {
  expect_express_refused("spacing = 65\n", {"exp.toml:7: key 'network.express.spacing': found 65, "
                                            "allowed: 2 .. 64, the radix"});
  expect_express_refused("spacing = 1\n", {"exp.toml:7: key 'network.express.spacing': found 1, "
                                           "allowed: integer 2 .."});
  expect_express_refused("spacing = 32\n", {"exp.toml:7: key 'network.express.spacing': found 32",
                                            "less than half of the radix"});
  expect_express_refused("levels = 2\n",
                         {"exp.toml:6: key 'network.express.spacing': found nothing"});
  expect_refused("[network]\ntopology = \"mesh\"\nradix = 64\ndimensions = 1\nexpress = {}\n",
                 {"exp.toml:5: key 'network.express.spacing': found nothing"});
}

TEST_F(BadExpressTest, SpacingThatDoesNotDivideTheRadixIsLegalOnAMeshOnly) {
  expect_express_refused("spacing = 6\n",
                         {"exp.toml:7: key 'network.express.spacing': found 6, allowed: ",
                          "must divide the radix, 64, to close the ring"},
                         "torus");
  const std::string file =
      folder_.write("mesh.toml",
                    "[network]\ntopology = \"mesh\"\nradix = 64\ndimensions = 1\n"
                    "[network.express]\nspacing = 6\n");
  EXPECT_EQ(turnpike({"check", file}).status, 0);
}

TEST_F(BadExpressTest, LevelTooHighForTheRadix) {
  expect_express_refused(
      "spacing = 8\nlevels = 4\n",
      {"exp.toml:8: key 'network.express.levels': found 4, allowed: at most 3: a "
       "channel of level 3 would be 512 long, the radix is 64"});
  expect_express_refused(
      "spacing = 2\nlevels = 5\n",
      {"exp.toml:8: key 'network.express.levels': found 5, allowed: integer 1 .. 4"});
}

TEST_F(BadExpressTest, ChannelsOutOfRange) {
  for (const char* m : {"0", "9"}) {
    expect_express_refused("spacing = 8\nchannels = " + std::string(m) + "\n",
                           {"exp.toml:8: key 'network.express.channels': found " + std::string(m) +
                            ", allowed: integer 1 .. 8"});
  }
  expect_express_refused("spacing = 2\nlevels = 3\nchannels = [8, 8, 8]\n",
                         {"exp.toml:9: key 'network.express.channels': found interchanges of 34 "
                          "ports, allowed: at most 32 ports"});
}

TEST_F(BadExpressTest, BoundariesOfModules) {
  const std::string keys = "spacing = 8\n[network.express.boundary]\n";
  expect_express_refused(keys + "nodes = 16\nclock_ratio = 0\n",
                         {"exp.toml:10: key 'network.express.boundary.clock_ratio': found 0, "
                          "allowed: integer 1 .. 16"});
  expect_express_refused(keys + "nodes = 16\nphits = 65\n",
                         {"exp.toml:10: key 'network.express.boundary.phits': found 65, "
                          "allowed: integer 1 .. 64"});
  expect_express_refused(keys + "nodes = 12\n",
                         {"exp.toml:9: key 'network.express.boundary.nodes': found 12, "
                          "allowed: a multiple of 8"});
  expect_express_refused(keys + "phits = 2\n",
                         {"exp.toml:9: key 'network.express.boundary.phits': found 2, "
                          "allowed: only with boundary.nodes"});
}

TEST_F(BadExpressTest, ListsMustHaveOneNumberForEachLevel) {
  expect_express_refused("spacing = [4, 2]\nlevels = 3\n",
                         {"exp.toml:7: key 'network.express.spacing': found [4, 2], allowed: one "
                          "number, or a list of 3"});
  expect_express_refused("spacing = 2\nlevels = 2\nchannels = [1, 2, 4]\n",
                         {"exp.toml:9: key 'network.express.channels': found [1, 2, 4], allowed: "
                          "one number, or a list of 2"});
}

TEST_F(BadExpressTest, InterleavedHasOneLevelOfEvenlySpreadLanes) {
  const std::string keys = "spacing = 8\ninsertion = \"interleaved\"\n";
  expect_express_refused(keys + "channels = 3\n",
                         {"exp.toml:7: key 'network.express.spacing': found 8, allowed: a multiple "
                          "of channels, 3"});
  expect_express_refused(keys + "levels = 2\n",
                         {"exp.toml:9: key 'network.express.levels': found 2, "
                          "allowed: 1 with insertion \"interleaved\""});
  expect_express_refused(keys, {"exp.toml:8: key 'network.express.insertion'", "dateline"},
                         "torus");
}

TEST_F(BadExpressTest, DecompositionNeedsLevelsAndSingleChannels) {
  const std::string keys = "spacing = 4\ndecomposition = \"full\"\n";
  expect_express_refused(keys, {"exp.toml:8: key 'network.express.decomposition': found \"full\" "
                                "with levels = 1, allowed: \"single\""});
  expect_express_refused(
      keys + "levels = 2\nchannels = [1, 2]\n",
      {"exp.toml:10: key 'network.express.channels': found [1, 2], allowed: 1 on "
       "each level"});
  expect_express_refused(keys + "levels = 2\nbuffer_depth = 8\n",
                         {"exp.toml:10: key 'network.express.buffer_depth': found 8, allowed: "
                          "router.buffer_depth, 4"});
  expect_express_refused("spacing = 4\nlevels = 2\ndecomposition = \"top_only\"\n",
                         {"exp.toml:9: key 'network.express.decomposition'", "dateline"}, "torus");
}

TEST_F(BadExpressTest, OnlyAMeshOrATorusHasExpressChannels) {
  expect_refused(
      "[network]\ntopology = \"hypercube\"\ndimensions = 4\n[network.express]\nspacing = 2\n",
      {"exp.toml:5: key 'network.express.spacing': found 2, allowed: only with topology"});
  expect_express_refused("spacing = 4\ndimensions = \"joint\"\n",
                         {"exp.toml:8: key 'network.express.dimensions'", "dateline"}, "torus");
  expect_express_refused("spacing = 4\n[router]\nvirtual_channels = 1\n",
                         {"exp.toml:9: key 'router.virtual_channels': found 1", "dateline"},
                         "torus");
  expect_express_refused(
      "spacing = 4\n[link]\ncycles_per_hop = -1\n",
      {"exp.toml:9: key 'link.cycles_per_hop': found -1, allowed: integer 0 .."});
}

TEST_F(BadInputTest, TraceFileIsCheckedToItsLastLine) {
  expect_trace_refused("0 0 1 5\nwhat is this\n", {"bad.trace:2", "allowed: "});
  expect_trace_refused("7 0 1 5\n6 0 1 5\n", {"bad.trace:2", "6 0 1 5"});
  expect_trace_refused("0 0 16 5\n", {"bad.trace:1", "0 0 16 5"});
  expect_trace_refused("0 16 0 5\n", {"bad.trace:1"});
  expect_trace_refused("0 0 1 0\n", {"bad.trace:1"});
  expect_trace_refused("0 0 1 5\n1 0 1 5", {"bad.trace:2", "truncated"});
}

TEST_F(BadInputTest, TrafficThatTheNetworkCannotHaveIsRefused) {
  const std::string mesh = "[network]\ntopology = \"mesh\"\nradix = 3\ndimensions = 2\n[traffic]\n";
  expect_refused(mesh + "pattern = \"bit_reversal\"\n",
                 {"exp.toml:6: key 'traffic.pattern'", "power of two"});
  expect_refused(mesh + "pattern = \"hot_spot\"\nhot_node = 9\n",
                 {"exp.toml:7: key 'traffic.hot_node': found 9, allowed: 0 .. 8"});
  expect_refused(mesh + "broadcast_fraction = 0.1\n",
                 {"exp.toml:6: key 'traffic.broadcast_fraction'", "hypercube"});
  const std::string cube = "[network]\ntopology = \"hypercube\"\ndimensions = 3\n[traffic]\n";
  expect_refused(cube + "broadcast_fraction = 0.1\nbroadcast = \"router\"\n",
                 {"exp.toml:6: key 'traffic.broadcast': found router", "packet routers"});
  expect_refused(cube + "broadcast_fraction = 0.1\n[router]\nlocal_channels = 1\n",
                 {"exp.toml:7: key 'router.local_channels': found 1, allowed: 2 or more"});
  expect_refused(cube + "messages_at_once = 2\n",
                 {"exp.toml:5: key 'traffic.messages_at_once': found 2, allowed: 1 with one"});
}

TEST_F(BadInputTest, OptionToBlameIsNamed) {
  const std::string config = folder_.write("exp.toml", kMesh);
  expect_parts(
      turnpike({"check", config, "--set", "router.buffer_depth=0"}),
      {"--set router.buffer_depth=0: key 'router.buffer_depth': found 0, allowed: integer"}, "");
  expect_parts(turnpike({"run", config, "--engine", "fpga"}),
               {"--engine fpga: key 'run.engine': found \"fpga\", allowed: \"lockstep\""}, "");
  expect_parts(turnpike({"run", config, "--seed", "-1"}), {"--seed -1: key 'run.seed': found -1"},
               "");
  expect_parts(turnpike({"run", config, "--sed", "1"}), {"--sed"}, "");
  expect_parts(turnpike({"walk", config}), {"command 'walk': unknown"}, "");
  expect_parts(turnpike({}), {"subcommand"}, "");
}

TEST_F(BadInputTest, UnwritableFolderIsFoundBeforeTheRun) {
  const std::string config = folder_.write("exp.toml", kSmallMesh);
  // A long run would not end within this test.
  const std::vector<std::string> forever = {"--set", "run.measurement=100000000000", "--set",
                                            "run.max_cycles=1000000000000"};
  const std::string in_the_way = folder_.write("file", "not a folder");
  for (const std::string& out : {in_the_way, in_the_way + "/below", std::string("/proc/results")}) {
    std::vector<std::string> arguments = {"run", config, "--out", out};
    arguments.insert(arguments.end(), forever.begin(), forever.end());
    expect_parts(turnpike(arguments), {out}, "");
  }
  EXPECT_EQ(read_file(in_the_way), "not a folder");
}

TEST_F(BadInputTest, WaveformAndEventLogAreCheckedBeforeTheRun) {
  const std::string config = folder_.write("exp.toml", kSmallMesh);
  expect_parts(turnpike({"run", config, "--trace", folder_.file("w.fst")}), {"--trace", "rtl"}, "");
  expect_parts(turnpike({"run", config, "--engine", "rtl", "--trace", folder_.file("w.vcd")}),
               {"--trace", "w.vcd", ".fst"}, "");
  expect_parts(turnpike({"run", config, "--engine", "rtl", "--trace", folder_.file("w.fst"),
                         "--trace-scope", "router_9_9"}),
               {"--trace-scope", "'router_9_9'", "nearest: 'router_"}, "");
  expect_parts(turnpike({"run", config, "--events", folder_.file("e.txt")}), {"--events", ".jsonl"},
               "");
}

}  // namespace
}  // namespace turnpike::test
