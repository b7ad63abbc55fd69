// collisions.h - two messages of one node at once (Buzzard & Mudge 1988, section 5.1).

#pragma once

#include "model/traffic/message_list.h"
#include "papers/buzzard/message_study.h"
#include "papers/papers.h"

namespace turnpike::sim::buzzard {

// How many of the pairs of messages that a node of an otherwise quiet cube generates at once wait
// for each other at their first channel.
struct Collisions {
  std::uint64_t pairs = 0;
  std::uint64_t collided = 0;

  double share() const { return static_cast<double>(collided) / static_cast<double>(pairs); }
};
// All ordered pairs of destinations other than the node, one pair after the other; the sources take
// turns. On the packet router's model.
Collisions count_collisions(Scheme scheme, unsigned dimension);
// The same with the hardware beside it, all outputs compared in every cycle; one call a process.
// Throws LockstepError.
Collisions count_collisions_in_lockstep(Scheme scheme, unsigned dimension);

// Adds its section and judgements.
void add_collisions(const PaperOptions& options, PaperReport& report);

}  // namespace turnpike::sim::buzzard
