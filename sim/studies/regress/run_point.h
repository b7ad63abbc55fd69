// run_point.h - one point, run in this process.

#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>

#include "sim/experiment/run/checkpoint.h"
#include "sim/studies/regress/plan.h"
#include "sim/studies/regress/point_record.h"

namespace turnpike::sim {

struct RunPointOptions {
  std::string folder;         // for what is left of a failure
  bool look_closely = false;  // leaves events and waveform of the last cycles
  bool wants_digest = false;  // of the events; of a point its case says so
  bool verilated = false;     // nothing is sliced
  CheckpointRequest checkpoint;
  std::function<void()> begin;  // called when the hardware is there
  std::function<void(const std::string&)> on_build;
};

// Wall clock and processor since it was made, of each of so many points.
class CostMeter {
 public:
  CostMeter();
  PointCost cost(std::size_t points = 1) const;

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  double cpu_;
};

// SystemC elaborates once in a process: a point on hardware is the last one. What goes wrong in the
// run is in the record; throws ConfigError where the point has become another than the plan's.
// `seen`: how it ended before, where it is run once more to look closely.
PointRecord run_point(const Plan& plan, std::size_t point, const RunPointOptions& options,
                      const PointRecord* seen = nullptr);

// A run of a network: what it came to goes into the record. `record` says whether it may deadlock.
// Throws what keeps it from running, and what the network finds wrong (model::NetworkError).
void run_network(const Experiment& experiment, const RunPointOptions& options, PointRecord& record,
                 const PointRecord* seen = nullptr);

// The same; what is thrown becomes an error of the record.
void try_network(const Experiment& experiment, const RunPointOptions& options, PointRecord& record,
                 const PointRecord* seen = nullptr);

// A record of the plan's, without a result.
PointRecord record_of(const Plan& plan, std::size_t point);
// Throws ConfigError where the point has become another than the plan's.
void refuse_changed(const Plan& plan, std::size_t point);
void take_outcome(PointRecord& record, const Experiment& experiment, const RunOutcome& outcome);

// Are the events of a point compared with a digest?
bool wants_digest(const Plan& plan, std::size_t point);

// Of a point that ended without a word.
PointRecord record_without_result(const Plan& plan, std::size_t point, PointEnd end,
                                  const std::string& message);

// The same text for points that need the same hardware; empty: none.
std::string hardware_of(const Plan& plan, std::size_t point);
// Builds what is not there yet. For a machine it elaborates SystemC, which a process does once.
void build_hardware_of(const Plan& plan, std::size_t point,
                       const std::function<void(const std::string&)>& on_build);

}  // namespace turnpike::sim
