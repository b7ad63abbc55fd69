// rtl_module.h - one Verilated module under test: power-up, reset, clock, and its own checks.

#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "sim/hardware/rtl_components/adapter/signal_bits.h"
#include "tests/modules/support/coverage.h"
#include "verilated.h"

namespace turnpike::test {

// Registers and memories power up with random values. After reset() all is as docs/timing.md has
// it. The inputs are the test's: all of them must be driven before the first tick.
template <class Top>
class RtlModule {
 public:
  explicit RtlModule(std::uint64_t seed)
      : random_power_up_(context_, seed), top_(&context_, "top") {}
  ~RtlModule() {
    Verilated::threadContextp(&context_);  // which Verilator's destructors look for
    top_.final();
    keep_coverage(context_);
  }
  RtlModule(const RtlModule&) = delete;
  RtlModule& operator=(const RtlModule&) = delete;

  Top* operator->() { return &top_; }

  // The clock is low: outputs that depend on inputs follow them.
  void settle() {
    top_.clk_i = 0;
    evaluate();
  }

  // The edge that ends the cycle.
  void tick() {
    settle();
    top_.clk_i = 1;
    evaluate();
  }

  void reset() {
    top_.rst_i = 1;
    tick();
    top_.rst_i = 0;
    settle();
  }

  // A REQUIRE or an ENSURE has fired.
  bool is_violated() const { return context_.gotError(); }

  // What the module's checks print at the next edge; empty when they hold.
  std::string violation_of_tick() {
    testing::internal::CaptureStdout();
    tick();
    const std::string printed = testing::internal::GetCapturedStdout();
    return context_.gotError() ? printed : "";
  }

 private:
  struct RandomPowerUp {
    RandomPowerUp(VerilatedContext& context, std::uint64_t seed) {
      context.randReset(2);
      context.randSeed(static_cast<int>(seed));
      context.fatalOnError(false);
    }
  };

  void evaluate() {
    Verilated::threadContextp(&context_);  // where $stop leaves its mark
    top_.eval();
  }

  VerilatedContext context_;
  RandomPowerUp random_power_up_;
  Top top_;
};

// A module without clock: route_compute.
template <class Top>
class RtlFunction {
 public:
  RtlFunction() : top_(&context_, "top") {}
  ~RtlFunction() {
    Verilated::threadContextp(&context_);
    top_.final();
    keep_coverage(context_);
  }
  RtlFunction(const RtlFunction&) = delete;
  RtlFunction& operator=(const RtlFunction&) = delete;

  Top* operator->() { return &top_; }
  void settle() { top_.eval(); }

 private:
  VerilatedContext context_;
  Top top_;
};

// Drives a pin of up to 64 bits.
template <class Signal, class Value>
void drive(Signal& pin, Value value) {
  pin = static_cast<Signal>(value);
}

// Element `index` of a flat vector of elements of `width` bits, at most 64.
template <class Signal>
void drive_element(Signal& pins, unsigned index, unsigned width, std::uint64_t value) {
  sim::set_bits(pins, index * width, width, value);
}
// The same in a vector that has a row of `columns` elements for each bit.
template <class Signal>
void drive_column(Signal& pins, unsigned column, unsigned columns, unsigned width,
                  std::uint64_t value) {
  for (unsigned bit = 0; bit < width; ++bit) {
    drive_element(pins, bit * columns + column, 1, value >> bit & 1);
  }
}
template <class Signal>
std::uint64_t element(const Signal& pins, unsigned index, unsigned width) {
  return sim::get_bits(pins, index * width, width);
}

}  // namespace turnpike::test
