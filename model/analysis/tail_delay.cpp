// tail_delay.cpp - a single message, flit by flit, channel by channel.

#include "model/analysis/tail_delay.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace turnpike::model {

bool TailDelay::Hop::operator<(const Hop& other) const {
  return std::tie(latency, depth, pace) < std::tie(other.latency, other.depth, other.pace);
}

TailDelay::TailDelay(const Network& network, std::vector<unsigned> packets)
    : network_(network),
      packets_(std::move(packets)),
      flits_(std::accumulate(packets_.begin(), packets_.end(), 0u)) {}

TailDelay::Hop TailDelay::hop_of(const Channel& channel) const {
  const Component& to = network_.components[channel.to];
  const unsigned depth = to.kind == ComponentKind::interchange
                             ? network_.interchanges[to.shape].depth_of(channel.to_port)
                             : network_.router.buffer_depth;
  return {channel.latency, depth, unsigned{channel.phits} * channel.clock_ratio};
}

// From the terminal, between components, to the terminal.
std::vector<TailDelay::Hop> TailDelay::hops_of(const std::vector<PathStep>& path) const {
  const Hop terminal{0, network_.router.buffer_depth, 1};
  std::vector<Hop> hops = {terminal};
  for (const PathStep& step : path) {
    hops.push_back(step.channel == kNoChannel ? terminal : hop_of(network_.channels[step.channel]));
  }
  return hops;
}

// Cycles after which the credit of a flit can bring the next one.
unsigned TailDelay::loop_cycles(const Hop& hop) const {
  return 2 * hop.latency + network_.router.pipeline_cycles + 1 + spending_delay();
}

// Cycles from a credit on its pins to the flit that it pays for, in a router (docs/timing.md, 1).
unsigned TailDelay::spending_delay() const { return network_.packets ? 0 : 1; }

bool TailDelay::is_plain() const {
  if (network_.packets && !network_.packets->cut_through) return false;
  const auto is_roomy = [&](const Hop& hop) {
    if (hop.pace > 1) return false;
    if (!network_.packets) return flits_ <= hop.depth || hop.depth >= loop_cycles(hop);
    // A head waits until a whole packet fits.
    const unsigned beside = hop.depth - std::min(hop.depth, network_.packets->packet_flits);
    return packets_.size() == 1 || beside + 1 >= loop_cycles(hop);
  };
  return is_roomy({0, network_.router.buffer_depth, 1}) &&
         std::all_of(network_.channels.begin(), network_.channels.end(),
                     [&](const Channel& channel) { return is_roomy(hop_of(channel)); });
}

Cycle TailDelay::on(const std::vector<PathStep>& path) {
  std::vector<Hop> hops = hops_of(path);
  const auto known = known_.find(hops);
  if (known != known_.end()) return known->second;
  const Cycle delay = network_.packets ? packet_delay(hops) : worm_delay(hops);
  known_.emplace(std::move(hops), delay);
  return delay;
}

Cycle TailDelay::base_latency(const std::vector<PathStep>& path) const {
  Cycle latency = 1 + Cycle{network_.router.pipeline_cycles} * path.size();
  for (const PathStep& step : path) {
    if (step.channel != kNoChannel) latency += network_.channels[step.channel].latency;
  }
  return latency;
}

// at[c][i]: cycle in which flit i is on the pins at the beginning of channel c. It left its buffer
// in the cycle of its grant, the one before.
Cycle TailDelay::worm_delay(const std::vector<Hop>& hops) const {
  const std::size_t channels = hops.size();
  const Cycle pipeline = network_.router.pipeline_cycles;
  std::vector<std::vector<Cycle>> at(channels + 1, std::vector<Cycle>(flits_, 0));
  for (unsigned i = 0; i < flits_; ++i) {
    for (std::size_t c = 0; c < channels; ++c) {
      Cycle when = 0;
      if (c > 0) when = at[c - 1][i] + hops[c - 1].latency + pipeline;
      if (i > 0) when = std::max(when, at[c][i - 1] + hops[c].pace);
      if (i >= hops[c].depth) {
        // Its credit comes back a cycle after it left the buffer; a terminal spends that in the
        // same cycle, a router in the next one.
        const Cycle left = at[c + 1][i - hops[c].depth] - 1;
        const Cycle sent = left + 1 + hops[c].latency + (c > 0 ? spending_delay() : 0);
        when = std::max(when, sent + 1);
      }
      at[c][i] = when;
    }
    at[channels][i] = at[channels - 1][i] + 1;  // a sink consumes at once
  }
  return at[channels - 1][flits_ - 1] - at[channels - 1][0];
}

// A packet router moves a flit on from its input buffer at once. Returns the delay behind a head
// that never waits: what it waits in a store-and-forward router is in it.
Cycle TailDelay::packet_delay(const std::vector<Hop>& hops) const {
  const bool waits = !network_.packets->cut_through;
  std::vector<Cycle> before(flits_, 0);  // on the input pins of this channel's sender
  std::vector<Cycle> at(flits_, 0);      // on its output pins
  Cycle unhindered = 0;
  for (std::size_t c = 0; c < hops.size(); ++c) {
    const Hop& hop = hops[c];
    unsigned i = 0;
    for (const unsigned length : packets_) {
      const unsigned head = i;
      for (; i < head + length; ++i) {
        Cycle when = c > 0 ? before[i] + 1 : 0;
        if (i > 0) when = std::max(when, at[i - 1] + hop.pace);
        if (i == head && waits && c > 0) when = std::max(when, before[head + length - 1] + 1);
        const unsigned needed = i + network_.packets->packet_flits;
        if (i == head && needed > hop.depth) {
          when = std::max(when, at[needed - hop.depth - 1] + 2 * Cycle{hop.latency} + 2);
        }
        at[i] = when;
      }
    }
    for (unsigned f = 0; f < flits_; ++f) before[f] = at[f] + hop.latency;
    unhindered += hop.latency + (c > 0 ? 1 : 0);
  }
  return at[flits_ - 1] - unhindered;
}

}  // namespace turnpike::model
