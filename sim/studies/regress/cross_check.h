// cross_check.h - compares sliced with Verilated hardware for a sample of the points whose hardware
// is sliced.
//
// Sliced components are gates that Yosys makes of the RTL, in words of 64 lanes; Verilated ones are
// compiled from the same sources by another tool (docs/architecture.md, 5). Lockstep holds either
// against the model; this holds one against the other.

#pragma once

#include <string>

#include "sim/studies/regress/plan.h"
#include "sim/studies/regress/point_record.h"
#include "sim/studies/regress/run_point.h"

namespace turnpike::sim {

// A share of suite.cross_check of all points, the same whenever and wherever they run; of these
// the points with sliced hardware.
bool is_cross_checked(const Plan& plan, std::size_t point);

// Runs a point's experiment on Verilated hardware, in a process of its own, and returns what its
// record should then hold.
std::string figures_of_verilated(const Experiment& experiment, const RunPointOptions& options,
                                 const PointRecord& record);

// What is compared of a record: the bytes of its figures, how it ended, and the mismatch.
std::string compared_of(const PointRecord& record);

// Marks a record as failed if it holds something else than the Verilated hardware came to.
void compare_with_verilated(PointRecord& record, const std::string& verilated);

}  // namespace turnpike::sim
