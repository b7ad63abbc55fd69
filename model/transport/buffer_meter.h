// buffer_meter.h - the largest contents of the nodes, if contents grow and shrink at constant
// rates.
//
// Contents are counted in ticks of data: the data that a link carries in a tick. Between two
// changes of a rate they are a straight line, so the maximum is at a change.

#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "model/traffic/message_list.h"

namespace turnpike::model {

class BufferMeter {
 public:
  // The mean is over the ticks 0 .. horizon; the maximum over all.
  BufferMeter(NodeId nodes, Tick horizon) : nodes_(nodes), horizon_(horizon) {}

  // At `now` the node's contents begin to change by `slope` a tick more than before.
  void bend(NodeId node, Tick now, int slope) {
    advance(nodes_[node], now);
    nodes_[node].slope += slope;
  }
  // At `now` the node's contents jump by `amount`.
  void step(NodeId node, Tick now, Tick amount) {
    advance(nodes_[node], now);
    nodes_[node].contents += static_cast<std::int64_t>(amount);
    largest_ = std::max(largest_, nodes_[node].contents);
  }

  // The largest contents of any node at any time, in ticks.
  double largest() const { return static_cast<double>(largest_); }
  // Over all nodes and the time up to the horizon; all changes must have been told.
  double mean() {
    double sum = 0;
    for (Node& node : nodes_) {
      advance(node, std::max(node.since, horizon_));
      sum += node.integral;
    }
    return horizon_ == 0 ? 0
                         : sum / static_cast<double>(horizon_) / static_cast<double>(nodes_.size());
  }
  bool all_empty() const {
    return std::all_of(nodes_.begin(), nodes_.end(),
                       [](const Node& node) { return node.contents == 0 && node.slope == 0; });
  }

 private:
  struct Node {
    Tick since = 0;
    std::int64_t contents = 0;  // at `since`
    std::int64_t slope = 0;
    double integral = 0;  // up to `since`, at most up to the horizon
  };

  void advance(Node& node, Tick now) {
    const Tick counted = std::min(now, horizon_) - std::min(node.since, horizon_);
    const auto length = static_cast<double>(counted);
    node.integral += length * (static_cast<double>(node.contents) +
                               static_cast<double>(node.slope) * length / 2);
    node.contents += node.slope * static_cast<std::int64_t>(now - node.since);
    node.since = now;
    largest_ = std::max(largest_, node.contents);
  }

  std::vector<Node> nodes_;
  Tick horizon_;
  std::int64_t largest_ = 0;
};

}  // namespace turnpike::model
