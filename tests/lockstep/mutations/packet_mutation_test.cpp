// A fault in any RTL file of the packet router shows at its pins, where and when it must: one
// router of a 3-cube, hardware beside model, and two packets for one output.

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "model/packet_router/packet_router.h"
#include "sim/base/data_folder.h"
#include "sim/hardware/rtl_components/shape_cache.h"
#include "tests/lockstep/mutations/faults.h"
#include "tests/support/scratch_folder.h"

namespace turnpike::test {
namespace {

namespace fs = std::filesystem;
using model::PacketRouter;

constexpr unsigned kPorts = 4;

PacketRouter::Params cube_router() {
  PacketRouter::Params params;
  params.ports = kPorts;
  params.local_ports = 1;
  params.virtual_channels = 2;
  params.buffer_depth = 4;
  params.format = {16, 3};
  params.routing = {model::RoutingKind::hypercube, 3, 1, true};
  params.routing.virtual_channels = 2;
  params.routing.network_ports = 3;
  params.packets = {2, 3, true, false};
  return params;
}

struct Difference {
  model::Cycle cycle = 0;
  std::string signal;
  model::PortId port = 0;
};

// Both under the same inputs.
class Pair {
 public:
  explicit Pair(const sim::ShapeLibrary& library)
      : runtime_(library.create_runtime(1)),
        rtl_(library.create(0, *runtime_, "router")),
        model_(cube_router()),
        in_(kPorts),
        out_(kPorts) {
    for (unsigned port = 0; port < kPorts; ++port) rtl_->bind(port, &in_[port], &out_[port]);
    rtl_->set_place({kNode, 7, 0, 0, 0});
    rtl_->reset();
  }

  // The first difference within ten cycles; none: no signal.
  Difference run() {
    for (model::Cycle cycle = 0; cycle < 10; ++cycle) {
      PacketRouter::In in;
      in.node = kNode;
      in.limit = 7;
      sim::PortActivity inputs;
      for (const model::PortId port : {1u, 2u}) {
        if (cycle != 3) continue;
        in.in_valid |= 1u << port;
        in.in_flit[port].word[0] = (kNode ^ 1u) | port << 8 | 3u << 16;  // head and tail
        in_[port].at[cycle & 1].vc = 0;
        in_[port].at[cycle & 1].flit[0] = in.in_flit[port].word[0];
        inputs.flits |= 1u << port;
      }
      sim::EdgeResult shown;
      rtl_->tick(static_cast<unsigned>(cycle & 1), inputs, &shown);
      model_.tick(in);
      const Difference found = compare(cycle + 1, shown);
      if (!found.signal.empty()) return found;
    }
    return {};
  }

 private:
  static constexpr model::Address kNode = 2;

  Difference compare(model::Cycle cycle, const sim::EdgeResult& shown) const {
    const PacketRouter::Out& expected = model_.eval();
    const auto half = static_cast<unsigned>(cycle & 1);
    for (model::PortId port = 0; port < kPorts; ++port) {
      if (((shown.outputs.flits ^ expected.out_valid) >> port & 1) != 0) {
        return {cycle, "out_valid_o", port};
      }
      const bool has_credit = (shown.outputs.credits >> port & 1) != 0;
      const std::uint32_t credit = has_credit ? in_[port].at[half].credit : 0;
      if (credit != expected.in_credit[port]) return {cycle, "in_credit_o", port};
      if ((expected.out_valid >> port & 1) == 0) continue;
      const sim::ChannelPins& pins = out_[port].at[half];
      if (pins.vc != expected.out_vc[port]) return {cycle, "out_vc_o", port};
      if (pins.flit[0] != expected.out_flit[port].word[0]) return {cycle, "out_flit_o", port};
    }
    if ((shown.error != 0) != expected.error) return {cycle, "error_o", 0};
    if ((shown.is_busy == 0) != expected.idle) return {cycle, "idle_o", 0};
    return {};
  }

  std::unique_ptr<sim::RtlRuntime> runtime_;
  std::unique_ptr<sim::RtlComponent> rtl_;
  PacketRouter model_;
  std::vector<sim::ChannelWires> in_;
  std::vector<sim::ChannelWires> out_;
};

class PacketMutationTest : public testing::TestWithParam<Fault> {
 protected:
  void SetUp() override {
    const fs::path shapes = fs::absolute(sim::shape_folder());
    copy_with_faults(scratch_.path());
    ASSERT_EQ(::chdir(scratch_.path().c_str()), 0);
    library_ = sim::ShapeCache(scratch_.path(), shapes, nullptr)
                   .load({sim::packet_router_shape(cube_router())});
  }

  ScratchFolder scratch_;
  std::unique_ptr<sim::ShapeLibrary> library_;
};

TEST_P(PacketMutationTest, ShowsAtItsPinInItsCycle) {
  const Fault& fault = GetParam();
  EXPECT_EQ(Pair(*library_).run().signal, "") << "without a fault";
  std::ofstream("fault") << number_of(fault) << "\n";
  const Difference found = Pair(*library_).run();
  EXPECT_EQ(found.signal, fault.signal);
  EXPECT_EQ(found.cycle, fault.cycle);
  EXPECT_EQ(found.port, fault.port);
}

INSTANTIATE_TEST_SUITE_P(EachFile, PacketMutationTest, testing::ValuesIn(kPacketFaults),
                         [](const testing::TestParamInfo<Fault>& test) {
                           return fs::path(test.param.file).stem().string() + "_" +
                                  test.param.output;
                         });

}  // namespace
}  // namespace turnpike::test
