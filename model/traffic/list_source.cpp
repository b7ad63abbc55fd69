// list_source.cpp - a list of messages, sorted by source and cycle.

#include "model/traffic/list_source.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace turnpike::model {

ListSource::ListSource(NodeId nodes, const std::vector<ListedSend>& list)
    : MessageSource(nodes, {false, false, false, true}),
      places_(list.size()),
      at_(nodes),
      end_(nodes),
      times_(list.size()) {
  std::iota(places_.begin(), places_.end(), 0u);
  std::sort(places_.begin(), places_.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::tie(list[a].source, list[a].queued, a) <
           std::tie(list[b].source, list[b].queued, b);
  });
  for (const std::uint32_t place : places_) listed_.push_back(list[place]);
  std::size_t at = 0;
  for (NodeId node = 0; node < nodes; ++node) {
    at_[node] = at;
    if (at < listed_.size() && listed_[at].source == node) next_[node] = listed_[at].queued;
    while (at < listed_.size() && listed_[at].source == node) ++at;
    end_[node] = at;
  }
  require(at == listed_.size(), "the sources of all messages exist");
}

Message ListSource::take(NodeId node) {
  const std::size_t at = at_[node]++;
  next_[node] = at + 1 == end_[node] ? kNever : listed_[at + 1].queued;
  const ListedSend& send = listed_[at];
  return {send.queued, send.destination, send.flits, false, places_[at], 0, send.kind};
}

void ListSource::visit_state(StateStream& state) {
  visit_next_of_senders(state);
  for (NodeId node = 0; node < nodes(); ++node) {
    state.value(at_[node], end_[node], "messages of a list");
    const bool is_at_end = at_[node] == end_[node];
    state.check(next_[node] == (is_at_end ? kNever : listed_[at_[node]].queued),
                "cycle of a message of a list");
  }
  state.list(times_, [&](MessageTimes& times) {
    for (Cycle* cycle : {&times.injected, &times.first, &times.last}) state.value(*cycle);
    state.value(times.is_delivered);
  });
}

ListedTraffic::ListedTraffic(const Network& network, const std::vector<ListedSend>& list)
    : Traffic(TrafficSpec(), network, std::make_unique<ListSource>(network.nodes(), list)),
      list_(static_cast<const ListSource&>(source())) {}

}  // namespace turnpike::model
