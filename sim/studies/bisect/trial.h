// trial.h - decides whether a configuration fails in the same way as the original one.

#pragma once

#include <functional>
#include <string>

#include "sim/base/progress_line.h"
#include "sim/base/temporary_file.h"
#include "sim/studies/bisect/candidate.h"
#include "sim/studies/regress/judge.h"
#include "sim/studies/regress/machine_point.h"
#include "sim/studies/regress/plan.h"
#include "sim/studies/regress/run_point.h"

namespace turnpike::sim {

struct Trial {  // NOLINT(bugprone-exception-escape): as of every JSON value
  enum class End { passed, failed, refused };
  End end = End::refused;
  PointRecord record;   // of what ran
  Complaint complaint;  // the first one; failed
  // What failures of one cause have in common in networks of any size; failed.
  std::string kind;
  std::string why;  // refused: by the network's checks, or by a tool that builds its hardware

  // In which it was noticed, where that is known.
  std::optional<model::Cycle> cycle() const;
};

// Runs configurations in processes of their own, as a point of a suite is run, and judges them by
// what is expected of that point. With the same program and sources a configuration comes to the
// same.
class TrialRunner {
 public:
  static constexpr const char* kCheckpoint = "checkpoint";  // of a long run, in look()'s folder

  // `plan` outlives this.
  TrialRunner(const Plan& plan, std::size_t point, ProgressLine& line);

  // Throws ConfigError where the configuration makes no sense, std::runtime_error where hardware
  // cannot be built, Interrupted.
  Trial run(const Experiment& experiment);
  // The same once more, with all that there is to look at in a folder: waveform, events of the last
  // cycles, of a long run a checkpoint shortly before its end. `seen` is what it came to before.
  Trial look(const Experiment& experiment, const Trial& seen, const std::string& folder);
  // The same; what makes no sense or cannot be built is refused.
  Trial run(const Candidate& candidate);
  // The same of a machine, whose whole description is the point.
  Trial run(const MachinePoint& machine);
  // Configurations that were run.
  std::size_t count() const { return count_; }
  bool may_deadlock() const;

 private:
  void check(const Experiment& experiment) const;
  Trial run_with(const Experiment& experiment, const RunPointOptions& options,
                 const PointRecord* seen);
  // Fills the record in a copy of this process.
  using Fill = std::function<void(PointRecord& record, const std::function<void()>& begin)>;
  PointRecord run_copy(PointRecord record, const Fill& fill);
  PointRecord start_of_record() const;
  Trial judged(PointRecord record);

  const Plan& plan_;
  std::size_t point_;
  ProgressLine& line_;
  Judge judge_;
  TemporaryFolder scratch_;
  std::size_t count_ = 0;
};

}  // namespace turnpike::sim
