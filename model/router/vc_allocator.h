// vc_allocator.h - which output VCs a packet may take or use.
//
// Mirror of rtl/router/vc_allocator.v. There is no allocation stage: a head that wins the switch takes
// the lowest-numbered eligible VC of its output in the same cycle.

#pragma once

namespace turnpike::model {

// Output VCs, over all outputs, that the head at the front of an input VC could be sent on now.
template <class Mask>
Mask eligible_lanes(const Mask& route, const Mask& with_credit, const Mask& busy) {
  return route & with_credit & ~busy;
}

}  // namespace turnpike::model
