// summary.h - what the single benchmarks amount to: the tables and the ratios.

#pragma once

#include <benchmark/benchmark.h>

#include <map>
#include <string>
#include <vector>

namespace turnpike::bench {

// The counters of a benchmark, the median over its repetitions.
using Counters = std::map<std::string, double>;

// Prints a line per run on standard error and keeps the counters of every benchmark.
class SummaryReporter : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context& context) override;
  void ReportRuns(const std::vector<Run>& runs) override;

  // By name, without Google Benchmark's additions ("model/mesh_8x8/50").
  std::map<std::string, Counters> medians() const;
  bool any_failed() const { return any_failed_; }

 private:
  std::map<std::string, std::map<std::string, std::vector<double>>> samples_;
  bool any_failed_ = false;
};

// The tables for people: engines against BookSim, two threads against one, size, memory.
std::string tables(const std::map<std::string, Counters>& results);

// The same figures as one JSON object.
std::string json(const std::map<std::string, Counters>& results);

}  // namespace turnpike::bench
