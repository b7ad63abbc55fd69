// credit_check.h - checks that the credits and flits of every channel of a state add up to its
// buffer.
//
// Neither a router nor a sink checks for room when a flit arrives, because its sender spent a
// credit on it. For each VC, the flits and credits on a channel's wires, the flits in the buffer at
// its end and the sender's credits must add up to the buffer's depth; otherwise a flit could
// overflow it.

#pragma once

#include <vector>

#include "model/common/state_stream.h"
#include "model/network/terminals.h"
#include "model/topology/network.h"

namespace turnpike::model {

// On the pins of a terminal's VC.
struct PinsOfTerminal {
  unsigned credits = 0;  // to its source
  unsigned flits = 0;    // to its sink
};

// `Components`: a WormholeNetwork or a PacketNetwork.
template <class Components>
class CreditCheck {
 public:
  CreditCheck(const StateStream& state, const Network& network, const Components& components,
              const Terminals& terminals)
      : state_(state), network_(network), components_(components), terminals_(terminals) {}

  void run() const {
    const unsigned ports = network_.max_ports();
    std::vector<bool> is_fed(network_.components.size() * ports);
    std::size_t lines = 0;
    for (const Channel& channel : network_.channels) {
      is_fed[channel.to * ports + channel.to_port] = true;
      const bool has_line = channel.latency != 0;
      for (VcId vc = 0; vc < vcs(); ++vc) {
        add_up(channel.to, channel.to_port,
               components_.credits_behind(channel.from, channel.from_port, vc) +
                   (has_line ? components_.on_line(lines, vc) : 0) +
                   components_.flits_before(channel.to, channel.to_port, vc));
      }
      lines += has_line ? 1 : 0;
    }
    for (NodeId terminal = 0; terminal < network_.terminals.size(); ++terminal) {
      const Terminal& ends = network_.terminals[terminal];
      is_fed[ends.inject.component * ports + ends.inject.port] = true;
      check_terminal(terminal, ends);
    }
    for (ComponentId c = 0; c < network_.components.size(); ++c) {
      for (PortId port = 0; port < network_.ports_of(c); ++port) {
        for (VcId vc = 0; vc < vcs() && !is_fed[c * ports + port]; ++vc) {
          state_.check(components_.flits_before(c, port, vc) == 0, "flits without a channel");
        }
      }
    }
  }

 private:
  unsigned vcs() const { return network_.router.virtual_channels; }
  void check_terminal(NodeId terminal, const Terminal& ends) const {
    for (VcId vc = 0; vc < vcs(); ++vc) {
      const auto [credits, flits] = components_.on_pins_of(terminal, vc);
      add_up(ends.inject.component, ends.inject.port,
             terminals_.credits(terminal, vc) + credits +
                 components_.flits_before(ends.inject.component, ends.inject.port, vc));
      const unsigned eject = components_.credits_behind(ends.eject.component, ends.eject.port, vc) +
                             flits + terminals_.flits_waiting(terminal, vc);
      state_.check(eject == network_.router.buffer_depth, "credits and flits of a terminal");
    }
  }
  void add_up(ComponentId to, PortId port, unsigned sum) const {
    state_.check(sum == components_.depth_of(to, port), "credits and flits of a channel");
  }

  const StateStream& state_;
  const Network& network_;
  const Components& components_;
  const Terminals& terminals_;
};

}  // namespace turnpike::model
