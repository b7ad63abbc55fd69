// vc_allocator.h - which output VCs a packet may take or use.
//
// Mirror of rtl/router/vc_allocator.v. There is no allocation stage: a head that wins the switch takes
// the lowest-numbered eligible VC of its output in the same cycle.

#pragma once

namespace turnpike::model {

// Output VCs, over all outputs, that the front flit of an input VC could be sent on now. `permitted` is
// the route of a waiting head, or the one output VC that a packet holds.
template <class Mask>
Mask eligible_lanes(const Mask& permitted, bool is_holding, const Mask& with_credit,
                    const Mask& busy) {
  const Mask usable = permitted & with_credit;
  return is_holding ? usable : usable & ~busy;
}

}  // namespace turnpike::model
