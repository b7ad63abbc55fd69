// The words of a difference: which port a violated check belongs to.

#include "sim/hardware/engines/mismatch.h"

#include <gtest/gtest.h>

namespace turnpike::test {
namespace {

TEST(MismatchTest, AViolatedCheckNamesThePortOfItsPath) {
  EXPECT_EQ(
      sim::port_of_path("router_1.router_cell.router.u_core.g_output[2].g_unit.u_output.u_vc"), 2u);
  EXPECT_EQ(sim::port_of_path("cycle 9: router_1.router.u_core.g_input[11].u_input.x: required"),
            11u);
  // The output that an input's part is for is no port of the component's own.
  EXPECT_EQ(sim::port_of_path("router_1.u_core.g_input[3].u_input.g_output[1].u_any"), 3u);
  EXPECT_EQ(sim::port_of_path("router_1.router.u_core.u_guard.x: required"), std::nullopt);
}

TEST(MismatchTest, ACheckThatServesAllPortsIsToldWithoutOne) {
  sim::Mismatch mismatch;
  mismatch.component = "router_1";
  mismatch.signal = sim::kOwnCheck;
  mismatch.actual = "cycle 9: router_1.router.u_core.u_guard.x: required";
  EXPECT_EQ(mismatch.to_text().find("port"), std::string::npos) << mismatch.to_text();
  mismatch.actual = "cycle 9: router_1.router.u_core.g_output[2].u_output.x: required";
  mismatch.port = 2;
  EXPECT_NE(mismatch.to_text().find("router_1, port 2, its own check"), std::string::npos)
      << mismatch.to_text();
}

TEST(MismatchTest, AReportSaysThatTheClockWasHeld) {
  sim::Mismatch mismatch;
  EXPECT_EQ(mismatch.to_text().find("enable_i"), std::string::npos) << mismatch.to_text();
  mismatch.after_hold = true;
  EXPECT_NE(mismatch.to_text().find("(seed 0; after one more clock edge with enable_i low)"),
            std::string::npos)
      << mismatch.to_text();
}

}  // namespace
}  // namespace turnpike::test
