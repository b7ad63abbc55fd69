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
      : params_(params), routing_(packet_routing(params)), state_(params, routers) {}

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

  bool has_error(std::size_t router) const { return state_.routers[router].error != 0; }
  bool is_empty(std::size_t router) const {
    const PacketRouterState& r = state_.routers[router];
    return (r.waiting[0] | r.waiting[1] | r.queued) == 0;
  }
  // queue_o.
  unsigned slots_in_use(std::size_t router, PortId port) const {
    return params_.packets.slots - state_.ports[router * params_.ports + port].free;
  }
  // The outputs whose queue_o has changed with the last cycle.
  PortMask counted(std::size_t router) const { return state_.routers[router].counted; }

 private:
  template <class Pins>
  struct Step;

  PacketRouterParams params_;
  RoutingParams routing_;
  PacketRouterLayout<kWords> state_;
};

// One cycle of one router. All that it touches again and again are its own members, and all steps
// are put into cycle(): a byte that is written through a pointer could be any other value, which
// the compiler would have to read again.
template <unsigned kWords>
template <class Pins>
struct PacketCore<kWords>::Step {
  const PacketRouterParams& p;
  const RoutingParams& routing;
  Pins& pins;
  Address node;
  Address limit;
  unsigned vcs;
  unsigned depth;
  unsigned port_count;
  // Of this router.
  PacketRouterState& r;
  PacketPort* ports;
  PacketInputVc* lanes;
  Flit* flits;
  std::uint8_t* pass_slot;
  PacketOutputs<kWords> outputs;

  PortMask arriving;
  bool has_changed = false;
  PortMask requested = 0;  // outputs
  PortMask asking = 0;     // inputs with a head that requests
  PortMask moved = 0;      // inputs whose flit on the pins has gone where it goes

  PacketInput<kWords> input(unsigned lane) { return {lanes[lane], flits + lane * depth, depth}; }

  [[gnu::always_inline]] inline void take_credits();
  [[gnu::always_inline]] inline void offer(PortId port, PortMask* requests, std::uint8_t* lane_of);
  [[gnu::always_inline]] inline bool has_no_way(PortId port, VcId vc, unsigned lane);
  [[gnu::always_inline]] inline void grant(PortId output, PortMask requests,
                                           const std::uint8_t* lane_of);
  [[gnu::always_inline]] inline void move(PortId port, unsigned lane);
  [[gnu::always_inline]] inline void store_arrivals();
  [[gnu::always_inline]] inline void transmit();
};

template <unsigned kWords>
template <class Pins>
bool PacketCore<kWords>::cycle(std::size_t router, Address node, Address limit, Pins& pins) {
  const std::size_t first_port = router * params_.ports;
  const std::size_t first_lane = first_port * params_.virtual_channels;
  PortMask requests[kMaxPorts];     // [output] where requested: inputs that request it
  std::uint8_t lane_of[kMaxPorts];  // [input] where asking
  Step<Pins> step{params_,
                  routing_,
                  pins,
                  node,
                  limit,
                  params_.virtual_channels,
                  params_.buffer_depth,
                  params_.ports,
                  state_.routers[router],
                  &state_.ports[first_port],
                  &state_.lanes[first_lane],
                  &state_.flits[first_lane * params_.buffer_depth],
                  &state_.pass_slot[first_lane * params_.ports],
                  {state_, params_, first_port},
                  pins.arriving()};
  step.r.counted = 0;
  step.take_credits();
  for (PortMask busy = step.arriving | step.r.waiting[0] | step.r.waiting[1]; busy != 0;
       busy &= busy - 1) {
    step.offer(static_cast<PortId>(__builtin_ctz(busy)), requests, lane_of);
  }
  if (step.requested != 0) {
    for (PortMask left = step.requested; left != 0; left &= left - 1) {
      const auto output = static_cast<PortId>(__builtin_ctz(left));
      step.grant(output, requests[output], lane_of);
    }
    for (PortMask left = step.asking; left != 0; left &= left - 1) {
      const auto port = static_cast<PortId>(__builtin_ctz(left));
      if (step.lanes[lane_of[port]].pass != 0) step.move(port, lane_of[port]);
    }
  }
  step.store_arrivals();
  step.transmit();
  return step.has_changed;
}

template <unsigned kWords>
template <class Pins>
void PacketCore<kWords>::Step<Pins>::take_credits() {
  for (PortMask left = pins.crediting(); left != 0; left &= left - 1) {
    const auto port = static_cast<PortId>(__builtin_ctz(left));
    const VcMask vcs_back = pins.credit(port);
    std::uint8_t* credits = ports[port].credits;
    credits[0] = static_cast<std::uint8_t>(credits[0] + (vcs_back & 1));
    credits[1] = static_cast<std::uint8_t>(credits[1] + (vcs_back >> 1 & 1));
    has_changed = true;
  }
}

// The first VC at or above the turn that can go on. Body flits move at once: their slots are theirs
// already. So do the flits of packets without a way, to nowhere.
template <unsigned kWords>
template <class Pins>
void PacketCore<kWords>::Step<Pins>::offer(PortId port, PortMask* requests, std::uint8_t* lane_of) {
  const PortMask bit = PortMask{1} << port;
  const VcId arriving_vc = (arriving & bit) != 0 ? pins.vc(port) : kMaxPacketVcs;
  VcId vc = ports[port].vc_turn;
  for (unsigned i = 0; i < vcs; ++i, vc ^= 1u) {
    const unsigned lane = port * vcs + vc;
    const PacketInputVc& in = lanes[lane];
    if (in.count <= in.read && arriving_vc != vc) continue;
    lane_of[port] = static_cast<std::uint8_t>(lane);
    if (in.pass != 0 || (in.rest == 0 && has_no_way(port, vc, lane))) {
      move(port, lane);
      return;
    }
    const PortMask wanted = in.rest & r.available[in.route_class];
    if (wanted == 0) continue;
    for (PortMask left = wanted; left != 0; left &= left - 1) {
      const auto out = static_cast<PortId>(__builtin_ctz(left));
      requests[out] = ((requested >> out & 1) != 0 ? requests[out] : 0) | bit;
      requested |= PortMask{1} << out;
    }
    asking |= bit;
    return;
  }
}

// The next flit of a VC without a pass and a route. Sets the route of a head. A body flit comes
// here only behind a head without a route.
template <unsigned kWords>
template <class Pins>
bool PacketCore<kWords>::Step<Pins>::has_no_way(PortId port, VcId vc, unsigned lane) {
  const PacketInput<kWords> view = input(lane);
  const Flit& flit = view.has_buffered() ? view.buffered() : pins.flit(port);
  if (!p.format.is_head(flit.word)) return true;
  const PacketRoute route =
      compute_packet_route(routing, p.packets.first_hop, node, limit, p.format.kind(flit.word),
                           p.format.destination(flit.word), port, vc);
  if (route.outputs == 0) {
    r.error = 1;
    return true;
  }
  PacketInputVc& in = lanes[lane];
  in.rest = route.outputs;
  in.route_vc = static_cast<std::uint8_t>(route.vc);
  in.route_class = route.vc != 0 || route.is_contrary ? 1 : 0;
  return false;
}

template <unsigned kWords>
template <class Pins>
void PacketCore<kWords>::Step<Pins>::grant(PortId output, PortMask requests,
                                           const std::uint8_t* lane_of) {
  std::uint8_t& turn = ports[output].op_turn;
  const PortMask from_turn = requests >> turn << turn;
  const auto port = static_cast<PortId>(__builtin_ctz(from_turn != 0 ? from_turn : requests));
  turn = static_cast<std::uint8_t>(port + 1 == port_count ? 0 : port + 1);
  const unsigned lane = lane_of[port];
  PacketInputVc& in = lanes[lane];
  in.pass |= PortMask{1} << output;
  in.rest &= ~(PortMask{1} << output);
  pass_slot[lane * port_count + output] = outputs.give_slot(r, output, ports[output], in.route_vc);
}

// Copies the next flit of a VC with a pass under way to the slots of the pass.
template <unsigned kWords>
template <class Pins>
void PacketCore<kWords>::Step<Pins>::move(PortId port, unsigned lane) {
  PacketInputVc& state = lanes[lane];
  PacketInput<kWords> in = input(lane);
  const bool is_buffered = in.has_buffered();
  const Flit& flit = is_buffered ? in.buffered() : pins.flit(port);
  const bool is_tail = p.format.is_tail(flit.word);
  for (PortMask left = state.pass; left != 0; left &= left - 1) {
    const auto out = static_cast<PortId>(__builtin_ctz(left));
    outputs.write(out, pass_slot[lane * port_count + out], flit, is_tail);
  }
  const PortMask bit = PortMask{1} << port;
  const VcId vc = lane - port * vcs;
  if (!is_buffered) moved |= bit;
  if (in.is_final()) {
    if (is_buffered) in.drop();
    pins.give_back(port, vc);
  } else {
    if (!is_buffered) in.store(flit);
    in.keep();
  }
  if (is_tail) in.end_pass();
  r.waiting[vc] = state.count != 0 ? r.waiting[vc] | bit : r.waiting[vc] & ~bit;
  const VcId turn = is_tail ? vc + 1 : vc;
  ports[port].vc_turn = static_cast<std::uint8_t>(turn == vcs ? 0 : turn);
  has_changed = true;
}

template <unsigned kWords>
template <class Pins>
void PacketCore<kWords>::Step<Pins>::store_arrivals() {
  for (PortMask left = arriving & ~moved; left != 0; left &= left - 1) {
    const auto port = static_cast<PortId>(__builtin_ctz(left));
    const VcId vc = pins.vc(port);
    input(port * vcs + vc).store(pins.flit(port));
    r.waiting[vc] |= PortMask{1} << port;
    has_changed = true;
  }
}

template <unsigned kWords>
template <class Pins>
void PacketCore<kWords>::Step<Pins>::transmit() {
  for (PortMask left = r.queued; left != 0; left &= left - 1) {
    const auto port = static_cast<PortId>(__builtin_ctz(left));
    VcId vc = 0;
    const Flit* flit = outputs.send(r, port, ports[port], vc);
    if (flit == nullptr) continue;
    pins.send(port, vc, *flit);
    has_changed = true;
  }
}

}  // namespace turnpike::model
