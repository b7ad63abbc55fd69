// point_record.h - what is known of a point that was run: points/KEY.json.

#pragma once

#include <optional>
#include <string>

#include "sim/experiment/results/result_keys.h"
#include "sim/experiment/results/run_outcome.h"
#include "sim/studies/regress/points.h"

namespace turnpike::sim {

// What a point cost and where; differs from night to night.
struct PointCost {
  double cpu_seconds = 0;
  double seconds = 0;
  std::string host;
  std::string processor;
};

struct PointRecord {  // NOLINT(bugprone-exception-escape): as of every JSON value
  std::string name;
  std::string key;
  std::string engine;
  std::uint64_t seed = 0;
  // A run's status; or "error" (refused, or found wrong), "crashed", "timed_out".
  std::string end;
  std::string message;  // of what went wrong, one or more lines; empty: nothing
  std::optional<MismatchPlace> mismatch;
  Json figures;         // of the run, or of the machine; null: there are none
  std::string config;   // that repeats it with `turnpike run`; empty: a machine
  std::string command;  // of a machine
  bool allow_deadlock = false;
  std::string events_sha256;  // where it is expected
  PointCost cost;
};

// Of records and of regress.json; null: none.
Json mismatch_json(const std::optional<MismatchPlace>& mismatch);
std::string to_text(const PointRecord& record);
// Throws ConfigError that names the file: missing, damaged, of another version.
PointRecord read_record(const std::string& path);

}  // namespace turnpike::sim
