// network_case.cpp - configurations of packet networks, and the closed forms beside them.

#include "papers/agarwal/network_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "model/analysis/agarwal.h"

namespace turnpike::sim::agarwal {

namespace closed = model::agarwal;

namespace {

unsigned directions(Shape shape) {
  return shape == Shape::two_way_torus || shape == Shape::mesh ? 2 : 1;
}

std::string shape_text(Shape shape) {
  switch (shape) {
    case Shape::torus:
      return "torus";
    case Shape::two_way_torus:
      return "two-way torus";
    case Shape::mesh:
      return "mesh";
    case Shape::hypercube:
      return "hypercube";
    case Shape::butterfly:
      break;
  }
  return "indirect";
}

// Of the channel that is used most: those in the middle of a mesh carry what crosses it.
double highest_utilisation(const NetworkCase& network) {
  if (network.shape != Shape::mesh) return utilisation(network);
  return network.rate * network.flits * network.radix / 4;
}

}  // namespace

double NetworkCase::nodes() const { return std::pow(radix, dimensions); }

double mean_distance(const NetworkCase& network) {
  switch (network.shape) {
    case Shape::two_way_torus:
      return closed::mean_distance(network.radix, closed::Channels::bidirectional);
    case Shape::mesh:
      return closed::mean_distance(network.radix, closed::Channels::mesh);
    default:
      return closed::locality_window_distance(network.nodes(), network.dimensions, network.share);
  }
}

double utilisation(const NetworkCase& network) {
  const double flits = network.rate * network.flits;
  if (network.shape == Shape::butterfly) return flits;
  return flits * mean_distance(network) / directions(network.shape);
}

NetworkCase at_utilisation(NetworkCase network, double rho) {
  network.rate = 1;
  network.rate = rho / utilisation(network);
  return network;
}

double formula(const NetworkCase& network) {
  const double n = network.dimensions;
  const double flits = network.flits;
  if (network.shape == Shape::butterfly) {
    return closed::indirect_latency(n, network.radix, network.rate, flits);
  }
  const double hops = mean_distance(network);
  if (directions(network.shape) == 2) {
    return closed::latency_bidirectional(n, hops, network.rate, flits);
  }
  return closed::latency(n, hops, network.rate, flits);
}

double formula_exact(const NetworkCase& network) {
  const double n = network.dimensions;
  const double hops = mean_distance(network);
  const double wait = closed::contention_exact(utilisation(network), hops, n, network.flits);
  return (1 + wait) * n * hops + network.flits;
}

// The time a queue needs to forget is about B / (1 - rho)^2 cycles; large networks have more
// queues to average over.
Lengths run_lengths(const NetworkCase& network, bool quick) {
  const double spare = 1 - std::min(.95, highest_utilisation(network));
  const double memory = network.flits / (spare * spare);
  const double packets = quick ? 3e3 : 10e3;
  const double node_cycles =
      std::max({quick ? 2e5 : 1e6, memory * (quick ? 2e3 : 15e3), packets / network.rate});
  const double least = memory * (quick ? 4 : 8);
  Lengths lengths;
  lengths.warmup = static_cast<unsigned long>(500 + memory * (quick ? 3 : 5));
  lengths.measurement =
      static_cast<unsigned long>(500 + std::max(least, node_cycles / network.nodes()));
  return lengths;
}

std::string configuration(const NetworkCase& network, const Lengths& lengths) {
  std::string text = "[network]\n";
  switch (network.shape) {
    case Shape::torus:
      text += "topology = \"torus\"\ndirection = \"unidirectional\"\n";
      break;
    case Shape::two_way_torus:
      text += "topology = \"torus\"\n";
      break;
    case Shape::mesh:
      text += "topology = \"mesh\"\n";
      break;
    case Shape::hypercube:
      text += "topology = \"hypercube\"\n";
      break;
    case Shape::butterfly:
      text += "topology = \"butterfly\"\n";
      break;
  }
  text += fmt::format("radix = {}\ndimensions = {}\n", network.radix, network.dimensions);
  text += fmt::format(
      "[router]\nkind = \"packet\"\npacket_flits = {}\npacket_buffers = {}\nbuffer_depth = {}\n",
      network.flits, network.buffers, std::min(64u, 4 * network.flits + 2));
  text += network.share < 1
              ? fmt::format("[traffic]\npattern = \"locality\"\nlocality = {:.9g}\n", network.share)
              : "[traffic]\npattern = \"uniform\"\n";
  text += fmt::format("load = {:.12g}\nlength = {}\n", network.rate * network.flits, network.flits);
  text += fmt::format(
      "[run]\nengine = \"model\"\nwarmup = {}\nmeasurement = {}\nmax_cycles = {}\n"
      "latency_limit = 1e9\n",
      lengths.warmup, lengths.measurement, 4 * (lengths.warmup + lengths.measurement) + 100000);
  return text;
}

bool is_same_but_for_rate(const NetworkCase& a, const NetworkCase& b) {
  return a.shape == b.shape && a.radix == b.radix && a.dimensions == b.dimensions &&
         a.flits == b.flits && a.share == b.share && a.buffers == b.buffers;
}

double extra_cycles(Shape shape) { return shape == Shape::butterfly ? 0 : 1; }

std::string name_of(const NetworkCase& network) {
  return fmt::format("{}, k = {}, n = {}, B = {}", shape_text(network.shape), network.radix,
                     network.dimensions, network.flits);
}

}  // namespace turnpike::sim::agarwal
