// event_sinks.cpp - text into a hash, events into a queue.

#include "sim/studies/regress/event_sinks.h"

#include "sim/experiment/results/event_file.h"
#include "sim/experiment/results/event_text.h"

namespace turnpike::sim {

namespace {

constexpr std::size_t kChunk = 1 << 16;  // bytes that are hashed at a time

}  // namespace

EventDigest::EventDigest(const model::Network& network)
    : network_(network), text_(events_csv_header()) {}

void EventDigest::record(const model::Event& event) {
  add_event_csv(network_, event, text_);
  if (text_.size() >= kChunk) take();
}

void EventDigest::take() {
  hash_.add(text_);
  text_.clear();
}

std::string EventDigest::to_text() {
  take();
  return hash_.to_text();
}

void EventTail::record(const model::Event& event) {
  events_.push_back(event);
  while (events_.size() > kMost || events_.front().cycle + cycles_ < event.cycle) {
    events_.pop_front();
  }
}

void EventTail::keep(const model::Network& network, const std::string& path) const {
  EventFile file(network, path);
  for (const model::Event& event : events_) file.record(event);
  file.keep();
}

}  // namespace turnpike::sim
