// vc_selection.h - which VC an input port presents in the next cycle.
//
// docs/timing.md, 2.6. Mirror of rtl/router/flit_selector.v, as to its choice.

#pragma once

#include "model/common/types.h"

namespace turnpike::model {

// First VC of `vcs` (not empty) at or above `turn`, 0 .. kMaxVcs, cyclically. Without a branch.
inline VcId first_vc_from(VcMask vcs, unsigned turn) {
  const VcMask twice = vcs | vcs << kMaxVcs;
  return (turn + static_cast<unsigned>(__builtin_ctz(twice >> turn))) % kMaxVcs;
}

// Sets of VCs of one input port in a cycle.
struct VcChoice {
  VcMask shown = 0;     // the VC that is presented, or none
  VcMask ready = 0;     // VCs whose front flit can be expected to go
  VcMask hint = 0;      // `hint_vc`, or none
  // The one that is presented, or none:
  VcMask streams = 0;   // a body flit or head of it is sent, the next one is there with a credit
  VcMask follows = 0;   // a tail of it is sent, and another flit is there
  VcMask waits = 0;     // it is not sent, and ready
};

// The VC that is selected for the next cycle, or none.
inline VcMask select_vc(const VcChoice& its) {
  const VcMask others = its.ready & ~its.shown;
  const VcMask hinted = others & its.hint;
  const bool is_alone = others == 0;
  const VcMask stays = (hinted == 0 ? its.streams : 0) | (is_alone ? its.follows : 0) |
                       (is_alone ? its.waits : its.waits & its.hint);
  if (stays != 0 || is_alone) return stays;
  if (hinted != 0) return hinted;
  const unsigned turn =
      its.shown == 0 ? 0 : static_cast<unsigned>(__builtin_ctz(its.shown)) + 1;
  return 1u << first_vc_from(others, turn);
}

}  // namespace turnpike::model
