// traffic.cpp - which node sends what to whom, and when.

#include "model/traffic/traffic.h"

#include <numeric>
#include <string>

#include "model/common/check.h"
#include "model/common/configuration_error.h"

namespace turnpike::model {
namespace {

// Messages per node and cycle.
double message_rate(const TrafficSpec& spec, double mean_length) {
  constexpr double kMaxLoad = 1e6;  // a number, not a nan or an infinity
  if (!(spec.load >= 0 && spec.load <= kMaxLoad)) {
    throw ConfigurationError("traffic.load", std::to_string(spec.load),
                             "0 or more flits per node and cycle");
  }
  const double rate = spec.load / mean_length;
  if (spec.arrivals == Arrivals::bernoulli && rate > 1) {
    throw ConfigurationError("traffic.load", std::to_string(spec.load),
                             "at most the mean message length, " + std::to_string(mean_length) +
                                 ": Bernoulli arrivals are at most one message per node and "
                                 "cycle; Poisson arrivals have no such limit");
  }
  return rate;
}

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

// [message class but the last] share of the messages that are of this class or a lower one.
std::vector<double> class_limits(const TrafficSpec& spec, const Network& network) {
  const unsigned classes = network.router.routing.message_classes;
  std::vector<unsigned> shares = spec.class_shares;
  if (shares.empty()) shares.assign(classes, 1);
  const std::uint64_t all = std::accumulate(shares.begin(), shares.end(), std::uint64_t{0});
  if (shares.size() != classes || all == 0) {
    std::string found;
    for (const unsigned share : shares)
      found += (found.empty() ? "" : ", ") + std::to_string(share);
    throw ConfigurationError("traffic.class_shares", "[" + found + "]",
                             "a list of " + std::to_string(classes) +
                                 ", one number for each of router.message_classes, and at least "
                                 "one of them above 0");
  }
  std::vector<double> limits;
  std::uint64_t below = 0;
  for (unsigned c = 0; c + 1 < classes; ++c) {
    below += shares[c];
    limits.push_back(static_cast<double>(below) / static_cast<double>(all));
  }
  return limits;
}

}  // namespace

Traffic::Traffic(const TrafficSpec& spec, const Network& network, std::uint64_t seed)
    : spec_(spec),
      seed_(seed),
      next_(network.nodes(), kNever),
      broadcasts_(seed, Stream::broadcast),
      classes_(seed, Stream::message_class),
      class_limits_(class_limits(spec, network)) {
  check_broadcasts(spec, network);
  check_messages_at_once(spec, network);
  const bool is_xorshift = spec.generator == Generator::xorshift;
  if (is_xorshift) check_xorshift(spec, network);
  if (spec.pattern == Pattern::trace) {
    trace_ = std::make_unique<TraceSource>(spec.file, nodes(), spec.broadcast.fraction > 0);
    return;
  }
  length_ = MessageLength(spec, seed);
  const double rate = message_rate(spec, length_.mean());
  destinations_ = Destinations(spec, network, seed);
  if (is_xorshift) xorshift_.emplace(spec, network, seed);
  arrivals_ = ArrivalProcess(spec.arrivals, rate, nodes(), seed);
  event_.assign(next_.size(), 0);
  NodeId senders = 0;
  for (NodeId node = 0; node < nodes(); ++node) {
    if (!destinations_.sends(node)) continue;
    next_[node] = xorshift_ ? xorshift_->first(node) : arrivals_.first(node);
    ++senders;
  }
  const double load = xorshift_ ? xorshift_->rate() * length_.mean() : spec.load;
  offered_load_ = senders == 0 ? 0 : load * senders / nodes();
}

Traffic::Traffic(const Network& network)
    : seed_(0),
      next_(network.nodes(), kNever),
      broadcasts_(0, Stream::broadcast),
      classes_(0, Stream::message_class),
      offered_(network.nodes()) {}

Traffic Traffic::offered(const TrafficSpec& spec, const Network& network) {
  check_messages_at_once(spec, network);
  Traffic traffic(network);
  traffic.spec_.load = 0;
  traffic.spec_.messages_at_once = spec.messages_at_once;
  return traffic;
}

void Traffic::offer(NodeId source, const Message& message) {
  require(is_offered(), "offer only to traffic that is offered");
  require(source < nodes() && message.destination < nodes(), "offer only between nodes that exist");
  offered_[source].push_back(message);
  next_[source] = 0;
}

Message Traffic::take(NodeId node) {
  require(next_[node] != kNever, "take only a message that is due");
  if (is_offered()) {
    const Message message = offered_[node][0];
    offered_[node].pop_front();
    if (offered_[node].empty()) next_[node] = kNever;
    return message;
  }
  if (trace_) {
    const TraceLine line = trace_->take(node, next_);
    return {line.cycle, line.destination, line.flits, line.is_broadcast};
  }
  const std::uint64_t event = event_[node]++;
  const Cycle queued = next_[node];
  if (xorshift_) {
    const NodeId destination = xorshift_->destination(node);
    next_[node] = xorshift_->next(node, queued);
    return {queued, destination, length_.pick(node, event)};
  }
  next_[node] = arrivals_.next(node, event + 1, queued);
  const BroadcastSpec& broadcast = spec_.broadcast;
  const bool is_broadcast =
      broadcast.fraction > 0 && chance(broadcasts_.draw(node, event), broadcast.fraction);
  return {queued, destinations_.pick(node, event), length_.pick(node, event), is_broadcast,
          0,      pick_class(node, event)};
}

unsigned Traffic::pick_class(NodeId node, std::uint64_t event) const {
  if (class_limits_.empty()) return 0;
  const std::uint64_t bits = classes_.draw(node, event);
  unsigned message_class = 0;
  for (const double limit : class_limits_) message_class += chance(bits, limit) ? 0 : 1;
  return message_class;
}

void Traffic::visit_state(StateStream& state) {
  const std::vector<Cycle> at_start = next_;
  state.list(next_);
  state.list(event_);
  arrivals_.visit_state(state);
  if (trace_) trace_->visit_state(state);
  if (xorshift_) xorshift_->visit_state(state);
  for (NodeId node = 0; node < nodes(); ++node) {
    state.check(at_start[node] != kNever || next_[node] == kNever, "messages of a silent node");
  }
}

// All messages that were due have been taken.
void Traffic::check(const StateStream& state, Cycle now) const {
  for (const Cycle next : next_) state.check(next >= now, "cycle of a message");
}

bool Traffic::exhausted() const {
  if (trace_) return trace_->exhausted(next_);
  for (const Cycle cycle : next_) {
    if (cycle != kNever) return false;
  }
  return true;
}

}  // namespace turnpike::model
