// point_record.h - the record of a point that was run: points/KEY.json.

#pragma once

#include <optional>
#include <string>

#include "model/common/words.h"
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

// How it ended: a run's status, or why there is none.
enum class PointEnd {
  done,
  saturated,
  unfinished,
  standstill,
  deadlock,
  mismatch,
  error,  // refused, or found wrong
  crashed,
  timed_out,
};
inline constexpr model::Word<PointEnd> kEndWords[] = {{PointEnd::done, "done"},
                                                      {PointEnd::saturated, "saturated"},
                                                      {PointEnd::unfinished, "unfinished"},
                                                      {PointEnd::standstill, "standstill"},
                                                      {PointEnd::deadlock, "deadlock"},
                                                      {PointEnd::mismatch, "mismatch"},
                                                      {PointEnd::error, "error"},
                                                      {PointEnd::crashed, "crashed"},
                                                      {PointEnd::timed_out, "timed_out"}};
constexpr const char* to_text(PointEnd end) { return model::word_of(kEndWords, end); }

struct PointRecord {  // NOLINT(bugprone-exception-escape): as of every JSON value
  std::string name;
  std::string key;
  EngineKind engine = EngineKind::lockstep;
  std::uint64_t seed = 0;
  PointEnd end = PointEnd::error;
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
