// regress.cpp - `turnpike regress`: a suite of runs, on this machine or on a cluster.

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <thread>

#include "commands/command.h"
#include "model/common/printable.h"
#include "sim/base/config_error.h"
#include "sim/base/interrupt.h"
#include "sim/base/progress_line.h"
#include "sim/base/standard_error.h"
#include "sim/experiment/results/standard_output.h"
#include "sim/studies/regress/cluster.h"
#include "sim/studies/regress/judge.h"
#include "sim/studies/regress/night.h"
#include "sim/studies/regress/suite_keys.h"
#include "sim/studies/regress/worker.h"

namespace turnpike::sim {

namespace {

struct RegressCommand {
  std::string suite;
  std::string out;
  std::uint64_t reseed = 0;
  std::uint32_t jobs = std::max(1u, std::thread::hardware_concurrency());
  std::string point;
  std::string night;
  std::string history;
  std::uint64_t first = 0;
  bool again = false;
  bool slurm = false;
  ClusterOptions cluster;
  bool json = false;
};

std::string folder_of(const RegressCommand& command, const Suite& suite) {
  return command.out.empty() ? "results/" + suite.name : command.out;
}

int list(const RegressCommand& command) {
  StandardOutput out;
  const Plan plan = make_plan(command.suite, command.reseed);
  Json json = {{"schema", "turnpike.regress.list/1"},
               {"suite", plan.suite.name},
               {"reseed", plan.reseed},
               {"points", Json::array()}};
  std::string text;
  for (std::size_t i = 0; i < plan.points.size(); ++i) {
    const RegressPoint& point = plan.points[i];
    if (command.json) {
      json["points"].push_back({{"number", i},
                                {"point", point.name},
                                {"engine", to_text(point.engine)},
                                {"seed", point.seed}});
    } else {
      text += fmt::format("{:>6}  {}  (seed {})\n", i, model::printable(point.name), point.seed);
    }
  }
  if (command.json) {
    out.print(json);
  } else {
    out.print(text);
  }
  return kDone;
}

// Judges what is there, leaves the files and tells.
int finish(const RegressCommand& command, const Plan& plan, const SharedFolder& shared,
           StandardOutput& out) {
  OutputFolder folder(shared.path());
  const Collected collected = collect(plan, shared);
  for (const std::string& damage : collected.damaged) tell(damage);
  History history(command.history.empty() ? folder.path_of("history.sqlite") : command.history);
  history.add(plan, collected);
  const Trend trend = history.trend(plan, collected);
  const Json json = leave_night(plan, collected, trend, folder);
  if (command.json) {
    out.print(json);
  } else {
    out.print(night_text(plan, collected, trend, folder));
  }
  if (collected.missing != 0) {
    tell(fmt::format(
        "{}{} of {} points are missing\nThe same command runs what is missing and no more.",
        interrupt_signal() != 0 ? "interrupted; " : "", collected.missing, plan.points.size()));
  }
  if (interrupt_signal() != 0) return interrupt_status(interrupt_signal());
  return collected.passed() ? kDone : kCheckFailed;
}

// Damaged results are as good as none; those of failed points where they shall be run again.
void remove_results(const RegressCommand& command, const Plan& plan, SharedFolder& shared,
                    ProgressLine& line) {
  Judge judge(plan);
  judge.load();
  for (std::size_t i = 0; i < plan.points.size(); ++i) {
    if (!shared.has_result(plan.keys[i])) continue;
    try {
      const PointRecord record = read_record(shared.point_path(plan.keys[i]));
      if (command.again && !judge.judge(i, record).empty()) shared.remove_point(plan.keys[i]);
    } catch (const ConfigError& error) {
      line.note(fmt::format("{}\n  this point is run again", error.what()));
      shared.remove_point(plan.keys[i]);
    }
  }
}

// One point, run again whether it has a result or not.
int run_one(const RegressCommand& command, const Plan& plan, SharedFolder& shared,
            StandardOutput& out, ProgressLine& line) {
  const std::size_t point = find_point(plan.points, command.point);
  shared.remove_point(plan.keys[point]);
  WorkOptions options;
  options.only = {point};
  work(plan, shared, options, line);
  if (interrupt_signal() != 0) return interrupt_status(interrupt_signal());
  const PointRecord record = read_record(shared.point_path(plan.keys[point]));
  const std::vector<Complaint> complaints = Judge(plan).judge(point, record);
  std::string text = fmt::format("{}: {}\n", model::printable(record.name),
                                 complaints.empty() ? "passed" : "failed");
  for (const Complaint& complaint : complaints)
    text += "  " + model::printable(complaint.text) + "\n";
  Collected of_one;
  of_one.points.push_back({point, record, complaints});
  leave_configurations(of_one, shared.path());
  text += fmt::format("  result: {}\n", model::printable(shared.point_path(plan.keys[point])));
  for (const std::string& file : evidence_of(shared.path(), record)) {
    text += fmt::format("  file:   {}/{}\n", model::printable(shared.path()), file);
  }
  out.print(text);
  return complaints.empty() ? kDone : kCheckFailed;
}

int run(const RegressCommand& command) {
  watch_for_interrupts();
  StandardOutput out;
  Plan plan = make_plan(command.suite, command.reseed);
  check_plan(plan);
  SharedFolder shared(folder_of(command, plan.suite), this_worker());
  ProgressLine line;
  if (!command.point.empty()) return run_one(command, plan, shared, out, line);
  keep_plan(plan, shared.path());
  remove_results(command, plan, shared, line);
  if (command.slurm) {
    const std::string told = run_on_cluster(plan, shared, command.cluster, line);
    line.clear();
    if (command.cluster.submit_only) {
      out.print(told +
                fmt::format("  `turnpike regress collect {} --out {}` when they have ended\n",
                            command.suite, shared.path()));
      return kDone;
    }
    return finish(command, plan, shared, out);
  }
  build_all(plan, shared, command.jobs, line);
  WorkOptions options;
  options.jobs = command.jobs;
  options.waits_for_others = true;
  work(plan, shared, options, line);
  return finish(command, plan, shared, out);
}

int collect_night(const RegressCommand& command) {
  StandardOutput out;
  const Suite suite = read_suite(command.suite);
  const std::string folder = folder_of(command, suite);
  const Plan plan = read_plan(command.suite, folder, "");
  const SharedFolder shared(folder, this_worker());
  return finish(command, plan, shared, out);
}

int build(const RegressCommand& command) {
  watch_for_interrupts();
  const Plan plan = read_plan(command.suite, command.out, command.night);
  SharedFolder shared(command.out, this_worker());
  ProgressLine line;
  build_all(plan, shared, command.jobs, line);
  return interrupt_signal() != 0 ? interrupt_status(interrupt_signal()) : kDone;
}

int work_as_task(const RegressCommand& command) {
  watch_for_interrupts();
  const Plan plan = read_plan(command.suite, command.out, command.night);
  SharedFolder shared(command.out, this_worker());
  ProgressLine line;
  WorkOptions options;
  options.jobs = command.jobs;
  options.first = command.first % plan.points.size();
  work(plan, shared, options, line);
  return interrupt_signal() != 0 ? interrupt_status(interrupt_signal()) : kDone;
}

CommandLine add_part(CommandLine& regress, RegressCommand& command, const char* name,
                     const char* meaning) {
  CommandLine line = regress.command(name, meaning);
  line.text("SUITE", command.suite, "suite, a TOML file").required();
  return line;
}

void add_out(CommandLine& line, RegressCommand& command) {
  line.text("--out", command.out, "folder for results; default results/SUITE");
}

void add_history(CommandLine& line, RegressCommand& command) {
  line.text("--history", command.history,
            "SQLite file that this night is added to; default history.sqlite in --out");
}

void add_reseed(CommandLine& line, RegressCommand& command) {
  line.number("--reseed", command.reseed, {0, 9007199254740992},
              "derives other seeds, for a random night; 0: those of the suite");
}

void add_jobs(CommandLine& line, RegressCommand& command) {
  line.number("--jobs", command.jobs, {1, 1024}, "points at a time; default: all processors");
}

void add_slurm(CommandLine& line, RegressCommand& command) {
  SlurmOptions& slurm = command.cluster.slurm;
  const CommandOption by_slurm = line.flag(
      "--slurm", command.slurm, "runs the points as jobs of Slurm; all nodes share the folder");
  line.text("--partition", slurm.partition, "partition of the jobs").needs(by_slurm);
  line.text("--time", slurm.time, "time limit of a task, as sbatch takes it").needs(by_slurm);
  line.number("--cpus", slurm.cpus, {1, 1024},
              "processors of a task, which runs as many points at a time")
      .needs(by_slurm);
  line.text("--mem", slurm.mem, "memory of a task, as sbatch takes it").needs(by_slurm);
  line.number("--tasks", slurm.tasks, {1, 100'000},
              "tasks of the array; default: follows from the number of points")
      .needs(by_slurm);
  line.number("--array-limit", slurm.array_limit, {1, 100'000}, "tasks that run at once")
      .needs(by_slurm);
  line.flag("--submit-only", command.cluster.submit_only,
            "submits the jobs and does not wait for them")
      .needs(by_slurm);
}

CommandLine add_task(CommandLine& regress, RegressCommand& command, const char* name,
                     const char* meaning) {
  CommandLine line = add_part(regress, command, name, meaning);
  line.text("--out", command.out, "folder of a night that `run` has begun").required();
  line.text("--night", command.night, "key of the night; refuses the folder of another one");
  add_jobs(line, command);
  return line;
}

}  // namespace

Command add_regress(CommandLine& program) {
  CommandLine line = program.command(
      "regress", "runs a suite of points on this machine or a cluster, and reports what failed");
  auto command = std::make_shared<RegressCommand>();  // shared by the parser and the function below
  CommandLine listing = add_part(line, *command, "list", "prints the points with their names");
  add_reseed(listing, *command);
  listing.flag("--json", command->json, "one JSON object on standard output");
  CommandLine running =
      add_part(line, *command, "run", "runs the points that have no result yet, then collects");
  add_out(running, *command);
  add_history(running, *command);
  add_jobs(running, *command);
  add_reseed(running, *command);
  running.text("--point", command->point,
               "runs this point alone, by number or name, even if it has a result");
  running.flag("--again", command->again, "runs failed points again");
  running.flag("--json", command->json, "regress.json on standard output");
  add_slurm(running, *command);
  CommandLine collecting =
      add_part(line, *command, "collect", "judges the results in the folder and makes the page");
  add_out(collecting, *command);
  add_history(collecting, *command);
  collecting.flag("--json", command->json, "regress.json on standard output");
  CommandLine building =
      add_task(line, *command, "build", "a task of a cluster: builds the hardware of all points");
  CommandLine working =
      add_task(line, *command, "work", "a task of a cluster: runs points, collects nothing");
  working.number("--first", command->first, {0, 1'000'000}, "point to begin with");
  line.footer(
      "docs/regressions.md has the keys of a suite; `turnpike schema suite` has them for "
      "programs.\n"
      "Exit status: 0 every point passed; 1 one failed or is missing; 2 bad input; 129, 130,\n"
      "143 interrupted.");
  return {line, [=] {
            if (listing.is_given()) return list(*command);
            if (running.is_given()) return run(*command);
            if (building.is_given()) return build(*command);
            if (working.is_given()) return work_as_task(*command);
            return collect_night(*command);
          }};
}

}  // namespace turnpike::sim
