// router_routes.h - what belongs on the route pins of a router alone.
//
// The network around it is not there, so its neighbours' routes are computed from the routing
// function: on an input that of this router, as the neighbour or the source would give it, on an
// output that of the router behind it (docs/timing.md, 2.1). The model has no such pins.

#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdint>

#include "model/common/routing.h"
#include "model/router/router.h"
#include "tests/modules/support/rtl_module.h"

namespace turnpike::test {

// Components without route pins.
template <class Params>
class RoutePinsOf {
 public:
  explicit RoutePinsOf(const Params&) {}
  template <class Top, class In>
  void drive(Top&, const In&) {}
  template <class Top, class Out>
  void check(Top&, const Out&) {}
};

template <>
class RoutePinsOf<model::RouterParams> {
 public:
  explicit RoutePinsOf(const model::RouterParams& params) : params_(params) {}

  // The routes of the flits on the input pins: that of the head with every flit of a packet.
  template <class Top>
  void drive(Top& top, const model::Router::In& in) {
    node_ = in.node;
    limit_ = in.limit;
    for (model::PortId port = 0; port < params_.ports; ++port) {
      std::uint64_t route = 0;
      if ((in.in_valid >> port & 1) != 0) {
        std::uint64_t& of_packet = coming_[lane(port, in.in_vc[port])];
        const model::PinFlit& flit = in.in_flit[port];
        route = of_packet;
        if (params_.format.is_head(flit.word)) route = here(flit, port, in.in_vc[port]);
        if (in.enable) of_packet = route;
      }
      drive_element(top.in_route_i, port, width(), route);
    }
  }

  // The routes on the output pins; `out` is the rest of what they show.
  template <class Top>
  void check(Top& top, const model::CoreOut& out) {
    for (model::PortId port = 0; port < params_.ports; ++port) {
      std::uint64_t expected = 0;
      if ((out.out_valid >> port & 1) != 0) {
        std::uint64_t& of_packet = going_[lane(port, out.out_vc[port])];
        const model::PinFlit& flit = out.out_flit[port];
        if (params_.format.is_head(flit.word)) of_packet = there(flit, port, out.out_vc[port]);
        expected = of_packet;
      }
      ASSERT_EQ(element(top.out_route_o, port, width()), expected) << "route of output " << port;
    }
  }

 private:
  using Kind = model::RoutingKind;

  bool is_ring() const {
    return params_.routing.kind == Kind::torus_unidirectional ||
           params_.routing.kind == Kind::torus_bidirectional;
  }
  bool has_pairs() const {
    return params_.routing.kind == Kind::mesh ||
           params_.routing.kind == Kind::torus_bidirectional;
  }
  bool has_datelines() const {
    return is_ring() && params_.virtual_channels > params_.routing.message_classes;
  }
  unsigned width() const { return params_.ports + (has_datelines() ? 1 : 0); }
  unsigned lane(model::PortId port, model::VcId vc) const {
    return port * params_.virtual_channels + vc;
  }
  static model::Address destination(const model::RouterParams& params,
                                    const model::PinFlit& head) {
    return static_cast<model::Address>(head.word[0] & params.format.address_mask());
  }

  // {late, outputs}. What `late` is does not depend on the VC.
  std::uint64_t pins(const model::Route& route, model::VcId vc) const {
    const model::VcMask of_class = class_vcs(params_.routing, vc);
    const model::VcMask class_1 = of_class & ~dateline_class_0(params_.routing, of_class);
    const bool is_late = has_datelines() && (route.vcs & class_1) != 0;
    return route.outputs | (is_late ? std::uint64_t{1} << params_.ports : 0);
  }

  std::uint64_t here(const model::PinFlit& head, model::PortId port, model::VcId vc) const {
    if (params_.routing.kind == Kind::table) return head.word[0] & ((1u << params_.ports) - 1);
    return pins(compute_route(params_.routing, node_, limit_, destination(params_, head), port, vc),
                vc);
  }

  std::uint64_t there(const model::PinFlit& head, model::PortId port, model::VcId vc) const {
    const model::RoutingParams& routing = params_.routing;
    const std::uint64_t nowhere = has_datelines() ? std::uint64_t{1} << params_.ports : 0;
    if (routing.kind == Kind::table || port >= params_.network_ports()) return nowhere;
    const model::Address to = destination(params_, head);
    if (routing.kind == Kind::destination_tag) {
      if (node_ == 0) return nowhere;
      return compute_route(routing, node_ - 1, limit_, to, 0, vc).outputs;
    }
    // Input port p there comes from the neighbour that output port p goes to.
    const model::PortId in_port = has_pairs() ? port ^ 1u : port;
    return pins(compute_route(routing, neighbour(port), limit_, to, in_port, vc), vc);
  }

  model::Address neighbour(model::PortId port) const {
    const unsigned bits = params_.routing.coordinate_bits;
    const unsigned d = has_pairs() ? port / 2 : port;
    const std::uint32_t own = model::coordinate(node_, d, bits);
    const std::uint32_t top = model::coordinate(limit_, d, bits);
    std::uint32_t next = has_pairs() && port % 2 == 1 ? (own == 0 ? top : own - 1)
                                                      : (own == top ? 0 : own + 1);
    if (params_.routing.kind == Kind::hypercube) next = own ^ 1;
    return (node_ & ~(((1u << bits) - 1) << d * bits)) | next << d * bits;
  }

  model::RouterParams params_;
  model::Address node_ = 0;
  model::Address limit_ = 0;
  std::array<std::uint64_t, model::kMaxLanes> coming_{};  // [input lane] of the packet there
  std::array<std::uint64_t, model::kMaxLanes> going_{};   // [output lane]
};

}  // namespace turnpike::test
