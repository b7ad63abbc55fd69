// A fault in any RTL file is caught by lockstep, which names the right component and cycle.
//
// A fault is put on one output of a module, in a copy of the sources. One packet of one flit
// crosses an otherwise empty network, so at any time one component is at work, and where and when
// the fault must show first follows from docs/timing.md: the packet is queued in cycle 20 and its
// head is on the injection pins in cycle 21; with PIPELINE 2 it is on the output pins of the first
// router in cycle 23.

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <ostream>
#include <regex>
#include <set>
#include <sstream>

#include "sim/lockstep/lockstep_engine.h"
#include "sim/rtl_components/shape_cache.h"
#include "sim/rtl_components/tool.h"
#include "tests/support/experiment.h"
#include "tests/support/scratch_folder.h"

namespace turnpike::test {
namespace {

namespace fs = std::filesystem;

struct Fault {
  const char* file;
  const char* output;   // of the module; driven by an `assign`
  const char* becomes;  // @ stands for what it was
  const char* component;
  model::Cycle cycle;
  const char* signal;
  model::PortId port;
};

std::ostream& operator<<(std::ostream& out, const Fault& fault) {
  return out << fault.file << ", " << fault.output << " = " << fault.becomes;
}

// On a line of four routers, node 1 to node 3 (router_1 to router_2 to router_3).
const Fault kLineFaults[] = {
    {"rtl/router/crossbar.v", "out_flit_o", "(@) ^ {{(PORTS*FLIT_W-1){1'b0}}, 1'b1}", "router_1",
     23, "out_flit_o", 0},
    {"rtl/router/output_unit.v", "op_class_0_o", "(@) & {PORTS{1'b0}}", "router_1", 23,
     "out_valid_o", 0},
    {"rtl/router/credit_counter.v", "available_o", "(@) & {VCS{1'b0}}", "router_1", 23,
     "out_valid_o", 0},
    {"rtl/router/vc_buffer.v", "front_flit_o", "(@) ^ {{(FLIT_W-1){1'b0}}, 1'b1}", "router_1", 23,
     "out_flit_o", 0},
    {"rtl/router/route_compute.v", "outputs_o", "valid_i ? (@) ^ {{(PORTS-2){1'b0}}, 2'b11} : (@)",
     "router_1", 23, "out_valid_o", 0},
    {"rtl/router/vc_allocator.v", "gnt_vc_o", "(@) ^ {VC_W{|gnt}}", "router_1", 23, "out_vc_o", 0},
    {"rtl/router/switch_allocator.v", "op_gnt_o", "(@) & {PORTS{1'b0}}", "router_1", 23,
     "out_valid_o", 0},
    {"rtl/router/input_unit.v", "flit_o", "(@) ^ {1'b0, {(FLIT_W-1){1'b1}}}", "router_1", 23,
     "out_flit_o", 0},
    // The second router on the way only.
    {"rtl/router/router.v", "in_credit_o",
     "(node_i == {{(ADDR_W-2){1'b0}}, 2'd2}) ? {(PORTS*VCS){1'b0}} : (@)", "router_2", 25,
     "in_credit_o", 1},
    // A router that calls itself idle with a flit in its buffer is not evaluated.
    {"rtl/router/router.v", "idle_o", "(@) | 1'b1", "router_1", 23, "out_valid_o", 0},
    {"rtl/router/router.v", "error_o", "(@) | (|out_valid_o)", "router_1", 23, "error_o", 0},
    {"rtl/common/rr_arbiter.v", "gnt_o", "(@) & {N{1'b0}}", "router_1", 22, "its own check", 0},
    {"rtl/common/channel.v", "out_vc_o", "(@) ^ {VC_W{out_valid_o}}", "router_1_channel_0", 24,
     "out_vc_o", 0},
    {"rtl/common/channel.v", "in_credit_o", "(@) & {VCS{1'b0}}", "router_1_channel_0", 27,
     "in_credit_o", 0},
};

// On a line of twelve routers with interchanges before 4 and 8, node 3 to node 5: through
// interchange_0_4, in whose outputs the head shows two cycles after router_3's, by the local
// channel.
const Fault kInterchangeFaults[] = {
    {"rtl/interchange/express_distance.v", "reaches_o", "(@) ^ {REACHES_W{valid_i}}",
     "interchange_0_4", 25, "out_valid_o", 0},
    {"rtl/interchange/interchange_route.v", "outputs_o", "(@) & {OUTPUTS{1'b0}}", "interchange_0_4",
     24, "error_o", 0},
    {"rtl/interchange/interchange_input.v", "flit_o", "(@) ^ {1'b0, {(FLIT_W-1){1'b1}}}",
     "interchange_0_4", 25, "out_flit_o", 0},
    {"rtl/interchange/vc_selector.v", "gnt_vc_o", "(@) ^ {VC_W{|gnt}}", "interchange_0_4", 25,
     "out_vc_o", 0},
    {"rtl/interchange/interchange_allocator.v", "op_gnt_o", "(@) & {PORTS{1'b0}}",
     "interchange_0_4", 25, "out_valid_o", 0},
    {"rtl/interchange/interchange_output.v", "ovc_eligible_o", "(@) & {(PORTS*VCS){1'b0}}",
     "interchange_0_4", 25, "out_valid_o", 0},
    {"rtl/interchange/interchange_port.v", "unroutable_o", "(@) | head_comes", "interchange_0_4",
     24, "error_o", 0},
    {"rtl/interchange/interchange.v", "in_credit_o", "(@) & {(PORTS*VCS){1'b0}}", "interchange_0_4",
     25, "in_credit_o", 0},
    {"rtl/interchange/interchange.v", "idle_o", "(@) | 1'b1", "interchange_0_4", 25, "out_valid_o",
     0},
};

Experiment on_a_line() {
  Experiment experiment = on(model::TopologyKind::mesh, {4});
  experiment.router.virtual_channels = 2;
  experiment.router.buffer_depth = 2;
  experiment.router.pipeline_cycles = 2;
  return experiment;
}

class MutationTest : public testing::TestWithParam<Fault> {
 protected:
  // A copy of the sources and a cache that starts with what all shapes share.
  void SetUp() override {
    sim::ShapeCache().load({sim::channel_shape({1}, 4, 34)});
    const fs::path shared = sim::ShapeCache::default_folder();
    fs::create_directories(root() / "shapes");
    for (const fs::directory_entry& entry : fs::directory_iterator(shared)) {
      if (!fs::exists(entry.path() / "verilated.o")) continue;
      fs::create_directory_symlink(fs::absolute(entry.path()),
                                   root() / "shapes" / entry.path().filename());
    }
    const fs::path ours = TURNPIKE_SOURCE_DIR;
    fs::copy(ours / "rtl", root() / "rtl", fs::copy_options::recursive);
    fs::create_directories(root() / "sim");
    fs::copy(ours / "sim/rtl_components", root() / "sim/rtl_components",
             fs::copy_options::recursive);
    ASSERT_EQ(::setenv("TURNPIKE_ROOT", root().c_str(), 1), 0);
    ASSERT_EQ(::setenv("TURNPIKE_SHAPES", (root() / "shapes").c_str(), 1), 0);
  }

  const fs::path& root() const { return scratch_.path(); }

  void plant(const Fault& fault) const {
    const fs::path path = root() / fault.file;
    std::ifstream in(path);
    std::ostringstream text;
    text << in.rdbuf();
    const std::regex assignment("assign\\s+" + std::string(fault.output) +
                                "(\\[[^\\]]*\\])?\\s*=\\s*([^;]+);");
    const std::string format =
        std::string("assign ") + fault.output +
        "$1 = " + std::regex_replace(std::string(fault.becomes), std::regex("@"), "$$2") + ";";
    const std::string after = std::regex_replace(text.str(), assignment, format);
    ASSERT_NE(after, text.str()) << "no output to spoil: " << fault;
    std::ofstream(path) << after;
  }

  // Runs until lockstep complains.
  sim::Mismatch first_difference(Experiment experiment, model::Cycle cycles) {
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

class LineMutationTest : public MutationTest {};

TEST_P(LineMutationTest, IsNamedByComponentAndCycle) {
  const Fault& fault = GetParam();
  plant(fault);
  Experiment experiment = on_a_line();
  if (std::string(fault.file) == "rtl/common/channel.v") experiment.link.cycles_per_unit = 1;
  one_packet(experiment, "20 1 3 1");
  const sim::Mismatch found = first_difference(experiment, 200);
  EXPECT_EQ(found.component, fault.component) << report_;
  EXPECT_EQ(found.cycle, fault.cycle) << report_;
  EXPECT_EQ(found.signal, fault.signal) << report_;
  EXPECT_EQ(found.port, fault.port) << report_;
  for (const std::string& file : files_) EXPECT_TRUE(fs::exists(file)) << file;
  EXPECT_EQ(files_.size(), 2u) << report_;
}

INSTANTIATE_TEST_SUITE_P(EachFile, LineMutationTest, testing::ValuesIn(kLineFaults),
                         [](const testing::TestParamInfo<Fault>& test) {
                           return fs::path(test.param.file).stem().string() + "_" +
                                  test.param.output;
                         });

class InterchangeMutationTest : public MutationTest {};

TEST_P(InterchangeMutationTest, IsNamedByComponentAndCycle) {
  const Fault& fault = GetParam();
  plant(fault);
  Experiment experiment = on_a_line();
  experiment.topology.radix = {12};
  experiment.topology.express.emplace();
  experiment.topology.express->spacing = {4};
  one_packet(experiment, "20 3 5 1");
  const sim::Mismatch found = first_difference(experiment, 200);
  EXPECT_EQ(found.component, fault.component) << report_;
  EXPECT_EQ(found.cycle, fault.cycle) << report_;
  EXPECT_EQ(found.signal, fault.signal) << report_;
  EXPECT_EQ(found.port, fault.port) << report_;
}

INSTANTIATE_TEST_SUITE_P(EachFile, InterchangeMutationTest, testing::ValuesIn(kInterchangeFaults),
                         [](const testing::TestParamInfo<Fault>& test) {
                           return fs::path(test.param.file).stem().string() + "_" +
                                  test.param.output;
                         });

TEST_F(MutationTest, AnEmptyRouteTableIsNamedByComponentAndCycle) {
  plant({"rtl/router/route_table.v", "outputs_o", "(@) & {PORTS{1'b0}}", "", 0, "", 0});
  Experiment experiment = on(model::TopologyKind::irregular, {});
  experiment.topology.links = {{0, 1}, {1, 2}};
  experiment.topology.hosts = {1, 1, 1};
  experiment.router = on_a_line().router;
  one_packet(experiment, "20 0 2 1");
  const sim::Mismatch found = first_difference(experiment, 200);
  EXPECT_EQ(found.component, "switch_0") << report_;
  EXPECT_EQ(found.cycle, 22u) << report_;
  EXPECT_EQ(found.signal, "error_o") << report_;
}

// The third flit finds no credit while the first's is still on the long wires: it was granted in
// cycle 22, taken by router_2 in 24 and gone from its buffer in 25. Sending the third in 25 all the
// same breaks a rule that the RTL checks itself, at the edge, before any output shows it.
TEST_F(MutationTest, ACheckOfTheRtlItselfIsNamedByComponentAndCycle) {
  plant({"rtl/router/credit_counter.v", "available_o", "(@) | {VCS{1'b1}}", "", 0, "", 0});
  Experiment experiment = on_a_line();
  experiment.link.cycles_per_unit = 1;
  one_packet(experiment, "20 1 3 3");
  const sim::Mismatch found = first_difference(experiment, 200);
  EXPECT_EQ(found.component, "router_1") << report_;
  EXPECT_EQ(found.cycle, 25u) << report_;
  EXPECT_EQ(found.signal, "its own check") << report_;
  EXPECT_NE(found.actual.find("required: one credit for each flit"), std::string::npos) << report_;
  EXPECT_EQ(files_.size(), 2u) << report_;
}

// A guard that never privileges anyone is a guard of endless patience: where a model with PATIENCE
// 2 and one with the largest PATIENCE part, the hardware must be found wrong.
TEST_F(MutationTest, AGuardThatNeverPrivilegesIsNamedByComponentAndCycle) {
  plant({"rtl/router/starvation_guard.v", "ivc_privileged_o", "(@) & {IVCS{1'b0}}", "", 0, "", 0});
  Experiment experiment = on_a_line();
  experiment.router.patience = 2;
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
  plant(kLineFaults[0]);
  Experiment experiment = on_a_line();
  one_packet(experiment, "3000 1 3 1");
  const sim::Mismatch found = first_difference(experiment, 4000);
  ASSERT_EQ(found.cycle, 3003u) << report_;
  ASSERT_EQ(files_.size(), 2u) << report_;

  const std::string vcd =
      sim::run_tool_or_throw({sim::find_tool("fst2vcd").string(), files_[0]}, "read the waveform");
  EXPECT_NE(vcd.find("#30030\n"), std::string::npos) << "cycle 3003 is missing";
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
  for (const std::string& name : names) {
    EXPECT_NE(vcd.find(" " + name + " $end"), std::string::npos) << name << " is not traced";
  }
}

}  // namespace
}  // namespace turnpike::test
