// express.h - express channels and interchanges in a mesh or torus (Dally 1991, III).
//
// An interchange stands on the local channel before node b of a line of k nodes, at the end of node
// b-1: the channel from node b-1 to it has length 0, the channel from it to node b has length 1.
// L_p is the product of the first p spacings. An interchange stands where L_1 divides b (0 < b < k;
// on a ring also before node 0, on the wrap-around channel). Its level is the largest p for which
// L_p divides b and a channel of level p begins or ends there. Such a channel leads to the next
// interchange of level p or higher, which is L_p further on.
//   interleaved  lane c of m has interchanges before nodes b = c*i/m modulo i; lanes are separate
//   joint        the sum of the coordinates replaces b; the interchange serves each dimension in
//                which it has a channel
// There is no interchange where no express channel would reach it.

#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "model/topology/topology_spec.h"

namespace turnpike::model::detail {

// An ExpressSpec that has been checked, every list as long as there are levels.
struct ExpressRules {
  unsigned levels = 1;
  std::array<std::uint64_t, kMaxExpressLevels + 1> length{};  // L_p; [0]: 1
  std::array<unsigned, kMaxExpressLevels> channels{};         // [level - 1]
  unsigned lanes = 1;  // interleaved: m, each with its own interchanges; else 1
  bool is_ring = false;
  bool bidirectional = true;
  bool is_joint = false;
  ExpressDecomposition decomposition = ExpressDecomposition::single;
  unsigned express_depth = 4;

  // Is there a place at this position of the sequence of nodes, and of which level at most?
  bool stands_at(std::uint64_t position, unsigned level) const {
    const std::uint64_t apart = level == 1 ? length[1] / lanes : length[level];
    return position % apart == 0;
  }
  // Does a channel of this level begin or end before node x of a line of k nodes? On a ring there
  // is none that no shortest way would take: of two interchanges with channels both ways.
  bool is_joined(unsigned x, unsigned level, unsigned k) const {
    if (is_ring) return (bidirectional ? 3 : 2) * length[level] <= k;
    return x > 0 && (x + length[level] < k || x > length[level]);
  }
};

// Throws ConfigurationError.
ExpressRules make_express_rules(const TopologySpec& topology, const RouterSpec& router);

// One place's modules and how they are joined, the same for all directions (Dally 1991, Fig. 5).
struct Composition {
  struct Module {
    ModuleRole role = ModuleRole::whole;
    unsigned level = 1;   // in its name
    unsigned levels = 1;  // of its routing
    std::array<unsigned, kMaxExpressLevels> channels{};
    std::array<std::uint64_t, kMaxExpressLevels> distance{};
  };
  struct Pin {
    unsigned module = 0;
    unsigned lane = 0;
  };
  using Pins = std::array<std::vector<Pin>, kMaxExpressLevels + 1>;

  std::vector<Module> modules;
  Pins in, out;                            // [level][channel]; empty: passes the place by
  std::vector<std::pair<Pin, Pin>> inner;  // output to input, between modules
};

Composition compose(const ExpressRules& rules, unsigned level);

// Adds the interchanges and all channels to a network of routers and terminals.
void connect_express(Network& network, const ExpressRules& rules, const LinkSpec& link);

}  // namespace turnpike::model::detail
