// A fault in any file of rtl/common, rtl/router and rtl/interchange is caught by lockstep, which
// names the right component and cycle.
//
// One packet of one flit crosses an otherwise empty network, so at any time one component is at
// work, and where and when the fault must show first follows from docs/timing.md: the packet is
// queued in cycle 20 and its head is on the injection pins in cycle 21; with PIPELINE 2 its credit
// is on the pins in cycle 23, and it is on the output pins of the first router in the same cycle.

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>

#include "sim/base/data_folder.h"
#include "sim/hardware/engines/lockstep_engine.h"
#include "sim/hardware/rtl_components/shape_cache.h"
#include "sim/hardware/rtl_components/tool.h"
#include "tests/lockstep/mutations/faults.h"
#include "tests/support/experiment.h"
#include "tests/support/places.h"
#include "tests/support/scratch_folder.h"

namespace turnpike::test {
namespace {

namespace fs = std::filesystem;

Experiment in_a_row(const model::Topology* kind) {
  Experiment experiment = on(kind, {8});
  experiment.router.virtual_channels = 2;
  experiment.router.buffer_depth = 2;
  experiment.router.pipeline_cycles = 2;
  experiment.router.patience = 2;
  return experiment;
}

// Both of one router shape.
Experiment on_a_line() { return in_a_row(model::Topology::mesh); }

Experiment on_an_express_line() {
  Experiment experiment = on_a_line();
  experiment.topology.express.emplace();
  experiment.topology.express->spacing = {2};
  return experiment;
}

class MutationTest : public testing::Test {
 protected:
  void SetUp() override {
    const fs::path shapes = sim::shape_folder();
    copy_with_faults(root());
    ASSERT_EQ(::setenv("TURNPIKE_SHAPES", fs::absolute(shapes).c_str(), 1), 0);
    ASSERT_EQ(::setenv("TURNPIKE_ROOT", root().c_str(), 1), 0);
    ASSERT_EQ(::chdir(root().c_str()), 0);
  }

  const fs::path& root() const { return scratch_.path(); }

  // The hardware that is made from now on has this fault.
  void choose(const Fault& fault) const {
    std::ofstream(root() / "fault") << number_of(fault) << "\n";
  }

  // Runs until lockstep complains.
  sim::Mismatch first_difference(const Experiment& experiment, model::Cycle cycles) {
    const model::Network network = experiment.build();
    model::Traffic traffic(experiment.traffic, network, experiment.run.seed);
    sim::LockstepOptions options;
    options.folder = root() / "out";
    sim::LockstepEngine engine(network, traffic, experiment.run, options);
    try {
      engine.advance(cycles);
    } catch (const sim::LockstepError& error) {
      report_ = error.what();
      files_ = error.files;
      return error.mismatch;
    }
    ADD_FAILURE() << "the fault was not noticed";
    return {};
  }

  void one_packet(Experiment& experiment, const char* line) const {
    std::ofstream(root() / "one.trace") << line << "\n";
    experiment.traffic.pattern = model::Pattern::trace;
    experiment.traffic.file = (root() / "one.trace").string();
  }

  ScratchFolder scratch_;
  std::string report_;
  std::vector<std::string> files_;
};

class EachMutationTest : public MutationTest, public testing::WithParamInterface<Fault> {
 protected:
  void is_named(const Experiment& experiment) {
    const Fault& fault = GetParam();
    choose(fault);
    const sim::Mismatch found = first_difference(experiment, 200);
    EXPECT_EQ(found.component, fault.component) << report_;
    EXPECT_EQ(found.cycle, fault.cycle) << report_;
    EXPECT_EQ(found.signal, fault.signal) << report_;
    EXPECT_EQ(found.port, fault.port) << report_;
    for (const std::string& file : files_) EXPECT_TRUE(fs::exists(file)) << file;
    EXPECT_EQ(files_.size(), 2u) << report_;
  }
};

std::string name_of(const testing::TestParamInfo<Fault>& test) {
  const std::string name = fs::path(test.param.file).stem().string() + "_" + test.param.output;
  return std::regex_replace(name, std::regex("\\W+"), "_");  // an output may be an expression
}

class LineMutationTest : public EachMutationTest {};

TEST_P(LineMutationTest, IsNamedByComponentAndCycle) {
  Experiment experiment = on_a_line();
  if (std::string(GetParam().file) == "rtl/common/channel.v") experiment.link.cycles_per_unit = 1;
  one_packet(experiment, "20 1 3 1");
  is_named(experiment);
}

INSTANTIATE_TEST_SUITE_P(EachFile, LineMutationTest, testing::ValuesIn(kLineFaults), name_of);

class RingMutationTest : public EachMutationTest {};

TEST_P(RingMutationTest, IsNamedByComponentAndCycle) {
  Experiment experiment = in_a_row(model::Topology::torus);
  one_packet(experiment, "20 6 1 1");
  is_named(experiment);
}

INSTANTIATE_TEST_SUITE_P(EachFile, RingMutationTest, testing::ValuesIn(kRingFaults), name_of);

class LoadMutationTest : public EachMutationTest {};

TEST_P(LoadMutationTest, IsNoticed) {
  choose(GetParam());
  Experiment experiment = on_a_line();
  experiment.router.virtual_channels = 4;  // so that a lane has several
  experiment.router.buffer_depth = 3;
  experiment.traffic.load = 0.6;
  EXPECT_GT(first_difference(experiment, 3000).cycle, 0u) << report_;
}

INSTANTIATE_TEST_SUITE_P(EachFile, LoadMutationTest, testing::ValuesIn(kLoadFaults), name_of);

Experiment on_a_narrow_graph() {
  Experiment experiment = on(model::Topology::graph, {});
  experiment.topology.tables = &model::TableRouting::minimal_adaptive;
  experiment.topology.links = {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 2}};
  experiment.topology.link_width = {{2, 1}, {1, 3}, {1, 1}, {1, 1}, {2, 2}};
  experiment.topology.hosts = {1, 1, 1, 1};
  experiment.router.virtual_channels = 4;
  experiment.router.buffer_depth = 3;
  experiment.router.patience = 2;
  return experiment;
}

class GraphMutationTest : public EachMutationTest {};

TEST_P(GraphMutationTest, IsNoticed) {
  choose(GetParam());
  Experiment experiment = on_a_narrow_graph();
  experiment.traffic.load = 0.6;
  EXPECT_GT(first_difference(experiment, 3000).cycle, 0u) << report_;
}

INSTANTIATE_TEST_SUITE_P(EachFile, GraphMutationTest, testing::ValuesIn(kGraphFaults), name_of);

class RestMutationTest : public EachMutationTest {};

TEST_P(RestMutationTest, IsNoticed) {
  choose(GetParam());
  Experiment experiment = on_a_narrow_graph();
  experiment.traffic.load = 0.1;
  EXPECT_GT(first_difference(experiment, 20000).cycle, 0u) << report_;
}

INSTANTIATE_TEST_SUITE_P(EachFile, RestMutationTest, testing::ValuesIn(kRestFaults), name_of);

class TurnMutationTest : public EachMutationTest {};

TEST_P(TurnMutationTest, IsNoticed) {
  choose(GetParam());
  Experiment experiment = on(model::Topology::mesh, {3, 3});
  experiment.router.virtual_channels = 2;
  experiment.router.buffer_depth = 2;
  experiment.router.patience = 2;
  experiment.router.turns_last = true;
  experiment.traffic.load = 0.8;
  EXPECT_GT(first_difference(experiment, 3000).cycle, 0u) << report_;
}

INSTANTIATE_TEST_SUITE_P(EachFault, TurnMutationTest, testing::ValuesIn(kTurnFaults), name_of);

class ExpressMutationTest : public EachMutationTest {};

TEST_P(ExpressMutationTest, IsNamedByComponentAndCycle) {
  Experiment experiment = on_an_express_line();
  one_packet(experiment, "20 1 7 1");
  is_named(experiment);
}

INSTANTIATE_TEST_SUITE_P(EachFile, ExpressMutationTest, testing::ValuesIn(kExpressFaults), name_of);

class BoundaryMutationTest : public EachMutationTest {};

TEST_P(BoundaryMutationTest, IsNamedByComponentAndCycle) {
  Experiment experiment = on_an_express_line();
  experiment.topology.express->boundary = model::BoundarySpec{4, 3, 1, 0};
  experiment.router.pipeline_cycles = 1;  // with 2 nothing is selected for an output that pauses
  one_packet(experiment, "20 3 4 3");
  is_named(experiment);
}

INSTANTIATE_TEST_SUITE_P(EachFile, BoundaryMutationTest, testing::ValuesIn(kBoundaryFaults),
                         name_of);

// The head is on the injection pins in cycle 21 (above).
TEST_F(MutationTest, ADifferenceIsCountedFromTheLastFlitThatCameIn) {
  choose(kLineFaults[0]);
  Experiment experiment = on_a_line();
  one_packet(experiment, "20 1 3 1");
  EXPECT_EQ(first_difference(experiment, 200).since_flit, 2u) << report_;
}

bool says(const fs::path& path, const std::string& words) {
  std::ifstream in(path);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  return text.find(words) != std::string::npos;
}

// But the adapters without a model, and modules between clocks: tests/adapters and tests/formal
// plant their faults. And the router by number, in whose place networks have one that is written
// (routed_router.h).
TEST(FaultsTest, EveryFileOfTheRtlHasOne) {
  std::set<fs::path> faulty;
  for (const Fault& fault : all_faults()) faulty.insert(fault.file);
  const fs::path ours = test::source_path("");
  for (const std::string folder :
       {"common", "routing", "router", "interchange", "packet_router", "coprocessor", "adapters"}) {
    for (const fs::directory_entry& entry : fs::directory_iterator(ours / "rtl" / folder)) {
      if (entry.path().extension() != ".v") continue;
      if (folder == "adapters" && !says(entry.path(), "Mirrored by model/adapters/")) continue;
      if (says(entry.path(), "No mirror: a clock domain.")) continue;
      if (entry.path().filename() == "router.v") continue;
      EXPECT_EQ(faulty.count(fs::relative(entry.path(), ours)), 1u) << entry.path();
    }
  }
}

// Else a line that is written differently would be noticed at night, where all are built.
TEST(FaultsTest, EachFitsTheTextOfItsFile) {
  const ScratchFolder copy;
  EXPECT_NO_THROW(copy_with_faults(copy.path()));
}

// Else what the other tests find would say nothing.
TEST_F(MutationTest, WithoutAFaultNothingIsFound) {
  Experiment experiment = on_an_express_line();
  one_packet(experiment, "20 1 7 1");
  const model::Network network = experiment.build();
  model::Traffic traffic(experiment.traffic, network, experiment.run.seed);
  sim::LockstepEngine engine(network, traffic, experiment.run, {});
  EXPECT_NO_THROW(engine.advance(200));
  EXPECT_TRUE(engine.drained());
}

class TableMutationTest : public EachMutationTest {};

TEST_P(TableMutationTest, IsNamedByComponentAndCycle) {
  choose(GetParam());
  Experiment experiment = on(model::Topology::irregular, {});
  experiment.topology.links = {{0, 1}, {1, 2}};
  experiment.topology.hosts = {1, 1, 1};
  experiment.router = on_a_line().router;
  one_packet(experiment, "20 0 2 1");
  const sim::Mismatch found = first_difference(experiment, 200);
  EXPECT_EQ(found.component, GetParam().component) << report_;
  EXPECT_EQ(found.cycle, GetParam().cycle) << report_;
  EXPECT_EQ(found.signal, GetParam().signal) << report_;
}

INSTANTIATE_TEST_SUITE_P(EachFile, TableMutationTest, testing::Values(kNoTable, kNoRoute), name_of);

TEST_F(MutationTest, AWrongTagIsNamedByComponentAndCycle) {
  choose(kWrongTag);
  Experiment experiment = on(model::Topology::butterfly, {2, 2});
  experiment.router = on_a_line().router;
  one_packet(experiment, "20 0 2 1");
  const sim::Mismatch found = first_difference(experiment, 200);
  EXPECT_EQ(found.component, "switch_0_0") << report_;
  EXPECT_EQ(found.cycle, 23u) << report_;
  EXPECT_EQ(found.signal, "out_route_o") << report_;
  EXPECT_EQ(found.port, 1u) << report_;
}

// The third flit, in its buffer in cycle 24, finds no credit: the first one's is still on the long
// wires. To grant it all the same breaks a rule that the RTL checks itself, at the edge, before any
// output shows it.
TEST_F(MutationTest, ACheckOfTheRtlItselfIsNamedByComponentAndCycle) {
  choose(kCreditForNothing);
  Experiment experiment = on_a_line();
  experiment.link.cycles_per_unit = 1;
  one_packet(experiment, "20 1 3 3");
  const sim::Mismatch found = first_difference(experiment, 200);
  EXPECT_EQ(found.component, "router_1") << report_;
  EXPECT_EQ(found.cycle, 25u) << report_;
  EXPECT_EQ(found.signal, "its own check") << report_;
  EXPECT_NE(found.actual.find("no_flit_without_a_credit: required"), std::string::npos) << report_;
  ASSERT_EQ(files_.size(), 2u) << report_;
  const std::string vcd =
      sim::run_tool({sim::find_tool("fst2vcd").string(), files_[0]}, "read the waveform");
  EXPECT_NE(vcd.find(" no_flit_without_a_credit $end"), std::string::npos);
}

TEST_F(MutationTest, ACheckOfOneOutputIsNamedByItsPort) {
  choose(kCreditForNothing);
  Experiment experiment = on_a_line();
  experiment.link.cycles_per_unit = 1;
  one_packet(experiment, "20 3 1 3");  // the other way
  const sim::Mismatch found = first_difference(experiment, 200);
  EXPECT_EQ(found.component, "router_3") << report_;
  EXPECT_EQ(found.port, 1u) << report_;
  EXPECT_NE(report_.find("router_3, port 1, its own check"), std::string::npos) << report_;
  ASSERT_EQ(files_.size(), 2u) << report_;
  std::ifstream view(files_[1]);
  const std::string text{std::istreambuf_iterator<char>(view), {}};
  EXPECT_NE(text.find("@800200\n-out 1 to router_2"), std::string::npos) << text;  // unfolded
}

// What it holds after power-up is random: some VCs are held by no packet, for ever.
TEST_F(MutationTest, ARegisterWithoutAResetIsNoticedAtOnce) {
  choose(kNoReset);
  Experiment experiment = on_a_line();
  experiment.traffic.load = 0.6;
  EXPECT_LT(first_difference(experiment, 3000).cycle, 50u) << report_;
}

// A guard that never privileges anyone is a guard of endless patience: where a model with PATIENCE
// 2 and one with the largest PATIENCE part, the hardware must be found wrong.
TEST_F(MutationTest, AGuardThatNeverPrivilegesIsNamedByComponentAndCycle) {
  choose(kIdleGuard);
  Experiment experiment = on_a_line();
  experiment.traffic.load = 0.6;
  Experiment patient = experiment;
  patient.router.patience = 65535;
  const model::Network network = experiment.build();
  const model::Network patient_network = patient.build();
  model::Traffic traffic(experiment.traffic, network, 1);
  model::Traffic patient_traffic(experiment.traffic, patient_network, 1);
  const auto model = model::make_model_engine(network, traffic, experiment.run);
  const auto endless = model::make_model_engine(patient_network, patient_traffic, experiment.run);
  std::string component;
  while (component.empty()) {
    ASSERT_LT(model->now(), 5000u) << "patience makes no difference";
    model->advance(1);
    endless->advance(1);
    for (model::ComponentId c = 0; c < network.components.size() && component.empty(); ++c) {
      model::ComponentOutputs a;
      model::ComponentOutputs b;
      model->outputs(c, a);
      endless->outputs(c, b);
      bool same = a.valid == b.valid;
      for (model::PortId p = 0; p < network.router.ports; ++p) {
        same = same && a.credit[p] == b.credit[p];
        if (same && (a.valid >> p & 1) != 0) {
          same = a.vc[p] == b.vc[p] && a.flit[p][0] == b.flit[p][0];
        }
      }
      if (!same) component = model::component_name(network, c);
    }
  }
  const sim::Mismatch found = first_difference(experiment, model->now() + 1);
  EXPECT_EQ(found.component, component) << report_;
  EXPECT_EQ(found.cycle, model->now()) << report_;
}

// The waveform of a mismatch holds what the view opens, up to the cycle of the difference.
TEST_F(MutationTest, TheWaveformShowsTheGuiltySignals) {
  choose(kLineFaults[0]);
  Experiment experiment = on_a_line();
  one_packet(experiment, "3000 1 3 1");
  const sim::Mismatch found = first_difference(experiment, 4000);
  ASSERT_EQ(found.cycle, 3003u) << report_;
  ASSERT_EQ(files_.size(), 2u) << report_;

  const std::string vcd =
      sim::run_tool({sim::find_tool("fst2vcd").string(), files_[0]}, "read the waveform");
  EXPECT_NE(vcd.find("#30030\n"), std::string::npos) << "cycle 3003 is missing";
  EXPECT_NE(vcd.find("#30055\n"), std::string::npos) << "two cycles beyond are missing";
  EXPECT_EQ(vcd.find("#30060\n"), std::string::npos) << "more cycles beyond";
  EXPECT_EQ(vcd.find("#24900\n"), std::string::npos) << "more than the last cycles";

  std::ifstream view(files_[1]);
  std::set<std::string> names;
  const std::regex signal("(router_[0-9]+)\\.([a-z_]+)(\\[[0-9]+:0\\])?");
  for (std::string line; std::getline(view, line);) {
    for (std::sregex_iterator at(line.begin(), line.end(), signal), end; at != end; ++at) {
      names.insert((*at)[2].str() + ((*at)[3].matched ? " " + (*at)[3].str() : ""));
    }
  }
  EXPECT_EQ(names.count("out_flit_o [" + std::to_string(3 * 34 - 1) + ":0]"), 1u);
  EXPECT_EQ(names.count("out_route_o [" + std::to_string(3 * 3 - 1) + ":0]"), 1u);
  EXPECT_EQ(names.count("expected_flit_i [" + std::to_string(3 * 34 - 1) + ":0]"), 1u);
  for (const std::string& name : names) {
    EXPECT_NE(vcd.find(" " + name + " $end"), std::string::npos) << name << " is not traced";
  }
}

// The value of a signal below a component at a time of a VCD, in which the vectors are binary.
std::string value_at(const std::string& vcd, const std::string& component, const std::string& name,
                     const std::string& time) {
  const std::size_t scope = vcd.find("module " + component + " $end");
  const std::size_t at = vcd.find(" " + name + " ", scope);
  const std::size_t line = vcd.rfind('\n', at);
  std::istringstream words(vcd.substr(line, at - line));
  std::string skipped, code;
  words >> skipped >> skipped >> skipped >> code;
  std::istringstream lines(vcd.substr(vcd.find("$enddefinitions")));
  std::string value;
  for (std::string text; std::getline(lines, text) && text != "#" + time;) {
    const std::size_t space = text.find(' ');
    if (text[0] != 'b' || space == std::string::npos || text.substr(space + 1) != code) continue;
    value = text.substr(1, space - 1);
  }
  return value;
}

// Beside the wrong pin stands what the model has there, and before the difference they are equal.
TEST_F(MutationTest, TheWaveformHoldsWhatTheModelExpects) {
  choose(kLineFaults[0]);  // the lowest bit of a flit
  Experiment experiment = on_a_line();
  one_packet(experiment, "20 1 3 1");
  const sim::Mismatch found = first_difference(experiment, 200);
  ASSERT_EQ(found.cycle, 23u) << report_;
  ASSERT_EQ(files_.size(), 2u) << report_;
  const std::string vcd =
      sim::run_tool({sim::find_tool("fst2vcd").string(), files_[0]}, "read the waveform");
  // As they are before the falling edge in the middle of the cycle.
  const std::string flit = value_at(vcd, "router_1", "out_flit_o", "235");
  const std::string expected = value_at(vcd, "router_1", "expected_flit_i", "235");
  ASSERT_GE(flit.size(), 34u);
  ASSERT_GE(expected.size(), 34u);
  const std::string low = flit.substr(flit.size() - 34);
  std::string low_expected = expected.substr(expected.size() - 34);
  EXPECT_NE(low, low_expected);
  low_expected.back() = low_expected.back() == '1' ? '0' : '1';
  EXPECT_EQ(low, low_expected);
  EXPECT_EQ(value_at(vcd, "router_1", "expected_valid_i", "225"),
            value_at(vcd, "router_1", "out_valid_o", "225"));
}

}  // namespace
}  // namespace turnpike::test
