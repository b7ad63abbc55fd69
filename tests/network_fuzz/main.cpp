// main.cpp - turnpike_network_fuzz: as many random networks as one likes, from a seed on.

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cstdio>
#include <functional>
#include <mutex>
#include <vector>

#include "sim/base/task_pool.h"
#include "tests/network_fuzz/tally.h"

// Referenced by libsystemc, never called here.
extern "C" __attribute__((visibility("default"))) int sc_main(int, char**) { return 1; }

namespace turnpike::test {
namespace {

struct Arguments {
  std::uint64_t runs = 1;
  std::uint64_t seed = 1;
  unsigned jobs = 1;
  bool one_thread = false;
  bool no_lockstep = false;
  std::string work;
};

// Threads that wait for each other take most of the time on a busy machine.
void leave_out_threads(FuzzCase& fuzz_case) {
  const std::size_t at = fuzz_case.toml.find("\nthreads = ");
  if (at != std::string::npos) fuzz_case.toml.erase(at, fuzz_case.toml.find('\n', at + 1) - at);
}

int run(const Arguments& arguments) {
  constexpr std::uint64_t kTold = 1000;  // runs from one line to the next
  Tally tally;
  std::mutex mutex;
  const auto one = [&](std::uint64_t seed) {
    FuzzCase fuzz_case = make_case(seed);
    if (arguments.one_thread) leave_out_threads(fuzz_case);
    if (arguments.no_lockstep) fuzz_case.lockstep = false;
    const Judgement judgement = judge_below(arguments.work, fuzz_case);
    const std::lock_guard<std::mutex> lock(mutex);
    const std::size_t before = tally.complaints.size();
    tally.add(fuzz_case, judgement);
    if (tally.complaints.size() > before) fmt::print(stderr, "{}\n", tally.complaints.back());
    if (tally.runs % kTold == 0) fmt::print(stderr, "{}", tally.to_text());
  };
  std::vector<std::function<void()>> tasks;
  for (std::uint64_t i = 0; i < arguments.runs; ++i) {
    tasks.emplace_back([&one, seed = arguments.seed + i] { one(seed); });
  }
  sim::run_tasks(tasks, arguments.jobs, nullptr);
  fmt::print("seeds {} .. {}: {}", arguments.seed, arguments.seed + arguments.runs - 1,
             tally.to_text());
  return tally.complaints.empty() ? 0 : 1;
}

}  // namespace
}  // namespace turnpike::test

int main(int argc, char** argv) {
  turnpike::test::Arguments arguments;
  CLI::App app("random networks that check accepts must run without a complaint");
  app.add_option("--runs", arguments.runs, "networks")->required();
  app.add_option("--seed", arguments.seed, "of the first; the others follow");
  app.add_option("--jobs", arguments.jobs, "at a time");
  app.add_flag("--one-thread", arguments.one_thread, "none on several threads: for a busy machine");
  app.add_flag("--no-lockstep", arguments.no_lockstep,
               "none: where building shapes takes too long");
  app.add_option("--work", arguments.work, "folder; that of a failed case stays")->required();
  CLI11_PARSE(app, argc, argv);
  return turnpike::test::run(arguments);
}
