// packet_router.cpp - a packet router alone: its parameters, its neighbours' duties, its pins.

#include "model/packet_router/packet_router.h"

namespace turnpike::model {
namespace {

const PacketRouterParams& checked(const PacketRouterParams& params) {
  const unsigned vcs = params.virtual_channels;
  const PacketSwitching& packets = params.packets;
  require_value(is_within(params.ports, 2, kMaxPorts), "ports", params.ports, "2 to 32");
  require_value(params.local_ports <= params.ports, "local_ports", params.local_ports,
                "0 to ports");
  require_value(is_within(vcs, 1, 2), "virtual_channels", vcs, "1 or 2");
  require_value(is_within(packets.packet_flits, 1, kMaxDepth), "packet_flits", packets.packet_flits,
                "1 to 64");
  require_value(is_within(params.buffer_depth, packets.packet_flits, kMaxDepth), "buffer_depth",
                params.buffer_depth, "packet_flits to 64");
  require_value(is_within(packets.slots, vcs, 256), "slots", packets.slots,
                "virtual_channels to 256");
  require_value(is_within(params.format.flit_bits, kMinFlitBits, kMaxFlitBits), "flit_bits",
                params.format.flit_bits, "8 to 512");
  const RoutingKind kind = params.routing.kind;
  require_value(kind.function->is_in_packet_routers, "routing", number_of(kind).value_or(6),
                "0 to 4");
  require_value(!kind.has_rings || vcs == 2, "virtual_channels", vcs,
                "2 on a torus (dateline classes)");
  require_value(!packets.first_hop || kind == RoutingKind::hypercube, "first_hop", 1,
                "0, on a hypercube 0 or 1");
  return params;
}

// What the core sees and drives, between the pins of one router.
struct RouterPins {
  const PacketRouter::In& in;
  PacketRouter::Out& out;
  PortMask credits;

  PortMask arriving() const { return in.in_valid; }
  VcId vc(PortId port) const { return in.in_vc[port]; }
  const PinFlit& flit(PortId port) const { return in.in_flit[port]; }
  PortMask crediting() const { return credits; }
  VcMask credit(PortId port) const { return in.out_credit[port]; }
  void send(PortId port, VcId vc, const PinFlit& flit) {
    out.out_valid |= PortMask{1} << port;
    out.out_vc[port] = vc;
    out.out_flit[port] = flit;
  }
  void give_back(PortId port, VcId vc) {
    out.in_credit[port] |= 1u << vc;
    out.idle = false;
  }
};

}  // namespace

PacketRouter::PacketRouter(const Params& params) : params_(checked(params)), core_(params_, 1) {
  reset();
}

void PacketRouter::reset() {
  core_.reset();
  open_vc_.assign(params_.ports, 0);
  open_flits_.assign(params_.ports, 0);
  out_ = Out{};
}

void PacketRouter::tick(const In& in) {
  if (!in.enable) return;
  check_flits(in);
  check_credits(in);
  out_.in_credit.fill(0);
  out_.out_valid = 0;
  out_.idle = true;
  PortMask crediting = 0;
  for (PortId port = 0; port < params_.ports; ++port) {
    if (in.out_credit[port] != 0) crediting |= PortMask{1} << port;
  }
  RouterPins pins{in, out_, crediting};
  core_.cycle(0, in.node, in.limit, pins);
  out_.error = core_.has_error(0);
  out_.idle &= core_.is_empty(0) && out_.out_valid == 0;
  for (PortId port = 0; port < params_.ports; ++port) {
    out_.queue[port] = static_cast<std::uint16_t>(core_.slots_in_use(0, port));
  }
}

void PacketRouter::check_flits(const In& in) {
  const FlitFormat& format = params_.format;
  for (PortMask left = in.in_valid; left != 0; left &= left - 1) {
    const auto port = static_cast<PortId>(__builtin_ctz(left));
    const VcId vc = in.in_vc[port];
    require(port < params_.ports, "a flit comes in by a port that exists");
    require(vc < params_.virtual_channels, "a flit names a VC that exists");
    const unsigned count = core_.state().lanes[port * params_.virtual_channels + vc].count;
    require(count < params_.buffer_depth, "push only while there is room");
    const std::uint64_t* flit = in.in_flit[port].word;
    unsigned& flits = open_flits_[port];
    require(format.is_head(flit) == (flits == 0), "a head after each tail");
    if (flits == 0) {
      require(count + params_.packets.packet_flits <= params_.buffer_depth,
              "a head only while there is room for a packet");
      open_vc_[port] = vc;
    }
    require(vc == open_vc_[port], "a packet has the channel to itself");
    ++flits;
    require(flits <= params_.packets.packet_flits, "a packet is not longer than a slot");
    if (format.is_tail(flit)) flits = 0;
  }
}

void PacketRouter::check_credits(const In& in) const {
  for (PortId port = 0; port < params_.ports; ++port) {
    const VcMask credit = in.out_credit[port];
    require(credit >> params_.virtual_channels == 0, "a credit names a VC that exists");
    for (VcMask left = credit; left != 0; left &= left - 1) {
      const auto vc = static_cast<VcId>(__builtin_ctz(left));
      require(core_.state().ports[port].credits[vc] < params_.buffer_depth,
              "one credit for each flit that went out, and a credit for each that goes");
    }
  }
}

}  // namespace turnpike::model
