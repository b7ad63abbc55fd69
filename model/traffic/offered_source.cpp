// offered_source.cpp - a queue of offered messages at each node.

#include "model/traffic/offered_source.h"

namespace turnpike::model {

OfferedSource::OfferedSource(NodeId nodes)
    : MessageSource(nodes, {false, false, true}), offered_(nodes) {}

void OfferedSource::offer(NodeId source, const Message& message) {
  require(source < nodes() && message.destination < nodes(), "offer only between nodes that exist");
  offered_[source].push_back(message);
  next_[source] = 0;
}

Message OfferedSource::take(NodeId node) {
  const Message message = offered_[node][0];
  offered_[node].pop_front();
  if (offered_[node].empty()) next_[node] = kNever;
  return message;
}

OfferedTraffic::OfferedTraffic(const TrafficSpec& spec, const Network& network)
    : Traffic(spec, network, std::make_unique<OfferedSource>(network.nodes())),
      offered_(static_cast<OfferedSource&>(source())) {}

}  // namespace turnpike::model
