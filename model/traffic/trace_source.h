// trace_source.h - messages from a trace file, streamed.
//
// One message a line: "cycle source destination flits", decimal, separated by blanks, cycles
// ascending (several lines of one cycle are in queueing order per source). '#' starts a comment,
// blank lines are allowed; every line ends with a newline. At any time only the lines of the
// present cycle and the one after them are in memory.

#pragma once

#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include "model/common/types.h"

namespace turnpike::model {

struct TraceLine {
  Cycle cycle = 0;
  NodeId source = 0;
  NodeId destination = 0;
  std::uint32_t flits = 0;
};

class TraceReader {
 public:
  // Throws ConfigurationError when the file cannot be opened.
  TraceReader(const std::string& path, NodeId nodes);

  // The next message; false at the end. Throws ConfigurationError that names file and line.
  bool next(TraceLine& line);
  // Lines read so far.
  std::uint64_t line_number() const { return number_; }

 private:
  static constexpr std::size_t kMaxLine = 512;  // characters; a longer line is a bad line

  bool read_line();
  void parse(TraceLine& line) const;
  [[noreturn]] void fail(const std::string& found, const std::string& allowed) const;

  std::string path_;
  NodeId nodes_;
  std::ifstream file_;
  std::string text_;  // the line being read
  std::uint64_t number_ = 0;
  Cycle cycle_ = 0;  // of the last message
};

// Reads the whole file, keeping nothing, so that a run does not fail half way.
// Throws ConfigurationError for the first error.
void check_trace(const std::string& path, NodeId nodes);

class TraceSource {
 public:
  TraceSource(const std::string& path, NodeId nodes);

  // Reads as far as `now` and sets next[source] of each message found. All messages of earlier
  // cycles must have been taken.
  void prepare(Cycle now, std::vector<Cycle>& next);

  // The message due; sets next[node] to the one after it, kNever when there is none yet.
  TraceLine take(NodeId node, std::vector<Cycle>& next);

  // True when the file is read to its end and nothing is due.
  bool exhausted(const std::vector<Cycle>& next) const;

 private:
  static constexpr std::uint32_t kLast = ~std::uint32_t{0};

  struct Due {
    TraceLine line;
    std::uint32_t after = kLast;  // index of the source's next message of this cycle
  };

  TraceReader reader_;
  TraceLine ahead_;                    // first line that is not due yet
  bool at_end_ = false;                // there is none
  std::vector<Due> due_;               // messages of this cycle
  std::vector<std::uint32_t> first_;   // [node] index of the node's first message in due_
  std::vector<std::uint32_t> latest_;  // [node] index of its last one
};

}  // namespace turnpike::model
