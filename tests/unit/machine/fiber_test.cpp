// fiber_test.cpp - functions that are left and entered again.

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>

#include "sim/machine/fabric/fiber.h"

namespace turnpike::test {
namespace {

TEST(FiberTest, GoesOnWhereItLeft) {
  std::string order;
  std::unique_ptr<sim::Fiber> fiber;
  fiber = std::make_unique<sim::Fiber>([&] {
    order += "a";
    fiber->leave();
    order += "c";
  });
  fiber->resume();
  order += "b";
  EXPECT_FALSE(fiber->has_ended());
  fiber->resume();
  EXPECT_TRUE(fiber->has_ended());
  EXPECT_EQ(order, "abc");
  EXPECT_THROW(fiber->resume(), std::logic_error);
}

TEST(FiberTest, PassesOnWhatTheBodyThrows) {
  sim::Fiber fiber([] { throw std::runtime_error("wrong"); });
  EXPECT_THROW(fiber.resume(), std::runtime_error);
  EXPECT_TRUE(fiber.has_ended());
}

TEST(FiberTest, UnwindsWhatHasNotEnded) {
  struct Trace {
    bool& gone;
    ~Trace() { gone = true; }
  };
  bool gone = false;
  {
    std::unique_ptr<sim::Fiber> fiber;
    fiber = std::make_unique<sim::Fiber>([&] {
      const Trace trace{gone};
      fiber->leave();
    });
    fiber->resume();
    EXPECT_FALSE(gone);
    fiber.reset();
  }
  EXPECT_TRUE(gone);
}

}  // namespace
}  // namespace turnpike::test
