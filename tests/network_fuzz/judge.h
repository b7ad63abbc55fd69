// judge.h - runs a case of the fuzz in every way and says what is wrong with it.

#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "model/topology/network.h"
#include "sim/experiment/run/run_experiment.h"
#include "tests/network_fuzz/fuzz_case.h"

namespace turnpike::test {

enum class Verdict {
  refused,       // with a message that says what is allowed
  can_deadlock,  // refused for that
  passed,
  complaint,  // the program failed, or contradicts itself
};

struct Judgement {
  Verdict verdict = Verdict::passed;
  std::string text;  // of the refusal or complaint
  bool is_machine = false;
  bool on_threads = false;       // also
  bool stood_still = false;      // and was allowed to
  bool in_lockstep = false;      // also
  std::uint64_t emptied = 0;     // messages of the run whose every message had to arrive
  std::uint64_t cycles = 0;      // of the first run
  std::uint64_t deliveries = 0;  // of messages, in the first run
};

// What runs an experiment: sim::run_experiment, or a test's faulty one.
using Run = std::function<sim::RunOutcome(const sim::Experiment&, const model::Network&,
                                          const sim::RunOptions&)>;

// Runs a machine, every byte and flag of which is checked; a network it
// writes into `folder`, which is there, and judges:
// - it is refused with place and allowed values, or every step below works;
// - what `check` calls free of deadlock does not stand still;
// - its first cycles have the same results and event log on one thread and on as many as it says;
// - in the log nothing is delivered that was not queued before for that node, or twice;
// - its messages alone, as a trace, all arrive;
// - in lockstep (where the case says so) no output differs, and the results are the model's.
Judgement judge(const FuzzCase& fuzz_case, const std::filesystem::path& folder,
                const Run& run = sim::run_experiment);

}  // namespace turnpike::test
