// Workloads on whole networks: hardware and model show the same outputs in every cycle, and hear
// the same deliveries.
//
// Each test is a process of its own, as SystemC elaborates once.

#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "model/common/random.h"
#include "model/network/simulation.h"
#include "sim/hardware/engines/lockstep_engine.h"
#include "tests/support/netrace_writer.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/workload_run.h"

namespace turnpike::test {
namespace {

// In lockstep from the first cycle to the last, with the figures of the model alone.
void stay_equal(const Experiment& experiment) {
  const ScratchFolder scratch;
  const model::Network network = experiment.build();
  model::Traffic traffic(experiment.traffic, network, experiment.run.seed);
  sim::LockstepOptions options;
  options.folder = scratch.path();
  sim::LockstepEngine engine(network, traffic, experiment.run, options);
  const model::Results results = results_of(model::simulate(engine, traffic, experiment.run, {}));
  const WorkloadRun alone(experiment);
  EXPECT_GT(results.packets, 500u);
  EXPECT_EQ(results.cycles, alone.results().cycles);
  EXPECT_EQ(results.workload.figures, alone.results().workload.figures);
  ASSERT_EQ(results.workload.tables.size(), alone.results().workload.tables.size());
  for (std::size_t i = 0; i < results.workload.tables.size(); ++i) {
    EXPECT_EQ(results.workload.tables[i].cells, alone.table(i).cells);
  }
}

TEST(WorkloadLockstepTest, RequestsAndRepliesOnAMesh) {
  Experiment experiment;
  experiment.traffic.workload = workload_named("request_reply");
  auto& said = experiment.traffic.workload_values;
  said["window"] = std::int64_t{6};
  said["write_fraction"] = 0.3;
  said["targets"] = std::vector<model::NodeId>{0, 9, 27, 63};
  said["think"] = std::string("geometric");
  said["think_time"] = std::int64_t{15};
  said["service_interval"] = std::int64_t{3};
  experiment.run.measurement = 3000;
  stay_equal(experiment);
}

TEST(WorkloadLockstepTest, AGraphOfMessagesOnAMesh) {
  const ScratchFolder scratch;
  const std::string path = (scratch.path() / "graph.csv").string();
  {
    std::ofstream file(path);
    file << "id,cycle,source,destination,flits,after,delay\n";
    constexpr unsigned kWidth = 40;
    for (unsigned id = 0; id < 40 * kWidth; ++id) {
      const auto draw = [&](unsigned what, unsigned n) {
        return model::below(model::draw(5, model::Stream::test, id, what), n);
      };
      const unsigned layer = id / kWidth;
      file << id << ',' << 10 * layer << ',' << draw(0, 64) << ',' << draw(1, 64) << ','
           << 1 + draw(2, 9) << ',';
      if (layer > 0) file << (layer - 1) * kWidth + draw(3, kWidth) << ' ' << id - kWidth;
      file << ',' << draw(4, 25) << '\n';
    }
  }
  Experiment experiment;
  experiment.traffic.workload = workload_named("graph");
  experiment.traffic.workload_values["file"] = path;
  experiment.traffic.workload_values["latencies"] = true;
  stay_equal(experiment);
}

TEST(WorkloadLockstepTest, AnAllReduceInTwoIterationsOnAMesh) {
  Experiment experiment;
  experiment.traffic.workload = workload_named("collective");
  auto& said = experiment.traffic.workload_values;
  said["algorithm"] = std::string("halving_doubling");
  said["bytes"] = std::int64_t{2048};
  said["chunk_bytes"] = std::int64_t{256};
  said["compute_time"] = 0.05;
  said["iterations"] = std::int64_t{2};
  stay_equal(experiment);
}

TEST(WorkloadLockstepTest, PhasesOfBatchesTransfersAndASumOnAMesh) {
  const ScratchFolder scratch;
  const std::string path = (scratch.path() / "matrix").string();
  {
    std::ofstream file(path);
    for (unsigned row = 0; row < 4; ++row) file << "100 200 0 300\n";
  }
  Experiment experiment;
  experiment.traffic.workload = workload_named("phases");
  std::vector<model::TrafficSpec> phases(3);
  phases[0].workload = workload_named("batch");
  phases[0].workload_values["batch"] = std::int64_t{8};
  phases[0].workload_values["batch_window"] = std::int64_t{2};
  phases[1].workload = workload_named("transfers");
  phases[1].workload_values["file"] = path;
  phases[1].workload_values["nodes"] = std::vector<model::NodeId>{3, 60, 17, 40};
  phases[1].workload_values["chunk_bytes"] = std::int64_t{32};
  phases[2].workload = workload_named("collective");
  phases[2].workload_values["bytes"] = std::int64_t{512};
  phases[2].workload_values["algorithm"] = std::string("halving_doubling");
  phases[2].pause = 30;
  experiment.traffic.phases = phases;
  stay_equal(experiment);
}

TEST(WorkloadLockstepTest, ANetraceTraceOnAMesh) {
  const ScratchFolder scratch;
  const std::string path = (scratch.path() / "trace.tra.bz2").string();
  write_netrace(path, netrace_bytes_of(random_netrace(800), 100));
  Experiment experiment;
  experiment.traffic.workload = workload_named("netrace");
  experiment.traffic.workload_values["file"] = path;
  stay_equal(experiment);
}

TEST(WorkloadLockstepTest, FlowsWithRatesOnAMesh) {
  const ScratchFolder scratch;
  const std::string path = (scratch.path() / "flows").string();
  {
    std::ofstream file(path);
    for (unsigned flow = 0; flow < 40; ++flow) {
      file << flow << ' ' << (flow * 13 + 5) % 64 << " 0." << 1 + flow % 3 << ' ' << 1 + flow % 6
           << " 0 0.05 90\n";
    }
  }
  Experiment experiment;
  experiment.traffic.workload = workload_named("rate_matrix");
  experiment.traffic.workload_values["file"] = path;
  experiment.run.measurement = 2000;
  stay_equal(experiment);
}

TEST(WorkloadLockstepTest, ClassesOfWhichOneComesInBurstsOnAMesh) {
  Experiment experiment;
  experiment.router.message_classes = 2;
  std::vector<model::TrafficSpec> classes(2);
  classes[0].load = 0.05;
  classes[0].length = 1;
  classes[1].load = 0.15;
  classes[1].arrivals = model::Arrivals::on_off;
  classes[1].burst_cycles = 40;
  experiment.traffic.classes = classes;
  experiment.run.measurement = 2000;
  stay_equal(experiment);
}

}  // namespace
}  // namespace turnpike::test
