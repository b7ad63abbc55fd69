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
      if (s_.waiting[c] != 0) {
        const unsigned l = lowest(s_.waiting[c]);
        return WaitingPlace{c, l / p_.virtual_channels, l % p_.virtual_channels, false};
      }
    }
    for (ComponentId c = 0; c < network_.components.size(); ++c) {
      if (s_.queued[c] != 0) return first_of(c, lowest(s_.queued[c]));
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
      const std::size_t out = std::size_t{at.component} * p_.ports + at.port;
      const bool is_sending = (s_.sending[at.component] >> at.port & 1) != 0;
      const unsigned slot =
          is_sending ? s_.send_slot[out] : s_.queue[l * p_.packets.slots + s_.queue_front[l]];
      return name_in_slot(out, slot);
    }
    if (s_.pass[l] != 0) {
      const auto port = static_cast<PortId>(__builtin_ctz(s_.pass[l]));
      return name_in_slot(std::size_t{at.component} * p_.ports + port,
                          s_.pass_slot[l * p_.ports + port]);
    }
    return packet_name(network_, s_.count[l], [&](unsigned i) -> const FlitWords<kWords>& {
      return s_.flits[l * p_.buffer_depth + (s_.front[l] + i) % p_.buffer_depth];
    });
  }

 private:
  std::optional<PacketName> name_in_slot(std::size_t output, unsigned slot) const {
    const std::size_t at = output * p_.packets.slots + slot;
    return packet_name(network_, s_.written[at], [&](unsigned i) -> const FlitWords<kWords>& {
      return s_.slot_flits[at * p_.packets.packet_flits + i];
    });
  }

  std::size_t lane(ComponentId c, PortId port, VcId vc) const {
    return (std::size_t{c} * p_.ports + port) * p_.virtual_channels + vc;
  }

  // The packet that is being sent, or one that could be next.
  WaitingPlace first_of(ComponentId c, PortId port) const {
    const std::size_t at = std::size_t{c} * p_.ports + port;
    VcId vc = s_.send_vc[at];
    const bool is_sending = (s_.sending[c] >> port & 1) != 0;
    for (VcId v = 0; !is_sending && v < p_.virtual_channels; ++v) {
      if (s_.queue_count[lane(c, port, v)] != 0) vc = v;
    }
    return {c, port, vc, true};
  }

  std::optional<WaitingPlace> behind_input(const WaitingPlace& at) const {
    const std::size_t l = lane(at.component, at.port, at.vc);
    if (s_.pass[l] != 0) {  // the next flit is not there
      for (const Channel& channel : network_.channels) {
        if (channel.to == at.component && channel.to_port == at.port) {
          return WaitingPlace{channel.from, channel.from_port, at.vc, true};
        }
      }
      return std::nullopt;
    }
    const PortMask lacking = s_.rest[l] & ~s_.available[s_.route_class[l]][at.component];
    if (lacking == 0) return std::nullopt;
    const auto out = static_cast<PortId>(__builtin_ctz(lacking));
    const VcId own = s_.route_vc[l];
    if (s_.queue_count[lane(at.component, out, own)] != 0) {
      return WaitingPlace{at.component, out, own, true};
    }
    return first_of(at.component, out);
  }

  std::optional<WaitingPlace> behind_output(const WaitingPlace& at) const {
    const std::size_t out = std::size_t{at.component} * p_.ports + at.port;
    if ((s_.sending[at.component] >> at.port & 1) != 0) {
      if (s_.send_vc[out] != at.vc) return first_of(at.component, at.port);
      return writer(at, s_.send_slot[out]);
    }
    const std::size_t l = lane(at.component, at.port, at.vc);
    if (s_.credits[l] >= p_.packets.packet_flits) {  // store and forward: not whole yet
      return writer(at, s_.queue[l * p_.packets.slots + s_.queue_front[l]]);
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
        const bool is_writing = (s_.pass[l] >> at.port & 1) != 0;
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
