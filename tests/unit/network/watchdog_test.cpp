// A network that stands still is reported with the packets that wait for each other.

#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "model/network/model_engine.h"
#include "tests/support/experiment.h"
#include "tests/support/scratch_folder.h"

namespace turnpike::test {
namespace {

constexpr unsigned kSwitches = 4;

// Four switches in a ring, one VC: tables that send everything clockwise have no dateline.
model::Network ring_without_dateline(Experiment& experiment) {
  experiment.topology.kind = model::TopologyKind::irregular;
  experiment.topology.radix.clear();
  experiment.topology.links = {{0, 1}, {1, 2}, {2, 3}, {3, 0}};
  experiment.topology.hosts.assign(kSwitches, 1);
  experiment.router.virtual_channels = 1;
  experiment.router.buffer_depth = 2;
  model::Network network = experiment.build();
  for (model::ComponentId c = 0; c < kSwitches; ++c) {
    model::PortMask clockwise = 0;
    for (const model::Channel& channel : network.channels) {
      if (channel.from == c && channel.to == (c + 1) % kSwitches) {
        clockwise = 1u << channel.from_port;
      }
    }
    for (model::PortMask& outputs : network.tables[c]) outputs = clockwise;
    const model::Terminal& terminal = network.terminals[c];
    for (model::PortId in = 0; in < network.router.ports; ++in) {
      const std::size_t row = std::size_t{in} << network.router.format.address_bits;
      network.tables[c][row | terminal.address] = 1u << terminal.eject.port;
    }
  }
  return network;
}

// Advances; the message of the NetworkError, or nothing.
std::string error_of(const Experiment& experiment, const model::Network& network,
                     const std::string& trace, model::Cycle cycles) {
  const ScratchFolder folder;
  model::TrafficSpec spec = experiment.traffic;
  spec.pattern = model::Pattern::trace;
  spec.file = (folder.path() / "trace.txt").string();
  std::ofstream(spec.file) << trace;
  model::Traffic traffic(spec, network, 1);
  const auto engine = model::make_model_engine(network, traffic, experiment.run);
  try {
    engine->advance(cycles);
  } catch (const model::NetworkError& error) {
    return error.what();
  }
  return "";
}

TEST(WatchdogTest, NamesTheInputVcsThatWaitForEachOther) {
  Experiment experiment;
  experiment.run.watchdog = 200;
  const model::Network network = ring_without_dateline(experiment);
  // Long messages to the switch across, all at once: each holds the channel that the one behind
  // it needs next.
  std::string trace;
  for (unsigned n = 0; n < kSwitches; ++n) {
    trace += "0 " + std::to_string(n) + " " + std::to_string((n + 2) % kSwitches) + " 30\n";
  }
  const std::string error = error_of(experiment, network, trace, 2000);
  EXPECT_NE(error.find("deadlock"), std::string::npos) << error;
  for (unsigned n = 0; n < kSwitches; ++n) {
    const std::string name = "switch_" + std::to_string(n) + " input port";
    EXPECT_NE(error.find(name), std::string::npos) << error;
  }
}

TEST(WatchdogTest, ReportsWithinOneAndAHalfTimesItsPatience) {
  Experiment experiment;
  experiment.run.watchdog = 400;
  const model::Network network = ring_without_dateline(experiment);
  const std::string trace = "0 0 2 30\n0 1 3 30\n0 2 0 30\n0 3 1 30\n";
  EXPECT_EQ(error_of(experiment, network, trace, 400), "");
  EXPECT_NE(error_of(experiment, network, trace, 600), "");
}

TEST(WatchdogTest, ANetworkWithNothingToDoIsNotStuck) {
  Experiment experiment;
  experiment.run.watchdog = 50;
  const model::Network network = ring_without_dateline(experiment);
  EXPECT_EQ(error_of(experiment, network, "0 0 2 5\n3000 1 3 5\n", 6000), "");
}

TEST(WatchdogTest, SinksThatNeverConsumeAreNotCalledADeadlock) {
  Experiment experiment;
  experiment.run.watchdog = 100;
  experiment.run.sink_stall = 1;
  const model::Network network = ring_without_dateline(experiment);
  const std::string error = error_of(experiment, network, "0 0 2 30\n", 1000);
  EXPECT_NE(error.find("no cycle of waiting packets"), std::string::npos) << error;
  EXPECT_NE(error.find("switch_2 input port"), std::string::npos) << error;
}

}  // namespace
}  // namespace turnpike::test
