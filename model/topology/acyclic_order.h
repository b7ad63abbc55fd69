// acyclic_order.h - a graph that grows edge by edge and stays acyclic.
//
// Every node has a rank, and every edge leads to a higher rank. To insert an edge that leads down,
// the order moves only the nodes between its ends (Pearce & Kelly 2006).

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace turnpike::model {

class AcyclicOrder {
 public:
  using Node = std::uint32_t;

  explicit AcyclicOrder(std::size_t nodes)
      : out_(nodes), in_(nodes), rank_(nodes), is_seen_(nodes, false) {
    std::iota(rank_.begin(), rank_.end(), 0u);
  }

  // Adds the edge, unless that closes a circle: false.
  bool add(Node from, Node to) {
    if (from == to) return false;
    if (has(from, to)) return true;
    if (rank_[from] > rank_[to] && !reorder(from, to)) return false;
    out_[from].push_back(to);
    in_[to].push_back(from);
    return true;
  }

  // Takes back an edge that add() has added.
  void remove(Node from, Node to) {
    out_[from].erase(std::find(out_[from].begin(), out_[from].end(), to));
    in_[to].erase(std::find(in_[to].begin(), in_[to].end(), from));
  }
  bool has(Node from, Node to) const {
    return std::find(out_[from].begin(), out_[from].end(), to) != out_[from].end();
  }

 private:
  // Ranks in which `from` is below `to`. False: there is a way from `to` to `from`.
  bool reorder(Node from, Node to) {
    const std::uint32_t highest = rank_[from];
    const std::uint32_t lowest = rank_[to];
    std::vector<Node> behind = reach(to, out_, [&](Node n) { return rank_[n] <= highest; });
    if (std::find(behind.begin(), behind.end(), from) != behind.end()) return false;
    std::vector<Node> before = reach(from, in_, [&](Node n) { return rank_[n] >= lowest; });
    const auto by_rank = [&](Node a, Node b) { return rank_[a] < rank_[b]; };
    std::sort(behind.begin(), behind.end(), by_rank);
    std::sort(before.begin(), before.end(), by_rank);
    before.insert(before.end(), behind.begin(), behind.end());
    std::vector<std::uint32_t> ranks;
    ranks.reserve(before.size());
    for (const Node node : before) ranks.push_back(rank_[node]);
    std::sort(ranks.begin(), ranks.end());
    for (std::size_t i = 0; i < before.size(); ++i) rank_[before[i]] = ranks[i];
    return true;
  }

  template <class IsNear>
  std::vector<Node> reach(Node start, const std::vector<std::vector<Node>>& edges,
                          const IsNear& is_near) {
    std::vector<Node> found{start};
    is_seen_[start] = true;
    for (std::size_t i = 0; i < found.size(); ++i) {
      for (const Node next : edges[found[i]]) {
        if (is_seen_[next] || !is_near(next)) continue;
        is_seen_[next] = true;
        found.push_back(next);
      }
    }
    for (const Node node : found) is_seen_[node] = false;
    return found;
  }

  std::vector<std::vector<Node>> out_;
  std::vector<std::vector<Node>> in_;
  std::vector<std::uint32_t> rank_;
  std::vector<bool> is_seen_;
};

}  // namespace turnpike::model
