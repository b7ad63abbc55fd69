// centre.cpp - channels across the centre of an express array.

#include "papers/dally/centre.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace turnpike::sim::dally {

namespace {

// On the row of nodes; the interchange before node b lies between b - 1 and b.
double place(const model::Network& network, model::ComponentId component) {
  const double x = component_coordinates(network, component)[0];
  const bool is_node = network.components[component].kind == model::ComponentKind::router;
  return is_node ? x : x - .5;
}

}  // namespace

unsigned CentreChannels::all() const {
  return std::accumulate(channels.begin(), channels.end(), 0u);
}

double CentreChannels::share(unsigned level) const {
  return traffic[level] / std::accumulate(traffic.begin(), traffic.end(), 0.);
}

CentreChannels centre_channels(const model::Network& network,
                               const std::vector<double>& utilisation) {
  const double above = network.radix[0] / 2 - .25;
  const double below = above - .5;
  CentreChannels found;
  for (std::size_t c = 0; c < network.channels.size(); ++c) {
    const model::Channel& channel = network.channels[c];
    const double from = place(network, channel.from);
    const double to = place(network, channel.to);
    const bool up = from < above && to > above;
    const bool down = from > below && to < below;
    if (!up && !down) continue;
    const std::size_t levels = std::max<std::size_t>(found.channels.size(), channel.level + 1u);
    found.channels.resize(levels);
    found.traffic.resize(levels);
    found.channels[channel.level] += up;
    if (!utilisation.empty()) found.traffic[channel.level] += utilisation[c];
  }
  return found;
}

double busiest(const model::Network& network, const std::vector<double>& utilisation) {
  std::map<std::pair<model::ComponentId, model::ComponentId>, std::pair<double, unsigned>> groups;
  for (std::size_t c = 0; c < network.channels.size(); ++c) {
    auto& [sum, count] = groups[{network.channels[c].from, network.channels[c].to}];
    sum += utilisation[c];
    ++count;
  }
  double most = 0;
  for (const auto& [ends, group] : groups) most = std::max(most, group.first / group.second);
  return most;
}

}  // namespace turnpike::sim::dally
