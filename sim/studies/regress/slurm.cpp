// slurm.cpp - the three programs' arguments and answers.

#include "sim/studies/regress/slurm.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <sstream>

#include "model/common/printable.h"
#include "sim/base/child_process.h"
#include "sim/base/config_error.h"
#include "sim/base/run_child.h"

namespace turnpike::sim {

namespace {

std::string without_line_end(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  return text;
}

}  // namespace

void check_slurm_options(const SlurmOptions& options) {
  const auto check = [](const char* option, const std::string& value) {
    const auto is_plain = [](unsigned char c) {
      return std::isalnum(c) != 0 ||
             std::string(":.,_+-").find(static_cast<char>(c)) != std::string::npos;
    };
    if (std::all_of(value.begin(), value.end(), is_plain)) return;
    throw ConfigError(fmt::format("{}: found '{}', allowed: letters, digits and : . , _ + -",
                                  option, model::excerpt(value)));
  };
  check("--partition", options.partition);
  check("--time", options.time);
  check("--mem", options.mem);
}

std::string in_shell_quotes(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string job_script(const SlurmOptions& options, const std::vector<std::string>& exports,
                       const std::string& command) {
  std::string text = "#!/bin/sh\n";
  const auto add = [&](const char* option, const std::string& value) {
    if (!value.empty()) text += fmt::format("#SBATCH --{}={}\n", option, value);
  };
  add("partition", options.partition);
  add("time", options.time);
  add("mem", options.mem);
  add("ntasks", "1");
  add("cpus-per-task", std::to_string(options.cpus));
  text += "#SBATCH --requeue\n";  // when its node is lost
  text += "#SBATCH --open-mode=append\n\n";
  for (const std::string& assignment : exports) text += "export " + assignment + "\n";
  // In place of the shell, so that it hears what the task is told.
  return text + "exec " + command + "\n";
}

std::string submit(const SlurmJob& job) {
  std::vector<std::string> arguments = {"sbatch", "--parsable", "--job-name=" + job.name,
                                        "--chdir=" + job.folder, "--output=" + job.output};
  if (job.tasks != 0) {
    std::string array = fmt::format("--array=0-{}", job.tasks - 1);
    if (job.array_limit != 0) array += fmt::format("%{}", job.array_limit);
    arguments.push_back(array);
  }
  if (!job.after.empty()) {
    arguments.push_back("--dependency=afterok:" + job.after);
    arguments.emplace_back("--kill-on-invalid-dep=yes");
  }
  arguments.push_back(job.script);
  const FinishedChild sbatch = run_child(arguments, "submit the night to Slurm");
  const std::string answer = without_line_end(sbatch.output);
  const std::string number = answer.substr(0, answer.find(';'));  // "NUMBER;CLUSTER"
  const bool is_number =
      !number.empty() && number.find_first_not_of("0123456789") == std::string::npos;
  if (sbatch.status == 0 && is_number) return number;
  const std::string said = without_line_end(sbatch.errors + sbatch.output);
  throw ConfigError(fmt::format("sbatch: refused {} (status {}): {}", job.script, sbatch.status,
                                said.empty() ? "without a word" : said));
}

JobState state_in(const std::string& lines) {
  bool is_stuck = false;
  std::istringstream text(lines);
  for (std::string line; std::getline(text, line);) {
    std::transform(line.begin(), line.end(), line.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (without_line_end(line).empty()) continue;
    const bool held = line.find("pending") == 0 && (line.find("held") != std::string::npos ||
                                                    line.find("never") != std::string::npos);
    if (!held) return JobState::under_way;
    is_stuck = true;
  }
  return is_stuck ? JobState::stuck : JobState::ended;
}

JobState state_of(const std::string& job) {
  const FinishedChild squeue =
      run_child({"squeue", "--noheader", "--jobs=" + job, "--format=%T %r"}, "ask for the jobs");
  if (squeue.status == 0) return state_in(squeue.output);
  // It was forgotten some minutes after its end.
  const bool is_forgotten = squeue.errors.find("Invalid job id") != std::string::npos;
  return is_forgotten ? JobState::ended : JobState::unknown;
}

void cancel(const std::vector<std::string>& jobs) {
  std::vector<std::string> arguments = {"scancel"};
  for (const std::string& job : jobs) {
    if (!job.empty()) arguments.push_back(job);
  }
  if (arguments.size() == 1) return;
  ChildProcess child(arguments);  // not run_child(), which gives up when a signal has come
  child.wait();
}

}  // namespace turnpike::sim
