// runs.cpp - whole runs with warm-up, measurement, drain and statistics: seeds of four networks.

#include "tests/bench/runs.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <ctime>
#include <string>
#include <vector>

#include "model/batch/batch_simulation.h"
#include "model/network/model_engine.h"
#include "model/network/simulation.h"
#include "model/topology/build.h"

namespace turnpike::bench {
namespace {

constexpr unsigned kModelRuns = 16;

double cpu_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// Those of experiments.cpp, at loads of which the second is half of what the network accepts.
struct Case {
  const char* name;
  const model::Topology* topology;
  std::vector<unsigned> radix;
  unsigned vcs;
  unsigned depth;
  unsigned length;  // flits of a packet
  std::vector<double> loads;
};

const std::vector<Case>& cases() {
  static const std::vector<Case> kCases = {
      {"mesh_8x8", model::Topology::mesh, {8, 8}, 4, 4, 5, {0.05, 0.2, 0.3, 0.6}},
      {"torus_10ary_2cube", model::Topology::torus, {10, 10}, 2, 8, 4, {0.05, 0.15}},
      {"cube_8", model::Topology::hypercube, std::vector<unsigned>(8, 2), 4, 4, 5, {0.05, 0.33}},
      {"mesh_32x32", model::Topology::mesh, {32, 32}, 4, 4, 5, {0.01, 0.054}}};
  return kCases;
}

model::Network network_of(const Case& one) {
  model::TopologySpec topology;
  topology.kind = one.topology;
  topology.radix = one.radix;
  model::RouterSpec router;
  router.local_channels = 1;
  router.virtual_channels = one.vcs;
  router.buffer_depth = one.depth;
  return model::build_network(topology, router, model::LinkSpec());
}

std::vector<model::BatchedRun> seeds_at(const Case& one, double load, unsigned count) {
  std::vector<model::BatchedRun> runs(count);
  for (unsigned i = 0; i < count; ++i) {
    runs[i].traffic.load = load;
    runs[i].traffic.length = one.length;
    runs[i].run.seed = i + 1;
    runs[i].run.warmup = 500;
    runs[i].run.measurement = 3000;
  }
  return runs;
}

// Of all runs together.
struct Sum {
  double cycles = 0;
  double accepted = 0;  // flits per node and cycle, summed

  void add(const model::Results& results) {
    cycles += static_cast<double>(results.cycles);
    accepted += results.accepted;
  }
};

Sum run_model(const model::Network& network, const std::vector<model::BatchedRun>& runs) {
  Sum sum;
  for (const model::BatchedRun& one : runs) {
    model::Traffic traffic(one.traffic, network, one.run.seed);
    const auto engine = model::make_model_engine(network, traffic, one.run);
    sum.add(model::simulate(*engine, traffic, one.run, {}).results);
  }
  return sum;
}

Sum run_at_once(const model::Network& network, const std::vector<model::BatchedRun>& runs) {
  Sum sum;
  model::BatchCalls calls;
  calls.on_end = [&](std::size_t, const model::Simulation& done) { sum.add(done.results); };
  model::simulate_batch(network, runs, calls);
  return sum;
}

using Run = Sum (*)(const model::Network&, const std::vector<model::BatchedRun>&);

void time_runs(benchmark::State& state, Run run, const Case& one, double load, unsigned count) {
  const model::Network network = network_of(one);
  const std::vector<model::BatchedRun> runs = seeds_at(one, load, count);
  for ([[maybe_unused]] auto _ : state) {
    const double start = cpu_seconds();
    const Sum sum = run(network, runs);
    const double seconds = cpu_seconds() - start;
    state.SetIterationTime(seconds);
    state.counters["node_cycles_per_second"] = sum.cycles * network.nodes() / seconds;
    state.counters["accepted"] = sum.accepted / count;
  }
}

}  // namespace

void add_runs() {
  const auto add = [](const std::string& kind, Run run, const Case& one, double load,
                      unsigned count) {
    const std::string name = fmt::format("runs/{}/{}/{}", one.name, kind, load);
    benchmark::RegisterBenchmark(name.c_str(), time_runs, run, one, load, count)
        ->Iterations(1)
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
  };
  for (const Case& one : cases()) {
    for (const double load : one.loads) {
      add("model", run_model, one, load, kModelRuns);
      for (const unsigned lanes : {16u, 64u}) {
        add(fmt::format("batch_{}", lanes), run_at_once, one, load, lanes);
      }
    }
  }
}

}  // namespace turnpike::bench
