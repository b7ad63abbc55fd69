// traffic.cpp - the messages of a run: what holds for every source, and which source it is.

#include "model/traffic/traffic.h"

#include <string>

#include "model/common/configuration_error.h"
#include "model/traffic/message_class.h"
#include "model/traffic/workload.h"

namespace turnpike::model {
namespace {

void check_broadcasts(const TrafficSpec& spec, const Network& network) {
  const BroadcastSpec& broadcast = spec.broadcast;
  const std::string fraction = std::to_string(broadcast.fraction);
  if (!(broadcast.fraction >= 0 && broadcast.fraction <= 1)) {
    throw ConfigurationError("traffic.broadcast_fraction", fraction, "0 .. 1");
  }
  if (broadcast.startup == 0) {
    throw ConfigurationError("traffic.broadcast_startup", "0", "1 cycle or more");
  }
  if (broadcast.fraction == 0) return;
  if (!network.topology->is_cube) {
    throw ConfigurationError("traffic.broadcast_fraction", fraction,
                             "0 but with topology " + quoted_topologies_with(&Topology::is_cube));
  }
  if (broadcast.kind == BroadcastKind::router && !network.packets) {
    throw ConfigurationError("traffic.broadcast", "router",
                             "\"tree\" with kind \"wormhole\": only packet routers make copies");
  }
  if (!network.has_message_terminals()) {
    throw ConfigurationError("router.local_channels", "1",
                             "2 or more with broadcasts through wormhole routers");
  }
}

void check_messages_at_once(const TrafficSpec& spec, const Network& network) {
  const unsigned vcs = network.router.virtual_channels;
  const auto refuse = [&](const std::string& allowed) {
    throw ConfigurationError("traffic.messages_at_once", std::to_string(spec.messages_at_once),
                             allowed);
  };
  if (spec.messages_at_once == 0) refuse("at least 1");
  if (spec.messages_at_once == 1) return;
  if (network.packets) refuse("1 with kind \"packet\": a channel sends one packet after the other");
  if (network.local_channels == 1) {
    refuse("1 with one local channel, which always sends as many as it has virtual channels");
  }
  if (spec.messages_at_once > vcs) {
    refuse("1 .. " + std::to_string(vcs) + ", the virtual channels of a channel");
  }
}

}  // namespace

Traffic::Traffic(const TrafficSpec& spec, const Network& network, std::uint64_t seed)
    : spec_(spec), seed_(seed) {
  const MessageClass of_valid_shares(spec, network, seed);
  check_broadcasts(spec, network);
  check_messages_at_once(spec, network);
  source_ = workload_of(spec).make(spec, network, seed);
}

Traffic::Traffic(const TrafficSpec& spec, const Network& network,
                 std::unique_ptr<MessageSource> source)
    : source_(std::move(source)) {
  check_messages_at_once(spec, network);
  spec_.load = 0;
  spec_.messages_at_once = spec.messages_at_once;
}

TrafficNature Traffic::nature() const {
  const Workload& workload = workload_of(spec_);
  return {workload.is_finite, workload.is_closed_loop};
}

void Traffic::check(const StateStream& state, Cycle now) const {
  for (NodeId node = 0; node < nodes(); ++node) {
    state.check(next_cycles()[node] >= now, "cycle of a message");
  }
}

}  // namespace turnpike::model
