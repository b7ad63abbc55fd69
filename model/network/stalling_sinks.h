// stalling_sinks.h - sinks that consume nothing in some cycles: flits wait in a buffer per VC.
//
// docs/timing.md, section 5. In a cycle in which it is not stalled a sink consumes the oldest flit
// of one VC; VCs take turns.

#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "model/common/flit.h"
#include "model/common/random.h"
#include "model/common/state_stream.h"
#include "model/router/vc_buffer.h"

namespace turnpike::model {

template <unsigned kWords>
class StallingSinks {
 public:
  using Flit = FlitWords<kWords>;

  // `stall`: probability that a sink consumes nothing in a cycle; with 0 there is nothing here.
  StallingSinks(NodeId sinks, unsigned vcs, unsigned depth, double stall, std::uint64_t seed)
      : vcs_(vcs), depth_(depth), stall_(stall), draws_(seed, Stream::sink_stall) {
    if (!exist()) return;
    turns_.resize(sinks);
    waiting_.resize(sinks);
    lanes_.resize(std::size_t{sinks} * vcs);
    flits_.resize(lanes_.size() * depth);
  }

  bool exist() const { return stall_ > 0; }
  bool is_empty(NodeId sink) const { return waiting_[sink] == 0; }

  // False: the buffer is full, so that the flit came without a credit.
  bool store(NodeId sink, VcId vc, const std::uint64_t* flit, unsigned words) {
    const std::size_t l = std::size_t{sink} * vcs_ + vc;
    Lane& lane = lanes_[l];
    if (lane.count == depth_) return false;
    Flit& slot = flits_[l * depth_ + (lane.front + lane.count++) % depth_];
    std::copy(flit, flit + words, slot.word);
    waiting_[sink] |= VcMask{1} << vc;
    return true;
  }
  // The flit that the sink consumes in cycle `now`, good until the next store(); null: none.
  const Flit* take(NodeId sink, Cycle now, VcId& vc) {
    if (chance(draws_.draw(sink, now), stall_) || waiting_[sink] == 0) return nullptr;
    const VcMask from_turn = waiting_[sink] >> turns_[sink] << turns_[sink];
    vc = static_cast<VcId>(__builtin_ctz(from_turn != 0 ? from_turn : waiting_[sink]));
    turns_[sink] = static_cast<std::uint8_t>(vc + 1 == vcs_ ? 0 : vc + 1);
    const std::size_t l = std::size_t{sink} * vcs_ + vc;
    Lane& lane = lanes_[l];
    const Flit& oldest = flits_[l * depth_ + lane.front];
    lane.front = slot_after(lane.front, depth_);
    if (--lane.count == 0) waiting_[sink] &= ~(VcMask{1} << vc);
    return &oldest;
  }

  void visit_state(StateStream& state) {
    state.list(turns_);
    state.list(waiting_);
    state.list(lanes_);
    state.list(flits_);
    for (std::size_t sink = 0; sink < turns_.size(); ++sink) {
      state.check(turns_[sink] < vcs_, "turn of a sink");
      VcMask waiting = 0;
      for (VcId vc = 0; vc < vcs_; ++vc) {
        const Lane& lane = lanes_[sink * vcs_ + vc];
        state.check(lane.front < depth_ && lane.count <= depth_, "buffer of a sink");
        waiting |= VcMask{lane.count != 0} << vc;
      }
      state.check(waiting_[sink] == waiting, "flits that wait at a sink");
    }
  }
  // Flits in the buffer.
  unsigned count(NodeId sink, VcId vc) const {
    return exist() ? lanes_[std::size_t{sink} * vcs_ + vc].count : 0;
  }

 private:
  struct Lane {
    std::uint8_t front = 0;
    std::uint8_t count = 0;
  };

  unsigned vcs_;
  unsigned depth_;
  double stall_;
  RandomStream draws_;
  std::vector<std::uint8_t> turns_;  // [sink] the VC that is asked first
  std::vector<VcMask> waiting_;      // [sink] VCs with flits
  std::vector<Lane> lanes_;          // [sink][vc]
  std::vector<Flit> flits_;          // [sink][vc][slot]
};

}  // namespace turnpike::model
