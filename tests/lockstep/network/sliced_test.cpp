// Sliced routers and interchanges: 64 of them in the bits of words, from the gates that Yosys makes
// of the RTL (sim/hardware/rtl_components/sliced_source.h), compared pin by pin with the model, as
// the Verilated ones are by the other tests of this folder.

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <memory>
#include <sstream>

#include "sim/base/data_folder.h"
#include "sim/hardware/engines/lockstep_engine.h"
#include "sim/hardware/engines/rtl_engine.h"
#include "sim/hardware/rtl_components/shape_builder.h"
#include "tests/lockstep/mutations/faults.h"
#include "tests/lockstep/network/networks.h"
#include "tests/support/places.h"
#include "tests/support/scratch_folder.h"

namespace turnpike::test {
namespace {

namespace fs = std::filesystem;

// A run in lockstep of which all is sliced that can be.
class SlicedTest : public testing::Test {
 protected:
  // Fails where the components of a network could not be sliced.
  void stay_equal(const Experiment& experiment, model::Cycle cycles) {
    EXPECT_EQ(report_of(experiment, cycles), "");
    EXPECT_TRUE(was_sliced_) << said_;
    EXPECT_GT(delivered_, cycles / 20);
  }

  // What lockstep says; nothing: all was equal.
  std::string report_of(const Experiment& experiment, model::Cycle cycles) {
    const model::Network network = experiment.build();
    model::Traffic traffic(experiment.traffic, network, experiment.run.seed);
    sim::LockstepOptions options;
    options.folder = scratch_.path();
    options.rtl.slice_from = 1;
    options.rtl.mixed = is_mixed_;
    options.rtl.progress = [this](const std::string& line) { said_ += line + "\n"; };
    sim::LockstepEngine engine(network, traffic, experiment.run, options);
    was_sliced_ = engine.rtl().is_sliced();
    try {
      engine.advance(cycles);
    } catch (const sim::LockstepError& error) {
      mismatch_ = error.mismatch;
      files_ = error.files;
      return error.what();
    }
    delivered_ = engine.collected().totals().packets_delivered;
    return "";
  }

  ScratchFolder scratch_;
  std::string said_;
  bool is_mixed_ = false;
  bool was_sliced_ = false;
  std::uint64_t delivered_ = 0;
  sim::Mismatch mismatch_;
  std::vector<std::string> files_;
};

TEST_F(SlicedTest, MeshOfOneFullBank) {
  Experiment experiment;
  experiment.traffic.load = 0.4;
  experiment.run.sink_stall = 0.1;
  stay_equal(experiment, 4000);
}

// The second bank has lanes to spare.
// One of the routers, one of the interchanges, with the reset and the holds of Verilated
// components.
TEST_F(SlicedTest, AVerilatedComponentAmongSlicedOnesStaysEqual) {
  Experiment experiment = on(model::Topology::mesh, {6, 5});
  experiment.router.virtual_channels = 2;
  experiment.topology.express.emplace();
  experiment.topology.express->spacing = {2};
  experiment.traffic.load = 0.3;
  is_mixed_ = true;
  stay_equal(experiment, 2000);
}

TEST_F(SlicedTest, MeshOfTwoBanksWithOneVirtualChannel) {
  Experiment experiment = on(model::Topology::mesh, {10, 7});
  experiment.router.virtual_channels = 1;
  experiment.traffic.load = 0.3;
  stay_equal(experiment, 4000);
}

TEST_F(SlicedTest, TorusLowestDimensionFirstWithLongWiresAndTwoCycleHops) {
  stay_equal(torus_with_long_wires(), 6000);
}

TEST_F(SlicedTest, UnidirectionalTorusWithTheShallowestBuffersAndNarrowFlits) {
  stay_equal(shallow_one_way_torus(), 6000);
}

// Tables, and flits of five words a lane.
TEST_F(SlicedTest, IrregularNetworkWithTheWidestFlitsAndChannelsOfSeveralLengths) {
  stay_equal(wide_irregular_network(), 6000);
}

TEST_F(SlicedTest, TorusWithMessageClassesAndFairInjection) {
  stay_equal(torus_with_classes(), 4000);
}

TEST_F(SlicedTest, OverloadedTorusInWhichTurningHeadsGoLast) {
  stay_equal(overloaded_torus_with_turns_last(), 4000);
}

TEST_F(SlicedTest, MeshWithInterchangesAndParallelExpressChannels) {
  Experiment experiment = on(model::Topology::mesh, {6, 5});
  experiment.router.virtual_channels = 2;
  experiment.router.buffer_depth = 2;
  experiment.router.flit_bits = 24;
  experiment.topology.express.emplace();
  experiment.topology.express->spacing = {2};
  experiment.topology.express->channels = {2};
  experiment.traffic.load = 0.3;
  stay_equal(experiment, 4000);
}

// The hardware alone: its terminals see what the model's see, in order.
TEST_F(SlicedTest, TheEngineOfTheHardwareHasTheEventsOfTheModel) {
  struct Events final : model::EventSink {
    void record(const model::Event& event) override { all.push_back(event); }
    std::vector<model::Event> all;
  };
  Experiment experiment;
  experiment.traffic.load = 0.3;
  const model::Network network = experiment.build();
  model::Traffic traffic(experiment.traffic, network, experiment.run.seed);
  model::Traffic same(experiment.traffic, network, experiment.run.seed);
  sim::RtlEngine rtl(network, traffic, experiment.run);
  EXPECT_TRUE(rtl.rtl().is_sliced());
  const auto model = model::make_model_engine(network, same, experiment.run);
  Events of_rtl;
  Events of_model;
  rtl.log_events(&of_rtl);
  model->log_events(&of_model);
  rtl.advance(1500);
  model->advance(1500);
  EXPECT_GT(of_model.all.size(), 10000u);
  ASSERT_EQ(of_rtl.all.size(), of_model.all.size());
  for (std::size_t i = 0; i < of_rtl.all.size(); ++i) {
    ASSERT_EQ(of_rtl.all[i].cycle, of_model.all[i].cycle) << i;
    ASSERT_EQ(of_rtl.all[i].packet, of_model.all[i].packet) << i;
    ASSERT_EQ(of_rtl.all[i].kind, of_model.all[i].kind) << i;
  }
  EXPECT_EQ(rtl.flits_sent(), model->flits_sent());
}

// Every terminal sends a packet of one flit now and then, whatever comes.
class Drizzle final : public sim::TerminalDriver {
 public:
  explicit Drizzle(const model::Network& network)
      : network_(network), flits_(network.terminals.size()) {}
  void begin_cycle(model::Cycle now) override { now_ = now; }
  sim::TerminalOutputs cycle(model::NodeId node, const sim::TerminalInputs& inputs) override {
    sim::TerminalOutputs outputs;
    if (inputs.valid) outputs.eject_credit = 1u << inputs.vc;
    const model::Cycle turn = now_ + model::Cycle{5} * node;
    if (turn % 16 != 0) return outputs;
    const auto to = static_cast<model::NodeId>((node + turn / 16) % network_.terminals.size());
    if (to == node) return outputs;
    flits_[node] = network_.router.format.head<1>(
        network_.terminals[to].address, network_.terminals[node].address,
        model::PacketKind::unicast, static_cast<std::uint32_t>(now_), true);
    outputs.valid = true;
    outputs.vc = static_cast<model::VcId>(turn / 16 % network_.router.virtual_channels);
    outputs.flit = flits_[node].word;
    return outputs;
  }

 private:
  const model::Network& network_;
  std::vector<model::FlitWords<1>> flits_;
  model::Cycle now_ = 0;
};

TEST_F(SlicedTest, ACheckpointHoldsEveryLane) {
  const model::Network network = Experiment().build();
  Drizzle drizzle(network);
  sim::RtlNetwork rtl("network", network, drizzle, {});
  ASSERT_TRUE(rtl.is_sliced());
  std::ostringstream seen;
  rtl.set_observer([&](model::Cycle now) {
    for (const sim::ComponentModule* module : rtl.modules()) {
      const sim::PortActivity outputs = module->outputs().outputs;
      seen << outputs.flits << " " << outputs.credits << ";";
      for (model::PortId port = 0; port < 5; ++port) {
        if ((outputs.flits >> port & 1) != 0) seen << module->sent(port, now & 1).flit[0] << ",";
      }
    }
  });
  rtl.start();
  rtl.advance(301);
  sim::RtlNetwork::Checkpoint checkpoint;
  rtl.save(checkpoint);
  seen.str("");
  rtl.advance(200);
  const std::string first = seen.str();
  rtl.restore(checkpoint);
  seen.str("");
  rtl.advance(200);
  EXPECT_TRUE(first == seen.str());
  EXPECT_NE(first.find(','), std::string::npos);
}

// A fault of the RTL is found in its gates, and seen again in the Verilated module.
class SlicedFaultTest : public SlicedTest {
 protected:
  void SetUp() override { plant(kCreditForNothing); }

  void plant(const Fault& fault) {
    const fs::path shapes = sim::shape_folder();
    const fs::path root = scratch_.path() / "root";
    fs::create_directory(root);
    copy_with_fault(root, fault);
    ASSERT_EQ(::setenv("TURNPIKE_SHAPES", fs::absolute(shapes).c_str(), 1), 0);
    ASSERT_EQ(::setenv("TURNPIKE_ROOT", root.c_str(), 1), 0);
  }
};

// As ACheckOfTheRtlItselfIsNamedByComponentAndCycle.
TEST_F(SlicedFaultTest, ACheckOfTheRtlItselfIsNamedAndHasAWaveform) {
  Experiment experiment = on(model::Topology::mesh, {8});
  experiment.router.virtual_channels = 2;
  experiment.router.buffer_depth = 2;
  experiment.router.pipeline_cycles = 2;
  experiment.router.patience = 2;
  experiment.link.cycles_per_unit = 1;
  experiment.traffic.pattern = model::Pattern::trace;
  experiment.traffic.file = (scratch_.path() / "one.trace").string();
  std::ofstream(experiment.traffic.file) << "20 1 3 3\n";
  const std::string report = report_of(experiment, 200);
  EXPECT_TRUE(was_sliced_) << said_;
  EXPECT_EQ(mismatch_.component, "router_1") << report;
  EXPECT_EQ(mismatch_.cycle, 25u) << report;
  EXPECT_EQ(mismatch_.signal, "its own check") << report;
  // First what the gates say, then the Verilated module.
  for (const std::string& text : {said_, report}) {
    EXPECT_NE(text.find("no_flit_without_a_credit: required"), std::string::npos) << text;
  }
  EXPECT_EQ(files_.size(), 2u) << report;
}

// Sliced components are never held (docs/verification.md, 2).
class HeldFaultTest : public SlicedFaultTest {
 protected:
  void SetUp() override { plant(kNotHeld); }

  std::string report_of_mesh() {
    Experiment experiment = on(model::Topology::mesh, {4, 4});
    experiment.router.virtual_channels = 2;
    experiment.traffic.load = 0.4;
    return report_of(experiment, 1000);
  }
};

TEST_F(HeldFaultTest, SlicedComponentsDoNotShowIt) {
  EXPECT_EQ(report_of_mesh(), "");
  EXPECT_TRUE(was_sliced_) << said_;
}

TEST_F(HeldFaultTest, OneVerilatedComponentAmongThemDoes) {
  is_mixed_ = true;
  EXPECT_NE(report_of_mesh().find("hardware and model differ"), std::string::npos);
}

// Of several components that are violated in one cycle, gates and Verilated modules name the same.
class SlicedFaultsTest : public SlicedFaultTest, public testing::WithParamInterface<const char*> {};

TEST_P(SlicedFaultsTest, TheRepetitionNamesTheSameComponent) {
  Experiment experiment = on(model::Topology::mesh, {8});
  experiment.router.virtual_channels = 2;
  experiment.router.buffer_depth = 2;
  experiment.router.pipeline_cycles = 2;
  experiment.router.patience = 2;
  experiment.link.cycles_per_unit = 1;
  experiment.traffic.pattern = model::Pattern::trace;
  experiment.traffic.file = (scratch_.path() / "two.trace").string();
  std::ofstream(experiment.traffic.file) << GetParam();
  const std::string report = report_of(experiment, 200);
  EXPECT_TRUE(was_sliced_) << said_;
  EXPECT_EQ(mismatch_.component, "router_2") << report;
  const std::string first = "differ: cycle 25, router_2, port " + std::to_string(mismatch_.port);
  EXPECT_NE(said_.find(first), std::string::npos) << said_;
  EXPECT_NE(report.find(first), std::string::npos) << report;
}

// Up in the first and down in the second, and the other way round.
INSTANTIATE_TEST_SUITE_P(BothWays, SlicedFaultsTest,
                         testing::Values("20 2 4 3\n20 6 4 3\n", "20 2 0 3\n20 5 7 3\n"));

// PATH without Yosys, or with one of one's own.
class SlicedToolsTest : public SlicedTest {
 protected:
  void SetUp() override {
    fs::create_directory(tools());
    for (const fs::path& folder : {fs::path("/usr/local/bin"), fs::path("/usr/bin")}) {
      for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
        const fs::path name = entry.path().filename();
        if (name == "yosys" || fs::exists(fs::symlink_status(tools() / name))) continue;
        fs::create_symlink(entry.path(), tools() / name);
      }
    }
    ASSERT_EQ(::setenv("PATH", tools().c_str(), 1), 0);
  }

  void make_yosys(const std::string& text) const {
    std::ofstream(tools() / "yosys") << "#!/bin/sh\n" << text;
    fs::permissions(tools() / "yosys", fs::perms(0755));
  }

  fs::path tools() const { return scratch_.path() / "tools"; }
};

TEST_F(SlicedToolsTest, WithoutYosysComponentsAreVerilated) {
  EXPECT_EQ(report_of(Experiment(), 300), "");
  EXPECT_FALSE(was_sliced_);
  EXPECT_NE(said_.find("components are Verilated, which is slower: there is no yosys in PATH"),
            std::string::npos)
      << said_;
}

TEST_F(SlicedToolsTest, WhatYosysSaysIsToldAndComponentsAreVerilated) {
  make_yosys("[ \"$1\" = -V ] && { echo broken; exit; }\necho 'ERROR: out of gates' >&2\nexit 1\n");
  EXPECT_EQ(report_of(Experiment(), 300), "");
  EXPECT_FALSE(was_sliced_);
  EXPECT_NE(said_.find("ERROR: out of gates"), std::string::npos) << said_;
}

// Gates that are not those of the RTL: the comparison sees it, and knows that the RTL is innocent.
TEST_F(SlicedToolsTest, AFaultInTheGatesIsTold) {
  make_yosys(
      "[ \"$1\" = -V ] && { echo planted; exit; }\n"
      "/usr/bin/yosys \"$@\" || exit\n"
      "while [ \"$1\" != -o ]; do shift; done\n"
      "sed -i 's/\"[$]_XOR_\"/\"$_OR_\"/' \"$2\"\n");
  Experiment experiment;
  experiment.traffic.load = 0.3;
  const std::string report = report_of(experiment, 2000);
  EXPECT_TRUE(was_sliced_) << said_;
  EXPECT_NE(report.find("Verilated components do not differ"), std::string::npos) << report;
  EXPECT_TRUE(files_.empty());
}

}  // namespace
}  // namespace turnpike::test
