// xorshift_traffic.cpp - when and where to, from 32 bits a node.

#include "model/traffic/xorshift_traffic.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>

#include "model/common/configuration_error.h"
#include "model/common/random.h"
#include "model/traffic/traffic.h"

namespace turnpike::model {
namespace {

constexpr const char* kWith = " with generator \"xorshift\"";
constexpr NodeId kMostNodes = 65536;  // a destination has 16 random bits

NodeId scaled(std::uint32_t bits, NodeId n) {
  return static_cast<NodeId>((std::uint64_t{bits & 0xffffu} * n) >> 16);
}

}  // namespace

void check_xorshift(const TrafficSpec& spec, const Network& network) {
  const auto refuse = [](const char* key, const std::string& value, const std::string& allowed) {
    throw ConfigurationError(key, value, allowed + kWith);
  };
  const Pattern* const drawn[] = {Pattern::uniform, Pattern::uniform_other, Pattern::hot_spot};
  const bool is_known = spec.pattern->fixed || std::find(std::begin(drawn), std::end(drawn),
                                                         spec.pattern) != std::end(drawn);
  if (!is_known) refuse("traffic.pattern", spec.pattern->word, "a pattern but trace and locality");
  if (spec.arrivals != Arrivals::bernoulli) {
    refuse("traffic.arrivals", word_of(kArrivalsWords, spec.arrivals), "\"bernoulli\"");
  }
  if (spec.length_kind != LengthKind::fixed) {
    refuse("traffic.length.kind", word_of(kLengthWords, spec.length_kind), "\"fixed\"");
  }
  if (spec.broadcast.fraction > 0) {
    refuse("traffic.broadcast_fraction", std::to_string(spec.broadcast.fraction), "0");
  }
  const unsigned classes = network.router.routing.message_classes;
  if (classes > 1) refuse("router.message_classes", std::to_string(classes), "1");
  if (network.nodes() > kMostNodes) {
    refuse("traffic.generator", "xorshift",
           "at most " + std::to_string(kMostNodes) + " nodes, not " +
               std::to_string(network.nodes()) + ",");
  }
}

std::uint32_t xorshift_seed(std::uint64_t seed, NodeId node) {
  const auto state = static_cast<std::uint32_t>(draw(seed, Stream::generator, node, 0) >> 32);
  return state == 0 ? 1 : state;
}

std::uint32_t message_threshold(const TrafficSpec& spec) {
  return static_cast<std::uint32_t>(std::lround(spec.load / spec.length * 65536));
}

std::uint32_t hot_threshold(const TrafficSpec& spec) {
  return static_cast<std::uint32_t>(std::lround(spec.hot_fraction * 256));
}

XorshiftTraffic::XorshiftTraffic(const TrafficSpec& spec, const Network& network,
                                 std::uint64_t seed)
    : pattern_(spec.pattern), nodes_(network.nodes()), hot_node_(spec.hot_node) {
  destinations_ = Destinations(spec, network, seed);
  threshold_ = message_threshold(spec);
  hot_threshold_ = pattern_ == Pattern::hot_spot ? hot_threshold(spec) : 0;
  for (NodeId node = 0; node < nodes_; ++node) state_.push_back(xorshift_seed(seed, node));
}

Cycle XorshiftTraffic::first(NodeId node) {
  if (threshold_ == 0) return Traffic::kNever;
  return state_[node] >> 16 < threshold_ ? 0 : next(node, 0);
}

NodeId XorshiftTraffic::destination(NodeId node) const {
  const std::uint32_t x = state_[node];
  if (pattern_ == Pattern::uniform) return scaled(x, nodes_);
  if (pattern_ != Pattern::uniform_other && pattern_ != Pattern::hot_spot) {
    return destinations_.pick(node, 0);  // a fixed one
  }
  if ((xorshift_step(x) >> 6 & 0xff) < hot_threshold_) return hot_node_;
  const NodeId other = scaled(x, nodes_ - 1);
  return other < node ? other : other + 1;
}

Cycle XorshiftTraffic::next(NodeId node, Cycle cycle) {
  std::uint32_t x = state_[node];
  do {
    x = xorshift_step(x);
    ++cycle;
  } while (x >> 16 >= threshold_);
  state_[node] = x;
  return cycle;
}

}  // namespace turnpike::model
