// destinations.cpp - the traffic patterns.

#include "model/traffic/destinations.h"

#include <string>

#include "model/common/configuration_error.h"
#include "model/traffic/permutation_file.h"

namespace turnpike::model {
namespace {

std::string count_of(NodeId nodes) { return std::to_string(nodes) + " nodes"; }

// b of N = 2^b nodes.
unsigned bits_of(NodeId nodes, const char* pattern) {
  if (nodes == 0 || (nodes & (nodes - 1)) != 0) {
    throw ConfigurationError(
        "traffic.pattern", pattern,
        "a number of nodes that is a power of two; the network has " + count_of(nodes));
  }
  return static_cast<unsigned>(__builtin_ctz(nodes));
}

std::vector<NodeId> bit_permutation(Pattern pattern, NodeId nodes) {
  const char* name = pattern == Pattern::bit_complement    ? "bit_complement"
                     : pattern == Pattern::bit_reversal    ? "bit_reversal"
                     : pattern == Pattern::perfect_shuffle ? "perfect_shuffle"
                                                           : "butterfly";
  const unsigned bits = bits_of(nodes, name);
  std::vector<NodeId> to(nodes);
  for (NodeId s = 0; s < nodes; ++s) {
    const NodeId high = bits == 0 ? 0 : s >> (bits - 1);
    NodeId d = s;
    if (pattern == Pattern::bit_complement) {
      d = ~s & (nodes - 1);
    } else if (pattern == Pattern::bit_reversal) {
      d = 0;
      for (unsigned b = 0; b < bits; ++b) d |= ((s >> b) & 1) << (bits - 1 - b);
    } else if (pattern == Pattern::perfect_shuffle) {
      d = ((s << 1) & (nodes - 1)) | high;
    } else if (bits >= 2) {
      const NodeId ends = (NodeId{1} << (bits - 1)) | 1;
      d = (s & ~ends) | ((s & 1) << (bits - 1)) | high;
    }
    to[s] = d;
  }
  return to;
}

std::vector<NodeId> transpose(const std::vector<unsigned>& radix, NodeId nodes) {
  std::vector<NodeId> to(nodes);
  if (radix.size() == 2 && radix[0] == radix[1]) {
    const NodeId k = radix[0];
    for (NodeId s = 0; s < nodes; ++s) to[s] = (s % k) * k + s / k;
    return to;
  }
  const bool is_power = nodes != 0 && (nodes & (nodes - 1)) == 0;
  const unsigned bits = is_power ? bits_of(nodes, "transpose") : 1;
  if (bits % 2 != 0) {
    throw ConfigurationError("traffic.pattern", "transpose",
                             "a square array (two dimensions of one radix) or a number of nodes "
                             "that is a power of four; the network has " +
                                 count_of(nodes));
  }
  const unsigned half = bits / 2;
  for (NodeId s = 0; s < nodes; ++s) to[s] = (s >> half) | ((s << half) & (nodes - 1));
  return to;
}

// Radixes of the network whose product is its number of nodes; the pattern counts in digits.
const std::vector<unsigned>& digits_of(const Network& network, const char* pattern) {
  std::uint64_t product = network.radix.empty() ? 0 : 1;
  for (const unsigned k : network.radix) product *= k;
  if (product != network.nodes()) {
    throw ConfigurationError("traffic.pattern", pattern,
                             "a network whose nodes have coordinates: mesh, torus, hypercube, "
                             "butterfly");
  }
  return network.radix;
}

// Every coordinate moved up by step(k), modulo k.
template <class Step>
std::vector<NodeId> shifted(const std::vector<unsigned>& radix, NodeId nodes, Step step) {
  std::vector<NodeId> to(nodes);
  for (NodeId s = 0; s < nodes; ++s) {
    NodeId rest = s;
    NodeId stride = 1;
    for (const unsigned k : radix) {
      to[s] += (rest % k + step(k)) % k * stride;
      rest /= k;
      stride *= k;
    }
  }
  return to;
}

void check_fraction(const char* key, double fraction) {
  if (fraction >= 0 && fraction <= 1) return;
  throw ConfigurationError(key, std::to_string(fraction), "0 .. 1");
}

void check_others(const char* pattern, NodeId nodes) {
  if (nodes >= 2) return;
  throw ConfigurationError("traffic.pattern", pattern,
                           "at least 2 nodes; the network has " + count_of(nodes));
}

}  // namespace

unsigned locality_window(double locality, unsigned dimensions, unsigned radix) {
  // The largest w with (w / k)^n <= locality, by multiplication alone: a root would round
  // differently from machine to machine. The slack lets 1/27 of a 9-ary 3-cube be 3 nodes a side.
  unsigned window = 1;
  for (unsigned w = 2; w <= radix; ++w) {
    double share = 1;
    for (unsigned d = 0; d < dimensions; ++d) share *= static_cast<double>(w) / radix;
    if (share <= locality * (1 + 1e-9)) window = w;
  }
  return window;
}

Destinations::Destinations(const TrafficSpec& spec, const Network& network, std::uint64_t seed)
    : random_(seed, Stream::destination),
      choice_(seed, Stream::destination_choice),
      pattern_(spec.pattern),
      nodes_(network.nodes()) {
  switch (pattern_) {
    case Pattern::uniform:
    case Pattern::trace:
      break;
    case Pattern::uniform_other:
      check_others("uniform_other", nodes_);
      break;
    case Pattern::transpose:
      fixed_ = transpose(network.radix, nodes_);
      break;
    case Pattern::bit_complement:
    case Pattern::bit_reversal:
    case Pattern::perfect_shuffle:
    case Pattern::butterfly:
      fixed_ = bit_permutation(pattern_, nodes_);
      break;
    case Pattern::tornado:
      fixed_ = shifted(digits_of(network, "tornado"), nodes_,
                       [](unsigned k) { return (k + 1) / 2 - 1; });
      break;
    case Pattern::neighbour:
      fixed_ = shifted(digits_of(network, "neighbour"), nodes_, [](unsigned) { return 1u; });
      break;
    case Pattern::hot_spot:
      check_others("hot_spot", nodes_);
      check_fraction("traffic.hot_fraction", spec.hot_fraction);
      if (spec.hot_node >= nodes_) {
        throw ConfigurationError("traffic.hot_node", std::to_string(spec.hot_node),
                                 "0 .. " + std::to_string(nodes_ - 1));
      }
      hot_node_ = spec.hot_node;
      hot_fraction_ = spec.hot_fraction;
      break;
    case Pattern::locality:
      if (!(spec.locality > 0 && spec.locality <= 1)) {
        throw ConfigurationError("traffic.locality", std::to_string(spec.locality),
                                 "above 0, at most 1");
      }
      radix_ = digits_of(network, "locality");
      for (const unsigned k : radix_) {
        window_.push_back(locality_window(spec.locality, static_cast<unsigned>(radix_.size()), k));
      }
      break;
    case Pattern::permutation:
      fixed_ = read_permutation(spec.file, nodes_);
      break;
  }
}

NodeId Destinations::pick(NodeId node, std::uint64_t event) const {
  if (!fixed_.empty()) return fixed_[node];
  if (pattern_ == Pattern::uniform) return below(random_.draw(node, event), nodes_);
  if (pattern_ == Pattern::locality) return pick_in_window(node, event);
  if (pattern_ == Pattern::hot_spot && chance(choice_.draw(node, event), hot_fraction_)) {
    return hot_node_;
  }
  // Any node but this one: the numbers from it on move up by one.
  const NodeId other = below(random_.draw(node, event), nodes_ - 1);
  return other < node ? other : other + 1;
}

double Destinations::share(NodeId source, NodeId destination) const {
  if (!fixed_.empty()) return fixed_[source] == destination ? 1 : 0;
  if (pattern_ == Pattern::uniform) return 1.0 / nodes_;
  if (pattern_ == Pattern::locality) return share_in_window(source, destination);
  const double hot = pattern_ == Pattern::hot_spot ? hot_fraction_ : 0;
  const double as_hot_node = destination == hot_node_ ? hot : 0;
  const double as_other = destination == source ? 0 : (1 - hot) / (nodes_ - 1);
  return as_hot_node + as_other;
}

double Destinations::share_in_window(NodeId source, NodeId destination) const {
  double share = 1;
  for (std::size_t d = 0; d < radix_.size(); ++d) {
    const unsigned k = radix_[d];
    if ((destination % k + k - source % k) % k >= window_[d]) return 0;
    share /= window_[d];
    source /= k;
    destination /= k;
  }
  return share;
}

NodeId Destinations::pick_in_window(NodeId node, std::uint64_t event) const {
  std::uint64_t bits = random_.draw(node, event);
  NodeId rest = node;
  NodeId stride = 1;
  NodeId destination = 0;
  for (std::size_t d = 0; d < radix_.size(); ++d) {
    const unsigned k = radix_[d];
    destination += (rest % k + below(bits, window_[d])) % k * stride;
    rest /= k;
    stride *= k;
    bits = mix(bits);
  }
  return destination;
}

}  // namespace turnpike::model
