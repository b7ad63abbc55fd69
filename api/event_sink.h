// event_sink.h - events on their way to the caller: to the callback, and into what is kept.
//
// Flits do not carry tag and class of their packet. The sink remembers them from the packet's first
// event to its last.

#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "api/kept_list.h"
#include "api/packet_records.h"
#include "api/turnpike.h"
#include "model/network/event_log.h"

namespace turnpike::api {

class EventSink final : public model::EventSink {
 public:
  // `records` has those of packets under way and outlives this.
  explicit EventSink(const PacketRecords& records) : records_(records) {}

  bool is_needed() const { return callback_ != nullptr || keeps_; }
  void keep(bool keep) {
    keeps_ = keep;
    if (!keep) kept_.clear();
  }
  void set(turnpike_event_callback callback, void* user) {
    callback_ = callback;
    user_ = user;
  }
  KeptList<turnpike_event>& kept() { return kept_; }

  void record(const model::Event& event) override;
  // Of packets under way.
  void visit_state(model::StateStream& state);

 private:
  struct Packet {
    std::uint64_t tag = 0;
    std::uint32_t message_class = 0;
  };
  // Source, destination, and the number that the head flit has, which short packets may share.
  using Key = std::tuple<model::NodeId, model::NodeId, std::uint32_t>;

  Packet packet_of(const model::Event& event);

  const PacketRecords& records_;
  turnpike_event_callback callback_ = nullptr;
  void* user_ = nullptr;
  bool keeps_ = false;
  KeptList<turnpike_event> kept_;
  std::multimap<Key, Packet> under_way_;  // of one key: oldest first
};

}  // namespace turnpike::api
