// reference.cpp - pins of the hardware to those of the model's classes and back.

#include "api/dpi/reference.h"

#include <algorithm>
#include <stdexcept>

#include "api/dpi/component_parameters.h"
#include "model/common/check.h"
#include "model/common/printable.h"
#include "model/interchange/interchange.h"
#include "model/packet_router/packet_router.h"
#include "model/router/router.h"

namespace turnpike::dpi {
namespace {

using model::PortId;

// Widths of the channels' pins, of one port each.
struct Channels {
  unsigned ports;
  unsigned vcs;
  unsigned vc_bits;
  unsigned flit_bits;
  unsigned in_route_bits;   // 0: no such pins
  unsigned out_route_bits;  // 0: no such pins
};

// Of a table: outputs, and layers or outputs of a second one. Number of one: {layer, destination}.
unsigned word_bits(const model::RouterParams& params) {
  if (params.routing.has_escape) return 2 * params.ports;
  return params.ports + (params.routing.layers > 1 ? params.routing.layers : 0);
}
unsigned row_bits(const model::RouterParams& params) {
  return params.format.address_bits +
         (params.routing.layers > 1 ? index_bits(params.routing.layers) : 0);
}

Channels channels_of(const model::RouterParams& params) {
  const unsigned route =
      params.routing.has_dateline_classes() ? params.ports + 1 : word_bits(params);
  return {params.ports,
          params.virtual_channels,
          index_bits(params.virtual_channels),
          params.format.wire_bits(),
          route,
          route};
}
Channels channels_of(const model::InterchangeParams& params) {
  const model::InterchangeRouting& routing = params.routing;
  const unsigned directions = routing.is_ring && !routing.bidirectional ? 1 : 2;
  const unsigned route = directions * routing.dimensions + 1 + (routing.is_ring ? 1 : 0);
  return {params.ports(),
          params.virtual_channels(),
          index_bits(params.virtual_channels()),
          params.format.wire_bits(),
          0,
          route};
}
Channels channels_of(const model::PacketRouterParams& params) {
  return {params.ports, params.virtual_channels, 1, params.format.wire_bits(), 0, 0};
}

// Pins that only one kind of component has, between enable_i and the channels'. Shifts by an
// address need one that exists.
void add_own(std::vector<Pin>& pins, const model::RouterParams& params) {
  const unsigned address = params.format.address_bits;
  pins.insert(pins.end(), {{"node_i", 1, address},
                           {"limit_i", 1, address},
                           {"table_we_i", 1, 1},
                           {"table_port_i", 1, index_bits(params.ports)},
                           {"table_dest_i", 1, row_bits(params)},
                           {"table_mask_i", word_bits(params), 1}});
}
void take_own(PinReader& pins, const model::RouterParams& params, model::Router::In& in) {
  const unsigned address = params.format.address_bits;
  in.node = static_cast<model::Address>(pins.take(address));
  in.limit = static_cast<model::Address>(pins.take(address));
  in.table_we = pins.take(1) != 0;
  in.table_port = static_cast<PortId>(pins.take(index_bits(params.ports)));
  in.table_dest = static_cast<model::Address>(pins.take(row_bits(params)));
  in.table_mask = static_cast<model::TableWord>(pins.take(word_bits(params)));
  model::require(params.routing.kind != model::RoutingKind::destination_tag ||
                     in.node < params.routing.dimensions,
                 "node_i names a digit that exists");
}
void add_own(std::vector<Pin>& pins, const model::InterchangeParams& params) {
  const unsigned address = params.format.address_bits;
  pins.insert(pins.end(), {{"node_i", 1, address},
                           {"limit_i", 1, address},
                           {"dimension_i", 1, index_bits(params.routing.dimensions)},
                           {"connected_i", params.ports(), 1},
                           {"paced_i", params.ports(), 1}});
}
void take_own(PinReader& pins, const model::InterchangeParams& params, model::Interchange::In& in) {
  const unsigned address = params.format.address_bits;
  in.place.node = static_cast<model::Address>(pins.take(address));
  in.place.limit = static_cast<model::Address>(pins.take(address));
  in.place.dimension = static_cast<unsigned>(pins.take(index_bits(params.routing.dimensions)));
  in.place.connected = static_cast<model::PortMask>(pins.take(params.ports()));
  in.place.paced = static_cast<model::PortMask>(pins.take(params.ports()));
  model::require(params.routing.is_joint || in.place.dimension < params.routing.dimensions,
                 "dimension_i names a dimension that exists");
}
void add_own(std::vector<Pin>& pins, const model::PacketRouterParams& params) {
  const unsigned address = params.format.address_bits;
  pins.insert(pins.end(), {{"node_i", 1, address}, {"limit_i", 1, address}});
}
void take_own(PinReader& pins, const model::PacketRouterParams& params,
              model::PacketRouter::In& in) {
  in.node = static_cast<model::Address>(pins.take(params.format.address_bits));
  in.limit = static_cast<model::Address>(pins.take(params.format.address_bits));
  model::require(params.routing.kind != model::RoutingKind::destination_tag ||
                     in.node < params.routing.dimensions,
                 "node_i names a digit that exists");
}

void take_routes(PinReader& pins, const Channels& its, model::Router::In& in) {
  for (PortId port = 0; port < its.ports; ++port) in.in_route[port] = pins.take(its.in_route_bits);
}
void take_routes(PinReader&, const Channels&, model::CoreIn&) {}

template <class Params>
std::vector<Pin> input_pins(const Params& params) {
  const Channels its = channels_of(params);
  std::vector<Pin> pins = {{"enable_i", 1, 1}};
  add_own(pins, params);
  pins.push_back({"in_valid_i", its.ports, 1});
  pins.push_back({"in_vc_i", its.ports, its.vc_bits});
  if (its.in_route_bits != 0) pins.push_back({"in_route_i", its.ports, its.in_route_bits});
  pins.push_back({"in_flit_i", its.ports, its.flit_bits});
  pins.push_back({"out_credit_i", its.ports, its.vcs});
  return pins;
}

std::vector<Pin> common_outputs(const Channels& its) {
  return {{"out_valid_o", its.ports, 1},
          {"out_vc_o", its.ports, its.vc_bits, true},
          {"out_flit_o", its.ports, its.flit_bits, true}};
}
template <class Params>
std::vector<Pin> output_pins(const Params& params) {
  const Channels its = channels_of(params);
  std::vector<Pin> pins = common_outputs(its);
  pins.push_back({"out_route_o", its.ports, its.out_route_bits});
  pins.push_back({"in_credit_o", its.ports, its.vcs});
  pins.push_back({"error_o", 1, 1});
  pins.push_back({"idle_o", 1, 1});
  return pins;
}
template <>
std::vector<Pin> output_pins(const model::PacketRouterParams& params) {
  const Channels its = channels_of(params);
  std::vector<Pin> pins = common_outputs(its);
  pins.push_back({"in_credit_o", its.ports, its.vcs});
  pins.push_back({"queue_o", its.ports, index_bits(params.packets.slots + 1)});
  pins.push_back({"error_o", 1, 1});
  pins.push_back({"idle_o", 1, 1});
  return pins;
}

void show_routes(PinWriter& pins, const Channels& its, const model::RoutedOut& out) {
  for (PortId port = 0; port < its.ports; ++port) {
    pins.put(its.out_route_bits, (out.out_valid >> port & 1) != 0 ? out.out_route[port] : 0);
  }
}
void show_routes(PinWriter&, const Channels&, const model::PacketRouter::Out&) {}
template <class Params>
void show_queues(PinWriter&, const Params&, const model::CoreOut&) {}
void show_queues(PinWriter& pins, const model::PacketRouterParams& params,
                 const model::PacketRouter::Out& out) {
  for (PortId port = 0; port < params.ports; ++port) {
    pins.put(index_bits(params.packets.slots + 1), out.queue[port]);
  }
}

template <class Component>
class ReferenceOf final : public Reference {
 public:
  using Params = typename Component::Params;

  explicit ReferenceOf(const Params& params)
      : Reference(input_pins(params), output_pins(params)),
        component_(params),
        its_(channels_of(params)) {}

  void show(std::uint32_t* outputs) const override {
    const auto& out = component_.eval();
    PinWriter pins(outputs);
    pins.put(its_.ports, out.out_valid);
    for (PortId port = 0; port < its_.ports; ++port) {
      pins.put(its_.vc_bits, (out.out_valid >> port & 1) != 0 ? out.out_vc[port] : 0);
    }
    for (PortId port = 0; port < its_.ports; ++port) {
      if ((out.out_valid >> port & 1) != 0) {
        pins.put_wide(its_.flit_bits, out.out_flit[port].word);
      } else {
        pins.skip(its_.flit_bits);
      }
    }
    show_routes(pins, its_, out);
    for (PortId port = 0; port < its_.ports; ++port) pins.put(its_.vcs, out.in_credit[port]);
    show_queues(pins, component_.params(), out);
    pins.put(1, out.error);
    pins.put(1, out.idle);
  }

  void tick(const std::uint32_t* inputs) override {
    PinReader pins(inputs);
    typename Component::In in;
    in.enable = pins.take(1) != 0;
    if (!in.enable) return;
    take_own(pins, component_.params(), in);
    in.in_valid = static_cast<model::PortMask>(pins.take(its_.ports));
    for (PortId port = 0; port < its_.ports; ++port) {
      in.in_vc[port] = static_cast<model::VcId>(pins.take(its_.vc_bits));
    }
    take_routes(pins, its_, in);
    for (PortId port = 0; port < its_.ports; ++port) {
      pins.take_wide(in.in_flit[port].word, its_.flit_bits);
    }
    for (PortId port = 0; port < its_.ports; ++port) {
      in.out_credit[port] = static_cast<model::VcMask>(pins.take(its_.vcs));
    }
    component_.tick(in);
  }

  void reset() override { component_.reset(); }

 private:
  Component component_;
  Channels its_;
};

}  // namespace

std::vector<Pin> router_inputs(const model::RouterParams& params) { return input_pins(params); }

std::vector<Pin> router_outputs(const model::RouterParams& params) { return output_pins(params); }

void put_router_inputs(const model::RouterParams& params, const model::Router::In& in,
                       std::uint32_t* inputs) {
  const Channels its = channels_of(params);
  const unsigned address = params.format.address_bits;
  PinWriter pins(inputs);
  pins.put(1, in.enable);
  pins.put(address, in.node);
  pins.put(address, in.limit);
  pins.put(1, in.table_we);
  pins.put(index_bits(params.ports), in.table_port);
  pins.put(row_bits(params), in.table_dest);
  pins.put(word_bits(params), in.table_mask);
  pins.put(its.ports, in.in_valid);
  for (PortId port = 0; port < its.ports; ++port) pins.put(its.vc_bits, in.in_vc[port]);
  for (PortId port = 0; port < its.ports; ++port) pins.put(its.in_route_bits, in.in_route[port]);
  for (PortId port = 0; port < its.ports; ++port) {
    pins.put_wide(its.flit_bits, in.in_flit[port].word);
  }
  for (PortId port = 0; port < its.ports; ++port) pins.put(its.vcs, in.out_credit[port]);
}

model::Router::Out router_out(const model::RouterParams& params, const std::uint32_t* outputs) {
  const Channels its = channels_of(params);
  model::Router::Out out;
  PinReader pins(outputs);
  out.out_valid = static_cast<model::PortMask>(pins.take(its.ports));
  for (PortId port = 0; port < its.ports; ++port) {
    out.out_vc[port] = static_cast<model::VcId>(pins.take(its.vc_bits));
  }
  for (PortId port = 0; port < its.ports; ++port) {
    pins.take_wide(out.out_flit[port].word, its.flit_bits);
  }
  for (PortId port = 0; port < its.ports; ++port) {
    out.out_route[port] = pins.take(its.out_route_bits);
  }
  for (PortId port = 0; port < its.ports; ++port) {
    out.in_credit[port] = static_cast<model::VcMask>(pins.take(its.vcs));
  }
  out.error = pins.take(1) != 0;
  out.idle = pins.take(1) != 0;
  return out;
}

std::unique_ptr<Reference> make_reference(const std::string& component,
                                          const std::string& parameters) {
  if (component == "router") {
    return std::make_unique<ReferenceOf<model::Router>>(router_parameters(parameters));
  }
  if (component == "interchange") {
    return std::make_unique<ReferenceOf<model::Interchange>>(interchange_parameters(parameters));
  }
  if (component == "packet_router") {
    return std::make_unique<ReferenceOf<model::PacketRouter>>(packet_router_parameters(parameters));
  }
  throw std::invalid_argument("\"" + model::printable(component) +
                              "\" is no component; allowed: router, interchange, packet_router");
}

}  // namespace turnpike::dpi
