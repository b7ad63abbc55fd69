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

// The input pins of a terminal in the present cycle.
struct TerminalInputs {
  bool valid = false;  // a flit is on the ejection pins
  VcId vc = 0;
  const std::uint64_t* flit = nullptr;  // where valid; words of FlitFormat::words()
  VcMask inject_credit = 0;
};

// The output pins of a terminal in the next cycle.
struct TerminalOutputs {
  bool valid = false;  // a flit for the injection pins
  VcId vc = 0;
  const std::uint64_t* flit = nullptr;  // where valid; is read before the next call for this node
  VcMask eject_credit = 0;
};

// The input pins of a node in the present cycle.
struct NodeInputs {
  const TerminalInputs* channel = nullptr;  // [local channel]
  // [output port] queue_o of the packet router at its first local channel; null for other routers.
  const std::uint16_t* queue = nullptr;
};

// The code behind all terminals. Different threads may serve the nodes of different partitions.
class TerminalDriver {
 public:
  virtual ~TerminalDriver() = default;

  // Called once in each cycle, before all other calls of the cycle, by one thread.
  virtual void begin_cycle(Cycle /*now*/) {}
  // Called once in each cycle for each partition, before its nodes. If `log` is not null, append
  // the events of packets at the partition's terminals to it.
  virtual void begin_partition(Cycle /*now*/, unsigned /*partition*/, std::vector<Event>* /*log*/) {
  }
  // Bit i asks for a call of cycle() of node `first` + i even if nothing is on its pins. `first` is
  // a multiple of 64, and so is the first node of each partition.
  virtual std::uint64_t busy_nodes(NodeId /*first*/) const { return ~std::uint64_t{0}; }
  // Computes the node's outputs. `next` has an empty element for each local channel.
  virtual void cycle(NodeId node, unsigned partition, Cycle now, const NodeInputs& seen,
                     TerminalOutputs* next) = 0;
};

}  // namespace turnpike::model
