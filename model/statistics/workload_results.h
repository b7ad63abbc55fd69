// workload_results.h - the results of a source of messages beyond those of every run: rows of
// figures, and tables.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace turnpike::model {

// A row of the descriptor of the source. JSON, tables, reports and suites follow from it.
struct WorkloadFigure {  // NOLINT(clang-analyzer-optin.performance.Padding)
  enum class Kind : std::uint8_t { number, count, flag };
  // The figure of several seeds together.
  enum class Merge : std::uint8_t {
    mean,  // weighted by the figure `of`; nullptr: each run counts the same
    sum,
    highest,
    interval,  // half width of the 95 % interval of the figure `of`, by how the runs differ
    reliable,  // of this interval
  };

  const char* name;
  const char* unit;
  const char* meaning;
  Kind kind = Kind::number;
  Merge merge = Merge::mean;
  const char* of = nullptr;
  bool is_headline = false;  // `sweep` prints it for each point
};

// Rows of numbers with a file of their own beside results.json.
struct WorkloadTable {
  std::string file;  // "round_trips.csv"
  std::vector<std::string> columns;
  std::vector<double> cells;  // row after row
};

struct WorkloadResults {
  // [row of the descriptor]; nothing: nobody can tell. All empty: the source has no figures.
  std::vector<std::optional<double>> figures;
  std::vector<WorkloadTable> tables;
};

}  // namespace turnpike::model
