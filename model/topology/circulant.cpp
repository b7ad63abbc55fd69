// circulant.cpp - a ring with chords: router r is joined to r + s and r - s for each offset s.
//
// Its routes are layered shortest ones.

#include <algorithm>
#include <numeric>

#include "model/topology/builders.h"
#include "model/topology/generated_graph.h"

namespace turnpike::model {

namespace {

constexpr const char* kOffsets = "offsets";

class Circulant final : public GeneratedGraph {
 public:
  constexpr Circulant() : GeneratedGraph("circulant") {
    radix = RadixRule::one;
    radix_meaning = "routers";
  }
  std::vector<TopologyKey> keys() const override {
    return {{kOffsets, 1, 32768, "routers",
             "routers that a chord passes over, and one; different ones up to radix / 2, which "
             "together have no common divisor with radix",
             "(required of circulant)", "own choice"}};
  }
  std::string text(const TopologySpec& topology, std::size_t) const override {
    std::string text = "circulant of " + std::to_string(topology.radix[0]) + ", offsets";
    for (const unsigned s : topology.own(kOffsets)) text += " " + std::to_string(s);
    return text;
  }
  unsigned layers(const TopologySpec&) const override { return 0; }
  // All routers are alike, so ways from router 0 tell how many channels a flit needs.
  std::optional<ClosedForms> closed_forms(const TopologySpec& topology) const override {
    const unsigned k = topology.radix[0];
    std::vector<unsigned> distance(k, k);
    std::vector<unsigned> queue{0};
    distance[0] = 0;
    double sum = 0;
    double channels = 0;
    double cut = 0;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      sum += distance[queue[i]];
      for (const unsigned s : topology.own(kOffsets)) {
        for (const unsigned next : {(queue[i] + s) % k, (queue[i] + k - s) % k}) {
          if (distance[next] < k) continue;
          distance[next] = distance[queue[i]] + 1;
          queue.push_back(next);
        }
      }
    }
    for (const unsigned s : topology.own(kOffsets)) {
      channels += 2 * s == k ? 1 : 2;
      cut += 2 * s == k ? k / 2 : 2 * s;
    }
    return ClosedForms{channels * k / (hosts(topology) * sum), 2 * cut,
                       "no shortest routes carry more; bisection: of two arcs", true};
  }

 protected:
  void check_shape_of(const TopologySpec& topology) const override {
    const unsigned k = topology.radix[0];
    std::vector<unsigned> stated = topology.own(kOffsets);
    unsigned divisor = k;
    std::string text;
    for (const unsigned s : stated) {
      divisor = std::gcd(divisor, s);
      text += (text.empty() ? "" : ", ") + std::to_string(s);
    }
    std::sort(stated.begin(), stated.end());
    const bool fits = !stated.empty() && 2 * std::size_t{stated.back()} <= k && divisor == 1 &&
                      std::adjacent_find(stated.begin(), stated.end()) == stated.end();
    if (fits && k >= 3) return;
    throw ConfigurationError("network.offsets", stated.empty() ? "nothing" : text,
                             "different numbers 1 .. " + std::to_string(k / 2) +
                                 " that have no common divisor with the " + std::to_string(k) +
                                 " routers, of which there are 3 or more");
  }
  // Chords that are too long for the ring go; neighbours are always joined.
  void fit_own_values(TopologySpec& topology, const std::vector<unsigned>&) const override {
    std::vector<unsigned>& offsets = topology.own_values[kOffsets];
    const unsigned half = topology.radix[0] / 2;
    offsets.erase(
        std::remove_if(offsets.begin(), offsets.end(), [half](unsigned s) { return s > half; }),
        offsets.end());
    const bool has_one = std::find(offsets.begin(), offsets.end(), 1u) != offsets.end();
    if (!has_one) offsets.insert(offsets.begin(), 1);
  }
  Size size(const TopologySpec& topology) const override {
    const double k = topology.radix[0];
    double ports = hosts(topology);
    for (const unsigned s : topology.own(kOffsets)) ports += 2 * s == k ? 1 : 2;
    return {k, k * hosts(topology), ports};
  }
  Plan plan(const TopologySpec& topology) const override {
    Plan plan;
    const unsigned k = topology.radix[0];
    for (const unsigned s : topology.own(kOffsets)) {
      const unsigned ends = 2 * s == k ? s : k;
      for (unsigned r = 0; r < ends; ++r) plan.links.emplace_back(r, r + s < k ? r + s : r + s - k);
    }
    plan.hosts.assign(k, hosts(topology));
    return plan;
  }
  void draw(const TopologySpec& topology, Drawing& drawing) const override {
    detail::draw_circle(topology.radix[0], drawing);
  }
  std::string group_of(const TopologySpec& topology, const Channel& channel) const override {
    const unsigned k = topology.radix[0];
    const unsigned up = (channel.to + k - channel.from) % k;
    return "offset " + std::to_string(std::min(up, k - up));
  }
};

constexpr Circulant kCirculant;

}  // namespace

const Topology* const Topology::circulant = &kCirculant;

}  // namespace turnpike::model
