// Networks of several threads in a process that was made by fork(), which has none of the threads.

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <functional>
#include <string>

#include "api/turnpike.hpp"
#include "tests/system/commands/program.h"

// ThreadSanitizer ends a process that starts threads after such a fork.
#if !defined(__SANITIZE_THREAD__)

namespace turnpike::test {
namespace {

constexpr unsigned kHangs = 120;  // seconds until the signal of alarm()

// The status of a child that does this; the child does not return.
int status_of_child(const std::function<int()>& work) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(kHangs);
    ::_exit(work());
  }
  int status = -1;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status)) << "ended by signal " << WTERMSIG(status);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

Simulation loaded_mesh(unsigned threads) {
  Options options;
  options.threads = threads;
  Simulation simulation = Simulation::from_text(kSmallMesh, options);
  for (std::uint32_t node = 0; node < 16; ++node) {
    EXPECT_TRUE(simulation.offer(node, 15 - node, 7, 0, node));
  }
  simulation.step(5);
  return simulation;
}

// Over all that is delivered from now on.
std::uint64_t run_to_the_end(Simulation& simulation) {
  EXPECT_EQ(simulation.step_until_idle(10000), Wait::reached);
  std::uint64_t sum = simulation.cycle();
  for (const Delivery& d : simulation.take_deliveries()) sum = sum * 31 + d.tag * d.delivered;
  return sum;
}

TEST(ForkTest, AChildGoesOnWithANetworkOfSeveralThreads) {
  Simulation simulation = loaded_mesh(3);
  Simulation alone = loaded_mesh(1);
  const std::uint64_t expected = run_to_the_end(alone);
  EXPECT_EQ(status_of_child([&] { return run_to_the_end(simulation) == expected ? 0 : 1; }), 0);
  EXPECT_EQ(run_to_the_end(simulation), expected);  // the parent's is as it was
}

TEST(ForkTest, AChildDestroysANetworkOfSeveralThreads) {
  Simulation simulation = loaded_mesh(2);
  EXPECT_EQ(
      status_of_child([&] { return turnpike_destroy(simulation.get()) == TURNPIKE_OK ? 0 : 1; }),
      0);
  EXPECT_EQ(status_of_child([&] {
              run_to_the_end(simulation);
              return turnpike_destroy(simulation.get()) == TURNPIKE_OK ? 0 : 1;
            }),
            0);
}

TEST(ForkTest, AChildOfAChildGoesOnToo) {
  Simulation simulation = loaded_mesh(2);
  EXPECT_EQ(status_of_child([&] {
              simulation.step(3);
              return status_of_child([&] { return run_to_the_end(simulation) != 0 ? 0 : 1; });
            }),
            0);
}

}  // namespace
}  // namespace turnpike::test

#endif
