// list_source.h - messages that the caller gives one by one before the run, and their deliveries.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/traffic/traffic.h"

namespace turnpike::model {

struct ListedSend {
  Cycle queued = 0;
  NodeId source = 0;
  NodeId destination = 0;  // a node; near-neighbour broadcast: a set of dimensions
  std::uint32_t flits = 0;
  PacketKind kind = PacketKind::unicast;
};

class ListSource final : public MessageSource {
 public:
  // In any order.
  ListSource(NodeId nodes, const std::vector<ListedSend>& list);

  Message take(NodeId node) override;
  void completed(std::uint64_t tag, const MessageTimes& times) override { times_[tag] = times; }
  void visit_state(StateStream& state) override;

  const std::vector<MessageTimes>& times() const { return times_; }

 private:
  std::vector<ListedSend> listed_;     // by source, then cycle
  std::vector<std::uint32_t> places_;  // of listed_ in the list
  std::vector<std::size_t> at_;        // [node] its next message in listed_
  std::vector<std::size_t> end_;       // [node] behind its last one
  std::vector<MessageTimes> times_;    // [place in the list]
};

class ListedTraffic final : public Traffic {
 public:
  ListedTraffic(const Network& network, const std::vector<ListedSend>& list);

  // [place in the list]; between cycles. A delivery is there once the cycle behind it is over.
  const std::vector<MessageTimes>& times() const { return list_.times(); }

 private:
  const ListSource& list_;
};

}  // namespace turnpike::model
