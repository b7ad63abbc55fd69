// graph_file.h - a file of messages that wait for other messages (docs/workloads.md).
//
// The file is CSV, whose first line names the columns, or JSON lines, whose objects have keys with
// the same names. Either may be compressed with gzip.

#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/common/types.h"
#include "model/traffic/graph_source.h"
#include "model/traffic/text_lines.h"

namespace turnpike::model {

// Limits of a message in a network.
struct GraphLimits {
  NodeId nodes = 0;
  std::uint32_t classes = 1;
  std::uint32_t flit_bytes = 4;  // of a message, in a flit
};

class GraphReader {
 public:
  // Throws ConfigurationError.
  GraphReader(const std::string& path, const GraphLimits& limits);

  // The next message; false at the end. Throws ConfigurationError that names file and line.
  bool next(GraphMessage& message);
  std::uint64_t line_number() const { return lines_.line_number(); }
  const TextLines& lines() const { return lines_; }

 private:
  enum Column : std::size_t {
    kId,
    kCycle,
    kSource,
    kDestination,
    kFlits,
    kBytes,
    kClass,
    kAfter,
    kDelay,
    kColumns
  };

  void read_header();
  void read_csv(GraphMessage& message);
  void read_json(GraphMessage& message);
  std::uint64_t number(std::string_view text) const;
  void take(Column column, std::uint64_t value);
  void finish(GraphMessage& message);
  static std::size_t column_named(std::string_view name);

  TextLines lines_;
  GraphLimits limits_;
  bool is_json_ = false;
  bool has_line_ = false;             // of JSON: the first line is not taken yet
  std::vector<std::size_t> header_;   // of CSV
  std::array<bool, kColumns> has_{};  // of the present message
  std::array<std::uint64_t, kColumns> value_{};
};

// Properties of a whole file.
struct GraphSummary {
  std::uint64_t messages = 0;
  // Cycles by which reading must be ahead of the run: where the cycles of the messages ascend, the
  // longest delay; else the whole file is read at once.
  Cycle read_ahead = 0;
};

// Reads the whole file: ids that are there twice or not at all, and messages that wait for each
// other in a circle. Keeps no message where each waits for those above it alone. Throws
// ConfigurationError.
GraphSummary check_graph(const std::string& path, const GraphLimits& limits);

}  // namespace turnpike::model
