// event_sinks.h - the events of a run as a digest, and those of its last cycles.

#pragma once

#include <deque>
#include <string>

#include "model/network/event_log.h"
#include "model/topology/network.h"
#include "sim/base/content_hash.h"

namespace turnpike::sim {

// SHA-256 of the file that `run --events FILE.csv` would write.
class EventDigest final : public model::EventSink {
 public:
  explicit EventDigest(const model::Network& network);  // outlives this

  void record(const model::Event& event) override;
  std::string to_text();

 private:
  void take();

  const model::Network& network_;
  Sha256 hash_;
  std::string text_;  // not yet taken
};

// Keeps what happened in the last `cycles` cycles, and of that no more than memory likes.
class EventTail final : public model::EventSink {
 public:
  explicit EventTail(model::Cycle cycles) : cycles_(cycles) {}

  void record(const model::Event& event) override;
  // Throws ConfigError when the file cannot be written.
  void keep(const model::Network& network, const std::string& path) const;

 private:
  static constexpr std::size_t kMost = 1'000'000;

  model::Cycle cycles_;
  std::deque<model::Event> events_;
};

}  // namespace turnpike::sim
