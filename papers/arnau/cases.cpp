// cases.cpp - the networks and the traffic of the experiments of Arnau et al.

#include "papers/arnau/cases.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "model/topology/build.h"
#include "model/topology/random_regular.h"
#include "papers/network_runs.h"

namespace turnpike::sim::arnau {

namespace {

// Address bits of the smallest power of two that is not less than `hosts`, which are two or more.
unsigned bits_for(unsigned hosts) {
  unsigned bits = 1;
  while ((1u << bits) < hosts) ++bits;
  return bits;
}

unsigned permuted(Pattern pattern, unsigned address, unsigned bits) {
  const unsigned top = bits - 1;
  const unsigned high = address >> top;
  switch (pattern) {
    case Pattern::uniform:
      break;
    case Pattern::bit_reversal: {
      unsigned reversed = 0;
      for (unsigned b = 0; b < bits; ++b) reversed |= (address >> b & 1) << (top - b);
      return reversed;
    }
    case Pattern::perfect_shuffle:
      return (address << 1 & ((1u << bits) - 1)) | high;
    case Pattern::butterfly: {
      const unsigned ends = 1u << top | 1;
      return (address & ~ends) | (address & 1) << top | high;
    }
  }
  return address;
}

model::SwitchGraph graph_of(const Case& one) {
  model::SwitchGraph graph(one.switches);
  for (const auto& [a, b] : one.links) {
    graph[a].push_back(b);
    graph[b].push_back(a);
  }
  return graph;
}

}  // namespace

const char* pattern_text(Pattern pattern) {
  switch (pattern) {
    case Pattern::bit_reversal:
      return "bit reversal";
    case Pattern::perfect_shuffle:
      return "perfect shuffle";
    case Pattern::butterfly:
      return "butterfly";
    case Pattern::uniform:
      break;
  }
  return "uniform";
}

Case ten_switches() {
  Case one;
  one.id = "switches_10";
  one.label = "10 switches";
  one.switches = 10;
  one.links = {{0, 2}, {0, 4}, {0, 9}, {1, 2}, {1, 4}, {1, 9}, {2, 6}, {3, 6},
               {3, 7}, {3, 8}, {4, 6}, {5, 7}, {5, 8}, {5, 9}, {7, 8}};
  one.root = 6;
  return one;
}

Case random_switches(unsigned switches, unsigned seed, Pattern pattern, Fit fit) {
  Case one;
  one.id = fmt::format("switches_{}_{}", switches, seed);
  one.label = fmt::format("{} switches, network {}", switches, seed);
  one.switches = switches;
  one.links = model::random_regular_links(switches, kSwitchLinks, seed);
  one.root = model::central_switch(graph_of(one));
  one.pattern = pattern;
  one.fit = fit;
  if (pattern == Pattern::uniform) return one;
  std::string words = pattern_text(pattern);
  one.label += ", " + words;
  std::replace(words.begin(), words.end(), ' ', '_');
  one.id += "_" + words;
  return one;
}

std::string configuration_of(const Case& one, const SwitchSetting& setting, double load,
                             const std::string& permutation) {
  std::vector<std::string> links;
  for (const auto& [a, b] : one.links) links.push_back(fmt::format("[{}, {}]", a, b));
  std::string text = fmt::format("[network]\ntopology = \"irregular\"\nlinks = [{}]\nhosts = {}\n",
                                 fmt::join(links, ", "), kHosts);
  text += fmt::format("root = {}\n", one.root);
  text += fmt::format(
      "[router]\nvirtual_channels = {}\nbuffer_depth = {}\npipeline_cycles = {}\n"
      "patience = {}\n",
      setting.virtual_channels, setting.buffer_depth, setting.hop_cycles > 1 ? 2 : 1,
      setting.patience);
  text += fmt::format("[link]\ncycles_per_hop = {}\n",
                      setting.hop_cycles > 1 ? setting.hop_cycles - 2 : 0);
  text += fmt::format("[traffic]\nload = {}\nlength = {}\n", load / kHosts, kMessageFlits);
  text += one.pattern == Pattern::uniform
              ? std::string("pattern = \"uniform_other\"\n")
              : fmt::format("pattern = \"permutation\"\nfile = \"{}\"\n", permutation);
  return text + "[run]\nengine = \"model\"\n";
}

std::vector<unsigned> permutation_of(Pattern pattern, Fit fit, unsigned hosts) {
  const unsigned bits = bits_for(hosts);
  std::vector<unsigned> to(hosts);
  for (unsigned host = 0; host < hosts; ++host) {
    to[host] = permuted(pattern, host, bits);
    while (fit == Fit::walked && to[host] >= hosts) to[host] = permuted(pattern, to[host], bits);
  }
  std::vector<unsigned> in_order = to;
  std::sort(in_order.begin(), in_order.end());
  for (unsigned& destination : to) {
    const auto place = std::lower_bound(in_order.begin(), in_order.end(), destination);
    destination = static_cast<unsigned>(place - in_order.begin());
  }
  return to;
}

Distances distances_of(const Case& one) {
  Case uniform = one;
  uniform.pattern = Pattern::uniform;
  const Experiment experiment =
      experiment_from(configuration_of(uniform, {}, 0.1, ""), one.id + ".toml");
  const model::Network network =
      build_network(experiment.topology, experiment.router, experiment.link);
  Distances result;
  result.graph = model::switch_graph(network);
  result.root = network.root;
  result.table = model::equivalent_distances(result.graph, result.root);
  result.bottleneck = model::bottleneck(result.graph, result.root, model::hosts_of(network));
  result.bound = result.bottleneck.saturation * kHosts;
  return result;
}

}  // namespace turnpike::sim::arnau
