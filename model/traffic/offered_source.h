// offered_source.h - a source without messages of its own: the program offers them cycle by cycle.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/common/queue_length.h"
#include "model/common/ring.h"
#include "model/traffic/traffic.h"

namespace turnpike::model {

class OfferedSource final : public MessageSource {
 public:
  OfferedSource(NodeId nodes, unsigned message_classes);

  void offer(NodeId source, const Message& message);
  const QueueLength& offered_at(NodeId source, unsigned message_class) const {
    return offered_at_[source * message_classes_ + message_class];
  }
  Message take(NodeId node) override;
  // Now, or never: what is offered is due at once.
  Cycle next_due() const override;
  void visit_state(StateStream& state) override;

 private:
  unsigned message_classes_;
  std::vector<Ring<Message>> offered_;   // [node] messages not taken yet
  std::vector<QueueLength> offered_at_;  // [node * classes + class] the same, counted
  std::vector<std::uint64_t> blocks_;    // [node / 64] messages; nodes of a block share a thread
};

class OfferedTraffic final : public Traffic {
 public:
  // Uses only messages_at_once of `spec`. Throws ConfigurationError.
  OfferedTraffic(const TrafficSpec& spec, const Network& network);

  // Between cycles: the source queues the message in the cycle that comes next, after those that
  // were offered before. Both nodes and the class exist.
  void offer(NodeId source, const Message& message) { offered_.offer(source, message); }
  // Messages offered to the source and not yet taken.
  QueueLength offered_at(NodeId source, unsigned message_class) const {
    return offered_.offered_at(source, message_class);
  }

 private:
  OfferedSource& offered_;
};

}  // namespace turnpike::model
