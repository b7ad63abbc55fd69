// message_list.cpp - messages drawn one by one, all from integers.

#include "model/traffic/message_list.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "model/common/random.h"
#include "model/traffic/arrivals.h"
#include "model/traffic/fixed_log2.h"

namespace turnpike::model {
namespace {

void check(const char* name, std::uint64_t value, std::uint64_t low, std::uint64_t high) {
  if (value >= low && value <= high) return;
  throw std::invalid_argument(std::string(name) + ": found " + std::to_string(value) +
                              ", allowed: " + std::to_string(low) + " .. " + std::to_string(high));
}

std::uint64_t square_root(std::uint64_t x) {  // rounded down
  std::uint64_t root = 0;
  for (std::uint64_t bit = std::uint64_t{1} << 31; bit != 0; bit >>= 1) {
    if ((root | bit) * (root | bit) <= x) root |= bit;
  }
  return root;
}

// A normal number in units of 2^-17 standard deviations, mean 0: a sum of twelve uniform ones, each
// of 16 bits, has variance 1 (less 2^-32).
std::int64_t normal(const RandomStream& random, NodeId node, std::uint64_t event) {
  std::int64_t sum = 0;
  for (unsigned draw = 0; draw < 3; ++draw) {
    std::uint64_t bits = random.draw(node, 3 * event + draw);
    for (unsigned piece = 0; piece < 4; ++piece, bits >>= 16) {
      sum += static_cast<std::int64_t>(bits & 0xffff);
    }
  }
  return 2 * sum - 12 * 65535;
}

class Gaps {
 public:
  explicit Gaps(const MessageListSpec& spec)
      : random_(spec.seed, Stream::arrival),
        mean_(static_cast<std::int64_t>(spec.intergeneration)),
        // sqrt(mean / 2) with 14 fraction bits
        deviation_(static_cast<std::int64_t>(square_root(spec.intergeneration << 27))) {}

  Tick draw(NodeId node, std::uint64_t event) const {
    const std::int64_t half = std::int64_t{1} << 30;
    const std::int64_t away = (deviation_ * normal(random_, node, event) + half) >> 31;
    return static_cast<Tick>(std::max<std::int64_t>(1, mean_ + away));
  }

 private:
  RandomStream random_;
  std::int64_t mean_;
  std::int64_t deviation_;
};

class Lengths {
 public:
  explicit Lengths(const MessageListSpec& spec)
      : random_(spec.seed, Stream::length),
        scale_(spec.mean_bytes > 1 ? trials_per_half_life(1.0 / spec.mean_bytes) : 0) {}

  std::uint32_t draw(NodeId node, std::uint64_t event) const {
    return 1 + static_cast<std::uint32_t>(half_lives(random_.draw(node, event)) * scale_);
  }

 private:
  RandomStream random_;
  double scale_;
};

}  // namespace

std::vector<ListedMessage> make_message_list(const MessageListSpec& spec) {
  check("dimension", spec.dimension, 1, 16);
  check("messages_per_node", spec.messages_per_node, 1, 1u << 24);
  check("mean_bytes", spec.mean_bytes, 1, 1u << 24);
  check("intergeneration", spec.intergeneration, 1, std::uint64_t{1} << 32);
  check("granularity", spec.granularity, 1, std::uint64_t{1} << 32);
  const NodeId nodes = NodeId{1} << spec.dimension;
  const Gaps gaps(spec);
  const Lengths lengths(spec);
  const RandomStream destinations(spec.seed, Stream::destination);
  const RandomStream phases(spec.seed, Stream::phase);
  std::vector<ListedMessage> messages;
  messages.reserve(std::size_t{nodes} * spec.messages_per_node);
  for (NodeId node = 0; node < nodes; ++node) {
    Tick now = 0;
    if (spec.start == ListStart::spread) {
      now =
          static_cast<Tick>(unit(phases.draw(node, 0)) * static_cast<double>(spec.intergeneration));
    }
    for (unsigned k = 0; k < spec.messages_per_node; ++k) {
      now += gaps.draw(node, k);
      const NodeId other = below(destinations.draw(node, k), nodes - 1);
      messages.push_back({now / spec.granularity * spec.granularity, node,
                          other < node ? other : other + 1, lengths.draw(node, k)});
    }
  }
  std::stable_sort(
      messages.begin(), messages.end(),
      [](const ListedMessage& a, const ListedMessage& b) { return a.queued < b.queued; });
  return messages;
}

double ideal_link_utilisation(const std::vector<ListedMessage>& messages, double links) {
  if (messages.empty() || messages.back().queued == 0) return 0;
  double ticks = 0;
  for (const ListedMessage& message : messages) {
    ticks += 2.0 * message.bytes * hypercube_hops(message.source, message.destination);
  }
  return ticks / (links * static_cast<double>(messages.back().queued));
}

}  // namespace turnpike::model
