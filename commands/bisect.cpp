// bisect.cpp - `turnpike bisect`: the smallest run that fails alike, or the commit that broke it.

#include <fmt/format.h>

#include <memory>

#include "commands/command.h"
#include "model/common/printable.h"
#include "sim/base/config_error.h"
#include "sim/base/data_folder.h"
#include "sim/base/interrupt.h"
#include "sim/base/output_folder.h"
#include "sim/base/progress_line.h"
#include "sim/base/standard_error.h"
#include "sim/experiment/results/standard_output.h"
#include "sim/experiment/run/config_options.h"
#include "sim/studies/bisect/commit_files.h"
#include "sim/studies/bisect/minimum_files.h"
#include "sim/studies/bisect/shorten_machine.h"

namespace turnpike::sim {

namespace {

constexpr int kDoesNotFail = 3;

struct BisectCommand {
  RunConfigOptions config;
  std::string point;
  std::uint64_t reseed = 0;
  bool allow_deadlock = false;
  std::string out;
  std::uint64_t time_limit = 0;  // seconds
  std::string commits;
  std::string repository;
};

// What is looked into, as a point of a suite: of a configuration, one of its own.
struct Subject {
  Plan plan;
  std::size_t point = 0;
  Experiment experiment;
  std::optional<MachinePoint> machine;  // instead
  std::string text;
};

Subject subject_of_suite(const BisectCommand& command) {
  const RunConfigOptions& config = command.config;
  for (const auto& [option, is_given] :
       {std::pair{"--set", !config.sets.empty()}, std::pair{"--unset", !config.unsets.empty()},
        std::pair{"--engine", !config.engine.empty()}, std::pair{"--seed", !config.seed.empty()},
        std::pair{"--threads", !config.threads.empty()},
        std::pair{"--allow-deadlock", command.allow_deadlock}}) {
    if (!is_given) continue;
    throw ConfigError(
        fmt::format("{}: found with --point, allowed: with a configuration; the "
                    "suite says what a point is",
                    option));
  }
  Subject subject;
  subject.plan = make_plan(config.file, command.reseed);
  subject.point = find_point(subject.plan.points, command.point);
  const RegressPoint& point = subject.plan.points[subject.point];
  subject.text = fmt::format("{}, point {}", config.file, point.name);
  if (subject.plan.suite.cases[point.case_index].is_machine()) {
    subject.machine = machine_of(subject.plan.suite, point);
  } else {
    subject.experiment = experiment_of(subject.plan.suite, point);
  }
  return subject;
}

Subject subject_of(const BisectCommand& command) {
  if (!command.point.empty()) return subject_of_suite(command);
  Subject subject;
  subject.experiment = command.config.read();
  subject.text = command.config.file;
  SuiteCase one;
  one.allow_deadlock = command.allow_deadlock;
  subject.plan.suite.cases.push_back(one);
  RegressPoint point;
  point.name = command.config.file;
  subject.plan.points.push_back(point);
  subject.plan.keys.emplace_back();
  return subject;
}

std::string name_of(const Subject& subject) {
  std::string name = subject.experiment.name;
  return name.empty() ? "run" : name;
}

int refuse_passing(const std::string& what) {
  tell(what);
  return kDoesNotFail;
}

// Throws ConfigError for a failure that a smaller run cannot have.
void refuse_unless_smaller_fails(const Subject& subject, const Trial& first) {
  if (first.end == Trial::End::passed || freedom_of(first) != Freedom::nothing) return;
  throw ConfigError(fmt::format(
      "{}: found a failure of this configuration alone ({}), allowed: one that a smaller run can "
      "have too; --commits finds the commit that brought it",
      model::printable(subject.text), first.kind));
}

int print(const BisectCommand& command, StandardOutput& out, const Json& json,
          const std::string& text) {
  if (command.config.json) {
    out.print(json);
  } else {
    out.print(text);
  }
  return kDone;
}

int search_commits(const BisectCommand& command, Subject& subject, StandardOutput& out,
                   ProgressLine& line) {
  if (subject.machine) {
    throw ConfigError("--commits: found a point that runs a machine, allowed: one with a network");
  }
  if (!has_hardware(subject.experiment.engine)) {
    throw ConfigError(
        fmt::format("--commits: found engine {}, which has no hardware, allowed: lockstep, "
                    "rtl, emitted",
                    to_text(subject.experiment.engine)));
  }
  const Repository repository(command.repository.empty() ? data_folder().string()
                                                         : command.repository);
  const CommitRange range = CommitRange::of(command.commits, repository);
  TrialRunner runner(subject.plan, subject.point, line);
  OutputFolder folder(command.out.empty() ? "results/" + name_of(subject) + "-bisect"
                                          : command.out);
  CommitSearch search(repository, runner, line);
  CommitsFound found;
  try {
    found = search.run(subject.experiment, range);
  } catch (const DoesNotFail& error) {
    return refuse_passing(error.what());
  }
  remove_evidence(folder);
  search.look(subject.experiment, found, folder.path());
  line.clear();
  const MinimumReport report = leave_commits(found, subject.text, repository, folder);
  print(command, out, report.json, report.text);
  return found.suspects.size() == 1 ? kDone : kCheckFailed;
}

int shorten(const BisectCommand& command, Subject& subject, StandardOutput& out,
            ProgressLine& line) {
  TrialRunner runner(subject.plan, subject.point, line);
  OutputFolder folder(command.out.empty() ? "results/" + name_of(subject) + "-bisect"
                                          : command.out);
  const Trial first = runner.run(subject.experiment);
  if (first.end == Trial::End::passed) {
    return refuse_passing(subject.text + ": does not fail, so there is nothing to look for");
  }
  line.note(fmt::format("fails: {}", model::printable(first.complaint.text)));
  refuse_unless_smaller_fails(subject, first);
  const BisectSubject given{subject.text, first};
  remove_evidence(folder);
  ShortenOptions options;
  options.limit = std::chrono::seconds(command.time_limit);
  options.on_smaller = [&](const Shortened& smaller) { keep_minimum(smaller, given, folder); };
  Shortener shortener(runner, subject.experiment, first, line, options);
  Shortened minimum;
  try {
    minimum = shortener.run();
  } catch (const Interrupted&) {
    leave_cut_off(shortener.smallest(true), given, runner, folder);
    line.note(fmt::format("the smallest so far: {}", folder.path_of("bisect.txt")));
    throw;
  }
  const MinimumReport report = leave_minimum(minimum, given, runner, folder);
  line.clear();
  return print(command, out, report.json, report.text);
}

int shorten_machine(const BisectCommand& command, Subject& subject, StandardOutput& out,
                    ProgressLine& line) {
  TrialRunner runner(subject.plan, subject.point, line);
  OutputFolder folder(command.out.empty() ? "results/" + name_of(subject) + "-bisect"
                                          : command.out);
  const Trial first = runner.run(*subject.machine);
  if (first.end == Trial::End::passed) {
    return refuse_passing(subject.text + ": does not fail, so there is nothing to look for");
  }
  refuse_unless_smaller_fails(subject, first);
  line.note(fmt::format("fails: {}", model::printable(first.complaint.text)));
  const BisectSubject given{subject.text, first};
  remove_evidence(folder);
  MachineShortener shortener(
      [&](const MachinePoint& machine) { return runner.run(machine); }, *subject.machine, first,
      std::chrono::seconds(command.time_limit),
      [&](const ShortenedMachine& smaller) { leave_machine(smaller, given, runner, folder); });
  const ShortenedMachine minimum = shortener.run();
  line.clear();
  const MinimumReport report = leave_machine(minimum, given, runner, folder);
  return print(command, out, report.json, report.text);
}

int bisect(const BisectCommand& command) {
  watch_for_interrupts();
  StandardOutput out;
  ProgressLine line;
  Subject subject = subject_of(command);
  if (!command.commits.empty()) return search_commits(command, subject, out, line);
  return subject.machine ? shorten_machine(command, subject, out, line)
                         : shorten(command, subject, out, line);
}

}  // namespace

Command add_bisect(CommandLine& program) {
  CommandLine line = program.command(
      "bisect", "finds the smallest run that fails as this one does, or the commit that broke it");
  auto command = std::make_shared<BisectCommand>();  // shared by the parser and the function below
  command->config.add_to(line);
  const CommandOption point = line.text(
      "--point", command->point,
      "point of a suite, by number or name, with what it expects; CONFIG is then the suite");
  line.number("--reseed", command->reseed, {0, 9007199254740992},
              "the --reseed of the night that the point is from")
      .needs(point);
  line.flag("--allow-deadlock", command->allow_deadlock,
            "run although the network can deadlock, as `turnpike run` does");
  line.text("--out", command->out, "folder for what is found; default results/CONFIG-bisect");
  line.number("--time-limit", command->time_limit, {1, 604800},
              "seconds after which the search ends with the smallest run so far");
  const CommandOption commits = line.text(
      "--commits", command->commits,
      "GOOD..BAD: finds the first commit of this range whose rtl/ fails as that of BAD does");
  line.text("--repository", command->repository,
            "git repository with these commits; default: that of the program's rtl/")
      .needs(commits);
  line.footer(
      "docs/bisect.md lists the steps. Exit status: 0 found; 1 --commits: the first bad commit is\n"
      "one of several, because those between cannot be judged; 2 bad input; 3 the run does not\n"
      "fail; 129, 130, 143 interrupted.");
  return {line, [command] { return bisect(*command); }};
}

}  // namespace turnpike::sim
