// lane_flows.cpp - lists of messages, added up.

#include "model/batch/lane_flows.h"

namespace turnpike::model {

void LaneFlows::add_up() {
  for (const Queued& one : queued_) {
    counters_.queued(one.source, one.destination, one.flits, one.cycle);
  }
  for (const Delivered& one : delivered_) {
    Delivery delivery;
    delivery.source = one.queued.source;
    delivery.destination = one.queued.destination;
    delivery.flits = one.queued.flits;
    delivery.queued = one.queued.cycle;
    delivery.last = one.last;
    counters_.delivered(delivery);
  }
  queued_.clear();
  delivered_.clear();
}

}  // namespace turnpike::model
