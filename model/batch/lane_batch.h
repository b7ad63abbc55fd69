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

  // A message that begins, or a head or tail that is consumed.
  struct Event {
    NodeId node;
    std::uint16_t vc;
    std::uint16_t lane;
    std::uint32_t number;  // of heads
  };

  void queue_until(Cycle end);
  void cycle(const std::vector<Due>& due);
  void find_starts(NodeId node);
  void find_ejected(NodeId node);
  void find_ejected_on(NodeId node, VcId vc, unsigned part, std::uint64_t heads,
                       std::uint64_t tails);
  void begin_messages();
  void receive();

  const Network& graph_;
  LaneNetwork network_;
  unsigned parts_;  // of a word
  Cycle now_ = 0;
  std::vector<std::unique_ptr<Lane>> lanes_;
  std::vector<std::vector<Due>> due_;  // [cycle in a piece] messages that are queued then
  std::vector<Event> starts_;          // of a cycle
  std::vector<Event> heads_;
  std::vector<Event> tails_;
  std::vector<std::uint32_t> receiving_;  // [(node * VCs + vc) * lanes + lane] number of the packet
};

}  // namespace turnpike::model
