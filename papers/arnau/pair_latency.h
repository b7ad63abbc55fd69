// pair_latency.h - mean latency of each pair of switches over the steady part of a run.

#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <vector>

#include "model/network/event_log.h"
#include "sim/experiment/config/experiment.h"

namespace turnpike::sim::arnau {

// Messages that were delivered in the window, whenever they were queued.
struct PairSums {
  std::uint64_t messages = 0;
  std::uint64_t queueing = 0;  // cycles in the source queue
  std::uint64_t crossing = 0;  // cycles from the injection pins to the delivery of the tail

  PairSums& operator+=(const PairSums& other);
};

// Sums up the latencies of the messages of each pair of switches between start() and stop(). It
// hears all events of a run, so it knows when a message was injected that is delivered later.
class PairLatencies final : public model::EventSink {
 public:
  // `switch_of`: of each host.
  PairLatencies(std::vector<unsigned> switch_of, std::size_t switches);

  void start() { is_counting_ = true; }
  void stop() { is_counting_ = false; }
  void record(const model::Event& event) override;

  const PairSums& at(std::size_t from, std::size_t to) const {
    return sums_[from * switches_ + to];
  }

 private:
  // Messages of one source that are in the network: more than ever fit into its buffers.
  static constexpr std::size_t kUnderWay = 1024;
  struct Message {
    model::Cycle queued = 0;
    model::Cycle injected = 0;
  };
  struct Source {
    std::deque<model::Cycle> waiting;  // when queued, oldest first
    std::vector<Message> under_way;    // [number modulo kUnderWay]
  };

  std::vector<unsigned> switch_of_;
  std::size_t switches_;
  std::vector<Source> sources_;  // [host]
  std::vector<PairSums> sums_;   // [from * switches + to]
  bool is_counting_ = false;
};

// What one run found out.
struct PairRun {
  std::size_t switches = 0;
  std::vector<PairSums> pairs;  // [from * switches + to]
  PairSums all;                 // those within a switch included
  double accepted = 0;          // flits per switch and cycle

  const PairSums& at(std::size_t from, std::size_t to) const { return pairs[from * switches + to]; }
};

// On the model; the steady part is the measurement, after the warm-up that the program's rule
// finds. When `stop` becomes true it ends soon and its results mean nothing.
PairRun run_pairs(const Experiment& experiment, const std::atomic<bool>& stop);

}  // namespace turnpike::sim::arnau
