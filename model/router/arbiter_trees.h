// arbiter_trees.h - the arbiters of the outputs, which decide which input goes first.
//
// Every output has a binary tree over its legal inputs, with one bit for each inner node: the right
// side goes first. A grant turns the nodes on its way to the other side (pseudo least recently
// served; docs/timing.md, 2.4). The bit that chooses a lane of an input is stored beside the tree.
// All routers of a shape share the trees; each router has its own bits. Dally & Towles,
// chapter 18. Mirror of rtl/router/switch_arbiter.v.

#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "model/router/turns.h"

namespace turnpike::model {

class ArbiterTrees {
 public:
  using Nodes = std::uint32_t;  // bit n: the right side of node n goes first; the root is node 1

  ArbiterTrees(unsigned ports, const Turns& turns) : trees_(ports) {
    for (PortId output = 0; output < ports; ++output) {
      std::vector<PortId> inputs;
      for (PortId input = 0; input < ports; ++input) {
        if ((turns[input] >> output & 1) != 0) inputs.push_back(input);
      }
      plant(trees_[output], inputs);
      while ((1u << levels_) < inputs.size()) ++levels_;
    }
    for (Tree& tree : trees_) {
      lengthen(tree);
      if (places(tree) <= kMostPlaces) list(tree);
    }
  }

  // One of `asking`, which are legal inputs of the output, and not none. Whether a tree has a list
  // is the same in every cycle, so nothing here is hard to predict.
  PortId grant(PortId output, PortMask asking, Nodes right_first) const {
    const Tree& tree = trees_[output];
    if (tree.grants.empty()) return walk(tree, asking, right_first);
    return tree.grants[place_of(tree, asking, right_first)];
  }

  // The nodes on the way to the input prefer the other side.
  Nodes after_grant(PortId output, PortId input, Nodes nodes) const {
    const Way& way = trees_[output].ways[input];
    return (nodes & ~(way.left | way.right)) | way.left;
  }

 private:
  static constexpr std::size_t kMostPlaces = 1 << 14;  // of a list of grants

  struct Way {  // nodes at which the way to an input goes left, or right
    Nodes left = 0;
    Nodes right = 0;
  };
  struct Tree {
    unsigned leaves = 2;                            // leaf l is node leaves + l
    std::array<PortMask, 2ul * kMaxPorts> below{};  // [node] inputs
    std::array<Way, kMaxPorts> ways{};              // [input]
    std::vector<std::uint8_t> grants;  // [asking, nodes] what walk() says; empty: it must be asked
  };

  static void plant(Tree& tree, const std::vector<PortId>& inputs) {
    while (tree.leaves < inputs.size()) tree.leaves *= 2;
    for (unsigned k = 0; k < inputs.size(); ++k) {
      const unsigned leaf = 2 * k < tree.leaves ? 2 * k : 2 * tree.leaves - 1 - 2 * k;
      unsigned node = tree.leaves + leaf;
      tree.below[node] = 1u << inputs[k];
      for (; node > 1; node /= 2) {
        tree.below[node / 2] |= 1u << inputs[k];
        Way& way = tree.ways[inputs[k]];
        (node % 2 == 0 ? way.left : way.right) |= Nodes{1} << node / 2;
      }
    }
  }

  // Brings all ways to the same length: leaves that lie higher get a chain of left sides.
  void lengthen(Tree& tree) const {
    for (unsigned node = tree.leaves; node < 1u << levels_; ++node) {
      const unsigned left = 2 * node;
      tree.below[left] = tree.below[node];
    }
  }

  PortId walk(const Tree& tree, PortMask asking, Nodes right_first) const {
    unsigned node = 1;
    for (unsigned level = 0; level < levels_; ++level) {
      node *= 2;
      const bool left = (asking & tree.below[node]) != 0;
      const bool right = (asking & tree.below[node + 1]) != 0;
      node += static_cast<unsigned>(right & (!left | ((right_first >> node / 2 & 1) != 0)));
    }
    return static_cast<PortId>(__builtin_ctz(tree.below[node]));
  }

  // Only the nodes 1 to leaves - 1 have a bit that can matter.
  static std::size_t place_of(const Tree& tree, PortMask asking, Nodes nodes) {
    const unsigned bits = tree.leaves - 1;
    return asking << bits | (nodes >> 1 & ((1u << bits) - 1));
  }
  // A bit for each but 0; with 32 leaves all but that.
  static Nodes all_nodes_of(const Tree& tree) { return (Nodes{2} << (tree.leaves - 1)) - 2; }
  static std::size_t places(const Tree& tree) {
    return place_of(tree, tree.below[1], all_nodes_of(tree)) + 1;
  }
  void list(Tree& tree) const {
    const PortMask inputs = tree.below[1];
    const Nodes all_nodes = all_nodes_of(tree);
    std::vector<std::uint8_t> grants(places(tree));
    for (PortMask asking = inputs; asking != 0; asking = (asking - 1) & inputs) {
      for (Nodes nodes = 0; nodes <= all_nodes; nodes += 2) {
        grants[place_of(tree, asking, nodes)] =
            static_cast<std::uint8_t>(walk(tree, asking, nodes));
      }
    }
    tree.grants = std::move(grants);
  }

  unsigned levels_ = 1;
  std::vector<Tree> trees_;  // [output]
};

}  // namespace turnpike::model
