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

// Mean latency in cycles of the messages created in the measurement; the rates and destinations
// are those of `traffic`, whose messages have network.flits flits. `go_on` is asked now and then;
// false: stop, the result has no meaning.
double ideal_latency(const NetworkCase& torus, const Lengths& lengths, model::Traffic& traffic,
                     const std::function<bool()>& go_on);

// The same messages as the points' own, with all seeds: fills in `ideal`. See measure().
void add_ideal(std::vector<MeasuredPoint>& points, const PaperOptions& options, const char* what,
               PaperReport& report);

}  // namespace turnpike::sim::agarwal
