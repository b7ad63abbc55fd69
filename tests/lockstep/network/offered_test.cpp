// offered_test.cpp - messages that a caller offers: hardware, alone and in lockstep, delivers what
// the model delivers, in the same cycles, with the same tags.

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "model/network/model_engine.h"
#include "model/traffic/offered_source.h"
#include "sim/hardware/engines/lockstep_engine.h"
#include "sim/hardware/engines/rtl_engine.h"
#include "tests/support/experiment.h"
#include "tests/support/scratch_folder.h"

namespace turnpike::test {
namespace {

// Offers what `experiment` draws, 300 cycles long.
std::vector<model::Delivery> deliveries_of(model::Engine& engine, model::OfferedTraffic& traffic,
                                           const Experiment& experiment) {
  model::Traffic drawn(experiment.traffic, engine.network(), experiment.run.seed);
  std::vector<model::Delivery> deliveries;
  std::uint64_t tag = 0;
  while (engine.now() < 300) {
    for (model::NodeId node = 0; node < drawn.nodes(); ++node) {
      while (drawn.next_cycles()[node] <= engine.now()) {
        model::Message message = drawn.take(node);
        message.tag = ++tag;
        traffic.offer(node, message);
      }
    }
    engine.advance(1);
    engine.take_deliveries(deliveries);
  }
  return deliveries;
}

std::vector<model::Delivery> deliveries_of_the_model(const Experiment& experiment,
                                                     const model::Network& network) {
  model::OfferedTraffic traffic(experiment.traffic, network);
  return deliveries_of(*model::make_model_engine(network, traffic, experiment.run), traffic,
                       experiment);
}

TEST(OfferedTrafficTest, TheHardwareDeliversWhatTheModelDelivers) {
  const Experiment experiment;
  const model::Network network = experiment.build();
  model::OfferedTraffic traffic(experiment.traffic, network);
  sim::RtlEngine engine(network, traffic, experiment.run);
  const auto deliveries = deliveries_of(engine, traffic, experiment);
  EXPECT_GT(deliveries.size(), 100u);
  EXPECT_TRUE(deliveries == deliveries_of_the_model(experiment, network));
}

TEST(OfferedTrafficTest, LockstepDeliversWhatTheModelDelivers) {
  const Experiment experiment;
  const ScratchFolder scratch;
  const model::Network network = experiment.build();
  model::OfferedTraffic traffic(experiment.traffic, network);
  sim::LockstepOptions options;
  options.folder = scratch.path();
  sim::LockstepEngine engine(network, traffic, experiment.run, options);
  const auto deliveries = deliveries_of(engine, traffic, experiment);
  EXPECT_GT(deliveries.size(), 100u);
  EXPECT_TRUE(deliveries == deliveries_of_the_model(experiment, network));
}

}  // namespace
}  // namespace turnpike::test
