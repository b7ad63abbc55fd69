// Emitted AXI4 networks: Verilated whole, they show at all pins of all AXI4 ports in every cycle
// what the model shows, and every manager and memory sees what it should.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/axi4_run.h"

namespace turnpike::test {
namespace {

// From a configuration that lacks nothing, by what differs.
class EmittedAxi4Test : public testing::TestWithParam<std::vector<std::string>> {};

TEST_P(EmittedAxi4Test, AllPinsOfAllPortsEqualTheModel) {
  const sim::Experiment experiment = axi_network(GetParam());
  run_axi_beside(experiment, axi_shape_of(experiment), 5'000);
}

INSTANTIATE_TEST_SUITE_P(
    Networks, EmittedAxi4Test,
    testing::Values(std::vector<std::string>{},
                    std::vector<std::string>{"network.radix=[4,4]", "axi.manager[1].node=13",
                                             "axi.region[1].node=15", "axi.region[2].node=15"},
                    std::vector<std::string>{"network.topology=\"torus\"", "network.radix=[3,3]",
                                             "axi.packet_beats=256", "axi.register_slices=false"},
                    std::vector<std::string>{"axi.data_bits=512", "router.flit_bits=200",
                                             "axi.user_bits=0"},
                    std::vector<std::string>{"axi.data_bits=32", "axi.address_bits=64",
                                             "axi.id_bits=16", "axi.subordinate_id_bits=\"auto\"",
                                             "axi.per_id=1", "axi.reads=3", "axi.writes=64"},
                    std::vector<std::string>{"router.virtual_channels=6", "axi.packet_beats=256"},
                    std::vector<std::string>{"router.message_classes=4"}));

// Responses in reorder buffers: an ID has transactions in flight to several targets. Few places, a
// few IDs, and packets that overtake each other.
INSTANTIATE_TEST_SUITE_P(
    ReorderBuffers, EmittedAxi4Test,
    testing::Values(std::vector<std::string>{"axi.order=\"reorder\""},
                    std::vector<std::string>{"axi.order=\"reorder\"", "axi.read_beats=16",
                                             "axi.id_bits=1", "axi.reads=5", "axi.per_id=3",
                                             "axi.control=true", "axi.register_slices=false"},
                    std::vector<std::string>{"axi.order=\"reorder\"", "axi.packet_beats=256",
                                             "router.virtual_channels=6"}));

// With the control block, whose pins are compared too, and read by software.
INSTANTIATE_TEST_SUITE_P(
    WithCounters, EmittedAxi4Test,
    testing::Values(std::vector<std::string>{"axi.control=true"},
                    std::vector<std::string>{"axi.control=true", "network.radix=[4,4]",
                                             "axi.region[1].node=15", "axi.region[2].node=15",
                                             "link.cycles_per_hop=1"},
                    std::vector<std::string>{"axi.control=true", "network.topology=\"torus\"",
                                             "network.radix=[3,3]", "axi.per_id=1"}));

TEST(EmittedAxi4MapTest, SoftwareLoadsTheAddressMap) {
  const sim::Experiment experiment = axi_network({"axi.control=true", "axi.loadable_map=true"});
  run_axi_beside(experiment, axi_shape_of(experiment), 6'000, {}, other_map(experiment));
}

TEST(EmittedAxi4TimeoutTest, AMemoryThatStopsIsGivenUpBehindReorderBuffers) {
  const sim::Experiment experiment = axi_network({"axi.watchdog=200", "axi.order=\"reorder\""});
  run_axi_beside(experiment, axi_shape_of(experiment), 4'000, 2'500);
}

TEST(EmittedAxi4TimeoutTest, AMemoryThatStopsIsGivenUpAsInTheModel) {
  const sim::Experiment experiment = axi_network({"axi.watchdog=200", "axi.control=true"});
  run_axi_beside(experiment, axi_shape_of(experiment), 4'000, 2'500);
}

// In the text of the network: its map leads to another node.
TEST(EmittedAxi4FaultyTest, AnAddressMapThatIsNotTheConfigurationsIsNoticed) {
  const sim::Experiment experiment = axi_network();
  sim::Experiment other = axi_network();
  other.axi.regions[1].base ^= std::uint64_t{1} << 31;
  EXPECT_THROW(run_axi_beside(experiment, axi_shape_of(other), 5'000), sim::Axi4Mismatch);
}

// A limit of an adapter, which no bit in a packet shows.
TEST(EmittedAxi4FaultyTest, LessRoomForBeatsIsNoticed) {
  const sim::Experiment experiment = axi_network();
  sim::Experiment other = axi_network();
  other.axi.read_beats /= 4;
  EXPECT_THROW(run_axi_beside(experiment, axi_shape_of(other), 5'000), sim::Axi4Mismatch);
}

}  // namespace
}  // namespace turnpike::test
