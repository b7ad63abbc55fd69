// run.cpp - `turnpike run`: one experiment on one engine.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <new>

#include "api/turnpike.hpp"
#include "commands/command.h"
#include "commands/run_seeds.h"
#include "sim/base/config_error.h"
#include "sim/base/interrupt.h"
#include "sim/base/progress_line.h"
#include "sim/base/standard_error.h"
#include "sim/experiment/config/schema_text.h"
#include "sim/experiment/results/standard_output.h"
#include "sim/experiment/run/config_options.h"
#include "sim/experiment/run/network_checks.h"

namespace turnpike::sim {

namespace {

struct RunCommand {
  RunConfigOptions config;
  turnpike::RunOptions run;
  std::string mismatch_folder;
  unsigned seeds = 1;
  bool allow_deadlock = false;
  bool is_resumed = false;
};

turnpike::Options options_of(const RunCommand& command, ProgressLine& line) {
  turnpike::Options options;
  options.overrides = command.config.sets;
  const auto set = [&](const char* option, const std::string& value) {
    if (!value.empty()) options.overrides.push_back(fmt::format("{}={}", option, value));
  };
  for (const std::string& key : command.config.unsets) set("--unset", key);
  set("--engine", command.config.engine);
  set("--seed", command.config.seed);
  set("--threads", command.config.threads);
  options.drawn_traffic = true;
  options.allow_deadlock = command.allow_deadlock;
  options.mismatch_folder = command.mismatch_folder;
  options.on_build = [&line](const std::string& text) { line.note(text); };
  return options;
}

turnpike::Run run_with_progress(turnpike::Simulation& simulation, turnpike::RunOptions options,
                                ProgressLine& line) {
  std::uint64_t last_cycle = 0;
  std::string last_phase;
  options.on_progress = [&](std::uint64_t cycle, const std::string& phase) {
    last_cycle = cycle;
    last_phase = phase;
    if (line.due()) line.show(fmt::format("cycle {}, {}", cycle, phase));
    return interrupt_signal() == 0;
  };
  const turnpike::Run end = simulation.run(options);
  line.clear();
  if (end == turnpike::Run::stopped) {
    tell(fmt::format(
        "interrupted in cycle {} ({}): the figures of this run are missing, no result file was "
        "written{}",
        last_cycle, last_phase,
        options.checkpoint.empty() ? "" : "; --resume goes on from its checkpoint"));
  }
  return end;
}

// What was asked for and is not there, one line each on standard error. The network's own
// complaints are in the results in full.
int exit_status(const turnpike::Simulation& simulation, turnpike::Run end,
                const turnpike::RunOptions& options) {
  int status = kDone;
  if (end == turnpike::Run::unfinished) {
    tell("not finished: " + simulation.error());
    status = kCheckFailed;
  }
  if (options.trace.empty()) return status;
  const Json files = Json::parse(simulation.statistics_json()).at("files");
  if (std::find(files.begin(), files.end(), options.trace) == files.end()) {
    tell(fmt::format("no waveform: the run ended in cycle {}, before --trace-from {}",
                     simulation.statistics().cycles, options.trace_from));
    status = kCheckFailed;
  }
  return status;
}

// Beside the results, or where --from-checkpoint says.
void set_checkpoints(const RunCommand& command, turnpike::RunOptions& run) {
  if (run.checkpoint_every == 0) return;
  if (command.is_resumed && !run.trace.empty()) {  // also while there is no checkpoint yet
    refuse_option("--trace", "a run with --resume",
                  "--from-checkpoint: a waveform cannot be gone on with");
  }
  run.checkpoint = run.folder + "/checkpoint";
  if (!command.is_resumed) return;
  if (std::filesystem::exists(run.checkpoint)) {
    run.from_checkpoint = run.checkpoint;
  } else {
    tell(fmt::format("no checkpoint in {} yet: from cycle 0", run.folder));
  }
}

int run_network(const RunCommand& command) {
  watch_for_interrupts();
  StandardOutput out;
  if (command.run.trace_to == 0) {  // which is no end to the library
    throw ConfigError(fmt::format("--trace-to: found 0, allowed: above --trace-from, {}",
                                  command.run.trace_from));
  }
  turnpike::RunOptions run = command.run;
  set_checkpoints(command, run);
  ProgressLine line;
  auto simulation = turnpike::Simulation::from_file(command.config.file, options_of(command, line));
  if (const std::string remark = simulation.remark(); !remark.empty()) {
    tell(remark);
  }
  const turnpike::Run end = run_with_progress(simulation, run, line);
  if (end == turnpike::Run::stopped) return interrupt_status(interrupt_signal());
  out.print(command.config.json ? simulation.statistics_json() : simulation.statistics_table());
  return exit_status(simulation, end, run);
}

// The program ends with 1 for what a check of the network or of the run says, with 2 for the rest.
int run(const RunCommand& command) {
  if (command.seeds > 1) {
    return run_seeds(command.config, command.seeds, command.allow_deadlock, command.run.folder);
  }
  try {
    return run_network(command);
  } catch (const turnpike::Error& error) {
    switch (error.status()) {
      case TURNPIKE_ERROR_UNSOUND:
      case TURNPIKE_ERROR_NETWORK:
      case TURNPIKE_ERROR_MISMATCH:
        throw CheckFailure(error.what());
      case TURNPIKE_ERROR_MEMORY:
        throw std::bad_alloc();
      default:
        throw;
    }
  }
}

// What of a run's course is kept.
void add_record_options(CommandLine& line, RunCommand& command, const CommandOption& seeds) {
  CommandOption trace =
      line.text("--trace", command.run.trace, "waveform, an .fst file; engines rtl, lockstep");
  trace.excludes(seeds);
  line.number("--trace-from", command.run.trace_from, {0, kLastCycle},
              "first cycle of the waveform")
      .needs(trace);
  line.number("--trace-to", command.run.trace_to, {0, kLastCycle}, "first cycle no longer in it")
      .needs(trace);
  line.each("--trace-scope", command.run.trace_scopes, "component in the waveform; default all")
      .value_name("COMPONENT")
      .needs(trace);
  line.text("--events", command.run.events,
            "event log, one row per packet and hop: .csv, or .jsonl for JSON lines")
      .excludes(seeds);
}

void add_checkpoint_options(CommandLine& line, RunCommand& command, const CommandOption& seeds,
                            const CommandOption& out) {
  CommandOption every =
      line.number("--checkpoint-every", command.run.checkpoint_every, {1, kLastCycle},
                  "cycles from one checkpoint to the next, a file in the folder of --out");
  every.needs(out).excludes(seeds);
  const CommandOption resume =
      line.flag("--resume", command.is_resumed,
                "go on from the checkpoint in the folder of --out; where there is none, from 0")
          .needs(every);
  line.text("--from-checkpoint", command.run.from_checkpoint,
            "begin with the state in this file, as it was written by the same run")
      .excludes(every)
      .excludes(resume)
      .excludes(seeds);
}

}  // namespace

Command add_run(CommandLine& program) {
  CommandLine line = program.command("run", "runs one experiment and reports its figures");
  auto command = std::make_shared<RunCommand>();  // shared by the parser and the returned function
  command->run.trace_to = kLastCycle;
  command->config.add_to(line);
  const CommandOption seeds = line.number(
      "--seeds", command->seeds, {1, 10000},
      "runs with successive seeds, several at a time; their mean, and its interval from "
      "how they differ");
  const CommandOption out =
      line.text("--out", command->run.folder,
                "folder for results.json and the CSV files beside it; `turnpike report` draws it");
  add_record_options(line, *command, seeds);
  add_checkpoint_options(line, *command, seeds, out);
  line.text("--mismatch-dir", command->mismatch_folder,
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
