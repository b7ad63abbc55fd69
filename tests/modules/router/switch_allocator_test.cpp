// Switch allocation, hardware and model.

#include "model/router/switch_allocator.h"

#include <gtest/gtest.h>

#include <vector>

#include "Vswitch_allocator_2_network.h"
#include "Vswitch_allocator_3_local.h"
#include "Vswitch_allocator_5.h"
#include "Vswitch_allocator_7.h"
#include "Vswitch_allocator_8.h"
#include "model/router/vc_buffer.h"
#include "tests/modules/support/draws.h"
#include "tests/modules/support/rtl_module.h"

namespace turnpike::test {
namespace {

using Matrix = std::vector<model::PortMask>;  // [input] outputs

template <class Top>
class Allocator {
 public:
  Allocator(std::uint64_t seed, unsigned ports) : rtl(seed), ports_(ports) {
    drive(false, Matrix(ports), Matrix(ports));
    rtl.reset();
  }
  void drive(bool active, const Matrix& requests, const Matrix& privileged) {
    test::drive(rtl->active_i, active);
    for (unsigned input = 0; input < ports_; ++input) {
      drive_element(rtl->ip_op_req_i, input, ports_, requests[input]);
      drive_element(rtl->ip_op_privileged_i, input, ports_, privileged[input]);
    }
    rtl.settle();
  }
  Matrix grants() {
    Matrix granted(ports_);
    for (unsigned input = 0; input < ports_; ++input) {
      granted[input] = static_cast<model::PortMask>(element(rtl->ip_op_gnt_o, input, ports_));
    }
    return granted;
  }
  Matrix match(const Matrix& requests, const Matrix& privileged) {
    drive(true, requests, privileged);
    return grants();
  }

  RtlModule<Top> rtl;

 private:
  unsigned ports_;
};

using Five = Allocator<Vswitch_allocator_5>;  // ports 0 to 3 network, 4 local
const Matrix kNone(5);

TEST(SwitchAllocatorTest, TrafficUnderWayIsServedBeforeTrafficThatEnters) {
  Five allocator(1, 5);
  for (int cycle = 0; cycle < 10; ++cycle) {
    const Matrix granted = allocator.match({0, 0b01000, 0, 0, 0b01000}, kNone);
    EXPECT_EQ(granted[1], 0b01000u);
    EXPECT_EQ(granted[4], 0u);
    allocator.rtl.tick();
  }
}

TEST(SwitchAllocatorTest, AnInputGoesOnIntoTheNetworkRatherThanOut) {
  Five allocator(1, 5);
  for (int cycle = 0; cycle < 10; ++cycle) {
    EXPECT_EQ(allocator.match({0, 0, 0b10001, 0, 0}, kNone)[2], 0b00001u);
    allocator.rtl.tick();
  }
}

TEST(SwitchAllocatorTest, RivalsTakeTurnsAsTheRotationGoesRound) {
  Five allocator(1, 5);
  unsigned served[5] = {};
  for (int cycle = 0; cycle < 20; ++cycle) {
    const Matrix granted = allocator.match({0b01000, 0b01000, 0b01000, 0, 0}, kNone);
    for (unsigned input = 0; input < 5; ++input) served[input] += granted[input] != 0 ? 1 : 0;
    allocator.rtl.tick();
  }
  EXPECT_EQ(served[0] + served[1] + served[2], 20u);
  for (unsigned input = 0; input < 3; ++input) EXPECT_GE(served[input], 4u) << "input " << input;
}

TEST(SwitchAllocatorTest, TheRotationStandsStillInACycleThatIsNotActive) {
  Five allocator(1, 5);
  const Matrix rivals = {0b01000, 0b01000, 0b01000, 0, 0};
  allocator.drive(false, rivals, kNone);
  const Matrix first = allocator.grants();
  for (int cycle = 0; cycle < 7; ++cycle) {
    allocator.rtl.tick();
    EXPECT_EQ(allocator.grants(), first);
  }
}

TEST(SwitchAllocatorTest, ThePrivilegedRequestGetsTheLowestOutputThatItAsksFor) {
  Five allocator(1, 5);
  for (int cycle = 0; cycle < 10; ++cycle) {
    const Matrix granted =
        allocator.match({0b00110, 0b00110, 0b00100, 0, 0b01110}, {0, 0, 0, 0, 0b01110});
    EXPECT_EQ(granted[4], 0b00010u);
    EXPECT_EQ(allocator.rtl->ip_privileged_gnt_o, 0b10000u);
    allocator.rtl.tick();
  }
}

// Outputs granted by the model's allocator, [input].
template <class Pairs>
Matrix match_of_model(const model::DiagonalOrder<Pairs>& order, const Matrix& requests,
                      const Matrix& privileged, unsigned rotation) {
  model::SwitchAllocator<Pairs> allocator(order, rotation);
  Matrix granted(order.ports());
  for (model::PortId input = 0; input < order.ports(); ++input) {
    for (model::PortMask left = requests[input]; left != 0; left &= left - 1) {
      allocator.request(input, static_cast<model::PortId>(__builtin_ctz(left)));
    }
  }
  for (model::PortId input = 0; input < order.ports(); ++input) {
    if (privileged[input] == 0) continue;
    const auto output = static_cast<model::PortId>(__builtin_ctz(privileged[input]));
    allocator.pregrant(input, output);
    granted[input] = 1u << output;
  }
  allocator.match([&](model::PortId input, model::PortId output) {
    EXPECT_EQ(granted[input], 0u) << "input " << input << " is matched twice";
    granted[input] |= 1u << output;
  });
  return granted;
}

// Both kinds of sets of pairs of the model.
template <class Top, unsigned kPorts>
void runs_with_the_model(unsigned local_ports, bool is_descending) {
  const model::DiagonalOrder<model::PairRows> rows(kPorts, kPorts - local_ports, is_descending);
  const model::DiagonalOrder<model::PairWord<kPorts>> word(kPorts, kPorts - local_ports,
                                                           is_descending);
  for (const std::uint64_t seed : kSeeds) {
    Allocator<Top> allocator(seed, kPorts);
    Draws draws(seed);
    unsigned rotation = 0;
    for (unsigned cycle = 0; cycle < 4000; ++cycle) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", cycle " << cycle);
      const double density = 0.1 * (1 + draws.below(9));
      Matrix requests(kPorts);
      for (model::PortMask& outputs : requests) outputs = draws.subset(kPorts, density);
      Matrix privileged(kPorts);
      const unsigned input = draws.below(kPorts);
      if (draws.chance(0.3)) privileged[input] = requests[input] & draws.subset(kPorts, 0.5);
      const bool active = draws.chance(0.9);
      allocator.drive(active, requests, privileged);
      const Matrix granted = allocator.grants();
      ASSERT_EQ(granted, match_of_model(rows, requests, privileged, rotation));
      ASSERT_EQ(granted, match_of_model(word, requests, privileged, rotation));
      model::PortMask outputs = 0;
      for (const model::PortMask output : granted) outputs |= output;
      ASSERT_EQ(allocator.rtl->op_gnt_o, outputs);
      ASSERT_EQ(allocator.rtl->ip_privileged_gnt_o, privileged[input] != 0 ? 1u << input : 0u);
      allocator.rtl.tick();
      if (active) rotation = model::slot_after(rotation, kPorts);
    }
    EXPECT_FALSE(allocator.rtl.is_violated());
  }
}

TEST(SwitchAllocatorTest, LockstepWithTheModel) {
  runs_with_the_model<Vswitch_allocator_5, 5>(1, true);
  runs_with_the_model<Vswitch_allocator_7, 7>(2, true);
  runs_with_the_model<Vswitch_allocator_8, 8>(3, false);
  runs_with_the_model<Vswitch_allocator_2_network, 2>(0, false);
  runs_with_the_model<Vswitch_allocator_3_local, 3>(3, true);
}

}  // namespace
}  // namespace turnpike::test
