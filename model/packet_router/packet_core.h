// packet_core.h - one cycle of a packet router, on the state of all packet routers of a network.
//
// docs/timing.md section 7, step by step. The template parameter Pins gives a router access to its
// pins:
//   PortMask arriving(), VcId vc(port), const Flit& flit(port)   flits on the input pins
//   PortMask crediting(), VcMask credit(port)                    credits on the output ports' pins
//   send(port, vc, flit), give_back(port, vc)                    its pins of the next cycle

#pragma once

#include "model/packet_router/packet_input.h"
#include "model/packet_router/packet_output.h"
#include "model/packet_router/packet_route.h"
#include "model/packet_router/packet_router_check.h"

namespace turnpike::model {

template <unsigned kWords>
class PacketCore {
 public:
  using Flit = FlitWords<kWords>;

  PacketCore(const PacketRouterParams& params, std::size_t routers)
      : params_(params), state_(params, routers) {}

  const PacketRouterParams& params() const { return params_; }
  const PacketRouterLayout<kWords>& state() const { return state_; }
  void reset() { state_.reset(params_); }
  void visit_state(StateStream& state) {
    state_.visit_state(state);
    if (state.is_reading()) PacketRouterCheck<kWords>(state, params_, state_).run();
  }

  // The clock edge that ends a cycle. False: nothing changed, so that nothing will until something
  // is on the pins.
  template <class Pins>
  bool cycle(std::size_t router, Address node, Address limit, Pins& pins);

  bool has_error(std::size_t router) const { return state_.error[router] != 0; }
  bool is_empty(std::size_t router) const {
    return state_.waiting[router] == 0 && state_.queued[router] == 0;
  }
  // queue_o.
  unsigned slots_in_use(std::size_t router, PortId port) const {
    return params_.packets.slots - state_.free[router * params_.ports + port];
  }

 private:
  template <class Pins>
  struct Step;

  PacketRouterParams params_;
  PacketRouterLayout<kWords> state_;
};

// The data that one cycle of one router passes from step to step.
template <unsigned kWords>
template <class Pins>
struct PacketCore<kWords>::Step {
  const PacketRouterParams& p;
  PacketRouterLayout<kWords>& s;
  Pins& pins;
  std::size_t router;
  Address node;
  Address limit;
  std::size_t first_port;  // the router's, among all
  bool has_changed = false;
  PortMask requested = 0;                // outputs
  PortMask requests[kMaxPorts] = {};     // [output] inputs that request it
  PortMask asking = 0;                   // inputs with a head that requests
  std::uint8_t head_vc[kMaxPorts] = {};  // [input] where asking
  PortMask moved = 0;                    // inputs whose flit on the pins has gone where it goes

  std::size_t lane(PortId port, VcId vc) const {
    return (first_port + port) * p.virtual_channels + vc;
  }
  PacketInputLane<kWords> input(std::size_t l) { return {s, l, p.buffer_depth}; }
  PacketOutput<kWords> output(PortId port) { return {s, p, router, port}; }

  void take_credits();
  void offer(PortId port, PortMask arriving);
  bool offer_lane(PortId port, VcId vc, bool is_arriving);
  bool has_no_way(PortId port, VcId vc, std::size_t l, const Flit& flit);
  void grant(PortId output_port);
  void move(PortId port, VcId vc, std::size_t l);
  void store_arrivals(PortMask arriving);
  void transmit();
};

template <unsigned kWords>
template <class Pins>
bool PacketCore<kWords>::cycle(std::size_t router, Address node, Address limit, Pins& pins) {
  Step<Pins> step{params_, state_, pins, router, node, limit, router * params_.ports};
  step.take_credits();
  const PortMask arriving = pins.arriving();
  PortMask busy = arriving;
  for (std::uint64_t left = state_.waiting[router]; left != 0; left &= left - 1) {
    busy |= PortMask{1} << static_cast<unsigned>(__builtin_ctzll(left)) / params_.virtual_channels;
  }
  for (; busy != 0; busy &= busy - 1) {
    step.offer(static_cast<PortId>(__builtin_ctz(busy)), arriving);
  }
  for (PortMask left = step.requested; left != 0; left &= left - 1) {
    step.grant(static_cast<PortId>(__builtin_ctz(left)));
  }
  for (PortMask left = step.asking; left != 0; left &= left - 1) {
    const auto port = static_cast<PortId>(__builtin_ctz(left));
    const VcId vc = step.head_vc[port];
    const std::size_t l = step.lane(port, vc);
    if (state_.pass[l] != 0) step.move(port, vc, l);
  }
  step.store_arrivals(arriving & ~step.moved);
  step.transmit();
  return step.has_changed;
}

template <unsigned kWords>
template <class Pins>
void PacketCore<kWords>::Step<Pins>::take_credits() {
  for (PortMask left = pins.crediting(); left != 0; left &= left - 1) {
    const auto port = static_cast<PortId>(__builtin_ctz(left));
    for (VcMask vcs = pins.credit(port); vcs != 0; vcs &= vcs - 1) {
      ++s.credits[lane(port, static_cast<VcId>(__builtin_ctz(vcs)))];
    }
    has_changed = true;
  }
}

// The first VC at or above the turn that can go on.
template <unsigned kWords>
template <class Pins>
void PacketCore<kWords>::Step<Pins>::offer(PortId port, PortMask arriving) {
  const bool is_arriving = (arriving >> port & 1) != 0;
  VcId vc = s.vc_turn[first_port + port];
  for (unsigned i = 0; i < p.virtual_channels; ++i) {
    if (offer_lane(port, vc, is_arriving && pins.vc(port) == vc)) return;
    vc = vc + 1 == p.virtual_channels ? 0 : vc + 1;
  }
}

// Body flits move at once: their slots are theirs already. So do the flits of packets without a
// way, to nowhere.
template <unsigned kWords>
template <class Pins>
bool PacketCore<kWords>::Step<Pins>::offer_lane(PortId port, VcId vc, bool is_arriving) {
  const std::size_t l = lane(port, vc);
  PacketInputLane<kWords> in = input(l);
  if (!in.has_buffered() && !is_arriving) return false;
  const Flit& next = in.has_buffered() ? in.buffered() : pins.flit(port);
  if (in.has_pass() || has_no_way(port, vc, l, next)) {
    move(port, vc, l);
    return true;
  }
  const PortMask wanted = s.rest[l] & s.available[s.route_class[l]][router];
  if (wanted == 0) return false;
  for (PortMask left = wanted; left != 0; left &= left - 1) {
    const auto out = static_cast<PortId>(__builtin_ctz(left));
    requests[out] |= PortMask{1} << port;
    requested |= PortMask{1} << out;
  }
  asking |= PortMask{1} << port;
  head_vc[port] = static_cast<std::uint8_t>(vc);
  return true;
}

// The next flit of a lane without a pass. Sets the route of a head. A body flit comes here only
// behind a head without a route.
template <unsigned kWords>
template <class Pins>
bool PacketCore<kWords>::Step<Pins>::has_no_way(PortId port, VcId vc, std::size_t l,
                                                const Flit& flit) {
  if (s.rest[l] != 0) return false;
  if (!p.format.is_head(flit.word)) return true;
  const PacketRoute route = packet_route(p, node, limit, p.format.destination(flit.word),
                                         p.format.kind(flit.word), port, vc);
  if (route.outputs == 0) {
    s.error[router] = 1;
    return true;
  }
  s.rest[l] = route.outputs;
  s.route_vc[l] = static_cast<std::uint8_t>(route.vc);
  s.route_class[l] = route.vc != 0 || route.is_contrary ? 1 : 0;
  return false;
}

template <unsigned kWords>
template <class Pins>
void PacketCore<kWords>::Step<Pins>::grant(PortId output_port) {
  std::uint8_t& turn = s.op_turn[first_port + output_port];
  const PortMask all = requests[output_port];
  const PortMask from_turn = all >> turn << turn;
  const auto port = static_cast<PortId>(__builtin_ctz(from_turn != 0 ? from_turn : all));
  turn = static_cast<std::uint8_t>(port + 1 == p.ports ? 0 : port + 1);
  const std::size_t l = lane(port, head_vc[port]);
  s.pass[l] |= PortMask{1} << output_port;
  s.pass_slot[l * p.ports + output_port] = output(output_port).give_slot(s.route_vc[l]);
  s.rest[l] &= ~(PortMask{1} << output_port);
}

// Copies the next flit of a lane with a pass under way to the slots of the pass.
template <unsigned kWords>
template <class Pins>
void PacketCore<kWords>::Step<Pins>::move(PortId port, VcId vc, std::size_t l) {
  PacketInputLane<kWords> in = input(l);
  const bool is_buffered = in.has_buffered();
  const Flit& flit = is_buffered ? in.buffered() : pins.flit(port);
  const bool is_tail = p.format.is_tail(flit.word);
  for (PortMask left = s.pass[l]; left != 0; left &= left - 1) {
    const auto out = static_cast<PortId>(__builtin_ctz(left));
    output(out).write(s.pass_slot[l * p.ports + out], flit, is_tail);
  }
  if (!is_buffered) moved |= PortMask{1} << port;
  const std::uint64_t bit = std::uint64_t{1} << (port * p.virtual_channels + vc);
  if (in.is_final()) {
    if (is_buffered) in.drop();
    pins.give_back(port, vc);
  } else {
    if (!is_buffered) in.store(flit);
    in.keep();
  }
  if (is_tail) in.end_pass();
  s.waiting[router] = s.count[l] != 0 ? s.waiting[router] | bit : s.waiting[router] & ~bit;
  const VcId turn = is_tail ? vc + 1 : vc;
  s.vc_turn[first_port + port] = static_cast<std::uint8_t>(turn == p.virtual_channels ? 0 : turn);
  has_changed = true;
}

template <unsigned kWords>
template <class Pins>
void PacketCore<kWords>::Step<Pins>::store_arrivals(PortMask arriving) {
  for (; arriving != 0; arriving &= arriving - 1) {
    const auto port = static_cast<PortId>(__builtin_ctz(arriving));
    const VcId vc = pins.vc(port);
    input(lane(port, vc)).store(pins.flit(port));
    s.waiting[router] |= std::uint64_t{1} << (port * p.virtual_channels + vc);
    has_changed = true;
  }
}

template <unsigned kWords>
template <class Pins>
void PacketCore<kWords>::Step<Pins>::transmit() {
  for (PortMask left = s.queued[router]; left != 0; left &= left - 1) {
    const auto port = static_cast<PortId>(__builtin_ctz(left));
    VcId vc = 0;
    const Flit* flit = output(port).send(vc);
    if (flit == nullptr) continue;
    pins.send(port, vc, *flit);
    has_changed = true;
  }
}

}  // namespace turnpike::model
