// credit_limit.cpp - depth over round trip, for each channel.

#include "model/analysis/credit_limit.h"

#include <algorithm>

namespace turnpike::model {

namespace {

unsigned depth_behind(const Network& network, const Channel& channel) {
  if (network.packets) {  // one is sent if there is room for the whole
    return network.router.buffer_depth -
           network.router.buffer_depth % network.packets->packet_flits;
  }
  const Component& to = network.components[channel.to];
  const bool is_express = channel.level != 0 && to.kind == ComponentKind::interchange;
  return is_express ? network.interchanges[to.shape].express_depth : network.router.buffer_depth;
}

}  // namespace

std::optional<CreditLimit> tightest_credit_limit(const Network& network) {
  std::optional<CreditLimit> tightest;
  for (std::size_t c = 0; c < network.channels.size(); ++c) {
    const Channel& channel = network.channels[c];
    if (channel.latency == 0 || channel.is_narrow()) continue;
    CreditLimit limit;
    limit.channel = static_cast<ChannelId>(c);
    limit.depth = depth_behind(network, channel);
    limit.round_trip = credit_round_trip(channel.latency, network.router.pipeline_cycles);
    limit.alone = static_cast<double>(limit.depth) / limit.round_trip;
    limit.together = std::min(1.0, limit.alone * network.router.virtual_channels);
    if (limit.alone < (tightest ? tightest->alone : 1)) tightest = limit;
  }
  return tightest;
}

}  // namespace turnpike::model
