// up_down_load.h - the load of channels under Up*/Down*, and the root with the lowest maximum.
//
// Traffic is uniform, from every terminal to every other one, over shortest legal routes, and
// splits evenly among the legal outputs at each switch. Where no packet has a choice, the load that
// fills the busiest channel is an upper bound of the throughput. Where packets choose, another
// split may deliver more, and bound_of_all_splits() is the upper bound.

#pragma once

#include <cstddef>
#include <vector>

#include "model/topology/network.h"
#include "model/topology/up_down.h"

namespace turnpike::model {

// [switch][port] cycles that a flit takes on the channel there; empty: one on every channel.
using FlitCycles = std::vector<std::vector<unsigned>>;
FlitCycles flit_cycles(const Network& network);

struct UpDownLoad {
  // [switch][port]: flits that cross the channel when each terminal sends one to each other one,
  // times the cycles of each.
  std::vector<std::vector<double>> crossings;
  bool has_choice = false;  // somewhere a packet may go on by several outputs
};
// `hosts`: terminals of each switch.
UpDownLoad up_down_load(const SwitchGraph& graph, ComponentId root,
                        const std::vector<unsigned>& hosts, const FlitCycles& cycles = {});

struct Bottleneck {
  ComponentId from = 0;  // the channel that is full first
  ComponentId to = 0;
  double crossings = 0;
  // Flits per cycle and terminal at which it is full; no channel carries anything: infinite.
  double channel_saturation = 0;
  // The same, but at most 1, which is what a terminal can send; no terminals at all: 0.
  double saturation = 0;
  bool has_choice = false;

  bool is_of_terminals() const { return saturation < channel_saturation; }
};
Bottleneck bottleneck(const SwitchGraph& graph, const UpDownLoad& load,
                      const std::vector<unsigned>& hosts);
Bottleneck bottleneck(const SwitchGraph& graph, ComponentId root,
                      const std::vector<unsigned>& hosts, const FlitCycles& cycles = {});

// Flits per cycle and terminal that no split of the traffic among shortest legal routes exceeds; at
// most 1. It lies near the best split: a search that takes about a second lowers it. `even`: what
// up_down_load() says.
double bound_of_all_splits(const SwitchGraph& graph, ComponentId root,
                           const std::vector<unsigned>& hosts, const UpDownLoad& even,
                           const FlitCycles& cycles = {});

// The plan of the search for the best root. best_root() first compares `roots` switches, spread
// evenly, by the load of the busiest channel towards `destinations` others. It compares the best
// quarter by four times as many, and so on, and the rest, with the central switch, by all. The
// search takes a second or two, or twice the time in which the routing tables are filled. Both
// numbers are the number of switches if all can be compared in this time, or if `every` requests
// it.
struct RootPlan {
  std::size_t roots = 0;
  std::size_t destinations = 0;
};
RootPlan root_plan(const SwitchGraph& graph, bool every);

// The switch from which Up*/Down* lets the fullest channel carry least, the central one first of
// several and then the lowest. The graph is connected.
ComponentId best_root(const SwitchGraph& graph, const std::vector<unsigned>& hosts, bool every,
                      const FlitCycles& cycles = {});

}  // namespace turnpike::model
