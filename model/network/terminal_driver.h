// terminal_driver.h - the interface of C++ code at the terminals of a network, and its pins.
//
// A node with several local channels is one node for its driver. The network calls the driver once
// in each cycle, with the pins of all its channels and with queue_o of its router. docs/timing.md,
// section 1, says which values are legal on the pins.

#pragma once

#include <cstdint>
#include <vector>

#include "model/common/types.h"
#include "model/network/event_log.h"

namespace turnpike::model {

// What a terminal sees in the present cycle.
struct TerminalInputs {
  bool valid = false;  // a flit is on the ejection pins
  VcId vc = 0;
  const std::uint64_t* flit = nullptr;  // where valid; words of FlitFormat::words()
  VcMask inject_credit = 0;
};

// What it drives in the next cycle.
struct TerminalOutputs {
  bool valid = false;  // a flit for the injection pins
  VcId vc = 0;
  const std::uint64_t* flit = nullptr;  // where valid; is read before the next call for this node
  VcMask eject_credit = 0;
};

// What a node sees in the present cycle.
struct NodeInputs {
  const TerminalInputs* channel = nullptr;  // [local channel]
  // [output port] queue_o of the packet router behind its first local channel; else null.
  const std::uint16_t* queue = nullptr;
};

// The code behind all terminals. Nodes of different partitions are served by different threads.
class TerminalDriver {
 public:
  virtual ~TerminalDriver() = default;

  // Once per cycle, before anything else in it, on one thread.
  virtual void begin_cycle(Cycle /*now*/) {}
  // Once per cycle and partition, before its nodes. With `log`, what happens to packets at its
  // terminals is to be appended to it.
  virtual void begin_partition(Cycle /*now*/, unsigned /*partition*/, std::vector<Event>* /*log*/) {
  }
  // Bit i: cycle() of node `first` + i is to be called even with nothing on its pins. `first` is a
  // multiple of 64, and the first node of each partition too.
  virtual std::uint64_t busy_nodes(NodeId /*first*/) const { return ~std::uint64_t{0}; }
  // What the node does in this cycle; `next` has one element per local channel, all empty.
  virtual void cycle(NodeId node, unsigned partition, Cycle now, const NodeInputs& seen,
                     TerminalOutputs* next) = 0;
};

}  // namespace turnpike::model
