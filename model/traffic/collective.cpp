// collective.cpp - collective operations, as messages that wait for messages.

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "model/common/configuration_error.h"
#include "model/topology/network.h"
#include "model/topology/route.h"
#include "model/traffic/collective_plan.h"
#include "model/traffic/graph_source.h"
#include "model/traffic/traffic_spec.h"
#include "model/traffic/workload_kinds.h"

namespace turnpike::model {

namespace {

enum CollectiveKey : std::size_t {
  kCollective,
  kAlgorithm,
  kCollectiveBytes,
  kChunkBytes,
  kComputeTime,
  kIterations,
  kCollectiveNodes,
  kCollectiveFlitBytes,
};

constexpr std::int64_t kMostBytes = std::int64_t{1} << 40;

constexpr WorkloadKey kCollectiveKeys[] = {
    word_key("collective", kCollectiveWords, "the operation"),
    word_key("algorithm", kAlgorithmWords, "auto: ring; of a broadcast tree, of all_to_all direct"),
    integer_key("bytes", 1, kMostBytes, 65536, "bytes",
                "of the vector that a node has before, after, or both; of all_to_all what a node "
                "sends in all"),
    integer_key("chunk_bytes", 0, kMostBytes, 0, "bytes",
                "most of a message: longer ones go as several operations, one behind the other; 0: "
                "whole"),
    number_key("compute_time", 0, 1e6, 0, "cycles per byte",
               "a node takes to add up what was delivered to it"),
    integer_key("iterations", 1, 1000000, 1, "", "operations, one after the other at each node"),
    nodes_key("nodes", "nodes that take part, in the order of their ranks"),
    integer_key("flit_bytes", 0, 4096, 0, "bytes",
                "of a message in a flit; 0: router.flit_bits / 8"),
};

constexpr WorkloadFigure kCollectiveRows[] = {
    {"bandwidth", "bytes per cycle", "of the vector, over the makespan of all iterations",
     WorkloadFigure::Kind::number, WorkloadFigure::Merge::mean, nullptr, true},
    {"lower_bound", "cycles", "the higher of the next two: no run is faster",
     WorkloadFigure::Kind::count, WorkloadFigure::Merge::mean, nullptr, true},
    {"latency_bound", "cycles",
     "of the longest chain of messages where none waits for another in the network",
     WorkloadFigure::Kind::count, WorkloadFigure::Merge::mean},
    {"bandwidth_bound", "cycles", "for the flits of the node that sends or gets most",
     WorkloadFigure::Kind::count, WorkloadFigure::Merge::mean},
    {"bound_ratio", "", "makespan over lower_bound", WorkloadFigure::Kind::number,
     WorkloadFigure::Merge::mean, nullptr, true},
};

constexpr auto kCollectiveFigures = graph_figures_and(kCollectiveRows);

// An operation in a network: the plan of one of its chunks.
struct Operation {
  CollectivePlan plan;
  std::vector<std::uint32_t> flits;                   // [message]
  std::vector<Cycle> delay;                           // [message]
  std::vector<std::vector<std::uint32_t>> delivered;  // [rank] messages to it
  std::vector<std::uint32_t> all;                     // the whole plan
  Cycle last_delay = 1;                               // before a rank begins again
  std::vector<NodeId> nodes;                          // [rank]
  std::uint64_t chunks = 1;
  std::uint64_t iterations = 1;
  std::uint64_t bytes = 0;

  // Of one iteration, all chunks.
  std::uint64_t messages() const { return plan.messages.size() * chunks; }
  // What a rank waits for before it begins again: what it is delivered, or, where that is nothing,
  // everything.
  const std::vector<std::uint32_t>& before_again(std::uint32_t rank) const {
    return delivered[rank].empty() ? all : delivered[rank];
  }
};

Operation operation_of(const TrafficSpec& spec, const Network& network) {
  const auto integer = [&](CollectiveKey key) {
    return static_cast<std::uint64_t>(workload_integer(spec, kCollectiveKeys[key]));
  };
  Operation operation;
  operation.nodes = workload_nodes(spec, kCollectiveKeys[kCollectiveNodes], network.nodes());
  operation.bytes = integer(kCollectiveBytes);
  operation.iterations = integer(kIterations);
  if (operation.nodes.size() < 2) {
    throw ConfigurationError("workload.nodes", std::to_string(operation.nodes.size()) + " nodes",
                             "2 nodes or more");
  }
  CollectiveShape shape;
  shape.collective = static_cast<Collective>(workload_word(spec, kCollectiveKeys[kCollective]));
  shape.algorithm =
      static_cast<CollectiveAlgorithm>(workload_word(spec, kCollectiveKeys[kAlgorithm]));
  shape.ranks = static_cast<std::uint32_t>(operation.nodes.size());
  shape.bytes = operation.bytes;
  if (network.topology->is_grid) shape.radix = network.radix;
  operation.plan = plan_collective(shape);
  std::uint64_t longest = 1;
  for (const PlannedMessage& one : operation.plan.messages) longest = std::max(longest, one.bytes);
  if (const std::uint64_t chunk = integer(kChunkBytes); chunk != 0 && longest > chunk) {
    operation.chunks = (longest - 1) / chunk + 1;
    shape.bytes = (operation.bytes - 1) / operation.chunks + 1;
    operation.plan = plan_collective(shape);
  }
  const std::uint64_t said = integer(kCollectiveFlitBytes);
  const std::uint64_t of_flit =
      said != 0 ? said : std::max(1u, network.router.format.flit_bits / 8);
  const double compute = workload_number(spec, kCollectiveKeys[kComputeTime]);
  const auto delay = [&](std::uint64_t bytes) {
    return 1 + static_cast<Cycle>(std::llround(compute * static_cast<double>(bytes)));
  };
  operation.delivered.resize(shape.ranks);
  for (const PlannedMessage& one : operation.plan.messages) {
    const auto place = static_cast<std::uint32_t>(operation.all.size());
    const std::uint64_t flits = one.bytes == 0 ? 1 : (one.bytes - 1) / of_flit + 1;
    if (flits > 0xffffffffu) {
      throw ConfigurationError("workload.bytes", std::to_string(operation.bytes),
                               "messages of fewer than 2^32 flits: set workload.chunk_bytes");
    }
    operation.flits.push_back(static_cast<std::uint32_t>(flits));
    operation.delay.push_back(delay(one.reduces));
    operation.delivered[one.to].push_back(place);
    operation.all.push_back(place);
  }
  operation.last_delay = delay(operation.plan.last_reduces);
  return operation;
}

// What no run can beat.
struct Bounds {
  std::optional<Cycle> latency;  // not known where messages have a choice of ways
  Cycle bandwidth = 0;
};

// Cycles from queueing to the last flit of the messages, on an idle network; empty where a message
// may take several ways, or waits in routers for as long as its packets are.
std::vector<Cycle> idle_latencies(const Operation& operation, const Network& network) {
  std::vector<Cycle> latencies;
  const bool has_choice =
      network.router.routing.kind.function->looks_up() ||
      (network.packets && (network.packets->first_hop || !network.packets->cut_through));
  if (has_choice) return latencies;
  const Wiring wiring(network);
  std::unordered_map<std::uint64_t, Cycle> heads;
  for (std::size_t i = 0; i < operation.flits.size(); ++i) {
    const PlannedMessage& one = operation.plan.messages[i];
    const auto [head, is_new] = heads.emplace(std::uint64_t{one.from} << 32 | one.to, 0);
    if (is_new) {
      const NodeId from = network.first_terminal(operation.nodes[one.from]);
      const NodeId to = network.first_terminal(operation.nodes[one.to]);
      head->second = zero_load_latency(network, route(network, wiring, from, to));
    }
    latencies.push_back(head->second + operation.flits[i] - 1);
  }
  return latencies;
}

// Of chunks that do not wait for each other each has this chain.
Cycle longest_chain(const Operation& operation, const std::vector<Cycle>& latencies) {
  std::vector<Cycle> finish(latencies.size());
  std::vector<Cycle> begin(operation.nodes.size(), 0);
  for (std::uint64_t iteration = 0; iteration < operation.iterations; ++iteration) {
    for (std::size_t i = 0; i < latencies.size(); ++i) {
      const PlannedMessage& one = operation.plan.messages[i];
      Cycle queued = one.after.empty() ? begin[one.from] : 0;
      for (const std::uint32_t before : one.after) {
        queued = std::max(queued, finish[before] + operation.delay[i]);
      }
      finish[i] = queued + latencies[i];
    }
    for (std::uint32_t rank = 0; rank < begin.size(); ++rank) {
      for (const std::uint32_t before : operation.before_again(rank)) {
        begin[rank] = std::max(begin[rank], finish[before] + operation.last_delay);
      }
    }
  }
  return *std::max_element(finish.begin(), finish.end());
}

Bounds bounds_of(const Operation& operation, const Network& network) {
  constexpr std::uint64_t kMostSteps = 50'000'000;  // some tenths of a second
  Bounds bounds;
  const std::vector<Cycle> latencies = idle_latencies(operation, network);
  if (!latencies.empty() && operation.iterations <= kMostSteps / latencies.size()) {
    bounds.latency = longest_chain(operation, latencies);
  }
  std::vector<std::uint64_t> sent(operation.nodes.size());
  std::vector<std::uint64_t> got(operation.nodes.size());
  for (std::size_t i = 0; i < operation.flits.size(); ++i) {
    sent[operation.plan.messages[i].from] += operation.flits[i];
    got[operation.plan.messages[i].to] += operation.flits[i];
  }
  const std::uint64_t most = std::max(*std::max_element(sent.begin(), sent.end()),
                                      *std::max_element(got.begin(), got.end()));
  bounds.bandwidth =
      most * operation.chunks * operation.iterations / std::max(1u, network.local_channels);
  return bounds;
}

class CollectiveStream final : public GraphStream {
 public:
  CollectiveStream(Operation operation, const Bounds& bounds)
      : operation_(std::move(operation)), bounds_(bounds) {}

  bool next(GraphMessage& message) override {
    const std::size_t size = operation_.plan.messages.size();
    if (iteration_ == operation_.iterations) return false;
    const PlannedMessage& one = operation_.plan.messages[place_];
    const std::uint64_t first = iteration_ * operation_.messages() + chunk_ * size;
    message.id = first + place_;
    message.source = operation_.nodes[one.from];
    message.destination = operation_.nodes[one.to];
    message.flits = operation_.flits[place_];
    message.delay = operation_.delay[place_];
    message.after.clear();
    for (const std::uint32_t before : one.after) message.after.push_back(first + before);
    if (one.after.empty() && iteration_ > 0) {
      message.delay = operation_.last_delay;
      for (const std::uint32_t before : operation_.before_again(one.from)) {
        message.after.push_back(first - operation_.messages() + before);
      }
    }
    last_iteration_ = iteration_;
    if (++place_ == size) {
      place_ = 0;
      if (++chunk_ == operation_.chunks) {
        chunk_ = 0;
        ++iteration_;
      }
    }
    return true;
  }

  // A message of the iteration before is delivered after one of the iteration before that.
  bool may_wait(std::uint64_t delivered) const override {
    return last_iteration_ >= 2 && delivered <= (last_iteration_ - 2) * operation_.messages();
  }

  void add_figures(WorkloadResults& results) const override {
    const std::optional<double> makespan = results.figures[1];
    const double bytes = static_cast<double>(operation_.bytes * operation_.iterations);
    const double bound =
        static_cast<double>(std::max(bounds_.latency.value_or(0), bounds_.bandwidth));
    const auto known = [](std::optional<double> figure) { return figure; };
    results.figures.push_back(makespan.value_or(0) > 0 ? known(bytes / *makespan) : std::nullopt);
    results.figures.emplace_back(bound);
    results.figures.push_back(bounds_.latency ? known(static_cast<double>(*bounds_.latency))
                                              : std::nullopt);
    results.figures.emplace_back(static_cast<double>(bounds_.bandwidth));
    results.figures.push_back(makespan ? known(*makespan / bound) : std::nullopt);
  }

 private:
  Operation operation_;
  Bounds bounds_;
  std::uint64_t iteration_ = 0;
  std::uint64_t last_iteration_ = 0;  // of the message that next() brought last
  std::uint64_t chunk_ = 0;
  std::size_t place_ = 0;  // in the plan
};

class CollectiveWorkload final : public GraphWorkload {
 public:
  constexpr CollectiveWorkload() : GraphWorkload("collective") {
    meaning = "all-reduce and other operations of all nodes together";
    keys = kCollectiveKeys;
    key_count = std::size(kCollectiveKeys);
    figures = kCollectiveFigures.data();
    figure_count = kCollectiveFigures.size();
  }

  std::unique_ptr<GraphStream> open(const TrafficSpec& spec, const Network& network,
                                    std::uint64_t) const override {
    Operation operation = operation_of(spec, network);
    const Bounds bounds = bounds_of(operation, network);
    return std::make_unique<CollectiveStream>(std::move(operation), bounds);
  }
};

constexpr CollectiveWorkload kCollectiveWorkload;

}  // namespace

const Workload* collective_workload() { return &kCollectiveWorkload; }

}  // namespace turnpike::model
