// Phases with barriers, and transfers that a matrix says, on the model: cycles by hand.

#include <gtest/gtest.h>

#include <fstream>

#include "model/common/configuration_error.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/workload_run.h"
#include "tests/unit/network/packet_experiments.h"

namespace turnpike::test {
namespace {

using model::Topology;
using model::TrafficSpec;

// Of L flits over h channels between routers, on an idle network.
constexpr unsigned cycles_alone(unsigned flits, unsigned hops) { return 1 + hops + 1 + flits - 1; }

TrafficSpec batch(std::int64_t messages, std::int64_t flits, unsigned pause = 1) {
  TrafficSpec phase;
  phase.workload = workload_named("batch");
  phase.workload_values["batch"] = messages;
  phase.workload_values["flits"] = flits;
  phase.pause = pause;
  return phase;
}

Experiment phases(Experiment experiment, std::vector<TrafficSpec> list) {
  experiment.traffic.workload = workload_named("phases");
  experiment.traffic.phases = std::move(list);
  return experiment;
}

constexpr std::size_t kPhaseTable = 1;  // behind the critical path

TEST(PhasesTest, APhaseBeginsItsPauseAfterTheLastFlitOfTheOneBefore) {
  const WorkloadRun run(
      phases(on(Topology::mesh, {2}), {batch(2, 5), batch(1, 9, 100), batch(3, 5, 1)}));
  const double first = 2 * cycles_alone(5, 1) + 1;
  const double second = first + 100;
  const double third = second + cycles_alone(9, 1) + 1;
  const double end = third + 3 * cycles_alone(5, 1) + 2;
  EXPECT_EQ(run.table(kPhaseTable).cells,
            (std::vector<double>{0, 4, 0, first, 1, 2, second, third - 1, 2, 6, third, end}));
  EXPECT_EQ(run.figure("makespan"), end);
  EXPECT_EQ(run.figure("messages"), 12);
  EXPECT_EQ(run.figure("critical_messages"), 6) << "the path leads through all phases";
  EXPECT_EQ(run.figure("critical_wait"), 100 + 1 + 1 + 2);
}

TEST(PhasesTest, ThePauseOfTheFirstPhaseCountsFromTheStart) {
  const WorkloadRun run(phases(on(Topology::mesh, {2}), {batch(1, 5, 50)}));
  EXPECT_EQ(run.table(kPhaseTable).cells,
            (std::vector<double>{0, 2, 49, 49.0 + cycles_alone(5, 1)}));
}

TEST(PhasesTest, APhaseTakesAsLongAsItTakesAlone) {
  TrafficSpec sum;
  sum.workload = workload_named("collective");
  sum.workload_values["bytes"] = std::int64_t{4096};
  Experiment alone = on(Topology::torus, {4, 4});
  alone.traffic = sum;
  const WorkloadRun run(phases(on(Topology::torus, {4, 4}), {sum, batch(4, 5), sum}));
  const std::vector<double>& cells = run.table(kPhaseTable).cells;
  const double makespan = WorkloadRun(alone).figure("makespan");
  EXPECT_EQ(cells[3] - cells[2], makespan);
  EXPECT_EQ(cells[11] - cells[10], makespan);
}

TEST(PhasesTest, ThreadsChangeNothing) {
  Experiment experiment =
      phases(on(Topology::mesh, {12, 12}), {batch(6, 5), batch(3, 9, 40), batch(6, 2)});
  const WorkloadRun one(experiment);
  experiment.run.threads = 2;
  const WorkloadRun two(experiment);
  EXPECT_EQ(one.table().cells, two.table().cells);
  EXPECT_EQ(one.table(kPhaseTable).cells, two.table(kPhaseTable).cells);
}

TEST(PhasesTest, AMistakeOfAPhaseIsToldWithItsTable) {
  TrafficSpec wrong = batch(1, 5);
  wrong.workload_values["pattern"] = std::string("transpose");
  const Experiment experiment = phases(on(Topology::mesh, {3}), {batch(1, 5), wrong});
  const model::Network network = experiment.build();
  try {
    model::Traffic traffic(experiment.traffic, network, 1);
    ADD_FAILURE() << "three nodes have no transpose";
  } catch (const model::ConfigurationError& error) {
    EXPECT_EQ(error.key, "workload.phase[1].pattern");
  }
}

class TransfersTest : public testing::Test {
 protected:
  // Of four nodes in a row, in bytes; a flit has 4.
  Experiment with(const std::string& text, const char* unit = "bytes") {
    std::ofstream(path_) << text;
    Experiment experiment = on(Topology::mesh, {4});
    experiment.traffic.workload = workload_named("transfers");
    experiment.traffic.workload_values["file"] = path_;
    experiment.traffic.workload_values["unit"] = std::string(unit);
    return experiment;
  }
  std::string refusal(const std::string& text) {
    const Experiment experiment = with(text);
    const model::Network network = experiment.build();
    try {
      model::Traffic traffic(experiment.traffic, network, 1);
    } catch (const model::ConfigurationError& error) {
      EXPECT_EQ(error.key, "workload.file");
      return error.value + ": " + error.allowed;
    }
    return "taken";
  }

  ScratchFolder scratch_;
  const std::string path_ = (scratch_.path() / "matrix").string();
};

TEST_F(TransfersTest, OneTransferTakesTheCyclesThatAreCountedByHand) {
  const WorkloadRun run(with("0 0 0 30\n0 0 0 0\n0 0 0 0\n0 0 0 0\n"));
  EXPECT_EQ(run.figure("makespan"), cycles_alone(8, 3)) << "30 bytes are 8 flits";
  EXPECT_EQ(run.figure("bandwidth_bound"), 8);
  EXPECT_DOUBLE_EQ(run.figure("bandwidth"), 8.0 / cycles_alone(8, 3));
}

TEST_F(TransfersTest, ChunksGoToAllDestinationsByTurns) {
  Experiment experiment = with("0 8 8 8\n0 0 0 0\n0 0 0 0\n0 0 0 0\n", "flits");
  experiment.traffic.workload_values["chunk_bytes"] = std::int64_t{16};
  EXPECT_EQ(WorkloadRun(experiment).figure("messages"), 6);
  experiment.traffic.workload_values["chunk_bytes"] = std::int64_t{0};
  EXPECT_EQ(WorkloadRun(experiment).figure("messages"), 3);
}

TEST_F(TransfersTest, ATableWithNamesAndSumsIsTheSameMatrix) {
  const double plain = WorkloadRun(with("0,8,4,0\n4,0,0,4\n1,1,0,1\n9,0,0,0\n")).figure("makespan");
  const std::string named =
      "to\tA a\tB\tC\tD\t\tRow sum\nA a\t0\t8\t4\t0\t\t12\nB\t4\t0\t0\t4\t\t8\n"
      "C\t1\t1\t0\t1\t\t3\nD\t9\t0\t0\t0\t\t9\n# sums\nCol sum\t14\t9\t4\t5\t\t32\n";
  EXPECT_EQ(WorkloadRun(with(named)).figure("makespan"), plain);
}

TEST_F(TransfersTest, AMatrixThatDoesNotFitIsRefusedWithItsLine) {
  EXPECT_NE(refusal("0 1 2\n").find("matrix:1: "), std::string::npos) << "three of four";
  EXPECT_NE(refusal("0 1 2 3\n0 1 2 3\n").find("2 lines"), std::string::npos);
  EXPECT_NE(refusal("0 1 2 3\n0 1 2 x\n").find("matrix:2: "), std::string::npos);
  EXPECT_NE(refusal("0 1 2 -3\n").find("matrix:1: "), std::string::npos);
  EXPECT_NE(refusal("0 1 2 3 4\n").find("matrix:1: "), std::string::npos) << "a column more";
  const std::string head = "to,a,b,c,d,sum\n";
  EXPECT_NE(refusal(head + "a,0,1,2,3,7\n").find("the sum 6"), std::string::npos);
  EXPECT_NE(refusal(head + "b,0,1,2,3,6\n").find("the line of a"), std::string::npos);
  EXPECT_NE(refusal("to,a,b,c,d,e\n").find("matrix:1: "), std::string::npos);
  EXPECT_NE(refusal("0 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n").find("matrix:5: "),
            std::string::npos);
}

}  // namespace
}  // namespace turnpike::test
