// A fault in any RTL file of the co-processor shows at a pin of a co-processor: a machine of four
// nodes, hardware beside model, under random messages.

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include "model/machine/machine.h"
#include "model/machine/machine_network.h"
#include "sim/base/data_folder.h"
#include "sim/machine/lockstep_fabric.h"
#include "sim/machine_check/random_messages.h"
#include "sim/rtl_components/shape_cache.h"
#include "tests/lockstep/mutations/faults.h"
#include "tests/support/scratch_folder.h"

namespace turnpike::test {
namespace {

namespace fs = std::filesystem;

class FaultyCoprocessorTest : public testing::Test {
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

class CoprocessorMutationTest : public FaultyCoprocessorTest,
                                public testing::WithParamInterface<Fault> {};

// Stalls of the memory, wrong header blocks and unexpected messages included.
void run_random_messages() {
  model::CoprocessorParams params;
  params.dimensions = 2;
  const model::Network network = model::machine_network(params);
  sim::LockstepFabric fabric(network, params, 1);
  model::MachineSpec spec;
  spec.memory.stall = 0.2;
  spec.memory.extra_latency = 5;
  model::Machine machine(fabric, spec);
  sim::ExerciseSpec exercise;
  exercise.messages = 400;
  exercise.longest = 1'000;
  sim::RandomMessages(machine, exercise).run();
}

TEST_P(CoprocessorMutationTest, ShowsAtAPin) {
  std::ofstream("fault") << number_of(GetParam()) << "\n";
  try {
    run_random_messages();
    FAIL() << "the fault was not noticed";
  } catch (const sim::MachineMismatch& mismatch) {
    EXPECT_EQ(mismatch.pin.find("coprocessor "), 0u) << mismatch.what();
  } catch (const model::NetworkError& error) {
    // One of the hardware's own checks was first.
    EXPECT_NE(std::string(error.what()).find("coprocessor"), std::string::npos) << error.what();
  }
}

INSTANTIATE_TEST_SUITE_P(EachFile, CoprocessorMutationTest, testing::ValuesIn(kCoprocessorFaults),
                         [](const testing::TestParamInfo<Fault>& test) {
                           return fs::path(test.param.file).stem().string();
                         });

// Else what the others find would say nothing.
TEST_F(FaultyCoprocessorTest, WithoutAFaultNothingIsFound) { run_random_messages(); }

}  // namespace
}  // namespace turnpike::test
