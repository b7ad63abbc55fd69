// watchdog.cpp - says which flits of a network that stands still wait for which.

#include "model/network/watchdog.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace turnpike::model {
namespace {

struct InputVcId {
  ComponentId component = 0;
  PortId port = 0;
  VcId vc = 0;

  friend bool operator==(const InputVcId& a, const InputVcId& b) {
    return a.component == b.component && a.port == b.port && a.vc == b.vc;
  }
};

template <unsigned kWords>
class Search {
 public:
  Search(const Network& network, const ModelNetwork<kWords>& state)
      : network_(network), state_(state), layout_(state.core().layout()) {}

  std::optional<InputVcId> any_waiting() const {
    for (ComponentId c = 0; c < network_.components.size(); ++c) {
      for (PortId p = 0; p < network_.router.ports; ++p) {
        const VcMask waiting = layout_.inputs(state_.block(c))[p].waiting;
        if (waiting != 0) return InputVcId{c, p, static_cast<VcId>(__builtin_ctz(waiting))};
      }
    }
    return std::nullopt;
  }

  // Whom the packet in this input VC waits for.
  std::optional<InputVcId> blocker(const InputVcId& id) const {
    std::byte* block = state_.block(id.component);
    const InputVc& ivc = layout_.input_vcs(block, id.port)[id.vc];
    const bool is_holding = (layout_.inputs(block)[id.port].holding >> id.vc & 1) != 0;
    if (ivc.buffer.count == 0) return is_holding ? upstream(id) : std::nullopt;
    for (PortMask left = ivc.outputs; left != 0; left &= left - 1) {
      const PortId output = static_cast<PortId>(__builtin_ctz(left));
      const OutputPort& out = layout_.outputs(block)[output];
      for (VcId vc = 0; vc < network_.router.virtual_channels; ++vc) {
        if ((ivc.vcs >> vc & 1) == 0) continue;
        if ((out.with_credit >> vc & 1) == 0) return downstream(id.component, output, vc);
        if (!is_holding && (out.busy >> vc & 1) != 0) return holder(id.component, output, vc);
      }
    }
    return std::nullopt;
  }

 private:
  std::optional<InputVcId> downstream(ComponentId component, PortId output, VcId vc) const {
    Wire wire = layout_.output_wires(state_.block(component))[output];
    if (wire_kind(wire) == WireKind::line) wire = state_.line_end(wire);
    if (wire_kind(wire) != WireKind::router) return std::nullopt;
    return InputVcId{wire_index(wire) >> kPortBits, wire_index(wire) & ((1u << kPortBits) - 1),
                     vc};
  }

  // The input VC whose packet holds an output VC.
  std::optional<InputVcId> holder(ComponentId component, PortId output, VcId vc) const {
    std::byte* block = state_.block(component);
    for (PortId p = 0; p < network_.router.ports; ++p) {
      for (VcId v = 0; v < network_.router.virtual_channels; ++v) {
        const InputVc& ivc = layout_.input_vcs(block, p)[v];
        const bool is_holding = (layout_.inputs(block)[p].holding >> v & 1) != 0;
        if (is_holding && ivc.outputs == 1u << output && ivc.vcs == 1u << vc) {
          return InputVcId{component, p, v};
        }
      }
    }
    return std::nullopt;
  }

  // The input VC before this one in which the rest of its packet waits.
  std::optional<InputVcId> upstream(const InputVcId& id) const {
    for (const Channel& channel : network_.channels) {
      if (channel.to == id.component && channel.to_port == id.port) {
        return holder(channel.from, channel.from_port, id.vc);
      }
    }
    return std::nullopt;
  }

  const Network& network_;
  const ModelNetwork<kWords>& state_;
  const RouterLayout<kWords>& layout_;
};

std::string describe(const Network& network, const InputVcId& id) {
  return component_name(network, id.component) + " input port " + std::to_string(id.port) +
         " VC " + std::to_string(id.vc);
}

}  // namespace

template <unsigned kWords>
std::string describe_standstill(const Network& network, const ModelNetwork<kWords>& state,
                                Cycle now) {
  const std::string when = "cycle " + std::to_string(now) + ": nothing has moved for long";
  const Search<kWords> search(network, state);
  std::optional<InputVcId> at = search.any_waiting();
  if (!at) return when + ", and no flit waits in a router: the terminals do not send";
  std::vector<InputVcId> path;
  while (at) {
    const auto seen = std::find(path.begin(), path.end(), *at);
    if (seen != path.end()) {
      std::string text = when + ": deadlock, these packets wait for each other:";
      for (auto it = seen; it != path.end(); ++it) text += "\n  " + describe(network, *it);
      return text + "\n  and that for the first";
    }
    path.push_back(*at);
    at = search.blocker(*at);
  }
  std::string text = when + "; no cycle of waiting packets, the waiting ends outside the routers:";
  for (const InputVcId& id : path) text += "\n  " + describe(network, id);
  return text;
}

template std::string describe_standstill(const Network&, const ModelNetwork<1>&, Cycle);
template std::string describe_standstill(const Network&, const ModelNetwork<2>&, Cycle);
template std::string describe_standstill(const Network&, const ModelNetwork<3>&, Cycle);
template std::string describe_standstill(const Network&, const ModelNetwork<5>&, Cycle);

}  // namespace turnpike::model
