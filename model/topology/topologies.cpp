// topologies.cpp - the list of the topologies, and what holds for one unless it says otherwise.

#include <algorithm>

#include "model/common/joined_words.h"
#include "model/topology/builders.h"
#include "model/topology/deadlock.h"
#include "model/topology/topology.h"

namespace turnpike::model {

namespace {

std::vector<const Topology*>& list_of_topologies() {
  static std::vector<const Topology*> list = {Topology::mesh,
                                              Topology::torus,
                                              Topology::hypercube,
                                              Topology::butterfly,
                                              Topology::irregular,
                                              Topology::graph,
                                              Topology::ring,
                                              Topology::star,
                                              Topology::full_mesh,
                                              Topology::cmesh,
                                              Topology::ctorus,
                                              Topology::hyperx,
                                              Topology::flattened_butterfly,
                                              Topology::dragonfly,
                                              Topology::fat_tree,
                                              Topology::tree,
                                              Topology::elevator_mesh,
                                              Topology::circulant};
  return list;
}

}  // namespace

const std::vector<const Topology*>& topologies() { return list_of_topologies(); }

bool add_topology(const Topology& topology) {
  list_of_topologies().push_back(&topology);
  return true;
}

std::string topologies_with(bool Topology::*property) {
  return joined_words(topologies(), false, [=](const Topology& one) { return one.*property; });
}

std::string quoted_topologies_with(bool Topology::*property) {
  return joined_words(topologies(), true, [=](const Topology& one) { return one.*property; });
}

AddressLayout Topology::layout(const TopologySpec& topology) const {
  const auto largest = std::max_element(topology.radix.begin(), topology.radix.end());
  return {static_cast<unsigned>(topology.radix.size()), detail::bits_for(*largest - 1)};
}

TopologySpec Topology::with_links(const TopologySpec& topology) const { return topology; }

std::vector<TopologySpec> Topology::smaller(const TopologySpec&) const { return {}; }

std::string Topology::text(const TopologySpec& topology, std::size_t /*components*/) const {
  std::string text = word;
  for (std::size_t d = 0; d < topology.radix.size(); ++d) {
    text += (d == 0 ? " " : " x ") + std::to_string(topology.radix[d]);
  }
  return text;
}

std::string Topology::group(const Network&, const Channel& channel) const {
  return channel.is_narrow() ? "narrow channels" : "channels";
}

std::vector<unsigned> Topology::coordinates(const Network& network, ComponentId router) const {
  return digits_of(network.radix, router);
}

void Topology::prove_large(const Network& /*network*/, DeadlockReport& report) const {
  report.method = "not checked: too large for a search of all routes";
}

}  // namespace turnpike::model
