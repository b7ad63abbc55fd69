// The 95 % interval of offered messages: caches that each have some misses under way, a closed
// loop.

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <vector>

#include "model/common/random.h"
#include "model/network/model_engine.h"
#include "model/statistics/results.h"
#include "model/traffic/offered_source.h"
#include "tests/unit/network/packet_experiments.h"

namespace turnpike::test {
namespace {

using model::Cycle;
using model::Delivery;
using model::Estimate;
using model::NodeId;

// Every node has `window` messages under way; one that is delivered is followed by another, to a
// node drawn at random, `think` cycles later.
class ClosedLoop {
 public:
  ClosedLoop(unsigned window, Cycle think)
      : experiment_(on(model::Topology::mesh, {4, 4})),
        network_(experiment_.build()),
        traffic_(experiment_.traffic, network_),
        engine_(model::make_model_engine(network_, traffic_, experiment_.run)),
        due_(think) {
    for (NodeId node = 0; node < network_.nodes(); ++node) {
      for (unsigned i = 0; i < window; ++i) offer(node);
    }
  }

  // Of the messages that are queued in the next cycles.
  Estimate measure(Cycle cycles) {
    engine_->restart_collector({engine_->now(), engine_->now() + cycles});
    run(cycles);
    while (engine_->measured_outstanding() != 0) run(1);
    return engine_->collected().batches().estimate();
  }
  void run(Cycle cycles) {
    for (; cycles != 0; --cycles) {
      std::vector<NodeId>& due = due_[engine_->now() % due_.size()];
      for (const NodeId node : due) offer(node);
      due.clear();
      engine_->advance(1);
      std::vector<Delivery> deliveries;
      engine_->take_deliveries(deliveries);
      for (const Delivery& delivery : deliveries) {
        due_[(engine_->now() + due_.size() - 1) % due_.size()].push_back(delivery.source);
      }
    }
  }

 private:
  void offer(NodeId node) {
    model::Message message;
    message.destination = static_cast<NodeId>(
        model::draw(1, model::Stream::test, node, offered_++) % network_.nodes());
    message.flits = 5;
    traffic_.offer(node, message);
  }

  Experiment experiment_;
  model::Network network_;
  model::OfferedTraffic traffic_;
  std::unique_ptr<model::ModelEngine> engine_;
  std::uint64_t offered_ = 0;
  std::vector<std::vector<NodeId>> due_;  // [cycle modulo] nodes that offer then
};

TEST(ClosedLoopTest, IntervalsOfOfferedMessagesCoverTheirMean) {
  constexpr unsigned kRuns = 40;
  for (const unsigned window : {1u, 4u, 16u}) {
    ClosedLoop loop(window, 20);
    loop.run(2000);
    std::vector<Estimate> runs;
    double truth = 0;
    for (unsigned i = 0; i < kRuns; ++i) {
      runs.push_back(loop.measure(3000));
      truth += runs.back().mean / kRuns;
    }
    unsigned hits = 0;
    unsigned reliable = 0;
    for (const Estimate& one : runs) {
      hits += std::abs(one.mean - truth) <= one.half_width;
      reliable += one.is_reliable;
    }
    EXPECT_GE(hits, kRuns * 9 / 10) << window;
    EXPECT_GE(reliable, kRuns / 2) << window;
    RecordProperty("covered_" + std::to_string(window), static_cast<int>(hits));
  }
}

}  // namespace
}  // namespace turnpike::test
