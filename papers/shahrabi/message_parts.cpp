// message_parts.cpp - W_s, S_b and V-bar from the events of a run.

#include "papers/shahrabi/message_parts.h"

#include <algorithm>
#include <tuple>

namespace turnpike::sim::shahrabi {

using model::Cycle;
using model::Event;
using model::EventKind;

PartsMeter::PartsMeter(const Panel& panel, Cycle begin, Cycle end)
    : dimensions_(panel.dimensions),
      nodes_(panel.nodes()),
      begin_(begin),
      end_(end),
      changes_(panel.dimensions) {}

void PartsMeter::record(const Event& event) {
  const std::uint64_t key = std::uint64_t{event.source} << 32 | event.packet;
  if (event.kind == EventKind::queued) {
    under_way_[key] = {event.cycle, 0, {}};
    return;
  }
  const auto found = under_way_.find(key);
  if (found == under_way_.end()) return;
  Message& message = found->second;
  if (event.kind == EventKind::injected) {
    message.injected = event.cycle;
  } else if (event.kind == EventKind::hop) {
    if (event.port >= dimensions_) return;  // to the node
    message.hops.push_back({event.component * dimensions_ + event.port, event.cycle});
  } else if (event.kind == EventKind::delivered) {
    delivered(event, message);
    under_way_.erase(found);
  }
}

// The tail passes a channel so many cycles before it is delivered as there are hops to go: behind
// the head, which has arrived, nothing holds it up but other messages on the same channels.
void PartsMeter::delivered(const Event& event, const Message& message) {
  const std::size_t hops = message.hops.size();
  for (std::size_t j = 0; j < hops; ++j) {
    const Hop& hop = message.hops[j];
    const Cycle from = std::max(hop.head, begin_);
    const Cycle to = std::min(event.cycle - (hops - 1 - j), end_);
    if (from >= to) continue;
    std::vector<Change>& changes = changes_[hop.channel % dimensions_];
    changes.push_back({hop.channel, from, 1});
    changes.push_back({hop.channel, to, -1});
  }
  if (message.queued < begin_ || message.queued >= end_) return;
  wait_.add(message.injected - message.queued - 1);
  if (hops == 1) copy_.add(event.cycle - message.injected - 1);
}

// (31) of the channels of a dimension.
double PartsMeter::multiplexing_of(std::vector<Change>& changes) const {
  std::sort(changes.begin(), changes.end(), [](const Change& a, const Change& b) {
    return std::tie(a.channel, a.cycle, a.by) < std::tie(b.channel, b.cycle, b.by);
  });
  double first = 0;
  double second = 0;
  int busy = 0;
  for (std::size_t i = 0; i + 1 < changes.size(); ++i) {
    busy += changes[i].by;
    if (changes[i + 1].channel != changes[i].channel) continue;  // none is busy any more
    const double time = static_cast<double>(changes[i + 1].cycle - changes[i].cycle);
    first += busy * time;
    second += busy * busy * time;
  }
  return first == 0 ? 1 : second / first;
}

MessageParts PartsMeter::parts() const {
  MessageParts parts;
  parts.wait = wait_.mean();
  parts.copy = copy_.mean();
  parts.multiplexing = 0;
  for (std::vector<Change> changes : changes_) {
    parts.multiplexing += multiplexing_of(changes) / dimensions_;
  }
  parts.queue_rate = wait_.messages / static_cast<double>(end_ - begin_) / nodes_ / dimensions_;
  return parts;
}

}  // namespace turnpike::sim::shahrabi
