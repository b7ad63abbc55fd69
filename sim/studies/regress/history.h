// history.h - nights of a suite in an SQLite file, to find new failures, slow points and drift.
//
// Only one process may write the file, when it collects a night; it may then lie in a network
// folder. A night that is collected again replaces its earlier record.

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sim/studies/regress/collect.h"

struct sqlite3;

namespace turnpike::sim {

struct PastNight {
  std::string night;  // when it began
  std::size_t points = 0;
  std::size_t failed = 0;
  std::size_t missing = 0;
  double cpu_seconds = 0;
};

// A case whose points need more processor time than in the nights before, on the same processor.
struct SlowerCase {
  std::string name;
  double seconds = 0;  // of the points that are compared
  double before = 0;   // median of the nights before
};

// A point whose latency left the interval in which it lay.
struct Drift {
  std::string point;
  double latency = 0;  // cycles
  double before = 0;   // mean over the seeds of the nights before
  double allowed = 0;  // difference that chance explains
};

struct Trend {
  std::vector<PastNight> nights;          // the oldest first, this one last
  std::vector<std::string> new_failures;  // points that passed when they were last run
  std::vector<std::string> mended;        // points that failed in the night before
  std::vector<std::string> since;         // [group] the first night with this signature
  std::vector<SlowerCase> slower;
  std::vector<Drift> drifts;
};

class History {
 public:
  // Nights before that are compared, at most.
  static constexpr int kCompared = 30;
  static constexpr int kComparedTimes = 7;

  // Makes the file if need be. Everything throws ConfigError that names the file: no database, of
  // another version, cannot be written.
  explicit History(const std::string& path);

  void add(const Plan& plan, const Collected& collected);
  // Of a night that was added, against those of the same suite that began before it.
  Trend trend(const Plan& plan, const Collected& collected);

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };

  void run(const std::string& sql);
  std::uint64_t version();
  bool is_empty();
  [[noreturn]] void fail() const;

  std::string path_;
  std::unique_ptr<sqlite3, Close> database_;

  friend class Statement;
};

// Two-sided: how many standard deviations a normal figure leaves once in `tests` figures with a
// probability of 1 %. 0 tests: as 1.
double rare_deviation(std::size_t tests);

}  // namespace turnpike::sim
