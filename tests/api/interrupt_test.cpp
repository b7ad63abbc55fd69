// A long step ends when another thread, a signal or a callback asks for it.

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <string>
#include <thread>

#include <sys/time.h>

#include "api/turnpike.hpp"
#include "tests/system/commands/program.h"

namespace turnpike::test {
namespace {

// Under traffic that no step ever ends by itself: a node takes nothing in, so nothing becomes idle.
Simulation stalled() {
  Simulation net = Simulation::from_text(kSmallMesh);
  net.hold_deliveries(3);
  for (int i = 0; i < 100; ++i) EXPECT_TRUE(net.offer(0, 3, 5));
  return net;
}

constexpr std::uint64_t kForEver = std::uint64_t{1} << 60;

TEST(InterruptTest, AnotherThreadEndsAStepThatGoesOnAfterwards) {
  Simulation net = stalled();
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    net.interrupt();
  });
  EXPECT_FALSE(net.step(kForEver));
  other.join();
  EXPECT_EQ(net.error(), "stopped by on_progress or turnpike_interrupt()");
  const std::uint64_t cycle = net.cycle();
  EXPECT_GT(cycle, 0u);
  EXPECT_LT(cycle, kForEver);
  net.hold_deliveries(3, 0, false);
  EXPECT_EQ(net.step_until_idle(100000), Wait::reached);
  EXPECT_EQ(net.take_deliveries().size(), 100u);
}

Simulation* in_handler = nullptr;

TEST(InterruptTest, AHandlerOfASignalEndsAStep) {
  Simulation net = stalled();
  in_handler = &net;
  struct sigaction before {};
  struct sigaction action {};
  action.sa_handler = [](int) { in_handler->interrupt(); };
  ASSERT_EQ(::sigaction(SIGALRM, &action, &before), 0);
  itimerval timer{};
  timer.it_value.tv_usec = 50000;
  ASSERT_EQ(::setitimer(ITIMER_REAL, &timer, nullptr), 0);
  EXPECT_FALSE(net.step(kForEver));
  ASSERT_EQ(::sigaction(SIGALRM, &before, nullptr), 0);
  in_handler = nullptr;
}

TEST(InterruptTest, WhatCameBetweenTwoStepsEndsTheNext) {
  Simulation net = stalled();
  net.interrupt();
  EXPECT_FALSE(net.step(10));
  EXPECT_EQ(net.cycle(), 0u);
  EXPECT_TRUE(net.step(10));
  EXPECT_EQ(net.cycle(), 10u);
  net.interrupt();
  EXPECT_EQ(net.step_until_idle(10), Wait::stopped);
  EXPECT_EQ(net.cycle(), 10u);
  EXPECT_EQ(net.step_until_idle(10), Wait::not_reached);
}

TEST(InterruptTest, ACallbackEndsAStepAtTheEndOfItsCycle) {
  Simulation net = Simulation::from_text(kSmallMesh);
  std::uint64_t delivered = 0;
  net.on_delivery([&](const Delivery& d) {
    delivered = d.delivered;
    net.interrupt();
  });
  ASSERT_TRUE(net.offer(0, 3, 1));
  EXPECT_FALSE(net.step(1000));
  EXPECT_EQ(net.cycle(), delivered + 1);
}

TEST(InterruptTest, ARunEndsWithoutResults) {
  Options options;
  options.drawn_traffic = true;
  Simulation net = Simulation::from_text(kSmallMesh, options);
  net.interrupt();
  EXPECT_EQ(net.run(), Run::stopped);
  EXPECT_THROW(net.statistics(), Error);
  EXPECT_NE(net.run(), Run::stopped);
}

TEST(InterruptTest, OfNoNetworkItIsAnErrorAndANewNetworkKnowsNothingOfIt) {
  EXPECT_EQ(turnpike_interrupt(nullptr), TURNPIKE_ERROR_NULL);
  turnpike_network* gone = nullptr;
  {
    Simulation net = Simulation::from_text(kSmallMesh);
    gone = net.get();
    net.interrupt();
  }
  EXPECT_EQ(turnpike_interrupt(gone), TURNPIKE_ERROR_HANDLE);
  Simulation net = Simulation::from_text(kSmallMesh);  // in the place of the other
  EXPECT_TRUE(net.step(10));
}

}  // namespace
}  // namespace turnpike::test
