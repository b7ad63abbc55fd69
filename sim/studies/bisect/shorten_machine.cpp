// shorten_machine.cpp - numbers of a machine, made smaller one by one.

#include "sim/studies/bisect/shorten_machine.h"

#include <fmt/format.h>

#include "model/common/printable.h"
#include "sim/base/staged_files.h"
#include "sim/experiment/results/standard_output.h"

namespace turnpike::sim {

namespace {

constexpr unsigned kMachineRounds = 8;  // each leaves less, so there are never so many

}  // namespace

MachineShortener::MachineShortener(Run run, const MachinePoint& machine, Trial first,
                                   std::chrono::seconds limit, OnSmaller on_smaller)
    : run_(std::move(run)),
      kind_(first.kind),
      best_{machine, std::move(first), {}, false},
      limit_(limit),
      on_smaller_(std::move(on_smaller)) {}

bool MachineShortener::is_in_time() const {
  return limit_.count() == 0 || std::chrono::steady_clock::now() - start_ < limit_;
}

bool MachineShortener::take(const MachinePoint& candidate, const std::string& text) {
  if (!is_in_time()) {
    best_.is_cut_off = true;
    return false;
  }
  ++best_.steps.back().tried;
  Trial trial = run_(candidate);
  if (trial.end != Trial::End::failed || trial.kind != kind_) return false;
  best_.machine = candidate;
  best_.trial = std::move(trial);
  std::string& told = best_.steps.back().came_to;
  told = told.empty() ? text : told + ", " + text;
  ShortenedMachine smaller = best_;
  smaller.is_cut_off = true;
  on_smaller_(smaller);
  return true;
}

// The least, then by halves what lies between one that passes and one that fails.
template <class Number>
void MachineShortener::shrink(const char* what, Number MachinePoint::*number, std::uint64_t least) {
  best_.steps.push_back({what, 0, ""});
  const auto with = [&](std::uint64_t value) {
    MachinePoint candidate = best_.machine;
    candidate.*number = static_cast<Number>(value);
    return take(candidate, fmt::format("{}", value));
  };
  if (static_cast<std::uint64_t>(best_.machine.*number) <= least || with(least)) return;
  std::uint64_t passes = least;
  while (static_cast<std::uint64_t>(best_.machine.*number) - passes > 1 && is_in_time()) {
    const std::uint64_t middle =
        passes + (static_cast<std::uint64_t>(best_.machine.*number) - passes) / 2;
    if (!with(middle)) passes = middle;
  }
}

void MachineShortener::round() {
  if (best_.machine.program == "all") {
    best_.steps.push_back({"program", 0, ""});
    for (const std::string& program : programs_of_all()) {
      MachinePoint candidate = best_.machine;
      candidate.program = program;
      if (take(candidate, program)) break;
    }
  }
  shrink("dimensions", &MachinePoint::dimensions, 1);
  if (best_.machine.program == "random") {
    shrink("messages", &MachinePoint::messages, 1);
  } else {
    shrink("bytes", &MachinePoint::bytes, 4);
  }
  shrink("cycles that a read takes longer", &MachinePoint::extra_latency, 0);
  if (best_.machine.stall == 0) return;
  best_.steps.push_back({"stalls of memory", 0, ""});
  MachinePoint candidate = best_.machine;
  candidate.stall = 0;
  take(candidate, "none");
}

ShortenedMachine MachineShortener::run() {
  ShortenedMachine first = best_;
  first.is_cut_off = true;
  on_smaller_(first);
  if (best_.machine.engine != EngineKind::model) {
    best_.steps.push_back({"engine", 0, ""});
    MachinePoint candidate = best_.machine;
    candidate.engine = EngineKind::model;
    take(candidate, "model, which fails alike");
  }
  for (unsigned i = 0; i < kMachineRounds; ++i) {
    const std::string before = best_.machine.to_text();
    round();
    if (best_.machine.to_text() == before) break;
  }
  return best_;
}

MinimumReport leave_machine(const ShortenedMachine& minimum, const BisectSubject& subject,
                            const TrialRunner& runner, OutputFolder& folder) {
  const MachinePoint& machine = minimum.machine;
  const std::uint64_t nodes = std::uint64_t{1} << machine.dimensions;
  MinimumReport report;
  report.json = {{"schema", kBisectSchema},
                 {"subject", subject.text},
                 {"failure", failure_json(minimum.trial)},
                 {"engine", to_text(machine.engine)},
                 {"nodes", nodes},
                 {"components", nodes},
                 {"packets", nullptr},
                 {"cycle", nullptr},
                 {"cut_off", minimum.is_cut_off},
                 {"tried", runner.count()},
                 {"steps", steps_json(minimum.steps)},
                 {"command", machine.command()},
                 {"files", Json::array()}};
  report.text = fmt::format(
      "{}\n{}\nSmallest that fails alike{}: a machine of {} nodes, program {}\n{}",
      model::printable(subject.text), failure_text(subject.first), cut_off_text(minimum.is_cut_off),
      nodes, machine.program, failure_text(minimum.trial));
  report.text += fmt::format("  repeat:  {}\n\nTried, in this order: {} configurations\n{}",
                             machine.command(), runner.count(), steps_text(minimum.steps));
  StagedFiles files(folder);
  files.write("bisect.txt", report.text);
  files.write("bisect.json", json_text(report.json));
  files.keep();
  return report;
}

}  // namespace turnpike::sim
