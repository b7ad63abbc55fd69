// Messages that wait for messages: cycles by hand, critical paths, files of every form, and what is
// refused.

#include <gtest/gtest.h>
#include <zlib.h>

#include <fstream>

#include "model/common/configuration_error.h"
#include "model/common/random.h"
#include "model/traffic/graph_file.h"
#include "model/traffic/number_set.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/workload_run.h"
#include "tests/unit/network/packet_experiments.h"

namespace turnpike::test {
namespace {

constexpr const char* kGraphHeader = "id,cycle,source,destination,flits,after,delay\n";

// Of L flits over h channels between routers, on an idle network.
constexpr unsigned idle_latency(unsigned flits, unsigned hops) { return 1 + hops + 1 + flits - 1; }

class GraphTest : public testing::Test {
 protected:
  std::string write(const std::string& text, const std::string& name = "graph.csv") const {
    const std::string path = (folder_.path() / name).string();
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }

  static Experiment with_file(Experiment experiment, const std::string& path) {
    experiment.traffic.workload = workload_named("graph");
    experiment.traffic.workload_values["file"] = path;
    experiment.traffic.workload_values["latencies"] = true;
    return experiment;
  }
  WorkloadRun run(const std::string& text) const {
    return WorkloadRun(with_file(Experiment(), write(text)));
  }

  std::string complaint(const std::string& text) const {
    try {
      model::check_graph(write(text), {64, 2, 4});
    } catch (const model::ConfigurationError& error) {
      EXPECT_EQ(error.key, "workload.file");
      return error.value + "; allowed: " + error.allowed;
    }
    return "";
  }

  ScratchFolder folder_;
};

// 0 to 7 (7 hops), its answer after 10 cycles, and one that waits for both and for its own cycle.
TEST_F(GraphTest, MessagesComeInTheCyclesThatAreCountedByHand) {
  constexpr unsigned kFirst = 3 + idle_latency(4, 7);
  constexpr unsigned kSecond = kFirst + 10 + idle_latency(2, 7);
  constexpr unsigned kThird = kSecond + 1 + idle_latency(1, 1);
  const WorkloadRun found = run(std::string(kGraphHeader) +
                                "1,3,0,7,4,,\n2,0,7,0,2,1,10\n3,5,0,1,1,1 2,\n4,9,63,62,1,,\n");
  EXPECT_EQ(found.figure("messages"), 4);
  EXPECT_EQ(found.figure("makespan"), kThird);
  EXPECT_EQ(found.figure("critical_messages"), 3);
  EXPECT_EQ(found.figure("critical_network") + found.figure("critical_queue") +
                found.figure("critical_wait"),
            kThird);
  EXPECT_EQ(found.figure("critical_wait"), 3 + 10 + 1);
  EXPECT_EQ(found.figure("critical_queue"), 3);
  const std::vector<double> path = {
      1, 0, 7, 4, 3,  3,           4,           kFirst - 3,  kFirst,  // first
      2, 7, 0, 2, 10, kFirst + 10, kFirst + 11, kSecond - 1, kSecond,
      3, 0, 1, 1, 1,  kSecond + 1, kSecond + 2, kThird,      kThird};
  EXPECT_EQ(found.table(0).cells, path);
  ASSERT_EQ(found.table(1).cells.size(), 4 * 9u);
  EXPECT_TRUE(found.results().complete);
}

TEST_F(GraphTest, AnswersComeOneAfterTheOtherThoughTheNodeIsAnother) {
  // Delivered at 9, waited for at 40: nobody tells node 40 but the source of the workload.
  const WorkloadRun found = run(std::string(kGraphHeader) + "1,0,0,9,1,,\n2,0,40,41,1,1,\n");
  EXPECT_EQ(found.figure("makespan"), idle_latency(1, 2) + 1 + idle_latency(1, 1));
}

TEST_F(GraphTest, EveryFormOfAFileIsTheSameGraph) {
  const std::string csv =
      std::string(kGraphHeader) + "1,3,0,7,4,,\n2,0,7,0,2,1,10\n3,5,0,1,1,1 2,\n";
  const std::vector<double> expected = run(csv).table(0).cells;
  const auto cells = [&](const std::string& text, const std::string& name) {
    return WorkloadRun(with_file(Experiment(), write(text, name))).table(0).cells;
  };
  EXPECT_EQ(
      cells("{\"id\":1,\"cycle\":3,\"source\":0,\"destination\":7,\"flits\":4}\n"
            "{\"id\":2,\"source\":7,\"destination\":0,\"flits\":2,\"after\":[1],\"delay\":10}\n"
            "{\"id\":3,\"cycle\":5,\"source\":0,\"destination\":1,\"flits\":1,"
            "\"after\":[1,2]}\n",
            "graph.jsonl"),
      expected);
  EXPECT_EQ(cells("# bytes, 4 in a flit\nafter, id,cycle,source,destination,bytes,delay\n"
                  ",1,3,0,7,13,\n1,2,0,7,0,8,10\n\n2;1,3,5,0,1,1,0\r\n",
                  "bytes.csv"),
            expected);
  // Further down than those that wait for them, and cycles that go back.
  EXPECT_EQ(
      cells(std::string(kGraphHeader) + "3,5,0,1,1,1 2,\n2,0,7,0,2,1,10\n1,3,0,7,4,,\n", "up.csv"),
      expected);
  const std::string path = (folder_.path() / "graph.csv.gz").string();
  gzFile file = gzopen(path.c_str(), "wb");
  gzwrite(file, csv.data(), static_cast<unsigned>(csv.size()));
  gzclose(file);
  EXPECT_EQ(WorkloadRun(with_file(Experiment(), path)).table(0).cells, expected);
}

// Layers of random messages, each of which waits for some of the layer before.
std::string graph_layers(unsigned nodes, unsigned layers, unsigned width) {
  std::string text = kGraphHeader;
  std::uint64_t drawn = 0;
  const auto draw = [&](unsigned n) {
    return model::below(model::draw(7, model::Stream::test, 0, drawn++), n);
  };
  for (unsigned layer = 0; layer < layers; ++layer) {
    for (unsigned i = 0; i < width; ++i) {
      std::string after;
      for (unsigned k = 0; layer > 0 && k < 3; ++k) {
        after += (k == 0 ? "" : " ") + std::to_string((layer - 1) * width + draw(width));
      }
      text += std::to_string(layer * width + i) + "," + std::to_string(layer * 20) + "," +
              std::to_string(draw(nodes)) + "," + std::to_string(draw(nodes)) + "," +
              std::to_string(1 + draw(8)) + "," + after + "," + std::to_string(draw(30)) + "\n";
    }
  }
  return text;
}

// Of every message in messages.csv: it is queued as soon as it may, and no sooner.
TEST_F(GraphTest, EveryMessageIsQueuedInItsCycleOnEveryNetwork) {
  std::vector<NamedExperiment> networks = every_packet_network();
  for (const NamedTopology& topology : every_topology()) {
    Experiment experiment;
    experiment.topology = topology.spec;
    networks.push_back({topology.name, experiment});
  }
  for (const NamedExperiment& network : networks) {
    const model::NodeId nodes = network.experiment.build().nodes();
    const std::string path = write(graph_layers(nodes, 12, 15));
    const WorkloadRun found(with_file(network.experiment, path));
    ASSERT_EQ(found.figure("messages"), 12 * 15) << network.name;
    const std::vector<double>& cells = found.table(1).cells;
    std::map<std::uint64_t, const double*> rows;
    double makespan = 0;
    for (std::size_t i = 0; i < cells.size(); i += 9) {
      rows[static_cast<std::uint64_t>(cells[i])] = &cells[i];
      makespan = std::max(makespan, cells[i + 8]);
    }
    EXPECT_EQ(found.figure("makespan"), makespan) << network.name;
    model::GraphReader reader(path, {nodes, 1, 4});
    for (model::GraphMessage message; reader.next(message);) {
      double due = static_cast<double>(message.cycle);
      for (const std::uint64_t id : message.after) {
        due = std::max(due, rows.at(id)[8] + static_cast<double>(message.delay));
      }
      EXPECT_EQ(rows.at(message.id)[5], due) << network.name << ", message " << message.id;
    }
  }
}

TEST_F(GraphTest, ThreadsChangeNothing) {
  Experiment worms = on(model::Topology::mesh, {12, 12});
  worms.run.sink_stall = 0.2;
  const std::string path = write(graph_layers(128, 30, 60));
  for (const Experiment& experiment : {worms, message_cube(7)}) {
    Experiment two = with_file(experiment, path);
    two.run.threads = 2;
    const WorkloadRun one(with_file(experiment, path));
    const WorkloadRun parallel(two);
    EXPECT_EQ(one.table(0).cells, parallel.table(0).cells);
    EXPECT_EQ(one.table(1).cells, parallel.table(1).cells);
  }
}

TEST_F(GraphTest, WhatNoRunCouldCarryIsRefusedWithItsLine) {
  const std::string head = kGraphHeader;
  const std::string one = "1,0,0,5,4,,\n";
  for (const auto& [text, said] : std::vector<std::pair<std::string, std::string>>{
           {head + one + one, "graph.csv:3: \"1,0,0,5,4,,\"; allowed: each id once"},
           {head + "1,0,0,64,4,,\n", "nodes 0 .. 63: unknown node"},
           {head + "1,0,0,5,0,,\n", "zero length"},
           {head + one + "2,0,0,5,4,1 9,\n", "line 3: message 2 waits for message 9; allowed: ids"},
           {head + "2,0,0,5,4,2,\n", "a circle"},
           {head + "1,0,0,5,4,3,\n2,0,0,5,4,1,\n3,0,0,5,4,2,\n4,0,0,5,4,1,\n",
            "message 1 waits for message 3 waits for message 2 waits for message 1"},
           {head + "1,0,0,5\n", "7 fields, as in the first line"},
           {head + "1,0,0,5,4,,,\n", "7 fields, as in the first line"},
           {head + "1,0,0,5,four,,\n", "whole numbers"},
           {head + "1,0,-3,5,4,,\n", "whole numbers"},
           {head + "99999999999999999999,0,0,5,4,,\n", "numbers below 2^62"},
           {head + "1,0,0,5,4,,", "truncated last line"},
           {"id,source,destination\n1,0,5\n", "one of flits and bytes must be there"},
           {"id,source,destination,flits,colour\n", "columns of id, cycle"},
           {"{\"id\":1,\"source\":0,\"destination\":5,\"flits\":4,\"class\":2}\n",
            "classes below router.message_classes, 2"},
           {"{\"id\":1,\"id\":2,\"source\":0,\"destination\":5,\"flits\":4}\n", "each once"},
           {"{\"id\":1,\"source\":0,\"destination\":5}\n", "flits or bytes"},
           {"{\"id\":1,\"source\":0,\"destination\":5,\"flits\":4\n", "an object with the keys"}}) {
    EXPECT_NE(complaint(text).find(said), std::string::npos) << text << "\n" << complaint(text);
  }
  EXPECT_EQ(complaint(head + one), "");
}

TEST_F(GraphTest, ACompressedFileThatIsCutOrDamagedIsRefused) {
  const std::string path = (folder_.path() / "graph.csv.gz").string();
  gzFile file = gzopen(path.c_str(), "wb");
  const std::string text = graph_layers(64, 40, 20);
  gzwrite(file, text.data(), static_cast<unsigned>(text.size()));
  gzclose(file);
  std::ifstream in(path, std::ios::binary);
  const std::string whole{std::istreambuf_iterator<char>(in), {}};
  EXPECT_EQ(complaint(whole), "");
  EXPECT_NE(complaint(whole.substr(0, whole.size() / 2)).find("ends too early, or is damaged"),
            std::string::npos);
  EXPECT_NE(complaint(whole.substr(0, whole.size() - 4)).find("ends too early, or is damaged"),
            std::string::npos);
  std::string damaged = whole;
  damaged[damaged.size() / 2] ^= 0x10;
  EXPECT_NE(complaint(damaged), "");
}

TEST(NumberSetTest, RangesJoinInWhateverOrderNumbersCome) {
  model::NumberSet set;
  for (const std::uint64_t number : {5, 7, 6, 1, 0, 9}) EXPECT_TRUE(set.insert(number));
  EXPECT_FALSE(set.insert(6));
  EXPECT_EQ(set.ranges(), 3u);  // 0 1, 5 6 7, 9
  for (const std::uint64_t number : {0, 1, 5, 6, 7, 9}) EXPECT_TRUE(set.contains(number));
  for (const std::uint64_t number : {2, 4, 8, 10}) EXPECT_FALSE(set.contains(number));
}

}  // namespace
}  // namespace turnpike::test
