// up_down.h - Up*/Down* routing of irregular networks.
//
// Each channel between switches goes up (toward the root) or down. A legal route goes up any number
// of times and then down any number of times, so no cycle of channels can close (Autonet, Schroeder
// et al. 1991). The up end of a link is the end nearer to the root or, at equal levels, the end
// with the smaller number.

#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "model/common/types.h"

namespace turnpike::model {

constexpr unsigned kUnreachable = std::numeric_limits<unsigned>::max();

// Switches and what stands at their ports: neighbours[s][p] is reached by output port p.
using SwitchGraph = std::vector<std::vector<ComponentId>>;

// Channels between each switch and `from`, kUnreachable where there is no way.
std::vector<unsigned> levels_from(const SwitchGraph& graph, ComponentId from);

// The switch with the smallest eccentricity, lowest number first. The graph is connected.
ComponentId central_switch(const SwitchGraph& graph);

class UpDown {
 public:
  UpDown(const SwitchGraph& graph, ComponentId root);

  bool is_up(ComponentId from, ComponentId to) const;

  // A packet at a switch: it may still go up, or it has gone down before.
  struct State {
    ComponentId at;
    bool may_go_up;

    std::size_t number() const { return 2 * std::size_t{at} + (may_go_up ? 1 : 0); }
  };
  // Where a packet stands that leaves `at` for its neighbour `next`.
  State behind(ComponentId at, ComponentId next) const { return {next, is_up(at, next)}; }

  // Remaining channels of the shortest legal route to one destination switch.
  struct Distances {
    std::vector<unsigned> free;        // [switch], the packet may still go up
    std::vector<unsigned> down;        // [switch], it has gone down before
    std::vector<State> nearest_first;  // all that lead there, those of the destination first
  };
  Distances distances_to(ComponentId destination) const;

  // Packets for some destinations go on from a state by this output: a step of shortest legal
  // routes.
  struct Hop {
    std::uint32_t from;          // State::number()
    std::uint32_t to;            // and of the state behind the channel
    PortId port;                 // of the switch of `from`
    std::uint64_t destinations;  // a bit for each of those of the sweep
  };
  static constexpr std::size_t kSweep = 64;
  // All hops to these destination switches, at most kSweep: the nearest to each destination first,
  // and those of one state and distance one after the other.
  void sweep(const std::vector<ComponentId>& destinations, std::vector<Hop>& hops) const;

  // Output ports of `at` that begin a shortest legal route; `may_go_up`: it has not gone down yet.
  PortMask next_outputs(const Distances& distances, ComponentId at, bool may_go_up) const;

 private:
  bool add_hops(ComponentId at, const std::vector<std::uint64_t>& known,
                const std::vector<std::uint64_t>& last, std::vector<std::uint64_t>& next,
                std::vector<Hop>& hops) const;

  const SwitchGraph& graph_;
  std::vector<unsigned> level_;
  std::vector<PortMask> up_;  // [switch] the ports of channels that go up
};

}  // namespace turnpike::model
