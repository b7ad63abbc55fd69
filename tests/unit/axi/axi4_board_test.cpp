// The managers and memories of an FPGA in the model: what they do in which cycle, and what they
// notice.

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "model/axi/axi4_block_memory.h"
#include "model/axi/axi4_exercise.h"
#include "model/axi/axi4_slot_manager.h"
#include "model/axi/axi4_slots.h"
#include "model/common/configuration_error.h"
#include "model/network/engine.h"
#include "sim/experiment/config/read_experiment.h"
#include "sim/experiment/run/network_checks.h"
#include "tests/support/places.h"

namespace turnpike::test {
namespace {

sim::Experiment board(const std::vector<std::string>& sets = {}) {
  sim::Overrides overrides;
  for (const std::string& set : sets) overrides.set(set);
  return sim::read_experiment(source_path("configs/fpga_axi.toml"), overrides);
}

model::Axi4Slots slots_of(const sim::Experiment& experiment) {
  const model::Network network = sim::build_network(experiment);
  return model::axi4_slots(model::axi4_ports(network, experiment.axi), experiment.axi);
}

std::string complaint(const std::vector<std::string>& sets) {
  try {
    slots_of(board(sets));
  } catch (const model::ConfigurationError& error) {
    return error.what();
  }
  return "";
}

TEST(Axi4SlotsTest, LieApartInTheMemoriesByTurns) {
  const model::Axi4Slots slots = slots_of(board());
  EXPECT_EQ(slots.slot_bits, 4u);
  EXPECT_EQ(slots.word_bits, 9u);  // 2 managers, 16 slots, 16 beats
  std::set<std::uint64_t> all;
  for (const std::vector<std::uint64_t>& manager : slots.addresses) {
    ASSERT_EQ(manager.size(), 16u);
    for (std::size_t slot = 0; slot < manager.size(); ++slot) {
      all.insert(manager[slot]);
      EXPECT_EQ(manager[slot] >> 31, slot % 2);      // of the region
      EXPECT_LT(manager[slot] & 0x7fffffff, 4096u);  // in 512 beats of 8 bytes
      EXPECT_EQ(manager[slot] % 128, 0u);
    }
  }
  EXPECT_EQ(all.size(), 32u);
}

TEST(Axi4SlotsTest, NeedARegionThatHoldsThem) {
  EXPECT_NE(complaint({"axi.data_bits=128", "axi.region[0].size=4096"})
                .find("axi.region: size 4096 at node 1; allowed: 8192 bytes or more"),
            std::string::npos);
  EXPECT_EQ(complaint({"axi.data_bits=128", "axi.region[0].size=8192"}), "");
}

// Bursts of the first 5,000 cycles.
TEST(Axi4BoardTest, EveryBurstIsAnsweredAndEveryBeatIsWhatWasWritten) {
  const sim::Experiment experiment = board();
  const model::Network network = sim::build_network(experiment);
  model::Axi4Exercise exercise(network, experiment.axi, 7, 16u);
  while (exercise.now() < 5'000 || !exercise.is_done()) {
    ASSERT_LT(exercise.now(), 10'000u) << "a burst is not answered";
    exercise.drive(exercise.now() < 5'000 ? 0.2 : 0.0);
    exercise.advance();
  }
  for (std::size_t port = 0; port < exercise.ports().size(); ++port) {
    if (!exercise.ports()[port].is_manager) continue;
    EXPECT_GT(exercise.counts(port).reads, 100u);
    EXPECT_GT(exercise.counts(port).writes, 100u);
    EXPECT_GT(exercise.counts(port).beats, 5 * exercise.counts(port).reads);
    EXPECT_EQ(exercise.counts(port).errors, 0u);
  }
}

TEST(Axi4BlockMemoryTest, AnswersInTheCyclesThatItsHeaderStates) {
  model::Axi4BlockMemory memory(64, 4);
  model::Axi4Manager pins;
  pins.b_ready = pins.r_ready = true;
  const auto cycle = [&] { memory.observe(pins); };
  pins.aw_valid = pins.w_valid = true;
  pins.aw.id = 5;
  pins.aw.address = 8 * 18;  // word 2 of 16
  pins.w.strobes = 0x0f;
  pins.w.data.put(0, 64, 0x0123456789abcdef);
  EXPECT_TRUE(memory.drive().aw_ready);
  EXPECT_FALSE(memory.drive().w_ready);
  cycle();
  pins.aw_valid = false;
  EXPECT_TRUE(memory.drive().w_ready);
  pins.w.last = true;
  cycle();
  pins.w_valid = false;
  EXPECT_TRUE(memory.drive().b_valid);
  EXPECT_EQ(memory.drive().b.id, 5u);
  EXPECT_FALSE(memory.drive().aw_ready);
  cycle();
  EXPECT_TRUE(memory.drive().aw_ready);

  pins.ar_valid = true;
  pins.ar.id = 9;
  pins.ar.address = 8 * 2;
  pins.ar.length = 1;
  cycle();
  pins.ar_valid = false;
  EXPECT_FALSE(memory.drive().r_valid);
  EXPECT_FALSE(memory.drive().ar_ready);
  cycle();
  EXPECT_TRUE(memory.drive().r_valid);
  EXPECT_EQ(memory.drive().r.id, 9u);
  EXPECT_EQ(memory.drive().r.data.get(0, 64), 0x89abcdefu);
  EXPECT_FALSE(memory.drive().r.last);
  cycle();
  EXPECT_TRUE(memory.drive().r.last);
  EXPECT_TRUE(memory.drive().ar_ready);
  cycle();
  EXPECT_FALSE(memory.drive().r_valid);
}

// What a manager says to the answers of a memory at its port, which `change` changes.
std::string said_to(void (*change)(model::Axi4Subordinate& answer)) {
  model::Axi4Params params;
  model::Axi4SlotManager manager(params, {0x0, 0x100, 0x80, 0x180}, 16, 1);
  model::Axi4BlockMemory memory(params.axi_data_w, 6);
  try {
    for (model::Cycle now = 0; now < 2'000; ++now) {
      const model::Axi4Manager pins = manager.drive(now, 0.2);
      model::Axi4Subordinate answer = memory.drive();
      change(answer);
      manager.observe(now, answer);
      memory.observe(pins);
    }
  } catch (const model::NetworkError& error) {
    return error.what();
  }
  return manager.counts().reads > 20 && manager.counts().writes > 20 ? "" : "hardly any bursts";
}

TEST(Axi4SlotManagerTest, IsContentWithWhatTheMemoryAnswers) {
  EXPECT_EQ(said_to([](model::Axi4Subordinate&) {}), "");
}

TEST(Axi4SlotManagerTest, NoticesAWrongAnswer) {
  const auto says = [](void (*change)(model::Axi4Subordinate & answer), const std::string& part) {
    const std::string said = said_to(change);
    EXPECT_NE(said.find(part), std::string::npos) << said;
  };
  says([](model::Axi4Subordinate& a) { a.r.data.put(63, 1, a.r.data.get(63, 1) ^ 1); }, "RDATA");
  says([](model::Axi4Subordinate& a) { a.r.response = 2; }, "RRESP");
  says([](model::Axi4Subordinate& a) { a.r.last = !a.r.last; }, "RLAST");
  says([](model::Axi4Subordinate& a) { a.r.id ^= 1; }, "a beat of a read too many");
  says([](model::Axi4Subordinate& a) { a.r.id = 4; }, "an ID that nobody has");
  says([](model::Axi4Subordinate& a) { a.b.response = 3; }, "BRESP");
  says([](model::Axi4Subordinate& a) { a.b.id ^= 1; }, "a response of a write too many");
}

}  // namespace
}  // namespace turnpike::test
