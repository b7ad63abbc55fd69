// lane_batch.h - many runs of one network, all of which advance by a cycle at a time.
//
// docs/architecture.md, "The batch engine".

#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "model/batch/lane.h"
#include "model/batch/lane_network.h"

namespace turnpike::model {

class LaneBatch {
 public:
  // One lane for each of `traffics`, at most kLanes. All outlive it.
  LaneBatch(const Network& network, const BatchTraffic& traffic, const BatchKernel& kernel,
            const std::vector<Traffic*>& traffics);

  Cycle now() const { return lanes_.now; }
  std::size_t size() const { return runs_.size(); }
  Lane& operator[](std::size_t lane) { return *runs_[lane]; }
  const LaneNetwork& network() const { return lanes_.network; }

  // All lanes by so many cycles. Throws NetworkError when a packet comes out where it should not.
  void advance(Cycle cycles);

 private:
  // A message that is queued.
  struct Due {
    NodeId node;
    std::uint32_t lane;
    NodeId destination;
    std::uint32_t flits;
  };
  // The packet that a sink is receiving.
  struct Receiving {
    std::uint32_t number;
    std::uint32_t first;
  };

  void take_until(Cycle end);
  void advance_together(Cycle end);
  void cycle(unsigned block, Cycle now);
  void queue(const std::vector<Due>& due, Cycle now);
  void begin_messages(NodeId node, Cycle now);
  void begin_message(NodeId node, VcId vc, unsigned lane, Cycle now);
  void receive(NodeId node, Cycle now);
  void receive_tail(NodeId node, unsigned lane, const Receiving& receiving, Cycle now);

  const Network& graph_;
  SharedLanes lanes_;
  std::vector<std::unique_ptr<Lane>> runs_;
  std::uint64_t running_ = 0;  // lanes that are not stopped
  unsigned blocks_;            // of routers
  Cycle piece_ = 0;            // the first cycle of the piece
  Cycle together_;             // cycles that follow each other through the blocks
  // [cycle in a piece * blocks_ + block] messages that are queued then.
  std::vector<std::vector<Due>> due_;
  std::vector<Receiving> receiving_;  // [(node * VCs + vc) * kLanes + lane]
};

}  // namespace turnpike::model
