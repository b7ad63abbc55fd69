// trace_source.h - messages from a trace file, which is read during the run.
//
// A line is a message: "cycle source destination flits", decimal, separated by blanks, with
// ascending cycles. Several messages of one source and cycle queue in the order of their lines. In
// a network with broadcasts, the destination "*" means all other nodes. '#' starts a comment, and
// blank lines are allowed; every line ends with a newline. Memory holds only the messages of the
// present cycle and the line behind them.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/common/types.h"
#include "model/traffic/line_reader.h"
#include "model/traffic/message_source.h"

namespace turnpike::model {

struct TraceLine {
  Cycle cycle = 0;
  NodeId source = 0;
  NodeId destination = 0;
  std::uint32_t flits = 0;
  bool is_broadcast = false;  // then `destination` is 0
  unsigned message_class = 0;
};

// Limits of the values of a line.
struct TraceLimits {
  NodeId nodes = 1;
  bool has_broadcasts = false;
  unsigned message_classes = 1;
};

class TraceReader {
 public:
  // Throws ConfigurationError when the file cannot be opened.
  TraceReader(const std::string& path, const TraceLimits& limits);

  // The next message; false at the end. Throws ConfigurationError that names file and line.
  bool next(TraceLine& line);
  // Lines read so far.
  std::uint64_t line_number() const { return lines_.line_number(); }

 private:
  LineReader lines_;
  TraceLimits limits_;
  Cycle cycle_ = 0;  // of the last message
};

// Reads the whole file, keeping nothing, so that a run does not fail half way.
// Throws ConfigurationError for the first error. Returns the number of messages.
std::uint64_t check_trace(const std::string& path, const TraceLimits& limits);

class TraceSource final : public MessageSource {
 public:
  // Throws ConfigurationError as TraceReader does.
  TraceSource(const std::string& path, const TraceLimits& limits);

  // Reads as far as `now`: of later messages nothing is known. All messages of earlier cycles must
  // have been taken. Throws ConfigurationError.
  void prepare(Cycle now) override;
  Message take(NodeId node) override;
  Cycle next_due() const override;
  // True when the file is read to its end and nothing is due.
  bool exhausted() const override { return at_end_ && MessageSource::exhausted(); }
  // Once all that was due has been taken: the lines read so far. They are read again.
  void visit_state(StateStream& state) override;

  // Lines read so far; at most one line of a later cycle is among them.
  std::uint64_t line_number() const { return reader_.line_number(); }

 private:
  static constexpr std::uint32_t kLast = ~std::uint32_t{0};

  struct Due {
    TraceLine line;
    std::uint32_t after = kLast;  // index of the source's next message in due_
  };

  TraceReader reader_;
  TraceLine ahead_;                    // the first line that is not due yet
  bool at_end_ = false;                // there is none
  std::vector<Due> due_;               // messages of this cycle
  std::vector<std::uint32_t> first_;   // [node] index of the node's first message in due_
  std::vector<std::uint32_t> latest_;  // [node] index of its last one
};

}  // namespace turnpike::model
