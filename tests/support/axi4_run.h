// axi4_run.h - an emitted AXI4 network beside its model under random bursts, until all is answered.

#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <utility>
#include <vector>

#include "model/axi/axi4_exercise.h"
#include "sim/axi/axi4_hardware.h"
#include "sim/experiment/config/read_experiment.h"
#include "sim/experiment/run/network_checks.h"
#include "tests/support/places.h"

namespace turnpike::test {

inline sim::Experiment axi_network(const std::vector<std::string>& sets = {}) {
  sim::Overrides overrides;
  for (const std::string& set : sets) overrides.set(set);
  return sim::read_experiment(source_path("tests/emit/axi.toml"), overrides);
}

inline sim::Shape axi_shape_of(const sim::Experiment& experiment) {
  return sim::Axi4Hardware::shape(sim::build_network(experiment), experiment.axi);
}

// What software has read of the control block is what the managers have seen.
inline void expect_counted(const model::Axi4Exercise& exercise) {
  const model::Axi4CounterMap& map = exercise.counter_map();
  const std::vector<std::uint64_t>& read = exercise.reader().snapshot();
  for (std::size_t port = 0; port < exercise.ports().size(); ++port) {
    if (!exercise.ports()[port].is_manager) continue;
    const model::Axi4Counts counts = exercise.counts(port);
    EXPECT_EQ(read[map.reads(port)], counts.reads);
    EXPECT_EQ(read[map.writes(port)], counts.writes);
    EXPECT_EQ(read[map.read_wait(port)], counts.read_cycles);
    EXPECT_EQ(read[map.write_wait(port)], counts.write_cycles);
    EXPECT_GE(read[map.read_errors(port)] + read[map.write_errors(port)], counts.errors);
  }
  // The network is empty: what has come in has gone out.
  std::uint64_t entered = 0;
  std::uint64_t left = 0;
  const std::size_t links = map.channels - 2 * map.ports;
  for (std::size_t channel = links; channel < map.channels; channel += 2) {
    entered += read[map.flits(channel)];
    left += read[map.flits(channel + 1)];
  }
  EXPECT_EQ(entered, left);
  EXPECT_GT(entered, 1000u);
  EXPECT_GT(read[map.stalls(links)], 0u);
  EXPECT_GT(read[map.occupancy(links)], read[map.flits(links)]);
}

// Another address map: region 1 moves over region 0, which comes first, and region 2 is off. The
// node of region 1 has bits that the node of region 0 has not, so that both at once show.
inline std::vector<model::Axi4Region> other_map(const sim::Experiment& experiment) {
  const model::Network network = sim::build_network(experiment);
  std::vector<model::Axi4Region> map =
      model::axi4_ports(network, experiment.axi).front().params.regions;
  map[1].base = 0;
  map[2].is_on = false;
  return map;
}

// Requests begin in the first `cycles`. From `stop_at` on the memory of the last port, which is
// one, answers nothing. In the middle software loads `map`, if it is not empty.
inline void run_axi_beside(const sim::Experiment& experiment, const sim::Shape& shape,
                           model::Cycle cycles, std::optional<model::Cycle> stop_at = {},
                           const std::vector<model::Axi4Region>& map = {}) {
  const model::Network network = sim::build_network(experiment);
  sim::Axi4Hardware hardware(network, experiment.axi, shape, experiment.run.seed);
  model::Axi4Exercise exercise(network, experiment.axi, experiment.run.seed);
  const auto cycle = [&](double pace) {
    exercise.drive(pace);
    const std::vector<sim::Axi4BusPins> pins = sim::axi4_bus_pins(exercise);
    hardware.compare(exercise.now(), pins);
    hardware.tick(pins);
    exercise.advance();
  };
  while (exercise.now() < cycles || !exercise.is_done()) {
    ASSERT_LT(exercise.now(), cycles + 100'000) << "a request is not answered";
    if (exercise.now() == cycles / 2) exercise.load_map(map);
    if (stop_at == exercise.now()) exercise.stop(exercise.ports().size() - 1);
    cycle(exercise.now() < cycles ? 0.1 : 0.0);
  }
  if (exercise.control() != nullptr) {
    // A snapshot that was asked for when all was done
    const std::uint64_t before = exercise.reader().snapshots();
    EXPECT_GT(before, 0u);
    while (exercise.reader().snapshots() < before + 2) cycle(0.0);
    expect_counted(exercise);
  }
  for (std::size_t port = 0; port < exercise.ports().size(); ++port) {
    if (!exercise.ports()[port].is_manager) continue;
    EXPECT_GT(exercise.counts(port).reads, 50u);
    EXPECT_GT(exercise.counts(port).writes, 50u);
    EXPECT_GT(exercise.counts(port).errors, 5u);
    if (stop_at) {
      EXPECT_GT(exercise.counts(port).timeouts, 5u);
    }
  }
}

}  // namespace turnpike::test
