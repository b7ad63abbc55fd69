// lane_network.h - the routers, channels and source registers of all lanes of a batch.

#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "model/batch/kernel_layout.h"
#include "model/batch/kernel_shape.h"
#include "model/batch/lane_words.h"
#include "model/topology/network.h"

namespace turnpike::model {

// The widest kernel that this processor can run, but none that is much wider than the network.
const BatchKernel& batch_kernel(std::size_t routers);

class LaneNetwork {
 public:
  // All lanes as after reset. `network` outlives it.
  LaneNetwork(const Network& network, const BatchTraffic& traffic, const BatchKernel& kernel);

  const KernelShape& shape() const { return layout_.shape; }

  // Before all cycles that follow the end of a window.
  void begin_cycles() {
    if (sampling_ != 0) take_samples();
  }
  // Cycle `now` of some sources, then of their routers. Between the two the caller completes the
  // heads of starts().
  void cycle_sources(KernelRange range, Cycle now) {
    kernel_.sources(layout_.shape, memory(), range, now);
  }
  void cycle_routers(KernelRange range, Cycle now) {
    kernel_.routers(layout_.shape, memory(), range, now);
  }
  // Groups of routers in blocks: channels lead to the same block or to a neighbour of it. One block
  // where all of them fit into a near cache, or where that cannot be.
  unsigned blocks() const { return (shape().groups + block_size_ - 1) / block_size_; }
  unsigned block_of(NodeId node) const { return node / shape().width / block_size_; }
  KernelRange block(unsigned number) const {
    return {number * block_size_, std::min(shape().groups, (number + 1) * block_size_)};
  }
  // Cycles of as many blocks as fit into that cache.
  unsigned cycles_together() const { return cycles_together_; }

  // [VC * shape().width] lanes in which the source of a node begins a message in the present cycle.
  const std::uint64_t* starts(NodeId node) const {
    return starts_.at(group_of(node) * shape().vcs) + place_of(node);
  }
  // Sets whether messages wait at a node.
  void set_waits(NodeId node, unsigned lane, bool waits) {
    sources_.set(source_at(node) + shape().messages(), place_of(node), lane, waits);
  }
  // Begins a message of starts(), with its length, number and destination. Its head is on the pins
  // in cycle now + 1.
  void begin_message(NodeId node, VcId vc, unsigned lane, Cycle now, std::uint32_t flits,
                     std::uint32_t number, NodeId destination);
  // Numbers below `end` travel with heads from now on.
  void carry_numbers(std::uint32_t end);

  // The lanes of ejection pins of a node in cycle `now`; KernelShape says which is what. Those of
  // the next word stand shape().width further.
  const std::uint64_t* ejection(NodeId node, Cycle now) const {
    return pins_.at(pins_at(now) + group_of(node) * shape().pins_stride + eject_at_) +
           place_of(node);
  }
  // A word of any pins of a router.
  bool pin(ComponentId router, std::size_t word, unsigned lane, Cycle now) const {
    return pins_.get(pins_at(now) + group_of(router) * shape().pins_stride + word, place_of(router),
                     lane);
  }

  // The counts of a lane, as Engine defines them. `now`: number of completed cycles.
  std::vector<std::uint64_t> flits_sent(unsigned lane, Cycle now) const;
  std::vector<std::uint32_t> flits_buffered(unsigned lane) const;
  std::uint64_t flits_consumed(unsigned lane, Cycle now);
  // Input VCs of all routers.
  std::size_t buffers() const { return std::size_t{shape().routers} * shape().ports * shape().vcs; }
  // The flits in all buffers are added to the lane's samples, before the next cycle.
  void sample_buffers(unsigned lane) { sampling_ |= std::uint64_t{1} << lane; }
  // [buffer] adds the lane's samples to `sums`. Once.
  void add_samples(unsigned lane, std::vector<double>& sums) const;

 private:
  void set_coordinates();
  void set_datelines();
  std::uint64_t way_between(NodeId from, NodeId to) const;
  void set_blocks();
  void reset();
  void reset_input(std::size_t row, const KernelPort& port);
  void reset_output(std::size_t row, const KernelPort& port);
  void reset_sources(unsigned group);
  void take_samples();
  void sum_consumed(Cycle now);
  std::size_t group_of(unsigned router) const { return router / shape().width; }
  unsigned place_of(unsigned router) const { return router % shape().width; }
  std::size_t source_at(NodeId node) const { return group_of(node) * shape().source_stride; }
  std::size_t row_of(ComponentId router) const { return group_of(router) * shape().router_stride; }
  // The first word of an input VC.
  std::size_t input_at(ComponentId router, PortId port, VcId vc) const {
    const KernelPort& of = shape().port[port];
    return row_of(router) + of.in_at + std::size_t{vc} * of.in_stride;
  }
  std::size_t pins_at(Cycle now) const { return (now & 1) * shape().parity_stride; }
  KernelMemory memory();

  const Network& network_;
  const BatchKernel& kernel_;
  KernelLayout layout_;
  LaneWords routers_;
  LaneWords pins_;
  LaneWords sources_;
  LaneWords starts_;
  LaneWords places_;
  LaneWords datelines_;
  std::size_t eject_at_;                    // ejection pins among those of a router
  std::vector<std::uint64_t> coordinates_;  // [node] as planes that travel with heads to it
  unsigned block_size_ = 1;                 // groups
  unsigned cycles_together_ = 1;
  std::uint64_t sampling_ = 0;  // lanes whose buffers are sampled before the next cycle
  unsigned sample_planes_;
  std::vector<std::uint64_t> samples_;   // [buffer * sample_planes_ + plane]
  Cycle consumed_at_ = ~Cycle{0};        // the cycle of the sums
  std::vector<std::uint64_t> consumed_;  // [plane] flits that the sinks have consumed
};

}  // namespace turnpike::model
