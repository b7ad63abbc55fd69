// terminal_parts.h - the counts of each thread's terminals, and the mail between them.
//
// A sink's finding concerns the source of the packet, whose node another thread may serve. The sink
// posts it in one cycle, and the source's thread settles it in the next.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "model/network/engine.h"
#include "model/network/event_log.h"
#include "model/network/terminals.h"
#include "model/statistics/node_sums.h"
#include "model/traffic/traffic.h"

namespace turnpike::model {

template <class Letter>
class TerminalParts {
 public:
  struct alignas(64) Part {
    NodeRange nodes;
    Collector collector;
    NodeCounters nodes_counted;
    std::uint64_t consumed = 0;                // flits
    std::uint64_t queued = 0;                  // packets, or whole messages
    std::uint64_t complete = 0;                // of them
    std::vector<Event>* log = nullptr;         // null: no events
    std::vector<Delivery> deliveries;          // not yet taken; of offered traffic
    std::vector<std::vector<Letter>> mail[2];  // [parity][partition of the source]
  };

  // They cover all nodes in order.
  explicit TerminalParts(const std::vector<NodeRange>& partitions, unsigned message_classes = 1)
      : message_classes_(message_classes), parts_(partitions.size()) {
    for (std::size_t p = 0; p < partitions.size(); ++p) {
      parts_[p].nodes = partitions[p];
      parts_[p].collector = Collector(0, 0, message_classes);
      for (auto& mail : parts_[p].mail) mail.resize(partitions.size());
    }
  }

  Part& operator[](unsigned partition) { return parts_[partition]; }
  unsigned of(NodeId node) const {
    unsigned p = 0;
    while (node >= parts_[p].nodes.end) ++p;
    return p;
  }

  void post(Part& from, NodeId source, Cycle now, const Letter& letter) {
    from.mail[now & 1][of(source)].push_back(letter);
  }
  // read(letter, part) gets what was posted for the partition in cycles of this parity.
  template <class Read>
  void settle(unsigned partition, unsigned parity, Read&& read) {
    for (Part& from : parts_) {
      std::vector<Letter>& mail = from.mail[parity][partition];
      for (const Letter& letter : mail) read(letter, parts_[partition]);
      mail.clear();
    }
  }
  unsigned size() const { return static_cast<unsigned>(parts_.size()); }

  // Once all is settled. See Engine.
  const Collector& collected() {
    if (parts_.size() == 1) return parts_.front().collector;
    merged_ = parts_.front().collector;
    for (std::size_t p = 1; p < parts_.size(); ++p) merged_.merge(parts_[p].collector);
    return merged_;
  }
  void restart_collector(MeasurementWindow window) {
    for (Part& part : parts_) {
      part.collector = Collector(window.start, window.end, message_classes_);
      if (!window.counts_nodes) continue;
      part.nodes_counted = NodeCounters(window.start, window.end, part.nodes.first, part.nodes.end,
                                        parts_.back().nodes.end);
    }
  }
  NodeTable node_table(bool with_flows) const {
    NodeTable table;
    for (const Part& part : parts_) part.nodes_counted.add_to(table, with_flows);
    return table;
  }
  void read_backlogs(std::vector<std::int64_t>& backlogs) const {
    backlogs.assign(std::size_t{2} * parts_.back().nodes.end, 0);
    for (const Part& part : parts_) part.nodes_counted.add_growth_to(backlogs);
  }
  void measure_until(Cycle end) {
    for (Part& part : parts_) {
      part.collector.measure_until(end);
      part.nodes_counted.measure_until(end);
    }
  }
  std::uint64_t outstanding() const {
    std::uint64_t packets = 0;
    for (const Part& part : parts_) packets += part.queued - part.complete;
    return packets;
  }
  // Nothing that was queued is not yet settled, nor anything posted.
  bool is_still() const {
    for (const Part& part : parts_) {
      if (part.queued != part.complete) return false;
    }
    for (const Part& part : parts_) {
      for (const auto& parity : part.mail) {
        for (const std::vector<Letter>& letters : parity) {
          if (!letters.empty()) return false;
        }
      }
    }
    return true;
  }
  // Once all is settled: in an order that does not depend on the parts.
  void take_deliveries(std::vector<Delivery>& to) {
    const std::size_t before = to.size();
    for (Part& part : parts_) {
      to.insert(to.end(), part.deliveries.begin(), part.deliveries.end());
      part.deliveries.clear();
    }
    const auto order = [](const Delivery& d) {
      return std::tuple(d.last, d.destination, d.source, d.queued, d.injected, d.tag);
    };
    std::sort(to.begin() + static_cast<std::ptrdiff_t>(before), to.end(),
              [&](const Delivery& a, const Delivery& b) { return order(a) < order(b); });
  }
  // Once the deliveries of offered traffic were taken. is_possible(letter) of a letter
  // whose source is in the partition that it was posted for.
  template <class IsPossible>
  void visit_state(StateStream& state, IsPossible&& is_possible) {
    state.expect(parts_.size(), "partitions");
    const NodeId nodes = parts_.back().nodes.end;
    const Collector& first = parts_.front().collector;
    for (Part& part : parts_) {
      part.collector.visit_state(state);
      part.nodes_counted.visit_state(state, part.nodes.first, part.nodes.end, nodes);
      state.check(part.collector.start() == first.start() &&
                      part.collector.length() == first.length() &&
                      part.nodes_counted.counts_only(first.start(), first.length()),
                  "interval that is measured");
      for (const Delivery& one : part.collector.slowest().list()) {
        state.check(one.source < nodes && one.destination < nodes, "nodes of a slow packet");
      }
      state.value(part.consumed);
      state.value(part.queued);
      state.value(part.complete, part.queued, "packets that are complete");
      state.expect(part.deliveries.size(), "deliveries");
      for (auto& mail : part.mail) visit_mail(state, mail, is_possible);
    }
  }
  std::uint64_t flits_consumed() const {
    std::uint64_t flits = 0;
    for (const Part& part : parts_) flits += part.consumed;
    return flits;
  }

 private:
  template <class IsPossible>
  void visit_mail(StateStream& state, std::vector<std::vector<Letter>>& mail,
                  const IsPossible& is_possible) {
    for (std::size_t p = 0; p < mail.size(); ++p) {
      state.any_list(mail[p]);
      for (const Letter& letter : mail[p]) {
        state.check(letter.source >= parts_[p].nodes.first && letter.source < parts_[p].nodes.end &&
                        is_possible(letter),
                    "a packet that came out");
      }
    }
  }

  unsigned message_classes_;
  std::vector<Part> parts_;
  Collector merged_;  // of several partitions
};

// Calls take(node) for each message of the nodes that is due in cycle `now`. Which nodes have one
// is found for 64 of them at a time, without a branch for each.
template <class Take>
void take_due(const MessageSource& source, NodeRange nodes, Cycle now, Take&& take) {
  for (NodeId first = nodes.first; first < nodes.end; first += 64) {
    const Cycle* due = source.next_cycles() + first;
    std::uint64_t left = 0;
    for (NodeId n = std::min<NodeId>(64, nodes.end - first); n-- > 0;) {
      left = left + left + (due[n] <= now ? 1u : 0u);
    }
    for (; left != 0; left &= left - 1) {
      const auto i = static_cast<NodeId>(__builtin_ctzll(left));
      while (due[i] <= now) take(first + i);
    }
  }
}

}  // namespace turnpike::model
