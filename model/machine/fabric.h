// fabric.h - all routers and co-processors of a machine, behind the pins of the nodes.
//
// A fabric is the model, the hardware, or both in lockstep; the code at the pins is the same.

#pragma once

#include "model/common/types.h"
#include "model/coprocessor/coprocessor_pins.h"

namespace turnpike::model {

class Fabric {
 public:
  virtual ~Fabric() = default;

  virtual const CoprocessorParams& params() const = 0;
  virtual NodeId nodes() const = 0;
  // Cycles completed since reset: the present cycle.
  virtual Cycle now() const = 0;

  // The output pins of a node's co-processor in the present cycle.
  virtual const CoprocessorOut& outputs(NodeId node) const = 0;
  // Its input pins in the present cycle. Only instruction, memory, watch and system buffer pins are
  // the caller's; they keep their values until the caller changes them.
  virtual CoprocessorIn& inputs(NodeId node) = 0;
  // False: neither the co-processor nor the caller's pins are doing anything, as far as is known;
  // outputs(node) need not be looked at in this cycle.
  virtual bool is_awake(NodeId node) const = 0;
  // Says that the caller set pins of a node that may be asleep.
  virtual void wake(NodeId node) = 0;

  // Ends the present cycle. Throws NetworkError when the network breaks its promises.
  virtual void advance() = 0;
  // No cycle follows: what is recorded of them is completed.
  virtual void finish() {}
};

}  // namespace turnpike::model
