// moebius.cpp - a Moebius ladder: the example of CONTRIBUTING.md for a topology of one's own.
//
// An even number of routers in a ring, and a rung from each to the one opposite: a ladder whose
// ends are joined with a twist. Routers 0 and n/2 are the first rung. Routes are those of
// Up*/Down*, which no ring can deadlock.

#include <cmath>

#include "model/common/configuration_error.h"
#include "model/topology/build.h"
#include "model/topology/drawing.h"

namespace turnpike::model {

namespace {

class Moebius final : public Topology {
 public:
  constexpr Moebius() : Topology("moebius") {
    radix_meaning = "routers of the ring, even";
    takes_root = true;
  }

  void check(const TopologySpec& topology) const override {
    if (topology.radix.size() != 1) {
      throw ConfigurationError("network.dimensions", std::to_string(topology.radix.size()),
                               "1 with topology \"moebius\"");
    }
    if (topology.radix[0] % 2 != 0 || topology.radix[0] < 4) {
      throw ConfigurationError("network.radix", std::to_string(topology.radix[0]),
                               "an even number from 4 with topology \"moebius\"");
    }
  }

  RoutingKind routing(const TopologySpec&) const override { return RoutingKind::table; }

  Network build(const TopologySpec& topology, const RouterSpec& router,
                const LinkSpec& link) const override {
    TopologySpec ladder = topology;
    ladder.kind = Topology::irregular;
    const unsigned n = topology.radix[0];
    for (unsigned i = 0; i < n; ++i) ladder.links.emplace_back(i, (i + 1) % n);
    for (unsigned i = 0; i < n / 2; ++i) ladder.links.emplace_back(i, i + n / 2);
    ladder.hosts.assign(n, 1);
    Network network = ladder.kind->build(ladder, router, link);
    network.topology = this;
    network.radix = topology.radix;
    return network;
  }

  std::string text(const TopologySpec& topology, std::size_t) const override {
    return "Moebius ladder of " + std::to_string(topology.radix[0] / 2) + " rungs";
  }

  // The ring goes round twice, the second time beside the first.
  bool place(const Network& network, Drawing& drawing) const override {
    const std::size_t rungs = network.components.size() / 2;
    const double turn = 2 * std::acos(-1.0) / static_cast<double>(rungs);
    for (std::size_t c = 0; c < network.components.size(); ++c) {
      const double angle = turn * static_cast<double>(c);
      const double radius = static_cast<double>(rungs) / 3 + (c < rungs ? 1 : 0);
      drawing.components.push_back({radius * std::cos(angle), radius * std::sin(angle)});
    }
    drawing.note = "The ring goes round twice; rungs join the two rounds.";
    return true;
  }

  std::string group(const Network& network, const Channel& channel) const override {
    const auto half = static_cast<ComponentId>(network.components.size() / 2);
    return channel.from % half == channel.to % half ? "rungs" : "ring";
  }
};

constexpr Moebius kMoebius;
[[maybe_unused]] const bool kHasMoebius = add_topology(kMoebius);

}  // namespace

}  // namespace turnpike::model
