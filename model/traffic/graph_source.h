// graph_source.h - a source of messages that wait for messages, wherever these come from.

#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "model/statistics/workload_results.h"
#include "model/traffic/message_source.h"

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
};

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
  // Adds figures of its own behind kGraphFigures.
  virtual void add_figures(WorkloadResults& /*results*/) const {}
};

// Where the cycles of the messages do not ascend: all are read at once.
constexpr Cycle kReadWhole = Cycle{1} << 62;

// `read_ahead`: kReadWhole, or, where the cycles of the messages ascend, the longest delay of one
// that waits. `keeps_latencies`: messages.csv, with a row for each.
std::unique_ptr<MessageSource> make_graph_source(NodeId nodes, std::unique_ptr<GraphStream> stream,
                                                 Cycle read_ahead, bool keeps_latencies);

inline constexpr const char* kPathTable = "critical_path.csv";
inline constexpr const char* kMessageTable = "messages.csv";
inline constexpr const char* kGraphTables[] = {kPathTable, kMessageTable};

// Of its results.
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

}  // namespace turnpike::model
