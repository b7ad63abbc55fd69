// fairness.cpp - Jain's index, the worst source, and nodes whose backlog grows.

#include "model/statistics/fairness.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace turnpike::model {
namespace {

constexpr std::size_t kLeastSamples = 8;
constexpr double kLeastMessages = 8;        // of a backlog that is looked at
constexpr double kWaitOfMessages = 100;     // messages on one channel, in units of their duration
constexpr double kDeviations = 4;           // of a Poisson process, over the measurement
constexpr double kLeastSignificance = 2.5;  // standard errors

// Mean over flits of the length of their message: what a message counts for in a queue.
double mean_weight(const NodeTable& table) {
  double flits = 0;
  for (const NodeSums& sums : table.from) flits += static_cast<double>(sums.offered_flits);
  return flits > 0 ? static_cast<double>(table.squares) / flits : 1;
}

void find_worst(const NodeTable& table, double cycles, Fairness& fairness) {
  double sum = 0;
  double squares = 0;
  double sources = 0;
  double least = 0;
  for (NodeId node = 0; node < table.from.size(); ++node) {
    const NodeSums& sums = table.from[node];
    if (sums.offered_flits == 0) continue;
    const double share =
        static_cast<double>(sums.accepted_flits) / static_cast<double>(sums.offered_flits);
    sum += share;
    squares += share * share;
    if (sources == 0 || share < least) {
      least = share;
      fairness.worst_source = node;
      fairness.worst_offered = static_cast<double>(sums.offered_flits) / cycles;
      fairness.worst_accepted = static_cast<double>(sums.accepted_flits) / cycles;
    }
    sources += 1;
  }
  fairness.is_known = sources > 0;
  if (squares > 0) fairness.jain = sum * sum / (sources * squares);
}

}  // namespace

void BacklogGrowth::sample(const std::vector<std::int64_t>& backlogs, bool is_middle) {
  ++samples_;
  for (std::size_t i = 0; i < of_.size(); ++i) {
    Growth& growth = of_[i];
    const std::int64_t since = backlogs[i] - growth.total;
    growth.squares += static_cast<std::uint64_t>(since) * static_cast<std::uint64_t>(since);
    growth.total = backlogs[i];
    if (is_middle) growth.half = backlogs[i];
  }
}

void BacklogGrowth::visit_state(StateStream& state) {
  constexpr std::int64_t kMostFlits = std::int64_t{1} << 61;  // differences stay below 2^63
  state.any_list(of_);
  state.check(of_.size() % 2 == 0, "backlogs of nodes");
  state.value(samples_);
  for (const Growth& growth : of_) {
    state.check(growth.total >= -kMostFlits && growth.total <= kMostFlits, "growth of a backlog");
  }
}

double BacklogGrowth::significance(std::size_t index) const {
  if (samples_ < 2) return 0;
  const auto n = static_cast<double>(samples_);
  const auto total = static_cast<double>(of_[index].total);
  const double spread = static_cast<double>(of_[index].squares) - total * total / n;
  // Without any spread every sample grew alike.
  const double variance = std::max(spread, 1e-9) / (n - 1);
  return total / std::sqrt(n * variance);
}

std::string StarvedNode::text() const {
  char text[240];
  std::snprintf(text, sizeof text,
                is_source ? "node %u gets %.4f of the %.4f flits per cycle that it offers, and its "
                            "messages come to wait %.0f cycles longer"
                          : "node %u is sent %.4f of the %.4f flits per cycle that are offered to "
                            "it, and messages for it come to wait %.0f cycles longer",
                node, accepted, offered, wait_growth);
  return text;
}

Fairness judge_fairness(const NodeTable& table, const BacklogGrowth& growth,
                        const FairnessScale& scale) {
  Fairness fairness;
  find_worst(table, scale.cycles, fairness);
  const double weight = fairness.weight = mean_weight(table);
  fairness.wait_limit = std::max(scale.latency_limit, kWaitOfMessages * weight * scale.flit_cycles);
  if (!fairness.is_known || growth.samples() < kLeastSamples) return fairness;
  const std::size_t nodes = table.from.size();
  for (std::size_t i = 0; i < 2 * nodes; ++i) {
    const BacklogGrowth::Growth& of = growth.of(i);
    const auto backlog = static_cast<double>(of.total);
    if (!of.in_both_halves() || backlog < kLeastMessages * weight) continue;
    const NodeSums& sums = i < nodes ? table.from[i] : table.to[i - nodes];
    const auto offered = static_cast<double>(sums.offered_flits);
    const double wait = backlog * scale.cycles / offered;
    fairness.wait_growth = std::max(fairness.wait_growth, wait);
    if (wait < fairness.wait_limit || backlog < kDeviations * std::sqrt(offered * weight) ||
        growth.significance(i) < kLeastSignificance) {
      continue;
    }
    fairness.starved.push_back({i < nodes, static_cast<NodeId>(i < nodes ? i : i - nodes),
                                offered / scale.cycles,
                                static_cast<double>(sums.accepted_flits) / scale.cycles, wait});
  }
  std::stable_sort(
      fairness.starved.begin(), fairness.starved.end(),
      [](const StarvedNode& a, const StarvedNode& b) { return a.wait_growth > b.wait_growth; });
  return fairness;
}

}  // namespace turnpike::model
