// arrivals.h - the cycle of a node's next message.
//
// Bernoulli: a coin is tossed in each cycle. The code draws the geometric gap to the next head
// instead, which is the same process with one draw for each message. Poisson: exponential gaps add
// up in continuous time, and a message belongs to the cycle that contains its time, so a cycle can
// have several. On-off: each node has a Markov chain of two states, in one of which the coin is
// tossed (BookSim's on_off); the drawn gap then counts the cycles of bursts alone.

#pragma once

#include <cstdint>
#include <vector>

#include "model/common/random.h"
#include "model/common/state_stream.h"
#include "model/common/types.h"
#include "model/traffic/traffic_spec.h"

namespace turnpike::model {

// The factor that takes half-lives (fixed_log2.h) to trials of a coin with success probability p,
// in (0, 1): 1 / -log2(1 - p). The same bits on every machine.
double trials_per_half_life(double p);

// On-off arrivals: mean lengths of bursts and of the pauses between them, in cycles.
struct BurstSpec {
  double cycles = 0;  // at least 1; 0: there are no bursts
  double pause = 0;   // at least 1; 0: there are no pauses
};

class ArrivalProcess {
 public:
  static constexpr Cycle kNever = ~Cycle{0};

  ArrivalProcess() = default;
  // `rate`: messages per node and cycle, with bursts per cycle of a burst; at least 0, but for
  // Poisson at most 1.
  ArrivalProcess(Arrivals kind, double rate, NodeId nodes, std::uint64_t seed,
                 const BurstSpec& bursts = {});

  // Cycle of the node's first message. `event` is the message's number, 0.
  Cycle first(NodeId node);
  // Cycle of message number `event`; the one before it came in cycle `previous`.
  Cycle next(NodeId node, std::uint64_t event, Cycle previous);

  void visit_state(StateStream& state) {
    state.list(fraction_);
    state.list(burst_end_);
    state.list(periods_);
  }

 private:
  Cycle advance(NodeId node, std::uint64_t event, Cycle previous);
  // The cycle of the node's bursts that is `gap` of them after cycle `from`, itself counted.
  Cycle in_bursts(NodeId node, Cycle from, Cycle gap);
  // Length of the node's next burst or pause.
  Cycle period(NodeId node, double scale);

  RandomStream random_{0, Stream::arrival};
  bool poisson_ = false;
  double rate_ = 0;
  double scale_ = 0;                     // cycles per half-life
  std::vector<std::uint32_t> fraction_;  // Poisson: [node] the last message's time, 2^-32 cycles
  RandomStream burst_{0, Stream::burst};
  double burst_scale_ = 0;  // cycles of a burst per half-life; 0: always 1 cycle
  double pause_scale_ = 0;
  std::vector<Cycle> burst_end_;        // on-off: [node] the cycle behind its burst
  std::vector<std::uint64_t> periods_;  // on-off: [node] bursts and pauses drawn
};

}  // namespace turnpike::model
