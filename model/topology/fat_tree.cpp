// fat_tree.cpp - trees whose switches have one parent or several: k-ary n-trees, fat trees, quad
// trees.
//
// These are the extended generalized fat trees (Ohring et al. 1995). A switch of level l has m_l
// children, terminals at level 1, and w_(l+1) parents. With as many parents as children it is a
// k-ary n-tree (Petrini & Vanneschi 1997). A packet goes up until the destination lies below,
// and then down by the only way, so nothing waits in a circle. The parent is the one of the
// destination's digit at that level (d-mod-k: Zahavi 2012), so that each terminal has its own way
// down. A router that chooses takes the lowest output that has a VC, which wears out one parent.

#include <algorithm>
#include <cmath>

#include "model/common/counted.h"
#include "model/topology/builders.h"
#include "model/topology/generated_graph.h"

namespace turnpike::model {

namespace {

constexpr const char* kParents = "parents";

class Tree : public GeneratedGraph {
 public:
  std::vector<unsigned> coordinates_of(const TopologySpec& topology,
                                       ComponentId router) const override {
    const Place at = place_of(topology, router);
    return {at.level, at.above * width(topology, at.level) + at.side};
  }
  Ways ways(const TopologySpec& topology, const Head& head) const override {
    const Place at = place_of(topology, head.here);
    const unsigned leaf = head.to;  // those of level 1 come first
    const unsigned below = leaves_below(topology, at.level);
    if (leaf / below != at.above) {
      const unsigned digit = at.level == 1 ? head.terminal
                                           : leaf / leaves_below(topology, at.level - 1) %
                                                 topology.radix[at.level - 1];
      return {{parent(topology, at, digit % parents(topology, at.level))}};
    }
    const unsigned level = at.level - 1;
    return {{number_of(topology, {level, leaf / leaves_below(topology, level),
                                  at.side % width(topology, level)})}};
  }
  std::optional<ClosedForms> closed_forms(const TopologySpec& topology) const override {
    const double all = detail::product_of_any(topology.radix);
    double capacity = 1e9;
    double cut = 1e18;
    double terminals = 1;
    const auto levels = static_cast<unsigned>(topology.radix.size());
    for (unsigned level = 1; level < levels; ++level) {
      terminals *= topology.radix[level - 1];
      const double subtrees = all / terminals;  // of the level
      const double up = double{1} * width(topology, level) * parents(topology, level);
      capacity = std::min(capacity, up / (terminals * (1 - terminals / all)));
      const unsigned top = topology.radix.back();
      cut = std::min(cut, subtrees / top * std::floor(top / 2.0) * up);
    }
    if (levels == 1) cut = 0;
    bool is_even = true;  // as many digits for each parent
    for (unsigned level = 1; level < levels; ++level) {
      is_even = is_even && topology.radix[level - 1] % parents(topology, level) == 0;
    }
    return ClosedForms{capacity, 2 * cut,
                       is_even ? "" : "an even split among the parents carries it", !is_even};
  }

 protected:
  constexpr explicit Tree(const char* its_word) : GeneratedGraph(its_word) {
    router_word = "switch";
    routes_by_terminal = true;
    takes_hosts = false;
    dimensions_meaning = "levels of switches";
  }
  ~Tree() = default;

  // Of a switch of this level, from 1 on; of the highest level none.
  virtual unsigned parents(const TopologySpec& topology, unsigned level) const = 0;

  Size size(const TopologySpec& topology) const override {
    const double terminals = detail::product_of_any(topology.radix);
    Size its{0, terminals, 0};
    double below = 1;
    double side = 1;
    double links = 0;
    const auto levels = static_cast<unsigned>(topology.radix.size());
    for (unsigned level = 1; level <= levels; ++level) {
      below *= topology.radix[level - 1];
      its.routers += terminals / below * side;
      const double up = level < levels ? parents(topology, level) : 0;
      links = std::max(links, up + (level == 1 ? 0 : topology.radix[level - 1]));
      side *= up;
    }
    its.ports = links + topology.radix[0];
    return its;
  }
  Plan plan(const TopologySpec& topology) const override {
    Plan plan;
    const auto all = static_cast<ComponentId>(size(topology).routers);
    for (ComponentId r = 0; r < all; ++r) {
      const Place at = place_of(topology, r);
      for (unsigned p = 0; p < parents(topology, at.level); ++p) {
        plan.links.emplace_back(r, parent(topology, at, p));
      }
      plan.hosts.push_back(at.level == 1 ? topology.radix[0] : 0);
    }
    return plan;
  }
  void draw(const TopologySpec& topology, Drawing& drawing) const override {
    const auto all = static_cast<ComponentId>(size(topology).routers);
    std::vector<double> count(topology.radix.size() + 1, 0);
    for (ComponentId r = 0; r < all; ++r) count[place_of(topology, r).level] += 1;
    const double most = *std::max_element(count.begin(), count.end());
    const double apart = 1.2 + 0.16 * most;
    std::vector<double> drawn(count.size(), 0);
    for (ComponentId r = 0; r < all; ++r) {
      const unsigned level = place_of(topology, r).level;
      const double x = (drawn[level] + 0.5) * most / count[level];
      drawn[level] += 1;
      drawing.components.push_back({x, -apart * level});
    }
    for (unsigned level = 1; level < count.size(); ++level) {
      drawing.labels.push_back({{-1.5, -apart * level}, "level " + std::to_string(level)});
    }
    drawing.note = "Terminals are at the switches of level 1.";
  }
  std::string group_of(const TopologySpec& topology, const Channel& channel) const override {
    const unsigned from = place_of(topology, channel.from).level;
    const unsigned to = place_of(topology, channel.to).level;
    return "level " + std::to_string(std::min(from, to)) + " and " +
           std::to_string(std::max(from, to));
  }

 private:
  // A switch of `level`: it stands above the `above`-th group of terminals of its size, as one of
  // several side by side.
  struct Place {
    unsigned level;
    unsigned above;
    unsigned side;
  };

  // Switches of a level above the same terminals.
  unsigned width(const TopologySpec& topology, unsigned level) const {
    unsigned width = 1;
    for (unsigned l = 1; l < level; ++l) width *= parents(topology, l);
    return width;
  }
  static unsigned leaves_below(const TopologySpec& topology, unsigned level) {
    unsigned leaves = 1;
    for (unsigned l = 2; l <= level; ++l) leaves *= topology.radix[l - 1];
    return leaves;
  }
  unsigned switches(const TopologySpec& topology, unsigned level) const {
    const auto levels = static_cast<unsigned>(topology.radix.size());
    return leaves_below(topology, levels) / leaves_below(topology, level) * width(topology, level);
  }
  Place place_of(const TopologySpec& topology, ComponentId router) const {
    unsigned level = 1;
    while (router >= switches(topology, level)) router -= switches(topology, level++);
    const unsigned side = width(topology, level);
    return {level, router / side, router % side};
  }
  ComponentId number_of(const TopologySpec& topology, const Place& place) const {
    ComponentId first = 0;
    for (unsigned level = 1; level < place.level; ++level) first += switches(topology, level);
    return first + place.above * width(topology, place.level) + place.side;
  }
  ComponentId parent(const TopologySpec& topology, const Place& at, unsigned which) const {
    return number_of(topology, {at.level + 1, at.above / topology.radix[at.level],
                                at.side + which * width(topology, at.level)});
  }
};

class FatTree final : public Tree {
 public:
  constexpr FatTree() : Tree("fat_tree") {
    radix_meaning =
        "children of a switch, a list: of level 1, which are terminals, of level 2, ...";
  }
  std::vector<TopologyKey> keys() const override {
    return {{kParents, 1, 31, "switches",
             "parents of a switch; a list: of level 1, of level 2, ... but the highest",
             "(as many as children)", "Ohring 1995"}};
  }
  std::string text(const TopologySpec& topology, std::size_t components) const override {
    const std::vector<unsigned>& children = topology.radix;
    const bool is_equal = std::all_of(children.begin(), children.end(),
                                      [&](unsigned k) { return k == children.front(); });
    if (is_equal && topology.own(kParents).empty()) {
      return std::to_string(children.front()) + "-ary " + std::to_string(children.size()) + "-tree";
    }
    return "fat tree of " + counted(components, "switch", "es");
  }

 protected:
  void check_shape_of(const TopologySpec& topology) const override {
    const std::size_t listed = topology.own(kParents).size();
    if (listed <= 1 || listed + 1 == topology.radix.size()) return;
    throw ConfigurationError("network.parents", std::to_string(listed) + " numbers",
                             "one for all, or " + std::to_string(topology.radix.size() - 1) +
                                 ": one for each level but the highest");
  }
  // With a level less, the parents of the highest ones go.
  void fit_own_values(TopologySpec& topology, const std::vector<unsigned>& old) const override {
    const std::vector<unsigned>& stated = topology.own(kParents);
    if (stated.size() <= 1 || topology.radix.size() == old.size()) return;
    topology.own_values[kParents].resize(topology.radix.size() - 1);
    if (topology.radix.size() == 1) topology.own_values.erase(kParents);
  }
  unsigned parents(const TopologySpec& topology, unsigned level) const override {
    if (level >= topology.radix.size()) return 0;
    const std::vector<unsigned>& stated = topology.own(kParents);
    if (stated.empty()) return topology.radix[level - 1];
    return stated.size() == 1 ? stated.front() : stated[level - 1];
  }
};

class PlainTree final : public Tree {
 public:
  constexpr PlainTree() : Tree("tree") {
    routes_by_terminal = false;  // there is one parent
    radix = RadixRule::equal;
    radix_meaning = "children of a switch, 4 of a quad tree; those of level 1 are terminals";
  }
  std::string text(const TopologySpec& topology, std::size_t) const override {
    const unsigned k = topology.radix.front();
    return (k == 2   ? std::string("binary tree")
            : k == 4 ? std::string("quad tree")
                     : std::to_string(k) + "-ary tree") +
           " of " + counted(topology.radix.size(), "level");
  }

 protected:
  unsigned parents(const TopologySpec& topology, unsigned level) const override {
    return level < topology.radix.size() ? 1 : 0;
  }
};

constexpr FatTree kFatTree;
constexpr PlainTree kTree;

}  // namespace

const Topology* const Topology::fat_tree = &kFatTree;
const Topology* const Topology::tree = &kTree;

}  // namespace turnpike::model
