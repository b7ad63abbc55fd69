// A fault in any RTL file between an AXI4 port and its router shows at a pin of an emitted network,
// hardware beside model, under random bursts, with a memory that stops in the middle.

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include "sim/base/data_folder.h"
#include "sim/hardware/rtl_components/shape_cache.h"
#include "tests/lockstep/mutations/faults.h"
#include "tests/support/axi4_run.h"
#include "tests/support/scratch_folder.h"

namespace turnpike::test {
namespace {

namespace fs = std::filesystem;

class FaultyAxi4Test : public testing::Test {
 protected:
  void SetUp() override {
    const fs::path shapes = fs::absolute(sim::shape_folder());
    copy_with_faults(scratch_.path());
    ASSERT_EQ(::setenv("TURNPIKE_SHAPES", shapes.c_str(), 1), 0);
    ASSERT_EQ(::setenv("TURNPIKE_ROOT", scratch_.path().c_str(), 1), 0);
    ASSERT_EQ(::chdir(scratch_.path().c_str()), 0);
  }

  static void run_over_axi4(const std::string& order = "stall") {
    // So little room for reads that it is used up; and on a line, where requests and responses
    // share channels, a flit goes on one VC while the other one is full. QoS selects the class,
    // but for reorder buffers.
    const sim::Experiment experiment =
        axi_network({"network.radix=6", "network.dimensions=1", "router.message_classes=4",
                     "axi.watchdog=200", "axi.read_beats=16", "axi.control=true",
                     "axi.loadable_map=true", "axi.order=\"" + order + "\""});
    run_axi_beside(experiment, axi_shape_of(experiment), 6'000, 3'500, other_map(experiment));
  }

 private:
  ScratchFolder scratch_;
};

class Axi4MutationTest : public FaultyAxi4Test, public testing::WithParamInterface<Fault> {};

TEST_P(Axi4MutationTest, ShowsAtAPin) {
  std::ofstream("fault") << number_of(GetParam()) << "\n";
  EXPECT_THROW(run_over_axi4(), sim::Axi4Mismatch);
}

INSTANTIATE_TEST_SUITE_P(EachFile, Axi4MutationTest, testing::ValuesIn(kAxi4Faults),
                         [](const testing::TestParamInfo<Fault>& test) {
                           return fs::path(test.param.file).stem().string() + "_" +
                                  std::to_string(test.index);
                         });

class ReorderMutationTest : public FaultyAxi4Test, public testing::WithParamInterface<Fault> {};

TEST_P(ReorderMutationTest, ShowsAtAPin) {
  std::ofstream("fault") << number_of(GetParam()) << "\n";
  EXPECT_THROW(run_over_axi4("reorder"), sim::Axi4Mismatch);
}

INSTANTIATE_TEST_SUITE_P(EachFault, ReorderMutationTest, testing::ValuesIn(kReorderFaults));

// Else what the others find would say nothing.
TEST_F(FaultyAxi4Test, WithoutAFaultNothingIsFound) {
  run_over_axi4();
  run_over_axi4("reorder");
}

}  // namespace
}  // namespace turnpike::test
