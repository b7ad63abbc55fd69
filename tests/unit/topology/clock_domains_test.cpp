// Networks whose switches have different clocks.

#include "model/topology/clock_domains.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "model/common/configuration_error.h"
#include "model/topology/build.h"
#include "model/topology/network.h"

namespace turnpike::test {
namespace {

model::Network mesh(const std::vector<unsigned>& clocks, unsigned cycles_per_hop = 0) {
  model::TopologySpec topology;
  topology.radix = {2, 2};
  topology.clock_domains = clocks;
  model::RouterSpec router;
  router.flit_bits = 32;
  return model::build_network(topology, router, {0, cycles_per_hop});
}

std::string clock_complaint(const std::vector<unsigned>& clocks) {
  try {
    mesh(clocks);
  } catch (const model::ConfigurationError& error) {
    return error.what();
  }
  return "";
}

TEST(ClockDomainsTest, ChannelsBetweenTwoClocksTakeFourCycles) {
  const model::Network network = mesh({0, 1, 0, 1}, 2);
  EXPECT_EQ(network.clocks(), 2u);
  unsigned asynchronous = 0;
  for (const model::Channel& channel : network.channels) {
    const bool is_between = network.clock_of(channel.from) != network.clock_of(channel.to);
    EXPECT_EQ(network.is_asynchronous(channel), is_between);
    EXPECT_EQ(channel.latency, is_between ? 4u : 2u);
    asynchronous += is_between ? 1 : 0;
  }
  EXPECT_EQ(asynchronous, 4u);  // two links both ways
}

TEST(ClockDomainsTest, WithoutNumbersThereIsOneClock) {
  const model::Network network = mesh({});
  EXPECT_EQ(network.clocks(), 1u);
  EXPECT_FALSE(network.is_asynchronous(network.channels.front()));
}

TEST(ClockDomainsTest, EachSwitchHasANumberAndNoneIsLeftOut) {
  EXPECT_EQ(clock_complaint({0, 1}),
            "network.clock_domains: a list of 2; allowed: a list of 4, a number for each switch");
  EXPECT_EQ(
      clock_complaint({0, 2, 2, 0}),
      "network.clock_domains: 2 without 1; allowed: numbers from 0 on, of which none is left out");
  EXPECT_EQ(clock_complaint({1, 1, 1, 0}), "");
}

}  // namespace
}  // namespace turnpike::test
