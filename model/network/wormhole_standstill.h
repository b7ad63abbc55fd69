// wormhole_standstill.h - finds which flits wait for which in wormhole routers that stand still.

#pragma once

#include <optional>

#include "model/network/packet_format.h"
#include "model/network/standstill.h"
#include "model/network/wormhole_network.h"

namespace turnpike::model {
template <unsigned kWords, class Shape>
class WormholeSearch {
 public:
  using Flit = FlitWords<kWords>;
  using Mask = typename Shape::Mask;

  WormholeSearch(const Network& network, const WormholeNetwork<kWords, Shape>& state)
      : network_(network),
        state_(state),
        layout_(state.layout()),
        vcs_(network.router.virtual_channels) {}

  std::optional<WaitingPlace> any_waiting() const {
    for (ComponentId c = 0; c < network_.components.size(); ++c) {
      const Mask waiting = own(c, layout_.header(state_.block(c)).waiting);
      if (any(waiting)) return input(c, lowest(waiting));
    }
    return std::nullopt;
  }

  // Whom the packet in this input VC waits for.
  std::optional<WaitingPlace> blocker(const WaitingPlace& at) const {
    std::byte* block = state_.block(at.component);
    const RouterState<Shape>& state = layout_.state(block);
    const unsigned lane = lane_of(at);
    const bool is_holding = test(state.holding, lane);
    if (!test(layout_.header(block).waiting, lane)) return is_holding ? upstream(at) : std::nullopt;
    const Mask wanted = layout_.routes(block)[lane];
    const Mask without_credit = wanted & ~state.with_credit;
    if (any(without_credit)) return downstream(at.component, lowest(without_credit));
    const Mask taken = wanted & state.busy;
    return !is_holding && any(taken) ? holder(at.component, lowest(taken)) : std::nullopt;
  }

  // The packet at the front of this input VC. If its head has gone on, that is the last one in the
  // VC that the packet holds; no other can have come in behind it.
  std::optional<PacketName> packet_at(const WaitingPlace& place) const {
    const Flit* front = flit(place, 0);
    if (front != nullptr && is_head(*front)) return name(place, 0);
    std::optional<WaitingPlace> at = ahead(place);
    for (std::size_t left = network_.channels.size(); at && left != 0; --left) {
      for (unsigned i = flits(*at); i-- > 0;) {
        if (is_head(*flit(*at, i))) return name(*at, i);
      }
      at = ahead(*at);
    }
    return std::nullopt;
  }

 private:
  // Lanes are those of the block that the component is in.
  unsigned first_lane(ComponentId component) const { return state_.first_port(component) * vcs_; }
  unsigned lane_of(const WaitingPlace& at) const {
    return first_lane(at.component) + at.port * vcs_ + at.vc;
  }
  WaitingPlace input(ComponentId component, unsigned lane) const {
    const unsigned own_lane = lane - first_lane(component);
    return {component, own_lane / vcs_, own_lane % vcs_, false};
  }
  // The lanes of the set that belong to this component.
  Mask own(ComponentId component, const Mask& lanes) const {
    Mask all{};
    for (PortId p = 0; p < network_.max_ports(); ++p) {
      all |= place<Mask>(all_vcs(vcs_), first_lane(component) + p * vcs_);
    }
    return lanes & all;
  }
  bool is_head(const Flit& flit) const { return network_.router.format.is_head(flit.word); }

  unsigned flits(const WaitingPlace& at) const {
    return layout_.counts(state_.block(at.component)).value(lane_of(at));
  }
  // Flit `index` of the buffer, 0 at its front; null: there are not so many.
  const Flit* flit(const WaitingPlace& at, unsigned index) const {
    if (index >= flits(at)) return nullptr;
    std::byte* block = state_.block(at.component);
    const unsigned lane = lane_of(at);
    const Component& component = network_.components[at.component];
    const unsigned depth = component.kind == ComponentKind::interchange
                               ? network_.interchanges[component.shape].depth_of(at.port)
                               : network_.router.buffer_depth;
    return &layout_.flits(block, lane)[(layout_.fronts(block)[lane] + index) % depth];
  }

  // The name of the packet whose head is flit `index` of the buffer.
  std::optional<PacketName> name(const WaitingPlace& at, unsigned index) const {
    const FlitFormat& format = network_.router.format;
    if (network_.has_message_terminals()) {
      return packet_name(network_, flits(at) - index,
                         [&](unsigned i) -> const Flit& { return *flit(at, index + i); });
    }
    const Flit& head = *flit(at, index);
    const auto source = node_at_address(network_, format.source(head.word));
    if (!source) return std::nullopt;
    return PacketName{*source,
                      node_at_address(network_, format.terminal_of(format.destination(head.word))),
                      format.number(head.word)};
  }

  // The input VC that the packet at the front of this one holds, where it holds one.
  std::optional<WaitingPlace> ahead(const WaitingPlace& at) const {
    std::byte* block = state_.block(at.component);
    if (!test(layout_.state(block).holding, lane_of(at))) return std::nullopt;
    return downstream(at.component, lowest(layout_.routes(block)[lane_of(at)]));
  }

  std::optional<WaitingPlace> downstream(ComponentId component, unsigned lane) const {
    const WaitingPlace output = input(component, lane);
    for (const Channel& channel : network_.channels) {
      if (channel.from == component && channel.from_port == output.port) {
        return WaitingPlace{channel.to, channel.to_port, output.vc, false};
      }
    }
    return std::nullopt;
  }

  // The input VC whose packet holds an output VC.
  std::optional<WaitingPlace> holder(ComponentId component, unsigned lane) const {
    std::byte* block = state_.block(component);
    for (Mask left = own(component, layout_.state(block).holding); any(left);
         left = without_lowest(left)) {
      if (test(layout_.routes(block)[lowest(left)], lane)) return input(component, lowest(left));
    }
    return std::nullopt;
  }

  // The input VC before this one in which the rest of its packet waits.
  std::optional<WaitingPlace> upstream(const WaitingPlace& at) const {
    for (const Channel& channel : network_.channels) {
      if (channel.to == at.component && channel.to_port == at.port) {
        return holder(channel.from, lane_of({channel.from, channel.from_port, at.vc, false}));
      }
    }
    return std::nullopt;
  }

  const Network& network_;
  const WormholeNetwork<kWords, Shape>& state_;
  const RouterLayout<kWords, Shape>& layout_;
  unsigned vcs_;
};

template <unsigned kWords, class Shape>
Standstill WormholeNetwork<kWords, Shape>::find_standstill(Cycle now) const {
  return follow_waiting(WormholeSearch<kWords, Shape>(network_, *this), now);
}

}  // namespace turnpike::model
