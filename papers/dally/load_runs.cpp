// load_runs.cpp - seeds and lengths of the runs under load, channels across the centre.

#include "papers/dally/load_runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "model/analysis/express_load.h"
#include "model/topology/build.h"

namespace turnpike::sim::dally {

std::vector<std::uint64_t> load_seeds(const PaperOptions& options) {
  std::vector<std::uint64_t> seeds;
  for (unsigned i = 0; i < (options.quick ? 2u : 5u); ++i) seeds.push_back(options.seed + i);
  return seeds;
}

std::string overload(const PaperOptions& options, double load, unsigned length) {
  const unsigned measurement = options.quick ? 6000 : 20000;
  return fmt::format(
      "[traffic]\npattern = \"uniform\"\nload = {}\nlength = {}\n"
      "[run]\nwarmup = 6000\nmeasurement = {}\nmax_cycles = {}\nlatency_limit = 1000000\n",
      load, length, measurement, measurement + 6000);
}

std::string low_load(const PaperOptions& options, unsigned length) {
  const unsigned measurement = options.quick ? 40000 : 80000;
  return fmt::format(
      "[traffic]\npattern = \"uniform\"\nload = 0.02\nlength = {}\n"
      "[run]\nwarmup = 2000\nmeasurement = {}\nmax_cycles = {}\n",
      length, measurement, measurement + 50000);
}

model::Network network_of(const Experiment& experiment) {
  return build_network(experiment.topology, experiment.router, experiment.link);
}

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

double counted_gain(unsigned nodes, const model::dally::Spacing& spacing,
                    const std::vector<unsigned>& channels) {
  double least = nodes;  // flits per node and cycle
  for (unsigned cut = 1; cut < nodes; ++cut) {
    const model::CutTraffic traffic =
        model::cut_traffic(nodes, spacing, cut, model::random_traffic());
    for (std::size_t level = 0; level < channels.size(); ++level) {
      const double busier = std::max(traffic.up[level], traffic.down[level]);
      if (busier > 0) least = std::min(least, channels[level] / busier);
    }
  }
  return least * nodes / 4;  // the plain array is full at 4/k
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
