// run_point.h - one point, run in this process.

#pragma once

#include <functional>
#include <string>

#include "sim/regress/plan.h"
#include "sim/regress/point_record.h"

namespace turnpike::sim {

struct RunPointOptions {
  std::string folder;           // for what is left of a failure
  bool look_closely = false;    // leaves events and waveform of the last cycles
  std::function<void()> begin;  // called when the hardware is there
  std::function<void(const std::string&)> on_build;
};

// SystemC elaborates once in a process: a point on hardware is the last one. What goes wrong in the
// run is in the record; throws ConfigError where the point has become another than the plan's.
// `seen`: how it ended before, where it is run once more to look closely.
PointRecord run_point(const Plan& plan, std::size_t point, const RunPointOptions& options,
                      const PointRecord* seen = nullptr);

// Of a point that ended without a word.
PointRecord record_without_result(const Plan& plan, std::size_t point, const std::string& end,
                                  const std::string& message);

// The same text for points that need the same hardware; empty: none.
std::string hardware_of(const Plan& plan, std::size_t point);
// Builds what is not there yet. For a machine it elaborates SystemC, which a process does once.
void build_hardware_of(const Plan& plan, std::size_t point,
                       const std::function<void(const std::string&)>& on_build);

}  // namespace turnpike::sim
