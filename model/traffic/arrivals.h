// arrivals.h - when a node's next message comes.
//
// Bernoulli: a coin each cycle. Instead of tossing it, the geometric gap to the next head is drawn:
// the same process, one draw a message. Poisson: exponential gaps added up in continuous time; a
// message belongs to the cycle that its time lies in, so one cycle can see several.

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

class ArrivalProcess {
 public:
  static constexpr Cycle kNever = ~Cycle{0};

  ArrivalProcess() = default;
  // `rate`: messages per node and cycle, at least 0, for Bernoulli at most 1.
  ArrivalProcess(Arrivals kind, double rate, NodeId nodes, std::uint64_t seed);

  // Cycle of the node's first message. `event` is the message's number, 0.
  Cycle first(NodeId node);
  // Cycle of message number `event`; the one before it came in cycle `previous`.
  Cycle next(NodeId node, std::uint64_t event, Cycle previous);

  void visit_state(StateStream& state) { state.list(fraction_); }

 private:
  Cycle advance(NodeId node, std::uint64_t event, Cycle previous);

  RandomStream random_{0, Stream::arrival};
  bool poisson_ = false;
  double rate_ = 0;
  double scale_ = 0;                     // cycles per half-life
  std::vector<std::uint32_t> fraction_;  // Poisson: [node] the last message's time, 2^-32 cycles
};

}  // namespace turnpike::model
