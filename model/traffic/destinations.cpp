// destinations.cpp - the traffic patterns.

#include "model/traffic/destinations.h"

#include <string>

#include "model/common/configuration_error.h"
#include "model/common/joined_words.h"
#include "model/traffic/permutation_file.h"

namespace turnpike::model {
namespace {

std::string count_of(NodeId nodes) { return std::to_string(nodes) + " nodes"; }

bool is_power_of_two(NodeId nodes) { return nodes != 0 && (nodes & (nodes - 1)) == 0; }

// `move` of every source, a number of `bits` bits.
template <class Move>
std::vector<NodeId> moved_bits(const Pattern* pattern, NodeId nodes, Move move) {
  if (!is_power_of_two(nodes)) {
    throw ConfigurationError(
        "traffic.pattern", pattern->word,
        "a number of nodes that is a power of two; the network has " + count_of(nodes));
  }
  const auto bits = static_cast<unsigned>(__builtin_ctz(nodes));
  std::vector<NodeId> to(nodes);
  for (NodeId s = 0; s < nodes; ++s) to[s] = move(s, bits);
  return to;
}

std::vector<NodeId> bit_complement(const TrafficSpec&, const Network& network) {
  const NodeId nodes = network.nodes();
  return moved_bits(Pattern::bit_complement, nodes,
                    [nodes](NodeId s, unsigned) { return ~s & (nodes - 1); });
}

std::vector<NodeId> bit_reversal(const TrafficSpec&, const Network& network) {
  return moved_bits(Pattern::bit_reversal, network.nodes(), [](NodeId s, unsigned bits) {
    NodeId d = 0;
    for (unsigned b = 0; b < bits; ++b) d |= ((s >> b) & 1) << (bits - 1 - b);
    return d;
  });
}

std::vector<NodeId> perfect_shuffle(const TrafficSpec&, const Network& network) {
  const NodeId nodes = network.nodes();
  return moved_bits(Pattern::perfect_shuffle, nodes, [nodes](NodeId s, unsigned bits) {
    return bits == 0 ? s : ((s << 1) & (nodes - 1)) | s >> (bits - 1);
  });
}

std::vector<NodeId> swapped_ends(const TrafficSpec&, const Network& network) {
  return moved_bits(Pattern::butterfly, network.nodes(), [](NodeId s, unsigned bits) {
    if (bits < 2) return s;
    const NodeId ends = (NodeId{1} << (bits - 1)) | 1;
    return (s & ~ends) | ((s & 1) << (bits - 1)) | s >> (bits - 1);
  });
}

std::vector<NodeId> transpose(const TrafficSpec&, const Network& network) {
  const std::vector<unsigned>& radix = network.radix;
  const NodeId nodes = network.nodes();
  std::vector<NodeId> to(nodes);
  if (radix.size() == 2 && radix[0] == radix[1]) {
    const NodeId k = radix[0];
    for (NodeId s = 0; s < nodes; ++s) to[s] = (s % k) * k + s / k;
    return to;
  }
  const unsigned bits = is_power_of_two(nodes) ? static_cast<unsigned>(__builtin_ctz(nodes)) : 1;
  if (bits % 2 != 0) {
    throw ConfigurationError("traffic.pattern", Pattern::transpose->word,
                             "a square array (two dimensions of one radix) or a number of nodes "
                             "that is a power of four; the network has " +
                                 count_of(nodes));
  }
  const unsigned half = bits / 2;
  for (NodeId s = 0; s < nodes; ++s) to[s] = (s >> half) | ((s << half) & (nodes - 1));
  return to;
}

// Radixes of the network whose product is its number of nodes; the pattern counts in digits.
const std::vector<unsigned>& coordinates_of(const Network& network, const Pattern* pattern) {
  std::uint64_t product = network.radix.empty() ? 0 : 1;
  for (const unsigned k : network.radix) product *= k;
  if (product != network.nodes()) {
    const std::string with = joined_words(
        topologies(), false, [](const Topology& one) { return one.radix != RadixRule::none; });
    throw ConfigurationError("traffic.pattern", pattern->word,
                             "a network whose nodes have coordinates: " + with);
  }
  return network.radix;
}

// Every coordinate moved up by step(k), modulo k.
template <class Step>
std::vector<NodeId> shifted(const Pattern* pattern, const Network& network, Step step) {
  const std::vector<unsigned>& radix = coordinates_of(network, pattern);
  const NodeId nodes = network.nodes();
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

std::vector<NodeId> tornado(const TrafficSpec&, const Network& network) {
  return shifted(Pattern::tornado, network, [](unsigned k) { return (k + 1) / 2 - 1; });
}

std::vector<NodeId> neighbour(const TrafficSpec&, const Network& network) {
  return shifted(Pattern::neighbour, network, [](unsigned) { return 1u; });
}

std::vector<NodeId> from_file(const TrafficSpec& spec, const Network& network) {
  return read_permutation(spec.file, network.nodes());
}

class Uniform final : public DrawnDestinations {
 public:
  Uniform(NodeId nodes, std::uint64_t seed) : random_(seed, Stream::destination), nodes_(nodes) {}
  NodeId pick(NodeId node, std::uint64_t event) const override {
    return below(random_.draw(node, event), nodes_);
  }
  double share(NodeId, NodeId) const override { return 1.0 / nodes_; }

 private:
  RandomStream random_;
  NodeId nodes_;
};

// Some to the hot node, the rest to any node but the source.
class Others final : public DrawnDestinations {
 public:
  Others(NodeId nodes, NodeId hot_node, double hot_fraction, std::uint64_t seed)
      : random_(seed, Stream::destination),
        choice_(seed, Stream::destination_choice),
        nodes_(nodes),
        hot_node_(hot_node),
        hot_(hot_fraction) {}
  NodeId pick(NodeId node, std::uint64_t event) const override {
    if (hot_ > 0 && chance(choice_.draw(node, event), hot_)) return hot_node_;
    // The numbers from the source on move up by one.
    const NodeId other = below(random_.draw(node, event), nodes_ - 1);
    return other < node ? other : other + 1;
  }
  double share(NodeId source, NodeId destination) const override {
    const double as_hot_node = destination == hot_node_ ? hot_ : 0;
    const double as_other = destination == source ? 0 : (1 - hot_) / (nodes_ - 1);
    return as_hot_node + as_other;
  }

 private:
  RandomStream random_;
  RandomStream choice_;
  NodeId nodes_;
  NodeId hot_node_;
  double hot_;
};

class Window final : public DrawnDestinations {
 public:
  Window(const std::vector<unsigned>& radix, double locality, std::uint64_t seed)
      : random_(seed, Stream::destination), radix_(radix) {
    for (const unsigned k : radix) {
      window_.push_back(locality_window(locality, static_cast<unsigned>(radix.size()), k));
    }
  }
  NodeId pick(NodeId node, std::uint64_t event) const override {
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
  double share(NodeId source, NodeId destination) const override {
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

 private:
  RandomStream random_;
  std::vector<unsigned> radix_;   // k per dimension
  std::vector<unsigned> window_;  // nodes of the window per dimension
};

using Drawn = std::unique_ptr<DrawnDestinations>;

Drawn uniform(const TrafficSpec&, const Network& network, std::uint64_t seed) {
  return std::make_unique<Uniform>(network.nodes(), seed);
}

void check_fraction(const char* key, double fraction) {
  if (fraction >= 0 && fraction <= 1) return;
  throw ConfigurationError(key, std::to_string(fraction), "0 .. 1");
}

void check_others(const Pattern* pattern, NodeId nodes) {
  if (nodes >= 2) return;
  throw ConfigurationError("traffic.pattern", pattern->word,
                           "at least 2 nodes; the network has " + count_of(nodes));
}

Drawn uniform_other(const TrafficSpec&, const Network& network, std::uint64_t seed) {
  check_others(Pattern::uniform_other, network.nodes());
  return std::make_unique<Others>(network.nodes(), 0, 0, seed);
}

Drawn hot_spot(const TrafficSpec& spec, const Network& network, std::uint64_t seed) {
  check_others(Pattern::hot_spot, network.nodes());
  check_fraction("traffic.hot_fraction", spec.hot_fraction);
  if (spec.hot_node >= network.nodes()) {
    throw ConfigurationError("traffic.hot_node", std::to_string(spec.hot_node),
                             "0 .. " + std::to_string(network.nodes() - 1));
  }
  return std::make_unique<Others>(network.nodes(), spec.hot_node, spec.hot_fraction, seed);
}

Drawn locality(const TrafficSpec& spec, const Network& network, std::uint64_t seed) {
  if (!(spec.locality > 0 && spec.locality <= 1)) {
    throw ConfigurationError("traffic.locality", std::to_string(spec.locality),
                             "above 0, at most 1");
  }
  return std::make_unique<Window>(coordinates_of(network, Pattern::locality), spec.locality, seed);
}

constexpr Pattern kUniform{"uniform", nullptr, uniform};
constexpr Pattern kUniformOther{"uniform_other", nullptr, uniform_other};
constexpr Pattern kTranspose{"transpose", transpose};
constexpr Pattern kBitComplement{"bit_complement", bit_complement};
constexpr Pattern kBitReversal{"bit_reversal", bit_reversal};
constexpr Pattern kPerfectShuffle{"perfect_shuffle", perfect_shuffle};
constexpr Pattern kButterflyEnds{"butterfly", swapped_ends};
constexpr Pattern kTornado{"tornado", tornado};
constexpr Pattern kNeighbour{"neighbour", neighbour};
constexpr Pattern kHotSpot{"hot_spot", nullptr, hot_spot};
constexpr Pattern kLocality{"locality", nullptr, locality};
constexpr Pattern kPermutation{"permutation", from_file, nullptr, true};
constexpr Pattern kTracePattern{"trace", nullptr, nullptr, true};

std::vector<const Pattern*>& list_of_patterns() {
  static std::vector<const Pattern*> list = {
      &kUniform,        &kUniformOther,  &kTranspose,   &kBitComplement, &kBitReversal,
      &kPerfectShuffle, &kButterflyEnds, &kTornado,     &kNeighbour,     &kHotSpot,
      &kLocality,       &kPermutation,   &kTracePattern};
  return list;
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

const Pattern* const Pattern::uniform = &kUniform;
const Pattern* const Pattern::uniform_other = &kUniformOther;
const Pattern* const Pattern::transpose = &kTranspose;
const Pattern* const Pattern::bit_complement = &kBitComplement;
const Pattern* const Pattern::bit_reversal = &kBitReversal;
const Pattern* const Pattern::perfect_shuffle = &kPerfectShuffle;
const Pattern* const Pattern::butterfly = &kButterflyEnds;
const Pattern* const Pattern::tornado = &kTornado;
const Pattern* const Pattern::neighbour = &kNeighbour;
const Pattern* const Pattern::hot_spot = &kHotSpot;
const Pattern* const Pattern::locality = &kLocality;
const Pattern* const Pattern::permutation = &kPermutation;
const Pattern* const Pattern::trace = &kTracePattern;

const std::vector<const Pattern*>& patterns() { return list_of_patterns(); }

bool add_pattern(const Pattern& pattern) {
  list_of_patterns().push_back(&pattern);
  return true;
}

Destinations::Destinations(const TrafficSpec& spec, const Network& network, std::uint64_t seed) {
  if (spec.pattern->fixed) fixed_ = spec.pattern->fixed(spec, network);
  if (spec.pattern->drawn) drawn_ = spec.pattern->drawn(spec, network, seed);
}

}  // namespace turnpike::model
