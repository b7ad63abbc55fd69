// offered_test.cpp - messages that a caller offers: hardware, alone and in lockstep, delivers what
// the model delivers, in the same cycles, with the same tags.

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
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

struct InLockstep {
  explicit InLockstep(const Experiment& experiment)
      : network(experiment.build()), traffic(experiment.traffic, network) {
    sim::LockstepOptions options;
    options.folder = scratch.path();
    engine.emplace(network, traffic, experiment.run, options);
  }
  ScratchFolder scratch;
  model::Network network;
  model::OfferedTraffic traffic;
  std::optional<sim::LockstepEngine> engine;
};

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
  InLockstep run(experiment);
  const auto deliveries = deliveries_of(*run.engine, run.traffic, experiment);
  EXPECT_GT(deliveries.size(), 100u);
  EXPECT_TRUE(deliveries == deliveries_of_the_model(experiment, run.network));
}

// Nodes that take nothing in for a while: the hardware stalls pin by pin as the model does.
std::vector<model::Delivery> deliveries_with_holds(model::Engine& engine,
                                                   model::OfferedTraffic& traffic) {
  const model::NodeId nodes = traffic.nodes();
  model::Message message;
  message.flits = 5;
  for (; message.tag < 6; ++message.tag) {
    for (model::NodeId node = 0; node < nodes; ++node) {
      message.destination = message.tag % 2 == 0 ? nodes - 1 - node : 0;
      traffic.offer(node, message);
    }
  }
  engine.hold(0, 0, true);
  std::vector<model::Delivery> deliveries;
  for (unsigned piece = 0; piece < 20; ++piece) {
    engine.hold(nodes - 1, 0, piece % 3 == 1);
    engine.advance(37);
    if (piece == 9) engine.hold(0, 0, false);
  }
  engine.hold(nodes - 1, 0, false);
  engine.advance(3000);
  engine.take_deliveries(deliveries);
  for (const model::Delivery& one : deliveries) {
    EXPECT_TRUE(one.destination != 0 || one.first >= 370) << one.first;  // ten pieces
  }
  return deliveries;
}

TEST(OfferedTrafficTest, LockstepStallsWhereNodesTakeNothingIn) {
  const Experiment experiment;
  InLockstep run(experiment);
  const auto deliveries = deliveries_with_holds(*run.engine, run.traffic);
  EXPECT_EQ(deliveries.size(), 6u * run.network.nodes());
  model::OfferedTraffic of_model(experiment.traffic, run.network);
  EXPECT_TRUE(deliveries ==
              deliveries_with_holds(
                  *model::make_model_engine(run.network, of_model, experiment.run), of_model));
}

}  // namespace
}  // namespace turnpike::test
