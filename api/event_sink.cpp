// event_sink.cpp - tag and class of each event.

#include "api/event_sink.h"

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

namespace turnpike::api {

EventSink::Packet EventSink::packet_of(const model::Event& event) {
  const Key key(event.source, event.destination, event.packet);
  if (event.kind == model::EventKind::queued || event.kind == model::EventKind::injected) {
    const PacketRecord& record = records_[event.tag];
    const Packet packet{record.tag, record.message_class};
    const auto [first, last] = under_way_.equal_range(key);
    // A packet that was queued before anybody listened is first heard of when it is injected.
    const bool is_known =
        event.kind == model::EventKind::injected && std::any_of(first, last, [&](const auto& one) {
          return one.second.tag == packet.tag && one.second.message_class == packet.message_class;
        });
    if (!is_known) under_way_.emplace_hint(last, key, packet);
    return packet;
  }
  const auto found = under_way_.lower_bound(key);
  if (found == under_way_.end() || found->first != key) return {};
  const Packet packet = found->second;
  if (event.kind == model::EventKind::delivered) under_way_.erase(found);
  return packet;
}

void EventSink::visit_state(model::StateStream& state) {
  std::vector<std::pair<Key, Packet>> packets(under_way_.begin(), under_way_.end());
  state.any_list(packets, [&](auto& one) {
    std::apply([&](auto&... part) { (state.value(part), ...); }, one.first);
    state.value(one.second.tag);
    state.value(one.second.message_class);
  });
  if (!state.is_reading()) return;
  for (const auto& one : packets) under_way_.insert(one);
}

void EventSink::record(const model::Event& e) {
  const Packet packet = packet_of(e);
  const turnpike_event event{e.cycle,
                             static_cast<std::uint32_t>(e.kind),
                             e.source,
                             e.destination,
                             e.packet,
                             e.component,
                             e.port,
                             e.vc,
                             e.flits,
                             packet.tag,
                             packet.message_class,
                             0};
  if (keeps_) kept_.items().push_back(event);
  if (callback_ != nullptr) callback_(user_, &event);
}

}  // namespace turnpike::api
