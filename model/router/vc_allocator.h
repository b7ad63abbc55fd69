// vc_allocator.h - which output VCs a packet may take or use.
//
// Mirror of rtl/router/vc_allocator.v. There is no allocation stage: a head that wins the switch
// takes the lowest-numbered eligible VC of its output in the same cycle.

#pragma once

#include "model/common/lane_mask.h"

namespace turnpike::model {

// Output VCs, over all outputs, that the front flit of an input VC could be sent on now.
// `permitted` is the route of a waiting head, or the one output VC that a packet holds. Without a
// branch.
template <class Mask>
Mask eligible_lanes(const Mask& permitted, bool is_holding, const Mask& with_credit,
                    const Mask& busy) {
  return permitted & with_credit & ~when(!is_holding, busy);
}

}  // namespace turnpike::model
