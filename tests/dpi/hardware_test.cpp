// The references beside Verilated components: what the hardware's own pins say, in every cycle.

#include <gtest/gtest.h>

#include <vector>

#include "Vdpi_interchange.h"
#include "Vdpi_packet_router.h"
#include "api/dpi/turnpike_dpi.h"
#include "model/common/interchange_routing.h"
#include "tests/modules/support/interchange_shapes.h"
#include "tests/modules/support/legal_traffic.h"
#include "tests/modules/support/packet_router_shapes.h"
#include "tests/modules/support/packet_traffic.h"

namespace turnpike::test {
namespace {

// Pins one after the other, as turnpike_dpi.h has them.
class Packed {
 public:
  template <class Signal>
  void put(const Signal& pin, unsigned width) {
    for (unsigned bit = 0; bit < width; bit += 32) {
      const unsigned part = width - bit < 32 ? width - bit : 32;
      const std::uint64_t value = sim::get_bits(pin, bit, part);
      words_.resize((at_ + part + 31) / 32);
      const std::uint64_t shifted = value << at_ % 32;
      words_[at_ / 32] |= static_cast<std::uint32_t>(shifted);
      if (at_ % 32 + part > 32) words_[at_ / 32 + 1] |= static_cast<std::uint32_t>(shifted >> 32);
      at_ += part;
    }
  }
  const std::uint32_t* words() const { return words_.data(); }
  std::int32_t count() const { return static_cast<std::int32_t>(words_.size()); }
  std::int32_t bits() const { return static_cast<std::int32_t>(at_); }

 private:
  std::vector<std::uint32_t> words_;
  unsigned at_ = 0;
};

void pack(Packed& in, const Vdpi_interchange& top) {
  constexpr unsigned kPorts = 8;
  in.put(top.enable_i, 1);
  in.put(top.node_i, 6);
  in.put(top.limit_i, 6);
  in.put(top.dimension_i, 1);
  in.put(top.connected_i, kPorts);
  in.put(top.paced_i, kPorts);
  in.put(top.in_valid_i, kPorts);
  in.put(top.in_vc_i, kPorts);
  in.put(top.in_flit_i, kPorts * 34);
  in.put(top.out_credit_i, kPorts * 2);
}
void pack_outputs(Packed& out, const Vdpi_interchange& top) {
  constexpr unsigned kPorts = 8;
  out.put(top.out_valid_o, kPorts);
  out.put(top.out_vc_o, kPorts);
  out.put(top.out_flit_o, kPorts * 34);
  out.put(top.out_route_o, kPorts * 3);
  out.put(top.in_credit_o, kPorts * 2);
  out.put(top.error_o, 1);
  out.put(top.idle_o, 1);
}
void pack(Packed& in, const Vdpi_packet_router& top) {
  in.put(top.enable_i, 1);
  in.put(top.node_i, 3);
  in.put(top.limit_i, 3);
  in.put(top.in_valid_i, 7);
  in.put(top.in_vc_i, 7);
  in.put(top.in_flit_i, 7 * 72);
  in.put(top.out_credit_i, 14);
}
void pack_outputs(Packed& out, const Vdpi_packet_router& top) {
  out.put(top.out_valid_o, 7);
  out.put(top.out_vc_o, 7);
  out.put(top.out_flit_o, 7 * 72);
  out.put(top.in_credit_o, 14);
  out.put(top.queue_o, 14);
  out.put(top.error_o, 1);
  out.put(top.idle_o, 1);
}

template <class Top, class Model, class Traffic>
void agrees(const typename Model::Params& params, Traffic& traffic, std::int32_t handle) {
  ASSERT_GT(handle, 0) << turnpike_reference_text(0);
  RtlComponent<Top, Model> rtl(params);
  rtl.reset(traffic.quiet());
  ASSERT_EQ(turnpike_reference_cycle(handle, 1, nullptr, 0), 0);
  for (unsigned cycle = 0; cycle < 8000; ++cycle) {
    Packed out;
    pack_outputs(out, rtl.top());
    ASSERT_EQ(out.bits(), turnpike_reference_output_bits(handle));
    ASSERT_EQ(turnpike_reference_check(handle, out.words(), out.count()), 0)
        << turnpike_reference_text(handle);
    const auto in = traffic.draw();
    rtl.tick(in);
    Packed pins;
    pack(pins, rtl.top());
    ASSERT_EQ(pins.bits(), turnpike_reference_input_bits(handle));
    ASSERT_EQ(turnpike_reference_cycle(handle, 0, pins.words(), pins.count()), 0)
        << turnpike_reference_text(handle);
    if (in.enable) traffic.observe(rtl.eval());
  }
  EXPECT_GT(traffic.delivered(), 2000u) << "too little happens";
  EXPECT_EQ(turnpike_reference_free(handle), 0);
}

TEST(DpiHardwareTest, AnInterchangeAgrees) {
  const model::InterchangeParams params = line_interchange(1);
  InterchangeIn quiet;
  quiet.place = {32, 63, 0, all_ports(params.routing), 0};
  Neighbourhood its{params.virtual_channels(), params.format, {}, nullptr, nullptr};
  for (model::PortId port = 0; port < params.ports(); ++port) {
    its.depths.push_back(params.depth_of(port));
  }
  its.route = [&](model::Address destination, model::PortId port, model::VcId vc) {
    return interchange_route(params.routing, quiet.place, destination, port, vc);
  };
  LegalTraffic<InterchangeIn> traffic(its, quiet, 1);
  agrees<Vdpi_interchange, model::Interchange>(
      params, traffic,
      turnpike_reference_new("interchange",
                             "VCS=2 DEPTH=3 EXPRESS_DEPTH=5 LEVELS=2 CHANNELS=2,1 PATIENCE=6"));
}

TEST(DpiHardwareTest, APacketRouterAgrees) {
  const model::PacketRouterParams params = cube_packet_router(3, 2, 4, 70, {3, 3, true, true});
  PacketRouterIn quiet;
  quiet.node = 5;
  quiet.limit = 7;
  PacketTraffic traffic(params, quiet, 1);
  agrees<Vdpi_packet_router, model::PacketRouter>(
      params, traffic,
      turnpike_reference_new("packet_router",
                             "ROUTING=3 PORTS=7 LOCAL_PORTS=4 DIMENSIONS=3 COORD_W=1 ADDR_W=3 "
                             "DATA_W=70 DEPTH=4 PACKET_FLITS=3 SLOTS=3 FIRST_HOP=1 VCS=2"));
}

}  // namespace
}  // namespace turnpike::test
