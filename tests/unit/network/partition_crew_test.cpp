// Threads that walk through steps together, and what becomes of an exception in one of them.

#include "model/network/partition_crew.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "model/common/configuration_error.h"
#include "tests/support/little_memory.h"

namespace turnpike::test {
namespace {

using model::PartitionCrew;

constexpr unsigned kPartitions = 4;

TEST(PartitionCrewTest, EveryPartitionDoesEveryStepOnceInOrder) {
  PartitionCrew crew(kPartitions);
  std::vector<std::vector<std::uint64_t>> done(kPartitions);
  for (int round = 0; round < 3; ++round) {
    for (auto& steps : done) steps.clear();
    crew.run(100, {}, [&](unsigned p, std::uint64_t step) { done[p].push_back(step); });
    for (const auto& steps : done) {
      ASSERT_EQ(steps.size(), 100u);
      for (std::uint64_t step = 0; step < 100; ++step) EXPECT_EQ(steps[step], step);
    }
  }
}

TEST(PartitionCrewTest, NoPartitionBeginsAStepBeforeAllHaveEndedTheOneBefore) {
  PartitionCrew crew(kPartitions);
  std::atomic<unsigned> ended{0};
  std::atomic<bool> is_early{false};
  crew.run(500, {}, [&](unsigned, std::uint64_t step) {
    if (ended < step * kPartitions) is_early = true;
    ++ended;
  });
  EXPECT_FALSE(is_early);
  EXPECT_EQ(ended, 500 * kPartitions);
}

// The others are asleep when the slow one ends the step.
TEST(PartitionCrewTest, PartitionsThatSleepGoOnWhenASlowOneHasEnded) {
  PartitionCrew crew(kPartitions);
  std::atomic<unsigned> ended{0};
  std::atomic<bool> is_early{false};
  crew.run(40, {}, [&](unsigned p, std::uint64_t step) {
    if (ended < step * kPartitions) is_early = true;
    if (p == step % kPartitions) std::this_thread::sleep_for(std::chrono::milliseconds(2));
    ++ended;
  });
  EXPECT_FALSE(is_early);
  EXPECT_EQ(ended, 40 * kPartitions);
}

TEST(PartitionCrewTest, WhatRunsBeforeAStepRunsAlone) {
  PartitionCrew crew(kPartitions);
  std::uint64_t prepared = 0;  // not atomic: nobody reads it while it is written
  std::atomic<bool> is_wrong{false};
  crew.run(
      300, [&](std::uint64_t step) { prepared = step + 1; },
      [&](unsigned, std::uint64_t step) {
        if (prepared != step + 1) is_wrong = true;
      });
  EXPECT_FALSE(is_wrong);
}

std::string thrown_by(PartitionCrew& crew, const PartitionCrew::Alone& alone,
                      const PartitionCrew::Work& work) {
  try {
    crew.run(50, alone, work);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

TEST(PartitionCrewTest, AnExceptionOfAnyPartitionReachesTheCallerAndTheCrewGoesOn) {
  PartitionCrew crew(kPartitions);
  for (unsigned guilty = 0; guilty < kPartitions; ++guilty) {
    std::atomic<std::uint64_t> last_step{0};
    const auto work = [&](unsigned p, std::uint64_t step) {
      if (step > last_step) last_step = step;
      if (p == guilty && step == 20) throw std::runtime_error("partition " + std::to_string(p));
    };
    EXPECT_EQ(thrown_by(crew, {}, work), "partition " + std::to_string(guilty));
    EXPECT_EQ(last_step, 20u);  // the others end the step and stop
    EXPECT_EQ(thrown_by(crew, {}, [](unsigned, std::uint64_t) {}), "");
  }
}

TEST(PartitionCrewTest, OfSeveralExceptionsThatOfTheFirstPartitionIsThrown) {
  PartitionCrew crew(kPartitions);
  const auto work = [](unsigned p, std::uint64_t step) {
    if (p != 0 && step == 7) throw std::runtime_error(std::to_string(p));
  };
  EXPECT_EQ(thrown_by(crew, {}, work), "1");
}

TEST(PartitionCrewTest, AnExceptionBeforeAStepKeepsTheStepFromBeginning) {
  PartitionCrew crew(kPartitions);
  std::atomic<std::uint64_t> last_step{0};
  const auto alone = [](std::uint64_t step) {
    if (step == 10) throw std::runtime_error("trace file");
  };
  const auto work = [&](unsigned, std::uint64_t step) { last_step = step; };
  EXPECT_EQ(thrown_by(crew, alone, work), "trace file");
  EXPECT_EQ(last_step, 9u);
}

// ThreadSanitizer ends a process that starts threads after such a fork.
#if !defined(__SANITIZE_THREAD__)
TEST(PartitionCrewTest, AProcessMadeByForkGetsThreadsOfItsOwn) {
  auto crew = std::make_unique<PartitionCrew>(kPartitions);
  std::atomic<unsigned> steps{0};
  const auto count = [&](unsigned, std::uint64_t) { ++steps; };
  crew->run(10, {}, count);
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(60);  // a crew without threads waits for ever
    crew->run(10, {}, count);
    crew->run(10, {}, count);
    crew.reset();
    ::_exit(steps == 30 * kPartitions ? 0 : 1);
  }
  const pid_t idle = ::fork();
  if (idle == 0) {
    ::alarm(60);
    crew.reset();
    ::_exit(0);
  }
  for (const pid_t process : {child, idle}) {
    int status = -1;
    ASSERT_EQ(::waitpid(process, &status, 0), process);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  }
  crew->run(10, {}, count);
  EXPECT_EQ(steps, 20 * kPartitions);
}
#endif

[[noreturn]] void start_a_large_crew_with_little_memory() {
  leave_memory(64 << 20);
  try {
    PartitionCrew crew(1000);
  } catch (const model::ConfigurationError& error) {
    std::cerr << error.what();
    ::_exit(2);
  }
  ::_exit(0);
}

// It once ended in std::terminate: threads that had started were not joined.
TEST(PartitionCrewTest, MoreThreadsThanTheSystemStartsAreRefusedInWords) {
  if (!kMemoryCanBeLimited) GTEST_SKIP() << "a sanitizer needs the memory";
  EXPECT_EXIT(start_a_large_crew_with_little_memory(), testing::ExitedWithCode(2),
              "run.threads: 1000; allowed: as many as the system starts, now [0-9]+ ");
}

}  // namespace
}  // namespace turnpike::test
