// slurm.h - sbatch, squeue and scancel.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace turnpike::sim {

// Of every task; empty or 0: the cluster's own default.
struct SlurmOptions {
  std::string partition;
  std::string time;  // as sbatch takes it: minutes, hours:minutes:seconds, days-hours
  std::string mem;   // as sbatch takes it: 4G
  std::uint32_t cpus = 1;
  std::uint32_t tasks = 0;        // of the array; 0: as many as there is work for
  std::uint32_t array_limit = 0;  // tasks that run at once
};

// Throws ConfigError where a value could be taken for something else in a job script.
void check_slurm_options(const SlurmOptions& options);

// One job, or an array of `tasks`.
struct SlurmJob {
  std::string name;
  std::string script;       // file
  std::string folder;       // where it runs
  std::string output;       // file for what it prints, there; %A, %a and %j as sbatch has them
  std::uint32_t tasks = 0;  // 0: no array
  std::uint32_t array_limit = 0;
  std::string after;  // job that has to end well before; empty: none
};

// The text of a job script that becomes `command`; variables of the shell in it stay.
std::string job_script(const SlurmOptions& options, const std::vector<std::string>& exports,
                       const std::string& command);

// A word of a shell command that means itself.
std::string in_shell_quotes(const std::string& text);

// The number of the job. Throws ConfigError with sbatch's own words where it refuses.
std::string submit(const SlurmJob& job);

enum class JobState {
  under_way,
  ended,    // in whatever way
  stuck,    // held, it will not start by itself
  unknown,  // the controller does not answer
};
JobState state_of(const std::string& job);

// The words of squeue for what is left of a job: a line a task, "STATE reason".
JobState state_in(const std::string& lines);

// Cancels what of these jobs is left; says nothing where there is nothing.
void cancel(const std::vector<std::string>& jobs);

}  // namespace turnpike::sim
