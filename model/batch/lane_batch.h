// lane_batch.h - many runs of one network, a cycle of all of them at a time.
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
  // One lane for each of `traffics`, at most as many as the kernel has. All outlive it.
  LaneBatch(const Network& network, const BatchTraffic& traffic, const BatchKernel& kernel,
            const std::vector<Traffic*>& traffics);

  Cycle now() const { return now_; }
  std::size_t size() const { return lanes_.size(); }
  Lane& operator[](std::size_t lane) { return *lanes_[lane]; }
  const LaneNetwork& network() const { return network_; }

  // All lanes by so many cycles. Throws NetworkError when a packet comes out where it should not.
  void advance(Cycle cycles);

 private:
  struct Due {
    NodeId node;
    std::uint32_t lane;
  };

  void queue_until(Cycle end);
  void cycle(const std::vector<Due>& due);
  void begin_messages(NodeId node);
  void eject(NodeId node);
  void eject_on(NodeId node, VcId vc, unsigned part, std::uint64_t heads, std::uint64_t tails);

  const Network& graph_;
  LaneNetwork network_;
  unsigned parts_;  // of a word
  Cycle now_ = 0;
  std::vector<std::unique_ptr<Lane>> lanes_;
  std::vector<std::vector<Due>> due_;     // [cycle in a piece] messages that are queued then
  std::vector<std::uint32_t> receiving_;  // [(node * VCs + vc) * lanes + lane] number of the packet
};

}  // namespace turnpike::model
