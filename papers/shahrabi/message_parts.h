// message_parts.h - what the latency of a message is made of: W_s, S_b and V-bar, each measured by
// itself.

#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "model/network/event_log.h"
#include "papers/shahrabi/panels.h"

namespace turnpike::sim::shahrabi {

// Of one run, cycles; times as the paper counts them, so that alone a copy takes M. The paper's are
// to be multiplied with V-bar: (2).
struct MessageParts {
  double wait = 0;          // before injection, of all messages: W_s
  double copy = 0;          // from injection on, of messages over one hop: S_b
  double multiplexing = 1;  // V-bar of (31), (32), by the shares of time with v VCs busy
  double queue_rate = 0;    // messages per local queue and cycle: (25)
};

// Hears all of a run; measures messages that are queued, and channels, in a window of cycles.
class PartsMeter final : public model::EventSink {
 public:
  PartsMeter(const Panel& panel, model::Cycle begin, model::Cycle end);
  void record(const model::Event& event) override;
  // After the run.
  MessageParts parts() const;

 private:
  struct Hop {
    std::uint32_t channel;  // node * n + dimension
    model::Cycle head;
  };
  struct Message {
    model::Cycle queued = 0;
    model::Cycle injected = 0;
    std::vector<Hop> hops;
  };
  // A VC of a channel is taken, or is free again.
  struct Change {
    std::uint32_t channel;
    model::Cycle cycle;
    int by;
  };
  struct Sum {
    double cycles = 0;
    double messages = 0;
    void add(model::Cycle more) {
      cycles += static_cast<double>(more);
      ++messages;
    }
    double mean() const { return messages == 0 ? 0 : cycles / messages; }
  };

  void delivered(const model::Event& event, const Message& message);
  double multiplexing_of(std::vector<Change>& changes) const;

  unsigned dimensions_;
  unsigned nodes_;
  model::Cycle begin_;
  model::Cycle end_;
  std::unordered_map<std::uint64_t, Message> under_way_;  // [source, number]
  std::vector<std::vector<Change>> changes_;              // [dimension]
  Sum wait_;
  Sum copy_;
};

}  // namespace turnpike::sim::shahrabi
