// collect.h - collects and judges all results of a night.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/common/words.h"
#include "sim/studies/regress/judge.h"
#include "sim/studies/regress/plan.h"
#include "sim/studies/regress/point_record.h"
#include "sim/studies/regress/shared_folder.h"

namespace turnpike::sim {

enum class PointVerdict { passed, failed, missing };
inline constexpr model::Word<PointVerdict> kVerdictWords[] = {{PointVerdict::passed, "passed"},
                                                              {PointVerdict::failed, "failed"},
                                                              {PointVerdict::missing, "missing"}};
constexpr const char* to_text(PointVerdict verdict) {
  return model::word_of(kVerdictWords, verdict);
}

struct JudgedPoint {  // NOLINT(bugprone-exception-escape): as of every JSON value
  std::size_t number = 0;
  std::optional<PointRecord> record;  // none: missing
  std::vector<Complaint> complaints;  // none: passed

  PointVerdict verdict() const {
    if (!record) return PointVerdict::missing;
    return complaints.empty() ? PointVerdict::passed : PointVerdict::failed;
  }
  bool failed() const { return verdict() == PointVerdict::failed; }
};

// Failures that look alike.
struct FailureGroup {
  std::string signature;
  std::vector<std::size_t> points;  // numbers, ascending
};

struct Collected {
  std::vector<JudgedPoint> points;   // [point]
  std::vector<FailureGroup> groups;  // the largest first, then by signature
  std::size_t failed = 0;
  std::size_t missing = 0;
  std::vector<std::string> damaged;  // results that could not be read, which count as missing

  bool passed() const { return failed == 0 && missing == 0; }
};

// Reads the results of the plan's points; throws ConfigError where a stored result that is expected
// cannot be read.
Collected collect(const Plan& plan, const SharedFolder& folder);

// Flits that went over channels between components while points in lockstep that passed were
// measured: all of them were compared, hardware with model, and so were those of the warm-up, which
// are not counted. Of machines nothing is counted.
std::uint64_t compared_flit_hops(const Plan& plan, const Collected& collected);

// Where the mismatches of a group are: "port 0, 2; out_flit_o, out_valid_o; 1 .. 4 cycles after a
// flit came in"; empty: none of its points has one.
std::string mismatch_details(const Collected& collected, const FailureGroup& group);

// The one command that repeats a failed point, from the folder of the results.
std::string repeat_command(const PointRecord& record);

// What there is to look at of a failed point, as paths from the folder of the results, sorted.
std::vector<std::string> evidence_of(const std::string& folder, const PointRecord& record);

// Leaves the configuration of every failed point where repeat_command() says.
void leave_configurations(const Collected& collected, const std::string& folder);

}  // namespace turnpike::sim
