// run.cpp - `turnpike run`: one experiment on one engine.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>

#include "commands/command.h"
#include "commands/run_seeds.h"
#include "sim/base/interrupt.h"
#include "sim/base/output_folder.h"
#include "sim/base/progress_line.h"
#include "sim/base/standard_error.h"
#include "sim/experiment/config/schema_text.h"
#include "sim/experiment/results/standard_output.h"
#include "sim/experiment/run/config_options.h"
#include "sim/experiment/run/kept_run.h"
#include "sim/experiment/run/run_experiment.h"

namespace turnpike::sim {

namespace {

struct RunCommand {
  RunConfigOptions config;
  RunOptions run;
  std::string out;
  unsigned seeds = 1;
  bool allow_deadlock = false;
  bool is_resumed = false;
};

KeptRun run_with_progress(const Experiment& experiment, const model::Network& network,
                          RunOptions options, OutputFolder* folder, ProgressLine& line) {
  Progress last;
  options.on_build = [&line](const std::string& text) { line.note(text); };
  options.on_progress = [&](const Progress& progress) {
    last = progress;
    if (line.due()) {
      line.show(fmt::format("cycle {}, {}", progress.cycle, phase_text(progress.phase)));
    }
    return interrupt_signal() == 0;
  };
  KeptRun run = run_and_keep(experiment, network, options, folder);
  line.clear();
  if (run.outcome.interrupted) {
    tell(fmt::format(
        "interrupted in cycle {} ({}): the figures of this run are missing, no result file was "
        "written{}",
        last.cycle, phase_text(last.phase),
        options.checkpoint.file.empty() ? "" : "; --resume goes on from its checkpoint"));
  }
  return run;
}

// What was asked for and is not there, one line each on standard error. The network's own
// complaints are in the results in full.
int exit_status(const RunOutcome& outcome, const TraceRequest& trace) {
  int status = kDone;
  if (!is_finished(status_of(outcome))) {
    tell("not finished: " + outcome.results.reason);
    status = kCheckFailed;
  }
  const std::vector<std::string>& files = outcome.files;
  if (trace.file.empty() || std::count(files.begin(), files.end(), trace.file) != 0) return status;
  tell(fmt::format("no waveform: the run ended in cycle {}, before --trace-from {}",
                   outcome.results.cycles, trace.from));
  return kCheckFailed;
}

// Beside the results, or where --from-checkpoint says.
void set_checkpoints(const RunCommand& command, RunOptions& run) {
  if (run.checkpoint.every == 0) return;
  if (command.is_resumed && !run.trace.file.empty()) {  // also while there is no checkpoint yet
    refuse_option("--trace", "a run with --resume",
                  "--from-checkpoint: a waveform cannot be continued");
  }
  run.checkpoint.file = command.out + "/checkpoint";
  if (!command.is_resumed) return;
  if (std::filesystem::exists(run.checkpoint.file)) {
    run.checkpoint.from = run.checkpoint.file;
  } else {
    tell(fmt::format("no checkpoint in {} yet: from cycle 0", command.out));
  }
}

int run(const RunCommand& command) {
  if (command.seeds > 1) {
    return run_seeds(command.config, command.seeds, command.allow_deadlock, command.out);
  }
  watch_for_interrupts();
  StandardOutput out;
  RunOptions options = command.run;
  set_checkpoints(command, options);
  ProgressLine line;
  const Experiment experiment = command.config.read();
  const model::Network network = network_to_run(experiment);
  const std::string remark = remark_on_run(experiment, network, command.allow_deadlock);
  if (!remark.empty()) tell(remark);
  std::optional<OutputFolder> folder;
  if (!command.out.empty()) folder.emplace(command.out);
  OutputFolder* const place = folder ? &*folder : nullptr;
  const KeptRun run = run_with_progress(experiment, network, options, place, line);
  if (run.outcome.interrupted) return interrupt_status(interrupt_signal());
  command.config.json ? out.print(run.json) : out.print(table_of(experiment, run.outcome, place));
  return exit_status(run.outcome, options.trace);
}

// What of a run's course is kept.
void add_record_options(CommandLine& line, RunCommand& command, const CommandOption& seeds) {
  CommandOption trace =
      line.text("--trace", command.run.trace.file, "waveform, an .fst file; engines rtl, lockstep");
  trace.excludes(seeds);
  line.number("--trace-from", command.run.trace.from, {0, kLastCycle},
              "first cycle of the waveform")
      .needs(trace);
  line.number("--trace-to", command.run.trace.to, {0, kLastCycle}, "first cycle after the waveform")
      .needs(trace);
  line.each("--trace-scope", command.run.trace.scopes, "component in the waveform; default all")
      .value_name("COMPONENT")
      .needs(trace);
  line.text("--events", command.run.events,
            "event log, one row per packet and hop: .csv, or .jsonl for JSON lines")
      .excludes(seeds);
}

void add_checkpoint_options(CommandLine& line, RunCommand& command, const CommandOption& seeds,
                            const CommandOption& out) {
  CommandOption every =
      line.number("--checkpoint-every", command.run.checkpoint.every, {1, kLastCycle},
                  "cycles from one checkpoint to the next, a file in the folder of --out");
  every.needs(out).excludes(seeds);
  const CommandOption resume = line.flag("--resume", command.is_resumed,
                                         "continues from the checkpoint in the folder of --out; "
                                         "without one, begins at cycle 0")
                                   .needs(every);
  line.text("--from-checkpoint", command.run.checkpoint.from,
            "begins with the state in this file, which a run of this configuration has written")
      .excludes(every)
      .excludes(resume)
      .excludes(seeds);
}

}  // namespace

Command add_run(CommandLine& program) {
  CommandLine line = program.command("run", "runs one experiment and reports its figures");
  auto command = std::make_shared<RunCommand>();  // shared by the parser and the returned function
  command->config.add_to(line);
  const CommandOption seeds = line.number(
      "--seeds", command->seeds, {1, 10000},
      "runs so many successive seeds, several at a time; reports their mean, and its interval "
      "from how they differ");
  const CommandOption out =
      line.text("--out", command->out,
                "folder for results.json and the CSV files beside it; `turnpike report` draws it");
  add_record_options(line, *command, seeds);
  add_checkpoint_options(line, *command, seeds, out);
  line.text("--mismatch-dir", command->run.folder,
            "folder for the waveform of a mismatch, made if there is one; default: --out or .")
      .excludes(seeds);
  line.flag("--allow-deadlock", command->allow_deadlock,
            "run although the network can deadlock; the watchdog reports it when it does");
  line.footer([] {
    return "Exit status: 0 the run is done or saturated; 1 it is not finished (run.max_cycles "
           "came\n"
           "first, nothing moved any more, hardware and model differ), or the network can "
           "deadlock;\n"
           "2 bad input; 129, 130, 143 interrupted. What was measured is kept: `status` and "
           "`reason` "
           "say\n"
           "how it ended.\n\n" +
           keys_as_help();
  });
  return {line, [command] { return run(*command); }};
}

}  // namespace turnpike::sim
