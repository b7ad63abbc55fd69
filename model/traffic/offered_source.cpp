// offered_source.cpp - a queue of offered messages at each node.

#include "model/traffic/offered_source.h"

#include <algorithm>
#include <memory>

namespace turnpike::model {

OfferedSource::OfferedSource(NodeId nodes, unsigned message_classes)
    : MessageSource(nodes, {false, false, true}),
      message_classes_(message_classes),
      offered_(nodes),
      offered_at_(std::size_t{nodes} * message_classes),
      blocks_((nodes + 63) / 64) {}

void OfferedSource::offer(NodeId source, const Message& message) {
  require(source < nodes() && message.destination < nodes(), "offer only between nodes that exist");
  require(message.message_class < message_classes_, "offer only in a class that exists");
  offered_[source].push_back(message);
  offered_at_[source * message_classes_ + message.message_class].add(message.flits);
  ++blocks_[source / 64];
  next_[source] = 0;
}

Message OfferedSource::take(NodeId node) {
  const Message message = offered_[node][0];
  offered_[node].pop_front();
  offered_at_[node * message_classes_ + message.message_class].remove(message.flits);
  --blocks_[node / 64];
  if (offered_[node].empty()) next_[node] = kNever;
  return message;
}

Cycle OfferedSource::next_due() const {
  const bool has_some = std::any_of(blocks_.begin(), blocks_.end(),
                                    [](std::uint64_t messages) { return messages != 0; });
  return has_some ? 0 : kNever;
}

void OfferedSource::visit_state(StateStream& state) {
  MessageSource::visit_state(state);
  for (NodeId node = 0; node < nodes(); ++node) {
    Ring<Message>& messages = offered_[node];
    messages.visit_state(state);
    state.check(messages.empty() == (next_[node] == kNever), "messages that are offered");
    if (!state.is_reading()) continue;
    for (std::size_t i = 0; i < messages.size(); ++i) {
      const Message& one = messages[i];
      state.check(one.destination < nodes() && one.flits != 0 && !one.is_broadcast &&
                      one.kind == PacketKind::unicast && one.message_class < message_classes_,
                  "a message that is offered");
      offered_at_[node * message_classes_ + one.message_class].add(one.flits);
      ++blocks_[node / 64];
    }
  }
}

OfferedTraffic::OfferedTraffic(const TrafficSpec& spec, const Network& network)
    : Traffic(
          spec, network,
          std::make_unique<OfferedSource>(network.nodes(), network.router.routing.message_classes)),
      offered_(static_cast<OfferedSource&>(source())) {}

}  // namespace turnpike::model
