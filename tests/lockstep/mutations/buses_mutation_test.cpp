// A fault in any RTL file between a co-processor and its buses shows at a pin of an emitted
// network: four nodes, hardware beside model, under random messages.

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include "model/machine/machine.h"
#include "model/machine/machine_network.h"
#include "sim/base/data_folder.h"
#include "sim/hardware/rtl_components/shape_cache.h"
#include "sim/machine/check/random_messages.h"
#include "sim/machine/fabric/emitted_fabric.h"
#include "sim/machine/fabric/lockstep_fabric.h"
#include "tests/lockstep/mutations/faults.h"
#include "tests/support/scratch_folder.h"

namespace turnpike::test {
namespace {

namespace fs = std::filesystem;

class FaultyBusesTest : public testing::Test {
 protected:
  void SetUp() override {
    const fs::path shapes = fs::absolute(sim::shape_folder());
    copy_with_faults(scratch_.path());
    ASSERT_EQ(::setenv("TURNPIKE_SHAPES", shapes.c_str(), 1), 0);
    ASSERT_EQ(::setenv("TURNPIKE_ROOT", scratch_.path().c_str(), 1), 0);
    ASSERT_EQ(::chdir(scratch_.path().c_str()), 0);
  }

  ScratchFolder scratch_;
};

class BusesMutationTest : public FaultyBusesTest, public testing::WithParamInterface<Fault> {};

void run_over_buses() {
  model::CoprocessorParams params;
  params.dimensions = 1;
  const model::Network network = model::machine_network(params);
  sim::BusSpec buses;
  buses.stall = 0.2;
  buses.error = 0.3;  // often a read and a write in one cycle
  sim::EmittedFabric fabric(network, params, buses);
  model::MachineSpec spec;
  spec.memory.stall = 0.2;
  spec.memory.extra_latency = 5;
  model::Machine machine(fabric, spec);
  sim::ExerciseSpec exercise;
  exercise.messages = 100;
  exercise.longest = 1'000;
  sim::RandomMessages(machine, exercise).run();
}

TEST_P(BusesMutationTest, ShowsAtAPin) {
  std::ofstream("fault") << number_of(GetParam()) << "\n";
  try {
    run_over_buses();
    FAIL() << "the fault was not noticed";
  } catch (const sim::MachineMismatch& mismatch) {
    EXPECT_EQ(mismatch.pin.find("buses "), 0u) << mismatch.what();
  } catch (const model::NetworkError& error) {
    // One of the hardware's own checks was first.
    EXPECT_NE(std::string(error.what()).find("own check"), std::string::npos) << error.what();
  }
}

INSTANTIATE_TEST_SUITE_P(EachFile, BusesMutationTest, testing::ValuesIn(kBusFaults),
                         [](const testing::TestParamInfo<Fault>& test) {
                           return fs::path(test.param.file).stem().string() + "_" +
                                  test.param.output;
                         });

// Else what the others find would say nothing.
TEST_F(FaultyBusesTest, WithoutAFaultNothingIsFound) { run_over_buses(); }

}  // namespace
}  // namespace turnpike::test
