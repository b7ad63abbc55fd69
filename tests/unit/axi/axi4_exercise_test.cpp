// Whole AXI4 networks in the model under random bursts, and managers and memories that see faults.

#include "model/axi/axi4_exercise.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "model/network/engine.h"
#include "sim/experiment/config/read_experiment.h"
#include "sim/experiment/run/network_checks.h"
#include "tests/support/places.h"

namespace turnpike::test {
namespace {

sim::Experiment axi_network(const std::vector<std::string>& sets) {
  sim::Overrides overrides;
  for (const std::string& set : sets) overrides.set(set);
  return sim::read_experiment(source_path("tests/emit/axi.toml"), overrides);
}

// Until all requests of the first 5,000 cycles are answered.
void answers_every_request(const std::vector<std::string>& sets) {
  const sim::Experiment experiment = axi_network(sets);
  const model::Network network = sim::build_network(experiment);
  model::Axi4Exercise exercise(network, experiment.axi, 7);
  while (exercise.now() < 5'000 || !exercise.is_done()) {
    ASSERT_LT(exercise.now(), 200'000u) << "a request is not answered";
    exercise.drive(exercise.now() < 5'000 ? 0.1 : 0.0);
    exercise.advance();
  }
  for (std::size_t port = 0; port < exercise.ports().size(); ++port) {
    if (!exercise.ports()[port].is_manager) continue;
    EXPECT_GT(exercise.counts(port).reads, 50u);
    EXPECT_GT(exercise.counts(port).writes, 50u);
    EXPECT_GT(exercise.counts(port).errors, 5u);
  }
}

TEST(Axi4ExerciseTest, EveryRequestIsAnsweredInOrder) { answers_every_request({}); }

TEST(Axi4ExerciseTest, EveryRequestIsAnsweredWherePacketsOvertake) {
  answers_every_request({"router.virtual_channels=6", "axi.packet_beats=256"});
}

TEST(Axi4ExerciseTest, EveryRequestIsAnsweredInOrderByReorderBuffers) {
  answers_every_request({"axi.order=\"reorder\""});
  answers_every_request({"axi.order=\"reorder\"", "axi.id_bits=1", "axi.read_beats=4"});
  answers_every_request(
      {"axi.order=\"reorder\"", "router.virtual_channels=6", "axi.packet_beats=256"});
}

TEST(Axi4ExerciseTest, EveryRequestIsAnsweredOverWideBusesAndFlits) {
  answers_every_request({"axi.data_bits=512", "router.flit_bits=200", "axi.user_bits=0"});
}

TEST(Axi4ExerciseTest, EveryRequestIsAnsweredWhereQosSelectsTheClass) {
  answers_every_request({"router.message_classes=4"});
}

TEST(Axi4ExerciseTest, EveryRequestIsAnsweredInARing) {
  answers_every_request({"network.topology=\"torus\"", "network.radix=[3,3]"});
}

// A memory stops in the middle: transactions to it are answered in its place, and the other memory
// goes on as before.
std::string run_with_a_memory_that_stops(const std::vector<std::string>& sets,
                                         model::Cycle patience) {
  const sim::Experiment experiment = axi_network(sets);
  const model::Network network = sim::build_network(experiment);
  model::Axi4Exercise exercise(network, experiment.axi, 7);
  const std::size_t ram = exercise.ports().size() - 1;
  while (exercise.now() < 6'000 || !exercise.is_done()) {
    if (exercise.now() == 6'000 + patience) return "a request is not answered";
    if (exercise.now() == 1'000) exercise.stop(ram);
    exercise.drive(exercise.now() < 6'000 ? 0.1 : 0.0);
    exercise.advance();
  }
  for (std::size_t port = 0; port < exercise.ports().size(); ++port) {
    const model::Axi4Counts counts = exercise.counts(port);
    if (exercise.ports()[port].is_manager) {
      EXPECT_GT(counts.timeouts, 50u);
      EXPECT_GT(counts.reads + counts.writes, 50 + counts.timeouts);
    } else {
      EXPECT_EQ(exercise.manager(port).timeouts != 0, port == ram);
    }
  }
  return "";
}

TEST(Axi4ExerciseTest, AMemoryThatStopsHoldsUpNobodyForEver) {
  EXPECT_EQ(run_with_a_memory_that_stops({"axi.watchdog=100"}, 20'000), "");
  EXPECT_EQ(run_with_a_memory_that_stops({"axi.watchdog=100", "axi.watched=1",
                                          "router.virtual_channels=6", "axi.packet_beats=256"},
                                         20'000),
            "");
}

TEST(Axi4ExerciseTest, AMemoryThatStopsIsNoticedWithoutATimeout) {
  EXPECT_EQ(run_with_a_memory_that_stops({}, 100'000), "a request is not answered");
}

model::Axi4Params bus() {
  model::Axi4Params params;
  params.node = 2;
  params.regions = {{0, 16, 2}, {0x10000, 16, 3}};
  return params;
}

// What a manager of this seed says to reads that `answer` changes, until one is no plain burst.
std::string said_to(std::uint64_t seed, void (*answer)(model::Axi4ReadBeat& beat)) {
  model::Axi4ManagerTraffic manager(bus(), 1, seed, 0);
  model::Axi4MemoryTraffic memory(bus(), 1, seed, 1);
  try {
    for (model::Cycle now = 0; now < 2'000; ++now) {
      const model::Axi4Manager pins = manager.drive(now, 0.1);
      model::Axi4Subordinate seen;
      const model::Axi4Subordinate there = memory.drive();
      const bool is_own = pins.ar.address < 0x10000;
      const bool is_legal = pins.ar.burst == 1 && pins.ar.size <= 3 && pins.ar.length < 8 &&
                            pins.ar.address % 4096 < 2048;
      model::Axi4Manager passed;
      passed.ar_valid = pins.ar_valid && is_own && is_legal;
      passed.ar = pins.ar;
      passed.r_ready = pins.r_ready;
      seen.ar_ready = passed.ar_valid && there.ar_ready;
      seen.r_valid = there.r_valid;
      seen.r = there.r;
      if (seen.r_valid) answer(seen.r);
      manager.observe(now, seen);
      memory.observe(passed);
    }
  } catch (const model::NetworkError& error) {
    return error.what();
  }
  return "";
}

// The same of the first seed with which it says something.
std::string said_to(void (*answer)(model::Axi4ReadBeat& beat)) {
  std::string said;
  for (std::uint64_t seed = 1; seed <= 20 && said.empty(); ++seed) said = said_to(seed, answer);
  return said;
}

TEST(Axi4ManagerTrafficTest, IsContentWithWhatTheMemoryAnswers) {
  EXPECT_EQ(said_to([](model::Axi4ReadBeat&) {}), "");
}

TEST(Axi4ManagerTrafficTest, NoticesAWrongBeat) {
  EXPECT_NE(said_to([](model::Axi4ReadBeat& beat) {
              beat.data.put(7, 1, beat.data.get(7, 1) ^ 1);
            }).find("RDATA"),
            std::string::npos);
  EXPECT_NE(said_to([](model::Axi4ReadBeat& beat) { beat.id ^= 1; }), "");
  EXPECT_NE(said_to([](model::Axi4ReadBeat& beat) { beat.last = !beat.last; }).find("RLAST"),
            std::string::npos);
  EXPECT_NE(said_to([](model::Axi4ReadBeat& beat) { beat.response ^= 3; }).find("RRESP"),
            std::string::npos);
  EXPECT_NE(said_to([](model::Axi4ReadBeat& beat) { beat.user ^= 1; }).find("RUSER"),
            std::string::npos);
}

TEST(Axi4MemoryTrafficTest, NoticesAnAddressThatIsNotItsOwn) {
  model::Axi4MemoryTraffic memory(bus(), 1, 1, 1);
  model::Axi4Manager pins;
  pins.ar_valid = true;
  pins.ar.address = 0x10000;
  EXPECT_THROW(
      {
        for (unsigned cycle = 0; cycle < 1'000; ++cycle) {
          memory.drive();
          memory.observe(pins);
        }
      },
      model::NetworkError);
}

}  // namespace
}  // namespace turnpike::test
