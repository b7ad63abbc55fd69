// main.cpp - `make bench`: node-cycles per second of our engines and, beside them, of BookSim.
//
//   turnpike_bench [--out DIR] [Google Benchmark's options]
//
// With the environment variable BOOKSIM naming a BookSim 2 binary the same experiments run on it,
// point by point next to ours, and the tables at the end show the ratios.

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "tests/bench/booksim.h"
#include "tests/bench/experiments.h"
#include "tests/bench/measure.h"
#include "tests/bench/runs.h"
#include "tests/bench/summary.h"

// Referenced by libsystemc's own main, never called here.
extern "C" __attribute__((visibility("default"))) int sc_main(int, char**) { return 1; }

namespace turnpike::bench {
namespace {

// Node-cycles in one timed run: a second or more on a slow machine.
constexpr double kModelWork = 1e7;
constexpr double kRtlWork = 2e6;
constexpr double kBooksimWork = 1e6;
constexpr int kRepetitions = 3;

model::Cycle cycles_for(const Experiment& experiment, double work) {
  const double cycles = work / static_cast<double>(experiment.nodes());
  return cycles < 20 ? 20 : static_cast<model::Cycle>(cycles);
}

void time_engine(benchmark::State& state, EngineKind kind, const Experiment& experiment,
                 double load, unsigned threads) {
  const bool is_model = kind == EngineKind::model || kind == EngineKind::offered;
  const double work = is_model ? kModelWork : kRtlWork;
  const double nodes = static_cast<double>(experiment.nodes());
  for ([[maybe_unused]] auto _ : state) {
    try {
      const Measurement m = measure(kind, experiment, load, threads, cycles_for(experiment, work));
      state.SetIterationTime(threads == 1 ? m.cpu_seconds : m.wall_seconds);
      state.counters["node_cycles_per_second"] = m.cycles * nodes / m.cpu_seconds;
      state.counters["seconds_per_cycle"] = m.wall_seconds / m.cycles;
      state.counters["accepted"] = m.accepted;
      state.counters["ns_per_flit_hop"] = 1e9 * m.cpu_seconds / m.flit_hops;
      state.counters["build_seconds"] = m.build_seconds;
      state.counters["bytes_per_router"] = m.bytes_per_router;
      state.counters["bytes_per_node"] = m.bytes_per_node;
      state.counters["peak_bytes"] = m.peak_bytes;
    } catch (const std::exception& error) {
      state.SkipWithError(error.what());
      break;
    }
  }
}

void time_booksim(benchmark::State& state, const std::string& program, const Experiment& experiment,
                  double load) {
  // A multiple of BookSim's sample period.
  const auto thousands = static_cast<unsigned>(cycles_for(experiment, kBooksimWork) / 1000) + 1;
  for ([[maybe_unused]] auto _ : state) {
    try {
      const BooksimRun run = run_booksim(program, experiment, load, 1000 * thousands);
      state.SetIterationTime(run.seconds);
      state.counters["node_cycles_per_second"] =
          run.cycles * static_cast<double>(experiment.nodes()) / run.seconds;
      state.counters["accepted"] = run.accepted;
    } catch (const std::exception& error) {
      state.SkipWithError(error.what());
      break;
    }
  }
}

template <class... Args>
void add(const std::string& name, int repetitions, Args... args) {
  benchmark::RegisterBenchmark(name.c_str(), args...)
      ->Iterations(1)
      ->Repetitions(repetitions)
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond);
}

void add_comparison(const char* booksim) {
  for (const Experiment& experiment : comparison()) {
    for (const unsigned percent : {10u, 50u, 85u}) {
      const std::string point = fmt::format("{}/{}", experiment.name, percent);
      const double load = experiment.load(percent);
      if (booksim != nullptr) {
        add("booksim/" + point, kRepetitions, time_booksim, booksim, experiment, load);
      }
      add("model/" + point, kRepetitions, time_engine, EngineKind::model, experiment, load, 1u);
      add("offered/" + point, kRepetitions, time_engine, EngineKind::offered, experiment, load, 1u);
      add("rtl/" + point, kRepetitions, time_engine, EngineKind::rtl, experiment, load, 1u);
      add("lockstep/" + point, kRepetitions, time_engine, EngineKind::lockstep, experiment, load,
          1u);
      if (experiment.nodes() >= 1000) {
        add("model_2_threads/" + point, kRepetitions, time_engine, EngineKind::model, experiment,
            load, 2u);
      }
    }
  }
}

void add_sizes() {
  for (const Experiment& experiment : size_scaling()) {
    add("size/" + experiment.name, 1, time_engine, EngineKind::model, experiment,
        experiment.load(50), 1u);
  }
  for (const unsigned percent : {10u, 50u, 85u}) {
    const Experiment cube = packet_cube();
    add(fmt::format("packets/{}/{}", cube.name, percent), kRepetitions, time_engine,
        EngineKind::model, cube, cube.load(percent), 1u);
  }
  Experiment mesh = comparison().front();
  mesh.topology.radix = {64, 64};
  add("memory/mesh_64x64", 1, time_engine, EngineKind::model, mesh, 0.02, 1u);
}

// Takes `--out DIR` out of the arguments.
std::string take_out(std::vector<char*>& arguments) {
  for (std::size_t i = 1; i + 1 < arguments.size(); ++i) {
    if (std::string(arguments[i]) != "--out") continue;
    std::string directory = arguments[i + 1];
    arguments.erase(arguments.begin() + static_cast<std::ptrdiff_t>(i),
                    arguments.begin() + static_cast<std::ptrdiff_t>(i) + 2);
    return directory;
  }
  return TURNPIKE_BUILD_DIR "/bench";
}

int run(int argc, char** argv) {
  std::vector<char*> arguments(argv, argv + argc);
  const std::filesystem::path out = take_out(arguments);
  std::filesystem::create_directories(out);
  std::string raw = "--benchmark_out=" + (out / "benchmarks.json").string();
  std::string format = "--benchmark_out_format=json";
  arguments.insert(arguments.begin() + 1, {raw.data(), format.data()});
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 2;

  add_comparison(std::getenv("BOOKSIM"));
  add_sizes();
  add_runs();
  SummaryReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);

  const auto results = reporter.medians();
  if (results.empty()) return 1;
  std::cout << tables(results);
  std::ofstream(out / "summary.json") << json(results);
  std::cout << "\nLeft: " << (out / "summary.json").string() << ", "
            << (out / "benchmarks.json").string() << '\n';
  return reporter.any_failed() ? 1 : 0;
}

}  // namespace
}  // namespace turnpike::bench

int main(int argc, char** argv) {
  try {
    return turnpike::bench::run(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << "turnpike_bench: " << error.what() << '\n';
    return 1;
  }
}
