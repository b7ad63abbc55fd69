// lane_network.h - the routers, channels and source registers of all runs of a batch.

#pragma once

#include <cstdint>
#include <vector>

#include "model/batch/kernel_layout.h"
#include "model/batch/kernel_shape.h"
#include "model/batch/lane_words.h"
#include "model/topology/network.h"

namespace turnpike::model {

constexpr unsigned kMostLanes = 512;  // of any kernel

// The narrowest kernel with so many lanes that this processor can run; where none has as many, the
// widest.
const BatchKernel& batch_kernel(unsigned lanes);

class LaneNetwork {
 public:
  // All lanes as after reset. `network` outlives it.
  LaneNetwork(const Network& network, const BatchTraffic& traffic, const BatchKernel& kernel);

  const KernelShape& shape() const { return layout_.shape; }
  unsigned lanes() const { return kernel_.lanes; }

  // Cycle `now` of all sources, then of all routers. Between the two the caller completes the heads
  // of starts().
  void cycle_sources(Cycle now) { kernel_.sources(layout_.shape, memory(), now); }
  void cycle_routers(Cycle now) { kernel_.routers(layout_.shape, memory(), now); }

  // [part] lanes in which the source of a node begins a message on this VC in the present cycle.
  const std::uint64_t* starts(NodeId node, VcId vc) const {
    return starts_.at(std::size_t{node} * shape().vcs + vc);
  }
  // Whether messages wait at a node.
  void set_waits(NodeId node, LaneBit lane, bool waits) {
    sources_.set(source_at(node) + shape().messages(), lane, waits);
  }
  // Of a message of starts(): its length, number and destination. Its head is on the pins in cycle
  // now + 1.
  void begin_message(NodeId node, VcId vc, LaneBit lane, Cycle now, std::uint32_t flits,
                     std::uint32_t number, NodeId destination);
  // Numbers below `end` travel with heads from now on.
  void carry_numbers(std::uint32_t end);
  // Numbers that can be under way in a lane.
  std::uint32_t numbers() const { return std::uint32_t{1} << shape().id_room; }

  // Words of the ejection pins of a node in cycle `now`; KernelShape says which is what.
  const std::uint64_t* ejection(NodeId node, Cycle now, unsigned word) const {
    return pins_.at(pins_at(now) + eject_at_[node] + word);
  }
  // Words of any pins.
  bool pin(std::size_t word, LaneBit lane, Cycle now) const {
    return pins_.get(pins_at(now) + word, lane);
  }

  // Of a lane; as Engine says. `now`: cycles completed.
  std::vector<std::uint64_t> flits_sent(LaneBit lane) const;
  std::vector<std::uint32_t> flits_buffered(LaneBit lane) const;
  std::uint64_t flits_consumed(LaneBit lane, Cycle now) const;

 private:
  void reset();
  void reset_input(std::size_t row, const KernelPort& port);
  void reset_output(std::size_t row, const KernelPort& port);
  void reset_source(NodeId node);
  std::uint64_t sent(ComponentId component, PortId port, LaneBit lane) const;
  std::size_t source_at(NodeId node) const { return node * shape().source_stride; }
  std::size_t pins_at(Cycle now) const { return (now & 1) * shape().parity_stride; }
  KernelMemory memory();

  const Network& network_;
  const BatchKernel& kernel_;
  KernelLayout layout_;
  LaneWords routers_;
  LaneWords pins_;
  LaneWords sources_;
  LaneWords starts_;
  std::vector<std::size_t> eject_at_;  // [node] its ejection pins among those of a parity
};

}  // namespace turnpike::model
