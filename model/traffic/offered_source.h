// offered_source.h - no messages but those that the program offers from cycle to cycle.

#pragma once

#include <cstddef>
#include <vector>

#include "model/common/ring.h"
#include "model/traffic/traffic.h"

namespace turnpike::model {

class OfferedSource final : public MessageSource {
 public:
  explicit OfferedSource(NodeId nodes);

  void offer(NodeId source, const Message& message);
  std::size_t offered_at(NodeId source) const { return offered_[source].size(); }
  Message take(NodeId node) override;

 private:
  std::vector<Ring<Message>> offered_;  // [node] messages not taken yet
};

class OfferedTraffic final : public Traffic {
 public:
  // Of `spec` only messages_at_once counts. Throws ConfigurationError.
  OfferedTraffic(const TrafficSpec& spec, const Network& network);

  // Between cycles: the source queues the message in the cycle that comes next, after those that
  // were offered before. Both nodes exist.
  void offer(NodeId source, const Message& message) { offered_.offer(source, message); }
  // Messages offered to the source and not yet taken.
  std::size_t offered_at(NodeId source) const { return offered_.offered_at(source); }

 private:
  OfferedSource& offered_;
};

}  // namespace turnpike::model
