// vc_allocator.h - which output VC a head may take.
//
// Mirror of rtl/router/vc_allocator.v. There is no allocation stage: a head that wins the switch takes
// the lowest-numbered eligible VC of its output in the same cycle.

#pragma once

#include "model/common/types.h"
#include "model/router/output_unit.h"

namespace turnpike::model {

// VCs of an output that a head could take now: permitted by its route, free, with a credit.
inline VcMask eligible_vcs(const OutputPort& output, VcMask permitted) {
  return permitted & ~VcMask{output.busy} & output.with_credit;
}

// The one it takes; `eligible` is not empty.
inline VcId allocate_vc(VcMask eligible) { return static_cast<VcId>(__builtin_ctz(eligible)); }

}  // namespace turnpike::model
