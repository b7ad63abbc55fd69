// tail_delay.h - cycles from the delivery of a message's head to that of its last flit, in an
// empty network.
//
// If every buffer holds all flits that are under way until their credits return, flits follow one
// another in successive cycles. Otherwise (long wires, shallow buffers, narrow channels,
// store-and-forward) the code times the flits one by one, by the rules of docs/timing.md.

#pragma once

#include <map>
#include <vector>

#include "model/topology/network.h"
#include "model/topology/route.h"

namespace turnpike::model {

class TailDelay {
 public:
  // `packets`: the flits of each packet of the message, a single packet in a wormhole network. All
  // packets but the last have the maximum length. `network` outlives this object.
  TailDelay(const Network& network, std::vector<unsigned> packets);

  // True if flits follow one another in successive cycles, so the delay is flits - 1 on any path.
  bool is_plain() const;
  // The delay on a path, in cycles; paths over channels of the same kinds have the same delay.
  Cycle on(const std::vector<PathStep>& path);

  // Cycles from the head's injection to the delivery of the last flit (zero_load_latency()). Here a
  // store-and-forward router waits for packets of their true length.
  Cycle message_latency(const std::vector<PathStep>& path) { return base_latency(path) + on(path); }

 private:
  // A channel with its sender: the parameters that set the distance between flits.
  struct Hop {
    unsigned latency = 0;
    unsigned depth = 1;  // flits, of the buffer at its end
    unsigned pace = 1;   // cycles from flit to flit

    bool operator<(const Hop& other) const;
  };

  std::vector<Hop> hops_of(const std::vector<PathStep>& path) const;
  Hop hop_of(const Channel& channel) const;
  unsigned loop_cycles(const Hop& hop) const;
  unsigned spending_delay() const;
  Cycle base_latency(const std::vector<PathStep>& path) const;
  Cycle worm_delay(const std::vector<Hop>& hops) const;
  Cycle packet_delay(const std::vector<Hop>& hops) const;

  const Network& network_;
  std::vector<unsigned> packets_;
  unsigned flits_ = 0;
  std::map<std::vector<Hop>, Cycle> known_;
};

}  // namespace turnpike::model
