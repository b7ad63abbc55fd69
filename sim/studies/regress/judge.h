// judge.h - compares the result of a point with its expectations.

#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "sim/studies/regress/plan.h"
#include "sim/studies/regress/point_record.h"

namespace turnpike::sim {

struct Complaint {
  enum class About {
    ending,        // how the run ended, a mismatch among it
    no_deadlock,   // one is expected
    latency_low,   // below its interval
    latency_high,  // above it
    accepted,      // too little
    stored,        // figures or events other than stored ones
  };
  std::string text;       // what was found and what is expected
  std::string signature;  // the same for failures that look alike: no numbers of the run in it
  About about = About::ending;
};

class Judge {
 public:
  explicit Judge(const Plan& plan) : plan_(plan) {}

  // Reads all stored results; throws ConfigError where one cannot be read.
  void load();

  // Nothing: it passed. Throws ConfigError where a stored result cannot be read.
  std::vector<Complaint> judge(std::size_t point, const PointRecord& record);

 private:
  void judge_figures(const Expectations& expect, const Json& figures, const std::string& in_case,
                     std::vector<Complaint>& complaints) const;
  static void judge_workload(const Expectations& expect, const Json& figures,
                             const std::string& in_case, std::vector<Complaint>& complaints);
  void compare(std::size_t point, const std::string& file, const PointRecord& record,
               std::vector<Complaint>& complaints);
  struct Stored {
    Json of_run;                                      // figures of a run; null: they are of a night
    std::unordered_map<std::string, Json> of_points;  // [name of a point]: its figures
  };
  const Stored& stored(const std::string& file);

  const Plan& plan_;
  std::map<std::string, Stored> stored_;  // [file]
};

// What mismatches of one fault have in common in all networks: "mismatch at a router, out_*_o".
// Which port, which pin of its flit and how long after a flit came in are other ones in another
// network.
std::string mismatch_kind(const MismatchPlace& place);

// A message in which what changes from run to run, numbers, is N; its first line.
std::string message_signature(const std::string& message);

}  // namespace turnpike::sim
