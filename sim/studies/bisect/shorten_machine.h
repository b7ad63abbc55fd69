// shorten_machine.h - reduces a failing machine to the smallest that fails in the same way.
//
// A few numbers describe a machine (machine_point.h). Rounds make each number as small as possible
// until a round changes nothing. A candidate is kept under the rules of shorten.h.

#pragma once

#include "sim/base/output_folder.h"
#include "sim/studies/bisect/minimum_files.h"
#include "sim/studies/bisect/shorten.h"
#include "sim/studies/bisect/trial.h"
#include "sim/studies/regress/machine_point.h"

namespace turnpike::sim {

struct ShortenedMachine {  // NOLINT(bugprone-exception-escape): as of every JSON value
  MachinePoint machine;
  Trial trial;
  std::vector<ShortenStep> steps;
  bool is_cut_off = false;
};

class MachineShortener {
 public:
  using Run = std::function<Trial(const MachinePoint&)>;
  using OnSmaller = std::function<void(const ShortenedMachine&)>;

  // `first` is what the machine came to; `limit`: for the search, 0: none. `on_smaller` gets each
  // that is smaller than the one before it.
  MachineShortener(Run run, const MachinePoint& machine, Trial first, std::chrono::seconds limit,
                   OnSmaller on_smaller);

  // Throws what ends it before: Interrupted, ConfigError.
  ShortenedMachine run();

 private:
  bool take(const MachinePoint& candidate, const std::string& text);
  void round();
  template <class Number>
  void shrink(const char* what, Number MachinePoint::*number, std::uint64_t least);
  bool is_in_time() const;

  Run run_;
  std::string kind_;
  ShortenedMachine best_;
  std::chrono::seconds limit_;
  OnSmaller on_smaller_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// bisect.txt and bisect.json; nothing else is needed, as a machine is a command. Throws
// ConfigError.
MinimumReport leave_machine(const ShortenedMachine& minimum, const BisectSubject& subject,
                            const TrialRunner& runner, OutputFolder& folder);

}  // namespace turnpike::sim
