// packet_standstill.h - says which packets of packet routers that stand still wait for which.

#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "model/network/packet_fabric.h"

namespace turnpike::model {
namespace detail {

// The front packet of an input VC, or the first packet of a VC's queue at an output.
struct PacketPlace {
  ComponentId component = 0;
  PortId port = 0;
  VcId vc = 0;
  bool is_output = false;

  friend bool operator==(const PacketPlace& a, const PacketPlace& b) {
    return a.component == b.component && a.port == b.port && a.vc == b.vc &&
           a.is_output == b.is_output;
  }
};

template <unsigned kWords>
class PacketSearch {
 public:
  PacketSearch(const Network& network, const PacketCore<kWords>& core)
      : network_(network), p_(core.params()), s_(core.state()) {}

  std::optional<PacketPlace> any_waiting() const {
    for (ComponentId c = 0; c < network_.components.size(); ++c) {
      if (s_.waiting[c] != 0) {
        const unsigned l = lowest(s_.waiting[c]);
        return PacketPlace{c, l / p_.virtual_channels, l % p_.virtual_channels, false};
      }
    }
    for (ComponentId c = 0; c < network_.components.size(); ++c) {
      if (s_.queued[c] != 0) return first_of(c, lowest(s_.queued[c]));
    }
    return std::nullopt;
  }

  // Whom this packet waits for.
  std::optional<PacketPlace> blocker(const PacketPlace& at) const {
    return at.is_output ? behind_output(at) : behind_input(at);
  }

 private:
  std::size_t lane(ComponentId c, PortId port, VcId vc) const {
    return (std::size_t{c} * p_.ports + port) * p_.virtual_channels + vc;
  }

  // The packet that is being sent, or one that could be next.
  PacketPlace first_of(ComponentId c, PortId port) const {
    const std::size_t at = std::size_t{c} * p_.ports + port;
    VcId vc = s_.send_vc[at];
    const bool is_sending = (s_.sending[c] >> port & 1) != 0;
    for (VcId v = 0; !is_sending && v < p_.virtual_channels; ++v) {
      if (s_.queue_count[lane(c, port, v)] != 0) vc = v;
    }
    return {c, port, vc, true};
  }

  std::optional<PacketPlace> behind_input(const PacketPlace& at) const {
    const std::size_t l = lane(at.component, at.port, at.vc);
    if (s_.pass[l] != 0) {  // the next flit is not there
      for (const Channel& channel : network_.channels) {
        if (channel.to == at.component && channel.to_port == at.port) {
          return PacketPlace{channel.from, channel.from_port, at.vc, true};
        }
      }
      return std::nullopt;
    }
    const PortMask lacking = s_.rest[l] & ~s_.available[s_.route_class[l]][at.component];
    if (lacking == 0) return std::nullopt;
    const auto out = static_cast<PortId>(__builtin_ctz(lacking));
    const VcId own = s_.route_vc[l];
    if (s_.queue_count[lane(at.component, out, own)] != 0) {
      return PacketPlace{at.component, out, own, true};
    }
    return first_of(at.component, out);
  }

  std::optional<PacketPlace> behind_output(const PacketPlace& at) const {
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
        return PacketPlace{channel.to, channel.to_port, at.vc, false};
      }
    }
    return std::nullopt;
  }

  // The input VC whose packet is being written to a slot.
  std::optional<PacketPlace> writer(const PacketPlace& at, unsigned slot) const {
    for (PortId port = 0; port < p_.ports; ++port) {
      for (VcId vc = 0; vc < p_.virtual_channels; ++vc) {
        const std::size_t l = lane(at.component, port, vc);
        const bool is_writing = (s_.pass[l] >> at.port & 1) != 0;
        if (is_writing && s_.pass_slot[l * p_.ports + at.port] == slot) {
          return PacketPlace{at.component, port, vc, false};
        }
      }
    }
    return std::nullopt;
  }

  const Network& network_;
  const PacketRouterParams& p_;
  const PacketRouterLayout<kWords>& s_;
};

inline std::string describe(const Network& network, const PacketPlace& at) {
  return component_name(network, at.component) + (at.is_output ? " output" : " input") + " port " +
         std::to_string(at.port) + " VC " + std::to_string(at.vc);
}

}  // namespace detail

// The waiting cycle; where there is none, what the waiting ends at.
template <unsigned kWords>
std::string PacketFabric<kWords>::describe_standstill() const {
  const detail::PacketSearch<kWords> search(network_, core_);
  std::optional<detail::PacketPlace> at = search.any_waiting();
  if (!at) return ", and no packet waits in a router: the terminals do not send";
  std::vector<detail::PacketPlace> path;
  while (at) {
    const auto seen = std::find(path.begin(), path.end(), *at);
    if (seen != path.end()) {
      std::string text = ": deadlock, these packets wait for each other:";
      for (auto it = seen; it != path.end(); ++it) text += "\n  " + detail::describe(network_, *it);
      return text + "\n  and that for the first";
    }
    path.push_back(*at);
    at = search.blocker(*at);
  }
  std::string text = "; no cycle of waiting packets, the waiting ends outside the routers:";
  for (const detail::PacketPlace& place : path) text += "\n  " + detail::describe(network_, place);
  return text;
}

}  // namespace turnpike::model
