// injection_room.cpp - the rule of docs/router.md, "When a new packet may enter".

#include "sim/experiment/config/injection_room.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>

#include "model/analysis/credit_limit.h"
#include "model/topology/clock_domains.h"

namespace turnpike::sim {

namespace {

// Longer ones are refused when the network is built.
constexpr double kMostCycles = 1 << 20;

// Of the longest channel between nodes, in lengths of a local one.
double longest_length(const model::TopologySpec& topology) {
  if (!topology.express) return 1;
  const std::vector<unsigned>& spacing = topology.express->spacing;
  double length = 1;
  for (std::size_t level = 0; level < topology.express->levels; ++level) {
    length *= spacing[std::min(level, spacing.size() - 1)];
  }
  return length;
}

// Registers on the longest channel between routers.
unsigned longest_latency(const Experiment& e) {
  const model::TopologySpec& topology = e.topology;
  const double wire = std::ceil(e.link.cycles_per_unit * longest_length(topology));
  const auto usual = static_cast<unsigned>(std::min(wire, kMostCycles));
  const std::vector<unsigned>& clocks = topology.clock_domains;
  const bool has_clocks =
      std::adjacent_find(clocks.begin(), clocks.end(), std::not_equal_to<>()) != clocks.end();
  const unsigned least = has_clocks ? model::kAsynchronousLatency : 0;
  if (topology.link_latency.empty() && topology.link_width.empty()) {
    return std::max(least, e.link.cycles_per_hop + usual);
  }
  const auto stated = [&](const auto& latencies, std::size_t link) {
    return latencies.empty() ? usual : latencies[link].value_or(usual);
  };
  unsigned longest = 0;
  for (std::size_t link = 0; link < topology.links.size(); ++link) {
    const unsigned wires =
        std::max(stated(topology.link_latency, link), stated(topology.link_latency_back, link));
    const bool is_narrow = !topology.link_width.empty() && topology.link_width[link].is_narrow();
    longest = std::max(longest, wires + (is_narrow ? topology.link_width[link].crossing() + 1 : 0));
  }
  return std::max(least, e.link.cycles_per_hop + longest);
}

// Is there a switch with terminals that lies between other switches with terminals? If each has but
// one neighbour, or all are neighbours, no message passes a place where others enter.
bool messages_pass_by(const model::TopologySpec& topology) {
  std::vector<unsigned> hosts = topology.hosts;
  for (const unsigned at : topology.terminal_switches) {
    if (at >= hosts.size()) hosts.resize(at + 1, 0);
    hosts[at] = 1;
  }
  const auto has_hosts = [&](unsigned at) { return at < hosts.size() && hosts[at] > 0; };
  std::vector<std::set<unsigned>> neighbours(hosts.size());
  for (const auto& [a, b] : topology.links) {
    if (has_hosts(a)) neighbours[a].insert(b);
    if (has_hosts(b)) neighbours[b].insert(a);
  }
  std::size_t with_hosts = 0;
  for (unsigned at = 0; at < hosts.size(); ++at) with_hosts += has_hosts(at) ? 1 : 0;
  bool are_leaves = true;
  bool are_neighbours = true;
  for (unsigned at = 0; at < hosts.size(); ++at) {
    if (!has_hosts(at)) continue;
    const auto joined = static_cast<std::size_t>(
        std::count_if(neighbours[at].begin(), neighbours[at].end(), has_hosts));
    are_leaves = are_leaves && neighbours[at].size() <= 1;
    are_neighbours = are_neighbours && joined + 1 == with_hosts;
  }
  return !are_leaves && !are_neighbours;
}

double mean_length(const model::TrafficSpec& traffic) {
  if (traffic.length_kind != model::LengthKind::bimodal) return traffic.length;
  return traffic.length * (1 - traffic.long_fraction) + traffic.long_length * traffic.long_fraction;
}

// Packets under way need some room of their own on rings, and where packets have several flits: one
// that is out of credits keeps its VC from all others. With one VC that is the whole channel.
unsigned least_room(const Experiment& e, unsigned flits) {
  if (flits == 1) return e.topology.routing_kind().has_rings ? 2 : 1;
  const unsigned share = e.router.virtual_channels == 1 ? flits : flits / 2;
  return std::max(2U, std::min(share, e.router.buffer_depth / 2));
}

}  // namespace

unsigned injection_room(const Experiment& e) {
  const model::TopologySpec said = e.topology.kind->with_links(e.topology);
  if (!said.links.empty() && !messages_pass_by(said)) return 1;
  const unsigned round_trip =
      model::credit_round_trip(longest_latency(e), e.router.pipeline_cycles);
  const double length = mean_length(e.traffic);
  if (length >= round_trip) return 0;
  // A new packet need not wait for the credits that come back while its VC sends other packets.
  const unsigned depth = e.router.buffer_depth;
  const auto flits = static_cast<unsigned>(length);
  const unsigned others = round_trip - flits;
  const unsigned left = others < depth ? depth - others : 0;
  const unsigned room = std::max(least_room(e, flits), std::min(3 * depth / 4, left));
  const unsigned last = e.router.virtual_channels > 1 ? depth : (3 * depth + 3) / 4;
  return room < last ? room : 0;
}

}  // namespace turnpike::sim
