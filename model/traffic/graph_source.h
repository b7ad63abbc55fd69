// graph_source.h - a source of messages that wait for other messages, from a file or a generator.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <vector>

#include "model/statistics/workload_results.h"
#include "model/traffic/message_source.h"
#include "model/traffic/workload.h"

namespace turnpike::model {

struct GraphMessage {
  std::uint64_t id = 0;
  Cycle cycle = 0;  // it is queued at the earliest
  NodeId source = 0;
  NodeId destination = 0;
  std::uint32_t flits = 0;
  std::uint32_t message_class = 0;
  Cycle delay = 1;                   // cycles from the last delivery that it waits for, at least 1
  std::vector<std::uint64_t> after;  // ids of the messages that it waits for
  // The phase, in a stream with phases. The first message of a phase waits until all earlier
  // messages have been delivered. The phase then begins `pause` cycles, at least 1, after the last
  // of them, and `cycle` counts from there.
  std::uint32_t phase = 0;
  Cycle pause = 1;
};

// Where the cycles of the messages do not ascend: all are read at once.
constexpr Cycle kReadWhole = Cycle{1} << 62;

// Messages one after the other. Each id comes once, also among those that are waited for; nobody
// waits in a circle.
class GraphStream {
 public:
  GraphStream() = default;
  GraphStream(const GraphStream&) = delete;
  GraphStream& operator=(const GraphStream&) = delete;
  virtual ~GraphStream() = default;
  // False: there was none. `message` holds the one before, or is new.
  virtual bool next(GraphMessage& message) = 0;
  // May the message that next() brought last stay unread? Only while none that it waits for can be
  // delivered. `delivered`: above the highest id that was; 0: none.
  virtual bool may_wait(std::uint64_t /*delivered*/) const { return false; }
  // How far to read in the phase of next(): kReadWhole or, if the cycles of its messages ascend,
  // the longest delay of a waiting message.
  virtual Cycle read_ahead() const { return kReadWhole; }
  virtual bool has_phases() const { return false; }
  // Adds figures of its own behind kGraphFigures.
  virtual void add_figures(WorkloadResults& /*results*/) const {}
};

// `keeps_latencies`: messages.csv, with a row for each.
std::unique_ptr<MessageSource> make_graph_source(NodeId nodes, std::unique_ptr<GraphStream> stream,
                                                 bool keeps_latencies);

inline constexpr const char* kPathTable = "critical_path.csv";
inline constexpr const char* kMessageTable = "messages.csv";
inline constexpr const char* kPhaseTable = "phases.csv";
inline constexpr const char* kGraphTables[] = {kPathTable, kMessageTable, kPhaseTable};

// The rows of its results.
inline constexpr WorkloadFigure kGraphFigures[] = {
    {"messages", "messages", "delivered", WorkloadFigure::Kind::count, WorkloadFigure::Merge::sum},
    {"makespan", "cycles", "from cycle 0 to the last flit of the last message",
     WorkloadFigure::Kind::count, WorkloadFigure::Merge::mean, nullptr, true},
    {"critical_messages", "messages", "on the critical path, which ends with the last message",
     WorkloadFigure::Kind::count, WorkloadFigure::Merge::mean},
    {"critical_network", "cycles", "of the makespan: its messages were in the network",
     WorkloadFigure::Kind::count, WorkloadFigure::Merge::mean, nullptr, true},
    {"critical_queue", "cycles", "of the makespan: its messages were in source queues",
     WorkloadFigure::Kind::count, WorkloadFigure::Merge::mean},
    {"critical_wait", "cycles",
     "of the makespan: delays after deliveries, and waiting for a message's own cycle",
     WorkloadFigure::Kind::count, WorkloadFigure::Merge::mean, nullptr, true},
};

// kGraphFigures, with rows of its own behind them.
template <std::size_t n>
constexpr auto graph_figures_and(const WorkloadFigure (&own)[n]) {
  std::array<WorkloadFigure, std::size(kGraphFigures) + n> all{};
  for (std::size_t i = 0; i < std::size(kGraphFigures); ++i) all[i] = kGraphFigures[i];
  for (std::size_t i = 0; i < n; ++i) all[std::size(kGraphFigures) + i] = own[i];
  return all;
}

// A kind whose messages wait for messages, and which ends with the last of them.
class GraphWorkload : public Workload {
 public:
  // Opens the stream. All keys are in their ranges. Throws ConfigurationError if they conflict.
  virtual std::unique_ptr<GraphStream> open(const TrafficSpec& spec, const Network& network,
                                            std::uint64_t seed) const = 0;
  virtual bool keeps_latencies(const TrafficSpec& /*spec*/) const { return false; }

  std::unique_ptr<MessageSource> make(const TrafficSpec& spec, const Network& network,
                                      std::uint64_t seed) const final;

 protected:
  constexpr explicit GraphWorkload(const char* its_word) : Workload(its_word) {
    figures = kGraphFigures;
    figure_count = std::size(kGraphFigures);
    tables = kGraphTables;
    table_count = std::size(kGraphTables);
    is_finite = true;
    is_closed_loop = true;
    hears_deliveries = true;
    is_random = false;
  }
  ~GraphWorkload() = default;
};

}  // namespace turnpike::model
