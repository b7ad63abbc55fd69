// batch.cpp - so many messages from each node, as fast as the window lets them: BookSim's batch
// mode.
//
// Message k of a node waits until its message k - window has come out at its destination.

#include <cstring>
#include <iterator>
#include <memory>
#include <string>

#include "model/common/configuration_error.h"
#include "model/topology/network.h"
#include "model/traffic/destinations.h"
#include "model/traffic/graph_source.h"
#include "model/traffic/traffic_spec.h"
#include "model/traffic/workload_kinds.h"

namespace turnpike::model {

namespace {

enum BatchKey : std::size_t { kBatchMessages, kBatchWindow, kBatchFlits, kBatchPattern };

constexpr const char* kBatchPatterns[] = {"uniform_other",  "uniform",      "transpose",
                                          "bit_complement", "bit_reversal", "perfect_shuffle",
                                          "butterfly",      "tornado",      "neighbour"};

constexpr WorkloadKey kBatchKeys[] = {
    integer_key("batch", 1, 1'000'000'000, 1000, "messages", "that each node sends"),
    integer_key("batch_window", 1, 1'000'000, 1, "messages",
                "that a node has on their way; the next one is queued when one of them is there"),
    integer_key("flits", 1, 65535, 5, "flits", "length of a message"),
    word_key("pattern", kBatchPatterns, "who sends to whom, as traffic.pattern"),
};

class BatchStream final : public GraphStream {
 public:
  BatchStream(const TrafficSpec& spec, const Network& network, std::uint64_t seed)
      : nodes_(network.nodes()),
        messages_(static_cast<std::uint64_t>(workload_integer(spec, kBatchKeys[kBatchMessages]))),
        window_(static_cast<std::uint64_t>(workload_integer(spec, kBatchKeys[kBatchWindow]))),
        flits_(static_cast<std::uint32_t>(workload_integer(spec, kBatchKeys[kBatchFlits]))) {
    TrafficSpec drawn;
    const char* const word = kBatchPatterns[workload_word(spec, kBatchKeys[kBatchPattern])];
    for (const Pattern* pattern : patterns()) {
      if (std::strcmp(pattern->word, word) == 0) drawn.pattern = pattern;
    }
    try {
      destinations_ = Destinations(drawn, network, seed);
    } catch (const ConfigurationError& error) {
      throw ConfigurationError("workload.pattern", word, error.allowed);
    }
  }

  bool next(GraphMessage& message) override {
    if (at_ == messages_ * nodes_) return false;
    const std::uint64_t number = at_ / nodes_;
    message.id = at_;
    message.source = static_cast<NodeId>(at_ % nodes_);
    message.destination = destinations_.pick(message.source, number);
    message.flits = flits_;
    message.after.clear();
    if (number >= window_) message.after.push_back(at_ - window_ * nodes_);
    ++at_;
    return true;
  }

  // The message that it waits for is delivered after the one of its node that that one waited for.
  bool may_wait(std::uint64_t delivered) const override {
    const std::uint64_t number = (at_ - 1) / nodes_;
    return number >= 2 * window_ && delivered <= (number - 2 * window_) * nodes_;
  }

 private:
  NodeId nodes_;
  std::uint64_t messages_;
  std::uint64_t window_;
  std::uint32_t flits_;
  Destinations destinations_;
  std::uint64_t at_ = 0;
};

class Batch final : public GraphWorkload {
 public:
  constexpr Batch() : GraphWorkload("batch") {
    meaning = "so many messages from each node, as fast as they go";
    keys = kBatchKeys;
    key_count = std::size(kBatchKeys);
    is_random = true;
  }

  std::unique_ptr<GraphStream> open(const TrafficSpec& spec, const Network& network,
                                    std::uint64_t seed) const override {
    return std::make_unique<BatchStream>(spec, network, seed);
  }
};

constexpr Batch kBatch;

}  // namespace

const Workload* batch_workload() { return &kBatch; }

}  // namespace turnpike::model
