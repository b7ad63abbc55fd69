// ideal_queues.h - the torus of queues that Agarwal 1991 models: as an event simulation, beside the
// packet router.
//
// Every output has an endless queue, which all messages that come at once enter at once; a message
// of B flits occupies its channel for B cycles and its head is at the next node one cycle after it
// left. Nodes put messages into their output queues as they create them, and take what arrives at
// once. What the packet router's latency differs by is its own: heads enter an output one a cycle,
// and a node's channel carries one message after the other.

#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "model/traffic/traffic.h"
#include "papers/agarwal/measured_points.h"

namespace turnpike::sim::agarwal {

struct IdealResult {
  double latency = 0;         // mean, in cycles, of the messages created in the measurement
  std::vector<double> waits;  // [dimension] mean wait in cycles of one hop of theirs
};

// The rates and destinations are those of `traffic`, whose messages have network.flits flits.
// `go_on` is asked now and then; false: stop, the result has no meaning.
IdealResult run_ideal(const NetworkCase& torus, const Lengths& lengths, model::Traffic& traffic,
                      const std::function<bool()>& go_on);

// Such messages as the points' own, the first seeds being the same: fills in `ideal` and
// `ideal_highest`. See measure().
void add_ideal(std::vector<MeasuredPoint>& points, const PaperOptions& options, const char* what,
               PaperReport& report);

}  // namespace turnpike::sim::agarwal
