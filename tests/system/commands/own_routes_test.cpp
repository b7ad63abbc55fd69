// own_routes_test.cpp - a network and routes of one's own through the program: proofs and faults.

#include <gtest/gtest.h>

#include <filesystem>

#include "tests/support/places.h"
#include "tests/system/commands/program.h"

namespace turnpike::test {
namespace {

void expect_says(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << "should say: " << part << "\nsays: " << text;
}

// A ring of four named switches whose packets go round one way, with a dateline behind `south`.
class OwnRoutesTest : public testing::Test {
 protected:
  OwnRoutesTest() {
    folder_.write("ring.csv", "from,to\nnorth,east\neast,south\nsouth,west\nwest,north\n");
    config_ = write_config("routes.csv");
    folder_.write("routes.csv", routes());
  }

  std::string write_config(const std::string& routes_file, const std::string& more = "") {
    return folder_.write("ring.toml",
                         "[network]\ntopology = \"graph\"\nfile = \"ring.csv\"\nrouting = "
                         "\"table\"\nroutes = \"" +
                             routes_file + "\"\n" + more +
                             "[router]\nvirtual_channels = 2\n[run]\nengine = \"model\"\n"
                             "warmup = 100\nmeasurement = 500\nwatchdog = 1000\n");
  }

  static std::string routes() {
    const char* const names[] = {"north", "east", "south", "west"};
    std::string text = "here,destination,next,next_layer\n";
    for (unsigned here = 0; here < 4; ++here) {
      for (unsigned to = 0; to < 4; ++to) {
        if (here == to) continue;
        text += std::string(names[here]) + "," + names[to] + "," + names[(here + 1) % 4] + "," +
                (here == 2 ? "1" : "") + "\n";
      }
    }
    return text;
  }

  // The first place of `from` in the routes becomes `to`.
  void plant(const std::string& from, const std::string& to) {
    std::string text = routes();
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    folder_.write("routes.csv", text.replace(at, from.size(), to));
  }
  void plant_everywhere(const std::string& from, const std::string& to) {
    std::string text = routes();
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
      text.replace(at, from.size(), to);
    }
    folder_.write("routes.csv", text);
  }

  ProgramResult check_certificate(const std::string& proof, const std::string& rows) {
    return run_command({"python3", source_path("scripts/check_certificate.py"), proof, rows});
  }

  TemporaryFolder folder_;
  std::string config_;
};

TEST_F(OwnRoutesTest, TheyRunAndTheirProofIsAcceptedByTheChecker) {
  EXPECT_EQ(turnpike({"run", config_}).status, 0);
  const std::string proof = folder_.file("proof.json");
  const ProgramResult check = turnpike({"check", config_, "--certificate", proof});
  EXPECT_EQ(check.status, 0) << check.error;
  expect_says(check.out, "the routes need 2, there are 2");
  const ProgramResult rows = turnpike({"route", config_, "--all"});
  folder_.write("all.csv", rows.out);
  const ProgramResult accepted = check_certificate(proof, folder_.file("all.csv"));
  EXPECT_EQ(accepted.status, 0) << accepted.out << accepted.error;
  // The checker takes what the user wrote as well, where destinations are terminals.
  const ProgramResult json = turnpike({"route", config_, "--all", "--format", "json"});
  folder_.write("all.json", json.out);
  EXPECT_EQ(
      turnpike({"check", config_, "--set", "network.routes=" + folder_.file("all.json")}).status,
      0);
}

TEST_F(OwnRoutesTest, AProofOfOtherRoutesIsRefusedByTheChecker) {
  const std::string proof = folder_.file("proof.json");
  ASSERT_EQ(turnpike({"check", config_, "--certificate", proof}).status, 0);
  const std::string rows = turnpike({"route", config_, "--all"}).out;
  const auto refused = [&](const std::string& from, const std::string& to,
                           const std::string& part) {
    std::string text = rows;
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
      text.replace(at, from.size(), to);
    }
    ASSERT_NE(text, rows) << from;
    folder_.write("other.csv", text);
    const ProgramResult result = check_certificate(proof, folder_.file("other.csv"));
    EXPECT_EQ(result.status, 1) << result.out << result.error;
    expect_says(result.out, part);
  };
  refused(",west,1\n", ",west,0\n", "refused: ");  // no dateline
  refused("north,,,terminal_2,east,0\n", "", "no row for terminal_2 at north");
  refused("terminal_2,east,", "terminal_2,south,", "has no channel to south");
  folder_.write("broken.json", "{\"layers\": 1");
  folder_.write("all.csv", rows);
  EXPECT_EQ(check_certificate(folder_.file("broken.json"), folder_.file("all.csv")).status, 2);
}

// Paths by way of other routers: proved by path, and read back from rows.
TEST_F(OwnRoutesTest, PathsAreProvedAndTheirRowsAreReadBack) {
  const std::string proof = folder_.file("proof.json");
  const std::vector<std::string> valiant = {"--set", "network.routing=valiant",
                                            "--set", "network.paths=4",
                                            "--set", "router.virtual_channels=8"};
  const auto of_valiant = [&](std::vector<std::string> words) {
    words.insert(words.end(), {"--unset", "network.routes"});
    words.insert(words.end(), valiant.begin(), valiant.end());
    return turnpike(words);
  };
  const ProgramResult check = of_valiant({"check", config_, "--certificate", proof});
  EXPECT_EQ(check.status, 0) << check.error;
  const std::string rows = of_valiant({"route", config_, "--all"}).out;
  expect_says(rows, "here,from,layer,path,destination");
  const std::string all = folder_.write("all.csv", rows);
  const ProgramResult accepted = check_certificate(proof, all);
  EXPECT_EQ(accepted.status, 0) << accepted.out << accepted.error;
  const std::vector<std::string> by_file = {"--set", "network.routes=" + all, "--set",
                                            "router.virtual_channels=8"};
  std::vector<std::string> again = {"route", config_, "--all"};
  again.insert(again.end(), by_file.begin(), by_file.end());
  EXPECT_EQ(turnpike(again).out, rows);
  // One row less, and a path that there cannot be.
  const std::size_t line = rows.find('\n') + 1;
  const std::string row = rows.substr(line, rows.find('\n', line) + 1 - line);
  folder_.write("all.csv", rows.substr(0, line) + rows.substr(line + row.size()) + row);
  EXPECT_EQ(check_certificate(proof, all).status, 0) << "their order says nothing";
  std::string other = rows;
  other.replace(line, row.size(), "north,,,64,terminal_2,east,\n");
  folder_.write("all.csv", other);
  const ProgramResult refused = turnpike({"check", config_, "--set", "network.routes=" + all});
  EXPECT_EQ(refused.status, 2);
  expect_says(refused.error, "path: '64', allowed: a path, 0 .. 63");
}

// Whoever sends a packet chooses its path, and the adapters cannot: nothing is built with them.
TEST_F(OwnRoutesTest, PathsAreRefusedWhereAnAdapterWouldSend) {
  const std::vector<std::string> valiant = {"--set", "network.routing=valiant",
                                            "--set", "network.paths=4",
                                            "--set", "router.virtual_channels=8"};
  const auto refused = [&](std::vector<std::string> words, const std::string& part) {
    words.insert(words.end(), valiant.begin(), valiant.end());
    const ProgramResult result = turnpike(words);
    EXPECT_EQ(result.status, 2);
    expect_says(result.error, "key 'network.routing'");
    expect_says(result.error, part);
  };
  const std::string ring = source_path("configs/ring_8.toml");
  const std::string out = folder_.file("emitted");
  for (const char* terminals : {"axi_stream", "traffic"}) {
    refused({"emit", ring, "--terminals", terminals, "--out", out},
            "one with a single path, with something at the terminals");
    EXPECT_FALSE(std::filesystem::exists(out)) << terminals;
  }
  refused({"check", source_path("configs/axi_2x2.toml")},
          "one with a single path to a terminal with [axi]");
  std::vector<std::string> raw = {"emit", ring, "--terminals", "raw", "--out", out};
  raw.insert(raw.end(), valiant.begin(), valiant.end());
  const ProgramResult emitted = turnpike(raw);
  EXPECT_EQ(emitted.status, 0) << emitted.error;
}

// Every shortest route with an escape layer: proved, read back from rows, and run.
TEST_F(OwnRoutesTest, AnEscapeLayerIsProvedAndItsRowsAreReadBack) {
  const std::string proof = folder_.file("proof.json");
  const ProgramResult check =
      turnpike({"check", config_, "--unset", "network.routes", "--set",
                "network.routing=minimal_adaptive", "--certificate", proof});
  EXPECT_EQ(check.status, 0) << check.error;
  expect_says(check.out, "every packet has the escape layer before it");
  const std::string rows = turnpike({"route", config_, "--all", "--unset", "network.routes",
                                     "--set", "network.routing=minimal_adaptive"})
                               .out;
  const std::string all = folder_.write("all.csv", rows);
  const ProgramResult accepted = check_certificate(proof, all);
  EXPECT_EQ(accepted.status, 0) << accepted.out << accepted.error;
  EXPECT_EQ(turnpike({"run", config_, "--set", "network.routes=" + all}).status, 0);
  EXPECT_EQ(turnpike({"route", config_, "--all", "--set", "network.routes=" + all}).out, rows);
  // Without one way into the escape neither the program nor the checker accepts it.
  std::string text = rows;
  const std::size_t at = text.find("north,east,0,");
  ASSERT_NE(at, std::string::npos) << rows;
  const std::size_t escape = text.find(",1\n", at);
  const std::size_t line = text.rfind('\n', escape) + 1;
  text.erase(line, escape + 3 - line);
  const std::string fewer = folder_.write("fewer.csv", text);
  EXPECT_EQ(check_certificate(proof, fewer).status, 1);
  // Two rows of a head where a third layer is used, too.
  folder_.write("three.csv", rows + "north,east,1,terminal_3,west,,2\n");
  const ProgramResult three =
      turnpike({"check", config_, "--set", "network.routes=" + folder_.file("three.csv")});
  EXPECT_EQ(three.status, 2);
  expect_says(three.error, "allowed: layers 0 and 1");
}

TEST_F(OwnRoutesTest, AMissingDatelineIsACircleByNameAndDrawn) {
  plant_everywhere(",1\n", ",\n");
  const std::string proof = folder_.file("proof.json");
  const std::string picture = folder_.file("circle.svg");
  const ProgramResult check =
      turnpike({"check", config_, "--certificate", proof, "--svg", picture});
  EXPECT_EQ(check.status, 1);
  expect_says(check.out, "VC 0 of north.0 -> east.0 waits for");
  EXPECT_FALSE(std::filesystem::exists(proof));
  const std::string svg = read_file(picture);
  for (const char* name : {"north", "east", "south", "west"}) expect_says(svg, name);
  EXPECT_EQ(turnpike({"run", config_}).status, 1);
}

TEST_F(OwnRoutesTest, AProofOfPairsIsOfTheirRoutesAlone) {
  plant_everywhere(",1\n", ",\n");  // no dateline: all pairs can wait in a circle
  const std::string pairs = folder_.write("pairs.txt", "# neighbours\n0 1\n1 2\n\n3 0\n1 2\n");
  const std::string proof = folder_.file("proof.json");
  const ProgramResult check =
      turnpike({"check", config_, "--pairs", pairs, "--certificate", proof});
  EXPECT_EQ(check.status, 0) << check.out << check.error;
  expect_says(check.out, "structure and reachability: sound (3 pairs)");
  expect_says(check.out, "deadlock: cannot happen (all routes of the pairs)");
  folder_.write("all.csv", turnpike({"route", config_, "--all"}).out);
  EXPECT_EQ(check_certificate(proof, folder_.file("all.csv")).status, 0);
  folder_.write("pairs.txt", "0 2\n1 3\n2 0\n3 1\n");
  const ProgramResult circle = turnpike({"check", config_, "--pairs", pairs});
  EXPECT_EQ(circle.status, 1);
  expect_says(circle.out, "VC 0 of north.0 -> east.0 waits for");
  for (const auto& [text, part] : {std::pair{"0 1\n0 4\n", "pairs.txt:2: found '4'"},
                                   {"0 1 2\n", "pairs.txt:1: found '0 1 2'"},
                                   {"# none\n", "pairs.txt: found no pair"}}) {
    folder_.write("pairs.txt", text);
    const ProgramResult refused = turnpike({"check", config_, "--pairs", pairs});
    EXPECT_EQ(refused.status, 2) << text;
    expect_says(refused.error, part);
  }
}

TEST_F(OwnRoutesTest, RoutesOfTheUsedPairsAreEnough) {
  plant("north,south,east,\n", "");
  const std::string pairs = folder_.write("pairs.txt", "0 1\n1 2\n");
  const ProgramResult check = turnpike({"check", config_, "--pairs", pairs});
  EXPECT_EQ(check.status, 0) << check.error;
  expect_says(check.out, "structure and reachability: sound (2 pairs)");
  folder_.write("pairs.txt", "0 1\n0 2\n");
  const ProgramResult hole = turnpike({"check", config_, "--pairs", pairs});
  EXPECT_EQ(hole.status, 2);
  expect_says(hole.error, "no row for terminal_2 at north");
  EXPECT_EQ(turnpike({"check", config_}).status, 2);  // all pairs
}

// Ten faults of a user, each found before a run.
TEST_F(OwnRoutesTest, PlantedFaultsAreFound) {
  const auto refused = [&](const std::string& from, const std::string& to,
                           const std::string& part) {
    plant(from, to);
    const ProgramResult check = turnpike({"check", config_});
    EXPECT_EQ(check.status, 2) << part;
    expect_says(check.error, "network.routes");
    expect_says(check.error, part);
  };
  refused("north,east,east", "north,east,south", "routes.csv:2, next: 'south'");
  refused("north,south,east,\n", "", "no row for terminal_2 at north");
  refused("east,south,south", "east,south,north", "routes.csv:6, next: 'north' for a packet");
  refused("north,east,", "middle,east,", "routes.csv:2, here: 'middle'");
  refused("north,east,", "north,middle,", "routes.csv:2, destination: 'middle'");
  refused("next,next_layer", "next,next,next_layer", "routes.csv:2: 4 values");
  refused("east,south,south,\n", "east,south,south,\neast,south,south,\n", "a second row");
  refused("next_layer", "next_vc", "routes.csv:1: 'next_vc'");
  refused("west,1\n", "west,17\n", "next_layer: '17'");
  plant("west,1\n", "west,2\n");
  const ProgramResult layers = turnpike({"check", config_});
  EXPECT_EQ(layers.status, 2);
  expect_says(layers.error, "at least 3");
  // One dateline too few of three: still a circle, or not, but never accepted with a proof of it.
  plant("south,north,west,1\n", "south,north,west,0\n");
  EXPECT_EQ(turnpike({"check", config_}).status, 1) << "packets for north wait for each other";
  // A reply that needs a request again.
  plant("", "");
  EXPECT_EQ(turnpike({"check", config_, "--set", "router.message_classes=2", "--set",
                      "router.virtual_channels=4", "--set", "router.class_order=[0,1,0]"})
                .status,
            1);
}

TEST_F(OwnRoutesTest, KeysThatDoNotBelongTogetherAreRefused) {
  const auto refused = [&](const std::vector<std::string>& arguments, const std::string& part) {
    const ProgramResult result = turnpike(arguments);
    EXPECT_EQ(result.status, 2) << part;
    EXPECT_EQ(result.out, "");
    expect_says(result.error, part);
  };
  refused({"check", config_, "--unset", "network.routes"}, "routing \"table\" reads it");
  refused({"check", config_, "--set", "network.routing=up_down"}, "only with network.routing");
  refused({"check", config_, "--set", "network.routes=none.csv"}, "none.csv");
  refused({"check", config_, "--set", "network.root=1"}, "only Up*/Down* has a root");
  refused({"check", config_, "--set", "network.links=[[0,1]]"}, "either this or links");
  refused({"check", config_, "--set", "network.format=gml"}, "\"ibnetdiscover\"");
  refused({"check", config_, "--set", "network.format=json"}, "no JSON");
  refused({"check", config_, "--set", "network.topology=irregular"}, "network.file");
  refused({"route", config_, "--format", "csv"}, "only with --all");
  refused({"route", config_, "--all", "--format", "xml"}, "csv, json");
  refused({"route", config_, "--all", "--from", "1"}, "--all");
  refused({"route", config_}, "--all");
  const std::string butterfly = source_path("configs/butterfly_4ary_3fly.toml");
  refused({"check", butterfly, "--set", "network.routing=layered_shortest"}, "links both ways");
  const std::string packets = source_path("configs/torus_packets.toml");
  refused({"check", packets, "--set", "network.routing=layered_shortest"},
          "packet routers have no routing table");
}

TEST_F(OwnRoutesTest, ASwitchThatIsCutOffIsNamed) {
  folder_.write("ring.csv", "from,to\nnorth,east\nsouth,west\n");
  const ProgramResult check = turnpike(
      {"check", config_, "--unset", "network.routes", "--set", "network.routing=layered_shortest"});
  EXPECT_EQ(check.status, 2);
  expect_says(check.error, "south is cut off from north");
  expect_says(check.error, "network.file");
}

// The rows of datelines, read back as a table: packets come as they came.
TEST_F(OwnRoutesTest, ATorusByTheRowsOfItsDatelinesDeliversTheSamePackets) {
  const std::string torus =
      folder_.write("torus.toml",
                    "[network]\ntopology = \"torus\"\nradix = 4\ndimensions = 2\n[router]\n"
                    "virtual_channels = 2\n[traffic]\nload = 0.05\n[run]\nengine = \"model\"\n"
                    "warmup = 0\nmeasurement = 2000\n");
  folder_.write("torus.csv", turnpike({"route", torus, "--all"}).out);
  const std::vector<std::string> table = {"--set", "network.routing=table", "--set",
                                          "network.routes=" + folder_.file("torus.csv")};
  std::vector<std::string> check = {"check", torus};
  check.insert(check.end(), table.begin(), table.end());
  EXPECT_EQ(turnpike(check).status, 0);
  std::vector<std::string> run = {"run", torus, "--json"};
  run.insert(run.end(), table.begin(), table.end());
  const ProgramResult result = turnpike(run);
  EXPECT_EQ(result.status, 0) << result.error;
}

}  // namespace
}  // namespace turnpike::test
