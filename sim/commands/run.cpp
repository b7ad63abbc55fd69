// run.cpp - `turnpike run`: one experiment on one engine.

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>

#include "sim/base/interrupt.h"
#include "sim/base/output_folder.h"
#include "sim/base/progress_line.h"
#include "sim/commands/command.h"
#include "sim/config/schema_text.h"
#include "sim/experiment/config_options.h"
#include "sim/experiment/network_checks.h"
#include "sim/experiment/run_experiment.h"
#include "sim/experiment/run_files.h"
#include "sim/results/run_folder.h"
#include "sim/results/run_table.h"
#include "sim/results/standard_output.h"

namespace turnpike::sim {

namespace {

struct RunCommand {
  RunConfigOptions config;
  RunOptions run;
  std::string out;
  bool allow_deadlock = false;
};

const char* phase_text(model::Phase phase) {
  switch (phase) {
    case model::Phase::warmup:
      return "warm-up";
    case model::Phase::measurement:
      return "measurement";
    case model::Phase::drain:
      return "drain";
    case model::Phase::done:
      return "done";
  }
  return "";
}

RunOutcome run_with_progress(const Experiment& experiment, const model::Network& network,
                             RunOptions options) {
  ProgressLine line;
  Progress last;
  options.on_progress = [&](const Progress& progress) {
    last = progress;
    if (line.due())
      line.show(fmt::format("cycle {}, {}", progress.cycle, phase_text(progress.phase)));
    return interrupt_signal() == 0;
  };
  options.on_build = [&](const std::string& text) { line.note(text); };
  RunOutcome outcome =
      located(experiment, [&] { return run_experiment(experiment, network, options); });
  line.clear();
  if (outcome.interrupted) {
    fmt::print(stderr,
               "turnpike: interrupted in cycle {} ({}): the figures of this run are missing, no "
               "result file was written\n",
               last.cycle, phase_text(last.phase));
  }
  return outcome;
}

// What was asked for and is not there, one line each on standard error. The network's own
// complaints are in the results in full.
int exit_status(const RunOutcome& outcome, const TraceRequest& trace) {
  int status = kDone;
  if (!is_finished(status_of(outcome))) {
    fmt::print(stderr, "turnpike: not finished: {}\n", outcome.results.reason);
    status = kCheckFailed;
  }
  const bool has_waveform =
      trace.file.empty() || std::count(outcome.files.begin(), outcome.files.end(), trace.file) != 0;
  if (!has_waveform) {
    fmt::print(stderr, "turnpike: no waveform: the run ended in cycle {}, before --trace-from {}\n",
               outcome.results.cycles, trace.from);
    status = kCheckFailed;
  }
  return status;
}

int run(const RunCommand& command) {
  watch_for_interrupts();
  StandardOutput out;
  const Experiment experiment = command.config.read();
  RunOptions options = command.run;
  std::optional<OutputFolder> folder;
  if (!command.out.empty()) folder.emplace(command.out);
  if (options.folder.empty()) options.folder = folder ? folder->path() : ".";
  const model::Network network = build_network(experiment);
  refuse_unsound(network, command.allow_deadlock);
  check_traffic(experiment, network);
  check_run_files(experiment, network, options);

  const RunOutcome outcome = run_with_progress(experiment, network, options);
  if (outcome.interrupted) return interrupt_status(interrupt_signal());
  Json json = run_to_json(experiment, outcome);
  if (folder) json = write_run(*folder, json, network, outcome);
  if (command.config.json) {
    out.print(json);
  } else {
    std::string text = run_table(experiment, outcome);
    for (const std::string& file : outcome.files) text += fmt::format("  left: {}\n", file);
    if (folder) {
      for (const std::string& file : folder->files()) text += fmt::format("  left: {}\n", file);
    }
    out.print(text);
  }
  return exit_status(outcome, options.trace);
}

}  // namespace

Command add_run(CommandLine& program) {
  CommandLine line = program.command("run", "runs one experiment and reports its figures");
  auto command = std::make_shared<RunCommand>();  // shared by the parser and the returned function
  command->config.add_to(line);
  line.text("--out", command->out,
            "folder for results.json and the CSV files beside it; `turnpike report` draws it");
  const CommandOption trace = line.text("--trace", command->run.trace.file,
                                        "waveform, an .fst file; engines rtl, lockstep");
  line.number("--trace-from", command->run.trace.from, {0, kLastCycle},
              "first cycle of the waveform")
      .needs(trace);
  line.number("--trace-to", command->run.trace.to, {0, kLastCycle}, "first cycle no longer in it")
      .needs(trace);
  line.each("--trace-scope", command->run.trace.scopes, "component in the waveform; default all")
      .value_name("COMPONENT")
      .needs(trace);
  line.text("--events", command->run.events,
            "event log, one row per packet and hop: .csv, or .jsonl for JSON lines");
  line.text("--mismatch-dir", command->run.folder,
            "folder for the waveform of a mismatch, made if there is one; default: --out or .");
  line.flag("--allow-deadlock", command->allow_deadlock,
            "run although the network can deadlock; the watchdog reports it when it does");
  line.footer([] {
    return "Exit status: 0 the run is done or saturated; 1 it is not finished (run.max_cycles "
           "came\n"
           "first, nothing moved any more, hardware and model differ), or the network can "
           "deadlock;\n"
           "2 bad input; 130, 143 interrupted. What was measured is kept: `status` and `reason` "
           "say\n"
           "how it ended.\n\n" +
           keys_as_help();
  });
  return {line, [command] { return run(*command); }};
}

}  // namespace turnpike::sim
