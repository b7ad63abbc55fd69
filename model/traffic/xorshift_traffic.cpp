// xorshift_traffic.cpp - when and where to, from 32 bits a node.

#include "model/traffic/xorshift_traffic.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>

#include "model/common/configuration_error.h"
#include "model/common/random.h"
#include "model/topology/network.h"
#include "model/traffic/destinations.h"
#include "model/traffic/message_length.h"
#include "model/traffic/traffic.h"
#include "model/traffic/workload.h"

namespace turnpike::model {
namespace {

constexpr const char* kWith = " with generator \"xorshift\"";
constexpr NodeId kMostNodes = 65536;  // a destination has 16 random bits

NodeId scaled(std::uint32_t bits, NodeId n) {
  return static_cast<NodeId>((std::uint64_t{bits & 0xffffu} * n) >> 16);
}

// Of a pattern, lengths and classes that the generator has.
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
  if (!spec.classes.empty()) refuse("traffic.class", "a table", "no such table");
  const unsigned classes = network.router.routing.message_classes;
  if (classes > 1) refuse("router.message_classes", std::to_string(classes), "1");
  if (network.nodes() > kMostNodes) {
    refuse("traffic.generator", "xorshift",
           "at most " + std::to_string(kMostNodes) + " nodes, not " +
               std::to_string(network.nodes()) + ",");
  }
}

std::uint32_t checked_threshold(const TrafficSpec& spec, const Network& network,
                                double mean_length) {
  message_rate(spec, network, mean_length);
  return message_threshold(spec);
}

class XorshiftSource final : public MessageSource {
 public:
  XorshiftSource(const TrafficSpec& spec, const Network& network, std::uint64_t seed)
      : MessageSource(network.nodes()),
        length_(spec, seed),
        pattern_(spec.pattern),
        hot_node_(spec.hot_node),
        threshold_(checked_threshold(spec, network, length_.mean())),
        hot_threshold_(pattern_ == Pattern::hot_spot ? hot_threshold(spec) : 0) {
    destinations_ = Destinations(spec, network, seed);
    NodeId senders = 0;
    for (NodeId node = 0; node < nodes(); ++node) {
      state_.push_back(xorshift_seed(seed, node));
      if (!destinations_.sends(node)) continue;
      next_[node] = first(node);
      ++senders;
    }
    offered_load_ = threshold_ / 65536.0 * length_.mean() * senders / nodes();
  }

  Message take(NodeId node) override {
    const Cycle queued = next_[node];
    const NodeId to = destination(node);
    next_[node] = after(node, queued);
    return {queued, to, length_.pick(node, 0)};
  }

  double offered_load() const override { return offered_load_; }

  void visit_state(StateStream& state) override {
    visit_next_of_senders(state);
    state.list(state_);
  }

 private:
  Cycle first(NodeId node) {
    if (threshold_ == 0) return kNever;
    return state_[node] >> 16 < threshold_ ? 0 : after(node, 0);
  }

  // Of the message that is queued in next_[node].
  NodeId destination(NodeId node) const {
    const std::uint32_t x = state_[node];
    if (pattern_ == Pattern::uniform) return scaled(x, nodes());
    if (pattern_ != Pattern::uniform_other && pattern_ != Pattern::hot_spot) {
      return destinations_.pick(node, 0);  // a fixed one
    }
    if ((xorshift_step(x) >> 6 & 0xff) < hot_threshold_) return hot_node_;
    const NodeId other = scaled(x, nodes() - 1);
    return other < node ? other : other + 1;
  }

  // The cycle of the message behind the one queued in `cycle`.
  Cycle after(NodeId node, Cycle cycle) {
    std::uint32_t x = state_[node];
    do {
      x = xorshift_step(x);
      ++cycle;
    } while (x >> 16 >= threshold_);
    state_[node] = x;
    return cycle;
  }

  MessageLength length_;
  Destinations destinations_;  // of patterns that are fixed
  const Pattern* pattern_;
  NodeId hot_node_;
  std::uint32_t threshold_;
  std::uint32_t hot_threshold_;
  double offered_load_ = 0;
  std::vector<std::uint32_t> state_;  // [node] in the cycle of next_[node]
};

class XorshiftWorkload final : public Workload {
 public:
  constexpr XorshiftWorkload() : Workload("xorshift") { is_drawn = true; }
  std::unique_ptr<MessageSource> make(const TrafficSpec& spec, const Network& network,
                                      std::uint64_t seed) const override {
    check_xorshift(spec, network);
    return std::make_unique<XorshiftSource>(spec, network, seed);
  }
};

constexpr XorshiftWorkload kXorshift;

}  // namespace

const Workload* const Workload::xorshift = &kXorshift;

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

}  // namespace turnpike::model
