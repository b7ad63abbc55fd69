// router_core.h - one cycle of a router, on state that the caller owns.
//
// The order of the steps is that of docs/timing.md, section 2. The caller supplies the wires:
//   wires.send(wire, output, vc, slot, flit)  a flit for the pins of the next cycle, to be stored
//                                             in `slot` of VC `vc` downstream
//   wires.credit(wire, input, vc)             a credit for the pins of the next cycle
// Flits on the input pins are already in their buffer slot; the pins say for which VC.

#pragma once

#include <cstdint>
#include <cstring>
#include <new>

#include "model/router/route_compute.h"
#include "model/router/router_layout.h"
#include "model/router/switch_allocator.h"
#include "model/router/vc_allocator.h"

namespace turnpike::model {

template <unsigned kWords>
class RouterCore {
 public:
  using Flit = FlitWords<kWords>;

  explicit RouterCore(const RouterParams& params)
      : params_(params),
        layout_(params),
        route_(params.routing, params.format.address_bits) {}

  const RouterParams& params() const { return params_; }
  const RouterLayout<kWords>& layout() const { return layout_; }

  // Everything but the wires; the flits are left as they are.
  void reset(std::byte* block) const;

  // False: no clock edge would change anything.
  bool can_move(std::byte* block, unsigned parity) const {
    if (layout_.header(block).occupied != 0) return true;
    const std::uint8_t* flits = layout_.flit_pins(block, parity);
    const std::uint8_t* credits = layout_.credit_pins(block, parity);
    for (unsigned at = 0; at < layout_.pin_bytes(); at += 8) {
      if (eight(flits + at) != kNoFlits || eight(credits + at) != kNoCredits) return true;
    }
    return false;
  }

  // The clock edge that ends a cycle of this parity.
  template <class Wires>
  void cycle(std::byte* block, unsigned parity, const RouterIdentity& self, Wires& wires) const {
    Step<Wires>(*this, block, self, wires).run(parity);
  }

 private:
  static constexpr std::uint64_t kNoFlits = ~std::uint64_t{0};
  static constexpr std::uint64_t kNoCredits = 0;

  static std::uint64_t eight(const std::uint8_t* pins) {
    std::uint64_t all;
    std::memcpy(&all, pins, sizeof all);
    return all;
  }

  template <class Wires>
  struct Step;

  RouterParams params_;
  RouterLayout<kWords> layout_;
  RouteCompute route_;
};

template <unsigned kWords>
void RouterCore<kWords>::reset(std::byte* block) const {
  new (block) RouterHeader;
  std::memset(layout_.flit_pins(block, 0), kNoFlit, 2 * layout_.pin_bytes());
  std::memset(layout_.credit_pins(block, 0), kNoCredit, 2 * layout_.pin_bytes());
  const unsigned vcs = params_.virtual_channels;
  for (PortId port = 0; port < params_.ports; ++port) {
    new (layout_.inputs(block) + port) InputPort;
    OutputPort* output = new (layout_.outputs(block) + port) OutputPort;
    output->with_credit = static_cast<std::uint16_t>(all_vcs(vcs));
    output->room = static_cast<std::uint16_t>(vcs * params_.buffer_depth);
    for (VcId vc = 0; vc < vcs; ++vc) {
      new (layout_.input_vcs(block, port) + vc) InputVc;
      OutputVc* output_vc = new (layout_.output_vcs(block, port) + vc) OutputVc;
      output_vc->credits = static_cast<std::uint8_t>(params_.buffer_depth);
    }
  }
}

// The working state of one cycle.
template <unsigned kWords>
template <class Wires>
struct RouterCore<kWords>::Step {
  const RouterCore& core;
  std::byte* block;
  const RouterIdentity& self;
  Wires& wires;

  RouterHeader& header;
  InputPort* const inputs;
  OutputPort* const outputs;
  const unsigned vcs;
  const unsigned depth;
  const unsigned network_ports;

  PortMask credited = 0;         // outputs that got a credit in this cycle
  PortMask has_fresh = 0;        // inputs with a VC in fresh[]
  VcMask fresh[kMaxPorts];       // PIPELINE 2: flits of this cycle in empty buffers do not compete
  bool is_privileged = false;    // the watched VC
  bool guard_is_done = false;    // it was empty or is granted
  VcMask requesting[kMaxPorts][kMaxPorts];  // [input][output] VCs, where the allocator says so

  // The large arrays stay uninitialized: they are written before they are read.
  Step(const RouterCore& router, std::byte* state, const RouterIdentity& identity, Wires& to)
      : core(router),
        block(state),
        self(identity),
        wires(to),
        header(router.layout_.header(state)),
        inputs(router.layout_.inputs(state)),
        outputs(router.layout_.outputs(state)),
        vcs(router.params_.virtual_channels),
        depth(router.params_.buffer_depth),
        network_ports(router.params_.network_ports()) {}

  void run(unsigned parity) {
    take_credits(parity);
    const VcMask watched = inputs[header.guard.port].waiting;
    const bool watched_waits = (watched >> header.guard.vc & 1) != 0;
    is_privileged = watched_waits && !header.guard.is_patient(core.params_.patience);
    guard_is_done = !watched_waits;
    take_flits(parity);
    if (header.occupied == 0) {
      count_room();
      return;
    }
    SwitchAllocator allocator(core.params_.ports, network_ports);
    const bool is_active = request(allocator);
    count_room();
    if (!is_active) return;
    if (is_privileged) grant_privileged(allocator);
    allocator.match(header.rotation, [this](PortId input, PortId output) {
      move(input, inputs[input].pick(requesting[input][output]), output);
    });
    header.guard.tick(guard_is_done, core.params_.ports, vcs, core.params_.patience);
    header.rotation = static_cast<std::uint8_t>(
        VcBuffer::after(header.rotation, core.params_.ports));
  }

  // Calls use(port, value) for every port whose pin differs from `none`, and clears the pins.
  template <class Use>
  void take_pins(std::uint8_t* pins, std::uint8_t none, Use&& use) {
    const std::uint64_t none_of_eight = none == kNoFlit ? kNoFlits : kNoCredits;
    for (unsigned at = 0; at < core.layout_.pin_bytes(); at += 8) {
      std::uint64_t set = eight(pins + at) ^ none_of_eight;
      if (set == 0) continue;
      std::memcpy(pins + at, &none_of_eight, sizeof none_of_eight);
      while (set != 0) {
        const unsigned byte = static_cast<unsigned>(__builtin_ctzll(set)) / 8;
        const std::uint64_t mask = std::uint64_t{0xff} << (8 * byte);
        use(at + byte, static_cast<std::uint8_t>((set ^ none_of_eight) >> (8 * byte)));
        set &= ~mask;
      }
    }
  }

  void take_credits(unsigned parity) {
    take_pins(core.layout_.credit_pins(block, parity), kNoCredit, [this](PortId port, unsigned pin) {
      const VcId vc = pin - 1;
      ++core.layout_.output_vcs(block, port)[vc].credits;
      outputs[port].with_credit |= static_cast<std::uint16_t>(1u << vc);
      credited |= 1u << port;
    });
  }

  void count_room() {
    for (; credited != 0; credited &= credited - 1) ++outputs[__builtin_ctz(credited)].room;
  }

  void take_flits(unsigned parity) {
    take_pins(core.layout_.flit_pins(block, parity), kNoFlit, [this](PortId port, VcId vc) {
      InputVc& ivc = core.layout_.input_vcs(block, port)[vc];
      InputPort& input = inputs[port];
      const VcMask bit = 1u << vc;
      const bool was_empty = ivc.buffer.count == 0;
      const Flit& flit =
          core.layout_.flits(block, port, vc)[ivc.buffer.free_slot(depth)];
      if (core.params_.format.is_head(flit.word)) {
        const Route route = route_of(flit, port, vc);
        if (route.outputs == 0) header.error = 1;
        if (was_empty) set_route(ivc, route);
      }
      ivc.buffer.push();
      input.waiting = static_cast<std::uint16_t>(input.waiting | bit);
      header.occupied |= 1u << port;
      if (was_empty && core.params_.pipeline_cycles == 2) {
        fresh[port] = bit;  // one flit a port and cycle
        has_fresh |= 1u << port;
      }
    });
  }

  Route route_of(const Flit& head, PortId port, VcId vc) const {
    return core.route_(self, core.params_.format.destination(head.word), port, vc);
  }
  static void set_route(InputVc& ivc, const Route& route) {
    ivc.outputs = route.outputs;
    ivc.vcs = static_cast<std::uint16_t>(route.vcs);
  }

  // Outputs that this VC's front flit can leave by in this cycle.
  PortMask requests_of(PortId port, VcId vc) const {
    const InputVc& ivc = core.layout_.input_vcs(block, port)[vc];
    if ((inputs[port].holding >> vc & 1) != 0) {
      const PortId output = static_cast<PortId>(__builtin_ctz(ivc.outputs));
      return (outputs[output].with_credit & ivc.vcs) != 0 ? ivc.outputs : 0;
    }
    const bool is_watched = port == header.guard.port && vc == header.guard.vc;
    const bool needs_room = port >= network_ports && !(is_privileged && is_watched);
    PortMask requests = 0;
    for (PortMask left = ivc.outputs; left != 0; left &= left - 1) {
      const PortId output = static_cast<PortId>(__builtin_ctz(left));
      if (needs_room && !outputs[output].is_roomy(vcs, depth)) continue;
      if (eligible_vcs(outputs[output], ivc.vcs) != 0) requests |= 1u << output;
    }
    return requests;
  }

  // False: no candidate at all.
  bool request(SwitchAllocator& allocator) {
    bool is_active = false;
    for (PortMask ports = header.occupied; ports != 0; ports &= ports - 1) {
      const PortId port = static_cast<PortId>(__builtin_ctz(ports));
      VcMask candidates = inputs[port].waiting;
      if ((has_fresh >> port & 1) != 0) candidates &= ~fresh[port];
      is_active |= candidates != 0;
      PortMask wanted = 0;
      for (; candidates != 0; candidates &= candidates - 1) {
        const VcId vc = static_cast<VcId>(__builtin_ctz(candidates));
        for (PortMask left = requests_of(port, vc); left != 0; left &= left - 1) {
          const PortId output = static_cast<PortId>(__builtin_ctz(left));
          const VcMask before = (wanted >> output & 1) != 0 ? requesting[port][output] : 0;
          requesting[port][output] = before | 1u << vc;
          wanted |= 1u << output;
        }
      }
      if (wanted != 0) allocator.request(port, wanted);
    }
    return is_active;
  }

  void grant_privileged(SwitchAllocator& allocator) {
    const PortId port = header.guard.port;
    const PortMask wanted = requests_of(port, header.guard.vc);
    if (wanted == 0) return;
    const PortId output = static_cast<PortId>(__builtin_ctz(wanted));
    allocator.pregrant(port, output);
    move(port, header.guard.vc, output);
  }

  // Switch traversal of a granted flit.
  void move(PortId port, VcId vc, PortId output) {
    InputPort& input = inputs[port];
    InputVc& ivc = core.layout_.input_vcs(block, port)[vc];
    OutputPort& out = outputs[output];
    const Flit* slots = core.layout_.flits(block, port, vc);
    const Flit& flit = slots[ivc.buffer.front];
    const bool is_tail = core.params_.format.is_tail(flit.word);
    const VcMask bit = 1u << vc;
    const bool was_holding = (input.holding & bit) != 0;
    const VcId ovc =
        allocate_vc(was_holding ? VcMask{ivc.vcs} : eligible_vcs(out, ivc.vcs));
    const VcMask ovc_bit = 1u << ovc;

    OutputVc& target = core.layout_.output_vcs(block, output)[ovc];
    wires.send(core.layout_.output_wires(block)[output], output, ovc, target.slot, flit);
    target.slot = static_cast<std::uint8_t>(VcBuffer::after(target.slot, depth));
    if (--target.credits == 0) out.with_credit = static_cast<std::uint16_t>(out.with_credit & ~ovc_bit);
    --out.room;
    ++out.sent;
    wires.credit(core.layout_.input_wires(block)[port], port, vc);
    input.served(vc, vcs);
    if (port == header.guard.port && vc == header.guard.vc) guard_is_done = true;

    ivc.buffer.pop(depth);
    if (is_tail) {
      if (was_holding) out.busy = static_cast<std::uint16_t>(out.busy & ~ovc_bit);
      input.holding = static_cast<std::uint16_t>(input.holding & ~bit);
    } else if (!was_holding) {
      out.busy = static_cast<std::uint16_t>(out.busy | ovc_bit);
      input.holding = static_cast<std::uint16_t>(input.holding | bit);
      set_route(ivc, {1u << output, ovc_bit});
    }
    if (ivc.buffer.count == 0) {
      input.waiting = static_cast<std::uint16_t>(input.waiting & ~bit);
      if (input.waiting == 0) header.occupied &= ~(1u << port);
    } else if (is_tail) {
      set_route(ivc, route_of(slots[ivc.buffer.front], port, vc));
    }
  }
};

}  // namespace turnpike::model
