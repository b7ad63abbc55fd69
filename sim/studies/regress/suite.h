// suite.h - a suite: configurations, swept keys, seeds, engines and expected results.
//
// A suite is a TOML file with the same rules as a configuration. For a mistake in a key that a case
// sets, the message therefore names the line of the suite.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/experiment/config/experiment.h"
#include "sim/experiment/config/settings.h"

namespace turnpike::sim {

// What a point has to come to. No mismatch, an orderly end and no crash are expected of all.
// A figure of the workload with what it must be, both ends included.
struct WorkloadInterval {
  std::string figure;
  double low = 0;
  double high = 0;
};

struct Expectations {
  bool deadlock = false;                             // and nothing else passes
  std::optional<std::pair<double, double>> latency;  // cycles, both ends included
  std::optional<double> accepted_at_least;           // flits per node and cycle
  std::vector<WorkloadInterval> workload;
  std::string equal_to;  // a stored result; empty: none
  Origin equal_to_origin;
  std::string events_sha256;  // of the event log as CSV; empty: none
};

// One key with the values that are tried.
struct Swept {
  std::string key;  // "traffic.load", "machine.program"
  std::vector<Value> values;
  Origin origin;
};

struct SuiteCase {
  std::string name;
  Origin origin;
  std::vector<std::string> configs;       // files; empty: `set` has all
  std::vector<std::string> config_names;  // as the suite has them
  Origin config_origin;                   // of the key `config`
  std::vector<Setting> set;               // "router.virtual_channels", where the suite says it
  std::vector<Setting> machine;      // "machine.program": the case is a machine with co-processors
  std::vector<Swept> sweep;          // by name of the key
  std::vector<std::uint64_t> seeds;  // given in the suite; empty: `seed_count` derived ones
  unsigned seed_count = 1;
  std::vector<EngineKind> engines = {EngineKind::lockstep};
  bool allow_deadlock = false;
  unsigned time_limit = 0;  // seconds of a point's run
  Expectations expect;

  bool is_machine() const { return !machine.empty(); }
};

struct Suite {
  std::string file;
  std::string name;
  std::uint64_t seed = 1;
  unsigned time_limit = 3600;    // seconds of a point
  double cross_check = 0.01;     // share of the points (cross_check.h)
  std::vector<SuiteCase> cases;  // in the order of the file
};

// Throws ConfigError with one line for every mistake found in the suite itself.
Suite read_suite(const std::string& path);
Suite make_suite(const Settings& settings);

}  // namespace turnpike::sim
