// A machine that fails becomes as small as it goes, and is told of on the way.

#include "sim/studies/bisect/shorten_machine.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace turnpike::test {
namespace {

sim::Trial failed(const std::string& kind) {
  sim::Trial trial;
  trial.end = sim::Trial::End::failed;
  trial.kind = kind;
  return trial;
}

// Fails on two dimensions or more, by the 37th message or later; on one in another way.
sim::Trial lost_message(const sim::MachinePoint& machine) {
  if (machine.engine == sim::EngineKind::model || machine.messages < 37) return {};
  return failed(machine.dimensions < 2 ? "deadlock" : "a message is lost");
}

TEST(MachineShortenerTest, AMachineBecomesAsSmallAsItGoes) {
  sim::MachinePoint machine;
  machine.program = "random";
  machine.dimensions = 6;
  machine.messages = 20'000;
  machine.stall = 0.3;
  machine.extra_latency = 40;
  machine.engine = sim::EngineKind::lockstep;
  std::vector<std::uint64_t> sizes;
  sim::MachineShortener shortener(lost_message, machine, failed("a message is lost"),
                                  std::chrono::seconds(0), [&](const sim::ShortenedMachine& one) {
                                    EXPECT_TRUE(one.is_cut_off);
                                    sizes.push_back(one.machine.messages << one.machine.dimensions);
                                  });
  const sim::ShortenedMachine minimum = shortener.run();
  EXPECT_FALSE(minimum.is_cut_off);
  EXPECT_EQ(minimum.machine.messages, 37u);
  EXPECT_EQ(minimum.machine.dimensions, 2u);
  EXPECT_EQ(minimum.machine.engine, sim::EngineKind::lockstep);
  EXPECT_EQ(minimum.machine.extra_latency, 0u);
  EXPECT_EQ(minimum.machine.stall, 0);
  EXPECT_EQ(minimum.trial.kind, "a message is lost");
  ASSERT_GT(sizes.size(), 3u);
  EXPECT_EQ(sizes.front(), 20'000u << 6);  // at once: it may be all that is left of a killed search
  EXPECT_TRUE(std::is_sorted(sizes.rbegin(), sizes.rend()));
  EXPECT_EQ(sizes.back(), 37u << 2);
}

TEST(MachineShortenerTest, OfAllProgramsOneIsLeft) {
  sim::MachinePoint machine;
  machine.bytes = 1000;
  sim::MachineShortener shortener(
      [](const sim::MachinePoint& one) {
        const bool is_it = one.program == "all" || one.program == "reduction";
        return is_it && one.bytes >= 100 ? failed("a wrong sum") : sim::Trial();
      },
      machine, failed("a wrong sum"), std::chrono::seconds(0), [](const auto&) {});
  const sim::ShortenedMachine minimum = shortener.run();
  EXPECT_EQ(minimum.machine.program, "reduction");
  EXPECT_EQ(minimum.machine.bytes, 100u);
  EXPECT_EQ(minimum.machine.dimensions, 1u);
}

}  // namespace
}  // namespace turnpike::test
