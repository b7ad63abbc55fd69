// run_outcome.h - the outcome of a run.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/statistics/results.h"
#include "sim/experiment/results/standstill_figures.h"

namespace turnpike::sim {

// The first output in which hardware and model differed.
struct MismatchPlace {
  model::Cycle cycle = 0;
  std::string component;
  model::PortId port = 0;
  std::string signal;
  // Cycles since a flit was last on the component's input pins; none: long ago.
  std::optional<model::Cycle> since_flit;
  std::string check;  // what a check of the hardware itself says, without the instance; else empty
};

struct RunOutcome {
  model::Results results;
  std::uint64_t nodes = 0;
  std::uint64_t components = 0;
  std::uint64_t channels = 0;
  std::uint64_t seeds = 1;  // runs with successive seeds that the results are of

  std::uint64_t mismatches = 0;                 // lockstep: outputs that differed; it stops at one
  std::string mismatch_report;                  // cycle, component, port, expected, actual, seed
  std::optional<MismatchPlace> mismatch;        // the same for programs
  std::optional<StandstillFigures> standstill;  // the watchdog ended the run
  bool interrupted = false;                     // stopped before its end; results mean nothing
  std::vector<std::string> files;               // left by the run itself: waveforms, event log
  // Of wall clock, for people: making the network ready, hardware built included, and its cycles.
  double setup_seconds = 0;
  double seconds = 0;
};

// How a run ended; the first two are what was asked for.
enum class RunStatus { done, saturated, unfinished, standstill, deadlock, mismatch };

inline RunStatus status_of(const RunOutcome& outcome) {
  if (outcome.mismatches > 0) return RunStatus::mismatch;
  if (outcome.standstill) {
    return outcome.standstill->is_deadlock ? RunStatus::deadlock : RunStatus::standstill;
  }
  if (outcome.results.saturated) return RunStatus::saturated;
  return outcome.results.complete ? RunStatus::done : RunStatus::unfinished;
}

constexpr const char* to_text(RunStatus status) {
  switch (status) {
    case RunStatus::done:
      return "done";
    case RunStatus::saturated:
      return "saturated";
    case RunStatus::unfinished:
      return "unfinished";
    case RunStatus::standstill:
      return "standstill";
    case RunStatus::deadlock:
      return "deadlock";
    case RunStatus::mismatch:
      return "mismatch";
  }
  return "";
}

constexpr bool is_finished(RunStatus status) {
  return status == RunStatus::done || status == RunStatus::saturated;
}

}  // namespace turnpike::sim
