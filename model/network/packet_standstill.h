// packet_standstill.h - finds which packets wait for which in packet routers that stand still.

#pragma once

#include <algorithm>
#include <optional>

#include "model/network/standstill.h"
#include "model/packet_router/packet_core.h"

namespace turnpike::model {
template <unsigned kWords>
class PacketSearch {
 public:
  PacketSearch(const Network& network, const PacketCore<kWords>& core)
      : network_(network), p_(core.params()), s_(core.state()) {}

  std::optional<WaitingPlace> any_waiting() const {
    for (ComponentId c = 0; c < network_.components.size(); ++c) {
      const PortMask* waiting = s_.routers[c].waiting;
      if ((waiting[0] | waiting[1]) != 0) {
        const PortId port = lowest(waiting[0] | waiting[1]);
        return WaitingPlace{c, port, (waiting[0] >> port & 1) != 0 ? 0u : 1u, false};
      }
    }
    for (ComponentId c = 0; c < network_.components.size(); ++c) {
      if (s_.routers[c].queued != 0) return first_of(c, lowest(s_.routers[c].queued));
    }
    return std::nullopt;
  }

  // Whom this packet waits for.
  std::optional<WaitingPlace> blocker(const WaitingPlace& at) const {
    return at.is_output ? behind_output(at) : behind_input(at);
  }

  // Read from its first flits, in the input buffer or in the slot that they went to.
  std::optional<PacketName> packet_at(const WaitingPlace& at) const {
    const std::size_t l = lane(at.component, at.port, at.vc);
    if (at.is_output) {
      const unsigned slot = is_sending(at.component, at.port) ? port(at).send_slot : oldest(at);
      return name_in_slot(std::size_t{at.component} * p_.ports + at.port, slot);
    }
    const PacketInputVc& in = s_.lanes[l];
    if (in.pass != 0) {
      const auto out = static_cast<PortId>(__builtin_ctz(in.pass));
      return name_in_slot(std::size_t{at.component} * p_.ports + out,
                          s_.pass_slot[l * p_.ports + out]);
    }
    return packet_name(network_, in.count, [&](unsigned i) -> const FlitWords<kWords>& {
      return s_.flits[l * p_.buffer_depth + (in.front + i) % p_.buffer_depth];
    });
  }

 private:
  std::optional<PacketName> name_in_slot(std::size_t output, unsigned slot) const {
    const FlitWords<kWords>* flits =
        &s_.slot_flits[output * s_.flit_stride + std::size_t{slot} * p_.packets.packet_flits];
    return packet_name(network_, s_.slots[output * s_.slot_stride + slot].written,
                       [&](unsigned i) -> const FlitWords<kWords>& { return flits[i]; });
  }

  std::size_t lane(ComponentId c, PortId port, VcId vc) const {
    return (std::size_t{c} * p_.ports + port) * p_.virtual_channels + vc;
  }
  const PacketPort& port(const WaitingPlace& at) const {
    return s_.ports[std::size_t{at.component} * p_.ports + at.port];
  }
  bool is_sending(ComponentId c, PortId port) const {
    return (s_.routers[c].sending >> port & 1) != 0;
  }
  // The slot of the oldest packet of an output's VC.
  unsigned oldest(const WaitingPlace& at) const {
    const std::size_t output = std::size_t{at.component} * p_.ports + at.port;
    const std::size_t front = port(at).queue_front[at.vc];
    return s_.queue[output * s_.queue_stride + at.vc * p_.packets.slots + front];
  }

  // The packet that is being sent, or one that could be next.
  WaitingPlace first_of(ComponentId c, PortId port) const {
    const PacketPort& output = s_.ports[std::size_t{c} * p_.ports + port];
    VcId vc = output.send_vc;
    for (VcId v = 0; !is_sending(c, port) && v < p_.virtual_channels; ++v) {
      if (output.queue_count[v] != 0) vc = v;
    }
    return {c, port, vc, true};
  }

  std::optional<WaitingPlace> behind_input(const WaitingPlace& at) const {
    const PacketInputVc& in = s_.lanes[lane(at.component, at.port, at.vc)];
    if (in.pass != 0) {  // the next flit is not there
      for (const Channel& channel : network_.channels) {
        if (channel.to == at.component && channel.to_port == at.port) {
          return WaitingPlace{channel.from, channel.from_port, at.vc, true};
        }
      }
      return std::nullopt;
    }
    const PortMask lacking = in.rest & ~s_.routers[at.component].available[in.route_class];
    if (lacking == 0) return std::nullopt;
    const auto out = static_cast<PortId>(__builtin_ctz(lacking));
    const WaitingPlace own{at.component, out, in.route_vc, true};
    if (port(own).queue_count[own.vc] != 0) return own;
    return first_of(at.component, out);
  }

  std::optional<WaitingPlace> behind_output(const WaitingPlace& at) const {
    if (is_sending(at.component, at.port)) {
      if (port(at).send_vc != at.vc) return first_of(at.component, at.port);
      return writer(at, port(at).send_slot);
    }
    if (port(at).credits[at.vc] >= p_.packets.packet_flits) {  // store and forward: not whole yet
      return writer(at, oldest(at));
    }
    for (const Channel& channel : network_.channels) {
      if (channel.from == at.component && channel.from_port == at.port) {
        return WaitingPlace{channel.to, channel.to_port, at.vc, false};
      }
    }
    return std::nullopt;
  }

  // The input VC whose packet is being written to a slot.
  std::optional<WaitingPlace> writer(const WaitingPlace& at, unsigned slot) const {
    for (PortId port = 0; port < p_.ports; ++port) {
      for (VcId vc = 0; vc < p_.virtual_channels; ++vc) {
        const std::size_t l = lane(at.component, port, vc);
        const bool is_writing = (s_.lanes[l].pass >> at.port & 1) != 0;
        if (is_writing && s_.pass_slot[l * p_.ports + at.port] == slot) {
          return WaitingPlace{at.component, port, vc, false};
        }
      }
    }
    return std::nullopt;
  }

  const Network& network_;
  const PacketRouterParams& p_;
  const PacketRouterLayout<kWords>& s_;
};

}  // namespace turnpike::model
