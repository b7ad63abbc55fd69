// trace_source.cpp - messages from a trace file, streamed.

#include "model/traffic/trace_source.h"

#include <limits>

#include "model/common/check.h"
#include "model/topology/network.h"
#include "model/traffic/traffic_spec.h"
#include "model/traffic/workload.h"

namespace turnpike::model {
namespace {

constexpr Cycle kNever = MessageSource::kNever;

TraceLimits limits_of(const TrafficSpec& spec, const Network& network) {
  return {network.nodes(), spec.broadcast.fraction > 0, network.router.routing.message_classes};
}

class TraceWorkload final : public Workload {
 public:
  constexpr TraceWorkload() : Workload("trace") {
    is_finite = true;
    is_random = false;
  }
  std::unique_ptr<MessageSource> make(const TrafficSpec& spec, const Network& network,
                                      std::uint64_t) const override {
    return std::make_unique<TraceSource>(spec.file, limits_of(spec, network));
  }
  std::string check(const TrafficSpec& spec, const Network& network) const override {
    const std::uint64_t messages = check_trace(spec.file, limits_of(spec, network));
    return messages == 0 ? spec.file + ": has no packet: the nodes send nothing" : "";
  }
};

constexpr TraceWorkload kTrace;

}  // namespace

const Workload* const Workload::trace = &kTrace;

TraceReader::TraceReader(const std::string& path, const TraceLimits& limits)
    : lines_(path, 5, "cycle source destination flits [class]", 2, 1), limits_(limits) {}

bool TraceReader::next(TraceLine& line) {
  if (!lines_.next()) return false;
  const std::uint64_t cycle = lines_.field(0);
  const std::uint64_t flits = lines_.field(3);
  if (cycle < cycle_) {
    lines_.fail("cycles in ascending order, " + std::to_string(cycle_) + " or later: time goes " +
                "backwards");
  }
  if (cycle >= kNever / 2) lines_.fail("cycles below 2^63");
  line.is_broadcast = lines_.field(2) == LineReader::kStar;
  if (line.is_broadcast && !limits_.has_broadcasts) {
    lines_.fail(
        "a node for a destination; \"*\", all nodes, with traffic.broadcast_fraction above 0");
  }
  if (lines_.field(1) >= limits_.nodes ||
      (!line.is_broadcast && lines_.field(2) >= limits_.nodes)) {
    lines_.fail("nodes 0 .. " + std::to_string(limits_.nodes - 1) + ": unknown node");
  }
  if (lines_.field(4) >= limits_.message_classes) {
    lines_.fail("message classes 0 .. " + std::to_string(limits_.message_classes - 1));
  }
  if (flits == 0) lines_.fail("at least 1 flit: zero length");
  if (flits > std::numeric_limits<std::uint32_t>::max()) lines_.fail("fewer than 2^32 flits");
  cycle_ = cycle;
  line.cycle = cycle;
  line.source = static_cast<NodeId>(lines_.field(1));
  line.destination = line.is_broadcast ? 0 : static_cast<NodeId>(lines_.field(2));
  line.flits = static_cast<std::uint32_t>(flits);
  line.message_class = static_cast<unsigned>(lines_.field(4));
  return true;
}

std::uint64_t check_trace(const std::string& path, const TraceLimits& limits) {
  TraceReader reader(path, limits);
  TraceLine line;
  std::uint64_t lines = 0;
  while (reader.next(line)) ++lines;
  return lines;
}

TraceSource::TraceSource(const std::string& path, const TraceLimits& limits)
    : MessageSource(limits.nodes, {true, false, false}),
      reader_(path, limits),
      first_(limits.nodes, kLast),
      latest_(limits.nodes, kLast) {
  at_end_ = !reader_.next(ahead_);
}

void TraceSource::prepare(Cycle now) {
  if (due_.empty() && (at_end_ || ahead_.cycle > now)) return;
  for (const Due& due : due_) {
    require(next_[due.line.source] == kNever, "take every message in the cycle it is due");
  }
  due_.clear();
  while (!at_end_ && ahead_.cycle <= now) {
    const auto index = static_cast<std::uint32_t>(due_.size());
    const NodeId source = ahead_.source;
    if (next_[source] == kNever) {
      next_[source] = ahead_.cycle;
      first_[source] = index;
    } else {
      due_[latest_[source]].after = index;
    }
    latest_[source] = index;
    due_.push_back({ahead_, kLast});
    at_end_ = !reader_.next(ahead_);
  }
}

Cycle TraceSource::next_due() const {
  const Cycle taken_in = *std::min_element(next_.begin(), next_.end());
  return at_end_ ? taken_in : std::min(taken_in, ahead_.cycle);
}

Message TraceSource::take(NodeId node) {
  const Due& due = due_[first_[node]];
  first_[node] = due.after;
  next_[node] = due.after == kLast ? kNever : due_[due.after].line.cycle;
  return {due.line.cycle,        due.line.destination, due.line.flits, due.line.is_broadcast, 0,
          due.line.message_class};
}

void TraceSource::visit_state(StateStream& state) {
  visit_next_of_senders(state);
  std::uint64_t lines = line_number();
  state.value(lines);
  while (!at_end_ && line_number() < lines) at_end_ = !reader_.next(ahead_);
  state.check(line_number() == lines, "lines of a trace");
}

}  // namespace turnpike::model
