// A fault in any RTL file of the co-processor shows at a pin of a co-processor: a machine of four
// nodes, hardware beside model, under random messages.

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>
#include <string>

#include "model/machine/machine.h"
#include "model/machine/machine_network.h"
#include "sim/base/data_folder.h"
#include "sim/hardware/rtl_components/shape_cache.h"
#include "sim/hardware/rtl_components/tool.h"
#include "sim/machine/check/random_messages.h"
#include "sim/machine/fabric/lockstep_fabric.h"
#include "tests/lockstep/mutations/faults.h"
#include "tests/support/scratch_folder.h"
#include "tests/system/commands/program.h"

namespace turnpike::test {
namespace {

namespace fs = std::filesystem;

model::CoprocessorParams four_nodes() {
  model::CoprocessorParams params;
  params.dimensions = 2;
  return params;
}

model::CoprocessorParams with_few_buffers() {
  model::CoprocessorParams params = four_nodes();
  params.system_buffers = 4;
  return params;
}

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
void run_random_messages(const model::CoprocessorParams& params) {
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
    run_random_messages(four_nodes());
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
TEST_F(FaultyCoprocessorTest, WithoutAFaultNothingIsFound) { run_random_messages(four_nodes()); }

TEST_F(FaultyCoprocessorTest, OneSystemBufferTooManyIsSeenWhenTheyFill) {
  std::ofstream("fault") << number_of(kOneBufferTooMany) << "\n";
  EXPECT_THROW(run_random_messages(with_few_buffers()), sim::MachineMismatch);
}

// As of a network: the waveform holds the difference and two cycles more, its view names signals
// that are there, and what is printed repeats it.
TEST_F(FaultyCoprocessorTest, ADifferenceLeavesAWaveformAndTheWholeCommand) {
  std::ofstream("fault") << number_of(kCoprocessorFaults[14]) << "\n";
  const ProgramResult result =
      turnpike({"machine", "--dimensions", "2", "--engine", "lockstep", "--random", "300"});
  EXPECT_EQ(result.status, 1) << result.error;
  std::smatch found;
  const std::regex words(
      "cycle ([0-9]+), node ([0-9]+), coprocessor [\\s\\S]*"
      "the run once more: turnpike (machine [^\n]*)\n");
  ASSERT_TRUE(std::regex_search(result.error, found, words)) << result.error;
  const std::string vcd =
      sim::run_tool({sim::find_tool("fst2vcd").string(), "mismatch.fst"}, "read the waveform");
  const unsigned cycle = static_cast<unsigned>(std::stoul(found[1]));
  EXPECT_NE(vcd.find("#" + std::to_string(10 * cycle + 25) + "\n"), std::string::npos);
  EXPECT_TRUE(fs::exists("mismatch_routers.fst"));

  const std::string view = read_file("mismatch.gtkw");
  const std::regex signal("coprocessor_" + found[2].str() +
                          "\\.(?:\\w+\\.)*([a-z_]+)(\\[[0-9]+:0\\])?");
  unsigned signals = 0;
  for (std::sregex_iterator at(view.begin(), view.end(), signal), end; at != end; ++at) {
    const std::string name = (*at)[1].str() + ((*at)[2].matched ? " " + (*at)[2].str() : "");
    EXPECT_NE(vcd.find(" " + name + " $end"), std::string::npos) << name << " is not traced";
    ++signals;
  }
  EXPECT_GT(signals, 25u);

  fs::remove("mismatch.fst");
  std::istringstream command(found[3]);
  const std::vector<std::string> again{std::istream_iterator<std::string>(command), {}};
  const ProgramResult second = turnpike(again);
  EXPECT_EQ(second.status, 1) << second.error;
  EXPECT_NE(second.error.find("cycle " + found[1].str() + ", node " + found[2].str()),
            std::string::npos)
      << second.error;
  EXPECT_TRUE(fs::exists("mismatch.fst"));
}

TEST_F(FaultyCoprocessorTest, FewSystemBuffersAreEnough) {
  run_random_messages(with_few_buffers());
}

}  // namespace
}  // namespace turnpike::test
