// watchdog_describe.h - says which flits of a network that stands still wait for which.

#pragma once

#include "model/network/watchdog.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace turnpike::model {
namespace detail {

struct InputVcId {
  ComponentId component = 0;
  PortId port = 0;
  VcId vc = 0;

  friend bool operator==(const InputVcId& a, const InputVcId& b) {
    return a.component == b.component && a.port == b.port && a.vc == b.vc;
  }
};

template <unsigned kWords, class Shape>
class Search {
 public:
  using Mask = typename Shape::Mask;

  Search(const Network& network, const ModelNetwork<kWords, Shape>& state)
      : network_(network),
        state_(state),
        layout_(state.layout()),
        vcs_(network.router.virtual_channels) {}

  std::optional<InputVcId> any_waiting() const {
    for (ComponentId c = 0; c < network_.components.size(); ++c) {
      const Mask& waiting = layout_.header(state_.block(c)).waiting;
      if (any(waiting)) return input(c, lowest(waiting));
    }
    return std::nullopt;
  }

  // Whom the packet in this input VC waits for.
  std::optional<InputVcId> blocker(const InputVcId& id) const {
    std::byte* block = state_.block(id.component);
    const RouterHeader<Mask>& header = layout_.header(block);
    const unsigned lane = id.port * vcs_ + id.vc;
    const bool is_holding = test(header.holding, lane);
    if (!test(header.waiting, lane)) return is_holding ? upstream(id) : std::nullopt;
    const Mask wanted = layout_.routes(block)[lane];
    const Mask without_credit = wanted & ~header.with_credit;
    if (any(without_credit)) return downstream(id.component, lowest(without_credit));
    const Mask taken = wanted & header.busy;
    return !is_holding && any(taken) ? holder(id.component, lowest(taken)) : std::nullopt;
  }

 private:
  InputVcId input(ComponentId component, unsigned lane) const {
    return {component, lane / vcs_, lane % vcs_};
  }

  std::optional<InputVcId> downstream(ComponentId component, unsigned lane) const {
    for (const Channel& channel : network_.channels) {
      if (channel.from == component && channel.from_port == lane / vcs_) {
        return InputVcId{channel.to, channel.to_port, lane % vcs_};
      }
    }
    return std::nullopt;
  }

  // The input VC whose packet holds an output VC.
  std::optional<InputVcId> holder(ComponentId component, unsigned lane) const {
    std::byte* block = state_.block(component);
    for (Mask left = layout_.header(block).holding; any(left); left = without_lowest(left)) {
      if (test(layout_.routes(block)[lowest(left)], lane)) return input(component, lowest(left));
    }
    return std::nullopt;
  }

  // The input VC before this one in which the rest of its packet waits.
  std::optional<InputVcId> upstream(const InputVcId& id) const {
    for (const Channel& channel : network_.channels) {
      if (channel.to == id.component && channel.to_port == id.port) {
        return holder(channel.from, channel.from_port * vcs_ + id.vc);
      }
    }
    return std::nullopt;
  }

  const Network& network_;
  const ModelNetwork<kWords, Shape>& state_;
  const RouterLayout<kWords, Shape>& layout_;
  unsigned vcs_;
};

inline std::string describe(const Network& network, const InputVcId& id) {
  return component_name(network, id.component) + " input port " + std::to_string(id.port) + " VC " +
         std::to_string(id.vc);
}

}  // namespace detail

template <unsigned kWords, class Shape>
std::string describe_standstill(const Network& network, const ModelNetwork<kWords, Shape>& state,
                                Cycle now) {
  const std::string when = "cycle " + std::to_string(now) + ": nothing has moved for long";
  const detail::Search<kWords, Shape> search(network, state);
  std::optional<detail::InputVcId> at = search.any_waiting();
  if (!at) return when + ", and no flit waits in a router: the terminals do not send";
  std::vector<detail::InputVcId> path;
  while (at) {
    const auto seen = std::find(path.begin(), path.end(), *at);
    if (seen != path.end()) {
      std::string text = when + ": deadlock, these packets wait for each other:";
      for (auto it = seen; it != path.end(); ++it) text += "\n  " + detail::describe(network, *it);
      return text + "\n  and that for the first";
    }
    path.push_back(*at);
    at = search.blocker(*at);
  }
  std::string text = when + "; no cycle of waiting packets, the waiting ends outside the routers:";
  for (const detail::InputVcId& id : path) text += "\n  " + detail::describe(network, id);
  return text;
}

}  // namespace turnpike::model
