// fairness.h - the backlog of each node, and whether the node gets the traffic that it offers.
//
// docs/statistics.md, section 4, has the rules and the reasons for their constants.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/common/state_stream.h"
#include "model/statistics/node_sums.h"

namespace turnpike::model {

// The growth of the backlogs of all nodes, as sources and as destinations, during a measurement.
class BacklogGrowth {
 public:
  BacklogGrowth() = default;
  explicit BacklogGrowth(std::size_t nodes) : of_(2 * nodes) {}

  // `backlogs`: growth since the start of the measurement, in flits; [node] as a source, then
  // [nodes + node] as a destination. `is_middle`: half of the measurement is over.
  void sample(const std::vector<std::int64_t>& backlogs, bool is_middle);

  // The cycle of the last sample is the middle: the measurement goes on.
  void start_second_half() {
    for (Growth& growth : of_) growth.half = growth.total;
  }

  std::size_t samples() const { return samples_; }
  std::size_t nodes() const { return of_.size() / 2; }

  struct Growth {
    std::int64_t total = 0;     // flits, since the start
    std::int64_t half = 0;      // flits, in the first half
    std::uint64_t squares = 0;  // sum over the samples of the squared growth since the one before

    bool in_both_halves() const { return half > 0 && total > half; }
  };
  const Growth& of(std::size_t index) const { return of_[index]; }
  // The mean growth from sample to sample in units of its standard error.
  double significance(std::size_t index) const;

  void visit_state(StateStream& state);

 private:
  std::vector<Growth> of_;
  std::uint64_t samples_ = 0;
};

// The properties of a run that the rules need besides the counts.
struct FairnessScale {
  double cycles = 0;         // of the measurement
  double latency_limit = 0;  // cycles
  double flit_cycles = 1;    // from flit to flit on the slowest channel, or into a stalled sink
};

// A node that gets significantly less than it offers, or than is offered to it.
struct StarvedNode {
  bool is_source = true;
  NodeId node = 0;
  double offered = 0;      // flits per cycle
  double accepted = 0;     // flits per cycle
  double wait_growth = 0;  // cycles

  // The reason for which the run is called saturated, in words.
  std::string text() const;
};

struct Fairness {
  bool is_known = false;
  double jain = 1;  // Jain's index of accepted / offered over the sources
  // The source with the least accepted / offered, and its traffic in flits per cycle.
  NodeId worst_source = 0;
  double worst_offered = 0;
  double worst_accepted = 0;
  // Cycles that the messages of a node wait longer at the end of the measurement than at its
  // start: of the node where it is most, among those whose backlog grew in both halves of it.
  double wait_growth = 0;
  double wait_limit = 0;  // cycles that it must reach before a node is starved
  double weight = 1;      // flits: mean of the squared message lengths over the mean length
  std::vector<StarvedNode> starved;  // the longest wait first
};

Fairness judge_fairness(const NodeTable& table, const BacklogGrowth& growth,
                        const FairnessScale& scale);

}  // namespace turnpike::model
