// components.h - a router, interchange or packet router of the model and a Verilated one behind the
// same functions.
//
// Both take and show the pins of the model's class (model/router/core_pins.h); breach_of_tick() is
// what is printed or thrown when a neighbour breaks its duty in this cycle, empty when it does not.

#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "model/interchange/interchange.h"
#include "model/packet_router/packet_router.h"
#include "model/router/router.h"
#include "tests/modules/support/rtl_module.h"

namespace turnpike::test {

using RouterIn = model::Router::In;
using RouterOut = model::Router::Out;
using InterchangeIn = model::Interchange::In;
using PacketRouterIn = model::PacketRouter::In;
using PacketRouterOut = model::PacketRouter::Out;

// What its eval() shows.
template <class Model>
using OutOf = std::decay_t<decltype(std::declval<const Model&>().eval())>;

inline unsigned ports_of(const model::RouterParams& params) { return params.ports; }
inline unsigned ports_of(const model::InterchangeParams& params) { return params.ports(); }
inline unsigned ports_of(const model::PacketRouterParams& params) { return params.ports; }
inline unsigned vcs_of(const model::RouterParams& params) { return params.virtual_channels; }
inline unsigned vcs_of(const model::InterchangeParams& params) { return params.virtual_channels(); }
inline unsigned vcs_of(const model::PacketRouterParams& params) { return params.virtual_channels; }

template <class Model>
class ModelComponent {
 public:
  using In = typename Model::In;
  using Out = OutOf<Model>;

  explicit ModelComponent(const typename Model::Params& params, std::uint64_t = 1)
      : component_(params) {}

  Out eval() const { return component_.eval(); }
  void tick(const In& in) { component_.tick(in); }
  void reset(const In&) { component_.reset(); }
  bool is_violated() const { return false; }  // it would have thrown
  // The model's sentence in the form of the RTL's names.
  std::string breach_of_tick(const In& in) {
    std::string breach;
    try {
      component_.tick(in);
    } catch (const std::logic_error& error) {
      breach = error.what();
    }
    std::replace(breach.begin(), breach.end(), ' ', '_');
    return breach;
  }

 private:
  Model component_;
};

// The pins that only one kind of component has.
template <class Top>
void drive_own_pins(Top& top, const RouterIn& in) {
  drive(top.node_i, in.node);
  drive(top.limit_i, in.limit);
  drive(top.table_we_i, in.table_we);
  drive(top.table_port_i, in.table_port);
  drive(top.table_dest_i, in.table_dest);
  drive(top.table_mask_i, in.table_mask);
}
template <class Top>
void drive_own_pins(Top& top, const InterchangeIn& in) {
  drive(top.node_i, in.place.node);
  drive(top.limit_i, in.place.limit);
  drive(top.dimension_i, in.place.dimension);
  drive(top.connected_i, in.place.connected);
  drive(top.paced_i, in.place.paced);
}
template <class Top>
void drive_own_pins(Top& top, const PacketRouterIn& in) {
  drive(top.node_i, in.node);
  drive(top.limit_i, in.limit);
}

// Of one port's route pins (docs/timing.md, 2.1).
inline unsigned route_bits(const model::RouterParams& params) {
  const model::RoutingParams& routing = params.routing;
  const bool is_ring = routing.kind == model::RoutingKind::torus_unidirectional ||
                       routing.kind == model::RoutingKind::torus_bidirectional;
  return params.ports + (is_ring && params.virtual_channels > routing.message_classes ? 1 : 0);
}
inline unsigned route_bits(const model::InterchangeParams& params) {
  const model::InterchangeRouting& routing = params.routing;
  const bool one_way = routing.is_ring && !routing.bidirectional;
  return (one_way ? 1 : 2) * routing.dimensions + 1 + (routing.is_ring ? 1 : 0);
}
template <class Top>
void drive_routes(Top& top, const RouterIn& in, const model::RouterParams& params) {
  const unsigned width = route_bits(params);
  for (model::PortId port = 0; port < params.ports; ++port) {
    drive_element(top.in_route_i, port, width, in.in_route[port]);
  }
}
template <class Top, class In, class Params>
void drive_routes(Top&, const In&, const Params&) {}

template <class Top, class Params>
void show_own_pins(Top& top, model::RoutedOut& out, const Params& params) {
  const unsigned width = route_bits(params);
  for (model::PortId port = 0; port < ports_of(params); ++port) {
    out.out_route[port] = element(top.out_route_o, port, width);
  }
}
template <class Top>
void show_own_pins(Top& top, PacketRouterOut& out, const model::PacketRouterParams& params) {
  unsigned width = 1;
  while ((params.packets.slots >> width) != 0) ++width;
  for (model::PortId port = 0; port < params.ports; ++port) {
    out.queue[port] = static_cast<std::uint16_t>(element(top.queue_o, port, width));
  }
}

template <class Top, class Model>
class RtlComponent {
 public:
  using In = typename Model::In;
  using Out = OutOf<Model>;

  explicit RtlComponent(const typename Model::Params& params, std::uint64_t seed = 1)
      : params_(params),
        ports_(ports_of(params)),
        vcs_(vcs_of(params)),
        flit_bits_(params.format.wire_bits()),
        rtl_(seed) {
    while ((1u << vc_bits_) < vcs_) ++vc_bits_;
    reset({});
  }

  Out eval() {
    Out out;
    out.out_valid = static_cast<model::PortMask>(element(rtl_->out_valid_o, 0, ports_));
    for (model::PortId port = 0; port < ports_; ++port) {
      out.in_credit[port] = static_cast<model::VcMask>(element(rtl_->in_credit_o, port, vcs_));
      if ((out.out_valid >> port & 1) == 0) continue;
      out.out_vc[port] = static_cast<model::VcId>(element(rtl_->out_vc_o, port, vc_bits_));
      for (unsigned bit = 0; bit < flit_bits_; bit += 64) {
        out.out_flit[port].word[bit / 64] =
            sim::get_bits(rtl_->out_flit_o, port * flit_bits_ + bit, width_from(bit));
      }
    }
    out.error = rtl_->error_o != 0;
    out.idle = rtl_->idle_o != 0;
    show_own_pins(*rtl_.operator->(), out, params_);
    return out;
  }
  void tick(const In& in) {
    drive_pins(in);
    rtl_.tick();
  }
  void reset(const In& in) {
    drive_pins(in);
    rtl_.reset();
  }
  const Top& top() { return *rtl_.operator->(); }
  bool is_violated() const { return rtl_.is_violated(); }
  std::string breach_of_tick(const In& in) {
    drive_pins(in);
    return rtl_.violation_of_tick();
  }

 private:
  unsigned width_from(unsigned bit) const { return flit_bits_ - bit < 64 ? flit_bits_ - bit : 64; }

  void drive_pins(const In& in) {
    drive(rtl_->enable_i, in.enable);
    drive_own_pins(*rtl_.operator->(), in);
    drive_routes(*rtl_.operator->(), in, params_);
    drive(rtl_->in_valid_i, in.in_valid);
    for (model::PortId port = 0; port < ports_; ++port) {
      drive_element(rtl_->in_vc_i, port, vc_bits_, in.in_vc[port]);
      drive_element(rtl_->out_credit_i, port, vcs_, in.out_credit[port]);
      for (unsigned bit = 0; bit < flit_bits_; bit += 64) {
        sim::set_bits(rtl_->in_flit_i, port * flit_bits_ + bit, width_from(bit),
                      in.in_flit[port].word[bit / 64]);
      }
    }
  }

  typename Model::Params params_;
  unsigned ports_;
  unsigned vcs_;
  unsigned vc_bits_ = 1;
  unsigned flit_bits_;
  RtlModule<Top> rtl_;
};

using ModelRouter = ModelComponent<model::Router>;
template <class Top>
using RtlRouter = RtlComponent<Top, model::Router>;
using ModelInterchange = ModelComponent<model::Interchange>;
template <class Top>
using RtlInterchange = RtlComponent<Top, model::Interchange>;
using ModelPacketRouter = ModelComponent<model::PacketRouter>;
template <class Top>
using RtlPacketRouter = RtlComponent<Top, model::PacketRouter>;

}  // namespace turnpike::test
