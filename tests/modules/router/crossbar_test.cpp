// Switch traversal: what is granted in a cycle is on the output pins in the next.

#include <gtest/gtest.h>

#include <optional>

#include "Vcrossbar_5.h"
#include "tests/modules/support/draws.h"
#include "tests/modules/support/rtl_module.h"

namespace turnpike::test {
namespace {

constexpr unsigned kPorts = 5;
constexpr unsigned kVcBits = 2;
constexpr unsigned kFlitBits = 34;
constexpr unsigned kLaneBits = 64;

class CrossbarTest : public testing::Test {
 protected:
  void start(std::uint64_t seed) {
    rtl_.emplace(seed);
    rtl()->enable_i = 1;
    for (unsigned input = 0; input < kPorts; ++input) data(input, 0, 0);
    no_grants();
    rtl().reset();
  }
  RtlModule<Vcrossbar_5>& rtl() { return *rtl_; }

  void no_grants() {
    rtl()->op_gnt_i = 0;
    rtl()->ip_op_gnt_i = 0;
  }
  void data(unsigned input, std::uint64_t vc, std::uint64_t flit) {
    drive_element(rtl()->ip_data_i, input, kLaneBits, vc << kFlitBits | flit);
  }
  void grant(unsigned input, unsigned output) {
    drive_element(rtl()->op_gnt_i, output, 1, 1);
    drive_element(rtl()->ip_op_gnt_i, input * kPorts + output, 1, 1);
  }

 private:
  std::optional<RtlModule<Vcrossbar_5>> rtl_;
};

TEST_F(CrossbarTest, AGrantedFlitIsOnThePinsInTheNextCycleAndOnlyInIt) {
  start(1);
  data(4, 3, 0x200000055);
  grant(4, 1);
  rtl().tick();
  no_grants();
  EXPECT_EQ(rtl()->out_valid_o, 0b00010);
  EXPECT_EQ(element(rtl()->out_vc_o, 1, kVcBits), 3u);
  EXPECT_EQ(element(rtl()->out_flit_o, 1, kFlitBits), 0x200000055u);
  rtl().tick();
  EXPECT_EQ(rtl()->out_valid_o, 0);
}

TEST_F(CrossbarTest, OutputsHoldWhileEnableIsLow) {
  start(1);
  data(0, 1, 7);
  grant(0, 3);
  rtl().tick();
  no_grants();
  data(0, 2, 9);
  rtl()->enable_i = 0;
  for (int cycle = 0; cycle < 3; ++cycle) {
    rtl().tick();
    EXPECT_EQ(rtl()->out_valid_o, 0b01000);
    EXPECT_EQ(element(rtl()->out_vc_o, 3, kVcBits), 1u);
    EXPECT_EQ(element(rtl()->out_flit_o, 3, kFlitBits), 7u);
  }
}

TEST_F(CrossbarTest, AGrantInACycleThatDoesNotCountIsReported) {
  start(1);
  rtl()->enable_i = 0;
  grant(2, 2);
  EXPECT_NE(rtl().violation_of_tick().find("no grant in a cycle that does not count"),
            std::string::npos);
}

TEST_F(CrossbarTest, EveryMatchingTakesEachFlitToItsOutput) {
  for (const std::uint64_t seed : kSeeds) {
    start(seed);
    Draws draws(seed);
    for (unsigned cycle = 0; cycle < 2000; ++cycle) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", cycle " << cycle);
      std::uint64_t vc[kPorts];
      std::uint64_t flit[kPorts];
      int input_of[kPorts] = {-1, -1, -1, -1, -1};  // [output]
      std::uint32_t free_inputs = (1u << kPorts) - 1;
      no_grants();
      for (unsigned port = 0; port < kPorts; ++port) {
        vc[port] = draws.below(4);
        flit[port] = draws.bits() >> (64 - kFlitBits);
        data(port, vc[port], flit[port]);
      }
      for (unsigned output = 0; output < kPorts; ++output) {
        if (draws.chance(0.3)) continue;
        const unsigned input = draws.one_of(free_inputs);
        free_inputs &= ~(1u << input);
        input_of[output] = static_cast<int>(input);
        grant(input, output);
      }
      rtl().settle();
      const auto expected_flit = [&](unsigned output) { return flit[input_of[output]]; };
      for (unsigned output = 0; output < kPorts; ++output) {
        if (input_of[output] < 0) continue;
        ASSERT_EQ(element(rtl()->op_vc_o, output, kVcBits), vc[input_of[output]]);
        ASSERT_EQ(rtl()->op_tail_o >> output & 1, expected_flit(output) >> (kFlitBits - 1));
      }
      rtl().tick();
      for (unsigned output = 0; output < kPorts; ++output) {
        ASSERT_EQ(rtl()->out_valid_o >> output & 1, input_of[output] >= 0) << "output " << output;
        if (input_of[output] < 0) continue;
        ASSERT_EQ(element(rtl()->out_vc_o, output, kVcBits), vc[input_of[output]]);
        ASSERT_EQ(element(rtl()->out_flit_o, output, kFlitBits), expected_flit(output));
      }
    }
  }
}

}  // namespace
}  // namespace turnpike::test
