// Collectives, batches and Netrace traces on the model: cycles by hand, bounds, regions.

#include <gtest/gtest.h>

#include <fstream>
#include <map>

#include "model/common/configuration_error.h"
#include "tests/support/netrace_writer.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/workload_run.h"
#include "tests/unit/network/packet_experiments.h"

namespace turnpike::test {
namespace {

using model::Topology;

// Of L flits over h channels between routers, on an idle network.
constexpr unsigned cycles_alone(unsigned flits, unsigned hops) { return 1 + hops + 1 + flits - 1; }

Experiment collective(Experiment experiment, const char* what, const char* algorithm,
                      std::int64_t bytes) {
  experiment.traffic.workload = workload_named("collective");
  auto& said = experiment.traffic.workload_values;
  said["collective"] = std::string(what);
  said["algorithm"] = std::string(algorithm);
  said["bytes"] = bytes;
  return experiment;
}

// Two nodes exchange halves of 8 flits, add them up, and exchange the sums.
TEST(CollectiveTest, ARingOfTwoTakesTheCyclesThatAreCountedByHand) {
  Experiment experiment = collective(on(Topology::mesh, {2}), "all_reduce", "ring", 32);
  EXPECT_EQ(WorkloadRun(experiment).figure("makespan"),
            cycles_alone(4, 1) + 1 + cycles_alone(4, 1));
  experiment.traffic.workload_values["compute_time"] = 0.5;
  constexpr unsigned kOnce = cycles_alone(4, 1) + 1 + 8 + cycles_alone(4, 1);
  const WorkloadRun once(experiment);
  EXPECT_EQ(once.figure("makespan"), kOnce);
  EXPECT_EQ(once.figure("latency_bound"), kOnce);
  EXPECT_EQ(once.figure("bandwidth_bound"), 8);
  EXPECT_EQ(once.figure("bound_ratio"), 1);
  EXPECT_DOUBLE_EQ(once.figure("bandwidth"), 32.0 / kOnce);
  experiment.traffic.workload_values["iterations"] = std::int64_t{5};
  const WorkloadRun five(experiment);
  EXPECT_EQ(five.figure("makespan"), 5 * kOnce + 4);
  EXPECT_EQ(five.figure("latency_bound"), 5 * kOnce + 4);
  EXPECT_EQ(five.figure("messages"), 5 * 4);
}

TEST(CollectiveTest, NoRunIsFasterThanItsBound) {
  struct Case {
    const char* what;
    const char* algorithm;
  };
  for (const Case& one : {Case{"all_reduce", "ring"},
                          {"all_reduce", "recursive_doubling"},
                          {"all_reduce", "halving_doubling"},
                          {"all_reduce", "tree"},
                          {"all_reduce", "torus_ring"},
                          {"all_gather", "recursive_doubling"},
                          {"reduce_scatter", "auto"},
                          {"broadcast", "auto"},
                          {"all_to_all", "auto"}}) {
    for (const Experiment& network : {on(Topology::mesh, {4, 4}), on(Topology::torus, {4, 4}),
                                      packet_network(Topology::torus, {4, 4})}) {
      for (const std::int64_t bytes : {64, 5000}) {
        Experiment experiment = collective(network, one.what, one.algorithm, bytes);
        experiment.traffic.workload_values["iterations"] = std::int64_t{2};
        experiment.traffic.workload_values["compute_time"] = 0.1;
        const WorkloadRun run(experiment);
        EXPECT_TRUE(run.results().complete) << one.algorithm;
        EXPECT_GE(run.figure("bound_ratio"), 1) << one.what << " " << one.algorithm;
        EXPECT_LT(run.figure("bound_ratio"), 12) << one.what << " " << one.algorithm;
      }
    }
  }
}

// Rings of neighbours do not share a channel: the formula is all that there is.
TEST(CollectiveTest, RingsOfATorusAreAsFastAsTheirBound) {
  Experiment experiment =
      collective(on(Topology::torus, {4, 4, 4}), "all_reduce", "torus_ring", 1 << 15);
  const WorkloadRun run(experiment);
  EXPECT_LT(run.figure("bound_ratio"), 1.1);
}

TEST(CollectiveTest, ChunksPipelineATree) {
  Experiment experiment = collective(Experiment(), "broadcast", "tree", 1 << 14);
  const double whole = WorkloadRun(experiment).figure("makespan");
  experiment.traffic.workload_values["chunk_bytes"] = std::int64_t{1 << 9};
  EXPECT_LT(WorkloadRun(experiment).figure("makespan"), 0.6 * whole);
}

TEST(CollectiveTest, SomeNodesInAnyOrderAndThreadsChangeNothing) {
  Experiment experiment =
      collective(on(Topology::mesh, {12, 12}), "all_reduce", "halving_doubling", 4096);
  std::vector<model::NodeId> nodes;
  for (model::NodeId i = 0; i < 64; ++i) nodes.push_back(143 - 2 * i);
  experiment.traffic.workload_values["nodes"] = nodes;
  experiment.traffic.workload_values["iterations"] = std::int64_t{3};
  const WorkloadRun one(experiment);
  experiment.run.threads = 2;
  const WorkloadRun two(experiment);
  EXPECT_EQ(one.figure("messages"), 3 * 64 * 12);
  EXPECT_EQ(one.results().workload.figures, two.results().workload.figures);
  EXPECT_EQ(one.table().cells, two.table().cells);
}

TEST(BatchTest, AWindowOfOneTakesTheCyclesThatAreCountedByHand) {
  Experiment experiment = on(Topology::mesh, {2});
  experiment.traffic.workload = workload_named("batch");
  auto& said = experiment.traffic.workload_values;
  said["batch"] = std::int64_t{10};
  EXPECT_EQ(WorkloadRun(experiment).figure("makespan"), 10 * cycles_alone(5, 1) + 9);
}

TEST(BatchTest, AWiderWindowIsFasterUntilTheNetworkIsFull) {
  Experiment experiment;
  experiment.traffic.workload = workload_named("batch");
  auto& said = experiment.traffic.workload_values;
  said["batch"] = std::int64_t{60};
  double before = 1e9;
  for (const std::int64_t window : {1, 2, 4}) {
    said["batch_window"] = window;
    const WorkloadRun run(experiment);
    EXPECT_EQ(run.figure("messages"), 60 * 64);
    EXPECT_LT(run.figure("makespan"), before) << window;
    before = run.figure("makespan");
  }
}

class NetraceTest : public testing::Test {
 protected:
  std::string write(const std::string& bytes, std::size_t cut = 0) const {
    const std::string path = (folder_.path() / "trace.tra.bz2").string();
    write_netrace(path, bytes, cut);
    return path;
  }
  static Experiment with(const std::string& path) {
    Experiment experiment;
    experiment.traffic.workload = workload_named("netrace");
    experiment.traffic.workload_values["file"] = path;
    experiment.traffic.workload_values["latencies"] = true;
    return experiment;
  }
  std::string complaint(const std::string& path) const {
    const Experiment experiment = with(path);
    const model::Network network = experiment.build();
    try {
      experiment.traffic.workload->check(experiment.traffic, network);
    } catch (const model::ConfigurationError& error) {
      EXPECT_EQ(error.key, "workload.file");
      return error.value + "; allowed: " + error.allowed;
    }
    return "";
  }

  // A read of 8 bytes, its answer of 72, and one that waits for both, and for its cycle.
  std::vector<TracedPacket> packets_ = {{5, 10, 1, 0, 7, {11, 12}},
                                        {6, 11, 2, 7, 0, {12}},
                                        {40, 12, 13, 0, 1, {}},
                                        {300, 13, 1, 63, 56, {}}};
  ScratchFolder folder_;
};

TEST_F(NetraceTest, PacketsComeInTheCyclesThatAreCountedByHand) {
  const WorkloadRun run(with(write(netrace_bytes_of(packets_, 2))));
  constexpr unsigned kFirst = 5 + cycles_alone(2, 7);
  constexpr unsigned kSecond = kFirst + 1 + cycles_alone(18, 7);
  constexpr unsigned kThird = kSecond + 1 + cycles_alone(2, 1);
  static_assert(kSecond > 40);
  std::map<double, std::pair<double, double>> found;  // id: queued, delivered
  const std::vector<double>& cells = run.table(1).cells;
  for (std::size_t i = 0; i < cells.size(); i += 9) found[cells[i]] = {cells[i + 5], cells[i + 8]};
  ASSERT_EQ(found.size(), 4u);
  EXPECT_EQ(found[10], (std::pair<double, double>(5, kFirst)));
  EXPECT_EQ(found[11], (std::pair<double, double>(kFirst + 1, kSecond)));
  EXPECT_EQ(found[12], (std::pair<double, double>(kSecond + 1, kThird)));
  EXPECT_EQ(found[13], (std::pair<double, double>(300, 300 + cycles_alone(2, 7))));
  EXPECT_EQ(run.figure("makespan"), 300 + cycles_alone(2, 7));
}

TEST_F(NetraceTest, ARegionBeginsWithItsFirstPacketAndKnowsNoneBeforeIt) {
  Experiment experiment = with(write(netrace_bytes_of(packets_, 2)));
  experiment.traffic.workload_values["region"] = std::int64_t{2};
  const WorkloadRun run(experiment);
  EXPECT_EQ(run.figure("messages"), 2);
  EXPECT_EQ(run.figure("makespan"), 260 + cycles_alone(2, 7));
  experiment.traffic.workload_values["region"] = std::int64_t{3};
  const model::Network network = experiment.build();
  EXPECT_THROW(model::Traffic(experiment.traffic, network, 1), model::ConfigurationError);
}

TEST_F(NetraceTest, DamagedTracesAreRefused) {
  EXPECT_EQ(complaint(write(netrace_bytes_of(packets_, 2))), "");
  EXPECT_NE(complaint(write(netrace_bytes_of(packets_, 2), 8)).find("damaged, or ends too early"),
            std::string::npos);
  const std::string whole = netrace_bytes_of(packets_, 2);
  EXPECT_NE(complaint(write(whole.substr(0, whole.size() - 3))).find("ends too early"),
            std::string::npos);
  EXPECT_NE(complaint(write(whole.substr(0, whole.size() - 21))).find("1 packets too early"),
            std::string::npos);
  EXPECT_NE(complaint(write("no trace")).find("has no header"), std::string::npos);
  const auto with_packet = [&](const TracedPacket& packet) {
    std::vector<TracedPacket> packets = packets_;
    packets[2] = packet;
    return complaint(write(netrace_bytes_of(packets, 2)));
  };
  EXPECT_NE(with_packet({40, 12, 7, 0, 1, {}}).find("packet 3: type 7"), std::string::npos);
  EXPECT_NE(with_packet({40, 12, 1, 0, 64, {}}).find("node 64; allowed: nodes 0 .. 63"),
            std::string::npos);
  EXPECT_NE(with_packet({4, 12, 1, 0, 1, {}}).find("cycles in ascending order"), std::string::npos);
  EXPECT_NE(with_packet({40, 10, 1, 0, 1, {}}).find("each id once"), std::string::npos);
  EXPECT_NE(with_packet({40, 12, 1, 0, 1, {11}}).find("ids of later packets"), std::string::npos);
}

}  // namespace
}  // namespace turnpike::test
