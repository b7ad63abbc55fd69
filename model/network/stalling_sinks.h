// stalling_sinks.h - sinks that consume nothing in some cycles, or nothing of some VCs; flits wait
// in a buffer for each VC.
//
// docs/timing.md, section 5. In a cycle without a stall a sink consumes the oldest flit of one VC
// that is not held; the VCs take turns.

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

  // `stall`: probability that a sink consumes nothing in a cycle; with 0 there is nothing here
  // before the first hold().
  StallingSinks(NodeId sinks, unsigned vcs, unsigned depth, double stall, std::uint64_t seed)
      : sinks_(sinks), vcs_(vcs), depth_(depth), stall_(stall), draws_(seed, Stream::sink_stall) {
    if (stall > 0) make();
  }

  bool exist() const { return !lanes_.empty(); }
  bool is_empty(NodeId sink) const { return waiting_[sink] == 0; }
  // Bit i: flits wait at sink 64 * word + i.
  std::uint64_t with_flits(std::size_t word) const { return with_flits_[word]; }

  // These VCs of a sink are consumed no more, or again.
  void hold(NodeId sink, VcMask vcs, bool is_held) {
    if (!exist()) make();
    held_sinks_ -= held_[sink] != 0 ? 1 : 0;
    held_[sink] = is_held ? held_[sink] | vcs : held_[sink] & ~vcs;
    held_sinks_ += held_[sink] != 0 ? 1 : 0;
  }
  bool has_holds() const { return held_sinks_ != 0; }

  // False: the buffer is full, so that the flit came without a credit.
  bool store(NodeId sink, VcId vc, const std::uint64_t* flit, unsigned words) {
    const std::size_t l = std::size_t{sink} * vcs_ + vc;
    Lane& lane = lanes_[l];
    if (lane.count == depth_) return false;
    Flit& slot = flits_[l * depth_ + (lane.front + lane.count++) % depth_];
    std::copy(flit, flit + words, slot.word);
    waiting_[sink] |= VcMask{1} << vc;
    with_flits_[sink / 64] |= std::uint64_t{1} << sink % 64;
    return true;
  }
  // The flit that the sink consumes in cycle `now`, good until the next store(); null: none.
  const Flit* take(NodeId sink, Cycle now, VcId& vc) {
    const VcMask ready = waiting_[sink] & ~held_[sink];
    if (ready == 0 || (stall_ > 0 && chance(draws_.draw(sink, now), stall_))) return nullptr;
    const VcMask from_turn = ready >> turns_[sink] << turns_[sink];
    vc = static_cast<VcId>(__builtin_ctz(from_turn != 0 ? from_turn : ready));
    turns_[sink] = static_cast<std::uint8_t>(vc + 1 == vcs_ ? 0 : vc + 1);
    const std::size_t l = std::size_t{sink} * vcs_ + vc;
    Lane& lane = lanes_[l];
    const Flit& oldest = flits_[l * depth_ + lane.front];
    lane.front = slot_after(lane.front, depth_);
    if (--lane.count == 0) waiting_[sink] &= ~(VcMask{1} << vc);
    if (waiting_[sink] == 0) with_flits_[sink / 64] &= ~(std::uint64_t{1} << sink % 64);
    return &oldest;
  }

  void visit_state(StateStream& state) {
    bool are_there = exist();
    state.value(are_there);
    state.check(are_there || !exist(), "sinks that stall");
    if (!are_there) return;
    if (!exist()) make();
    state.list(turns_);
    state.list(waiting_);
    state.list(held_);
    state.list(lanes_);
    state.list(flits_);
    if (state.is_reading()) count_again();
    for (std::size_t sink = 0; sink < turns_.size(); ++sink) {
      state.check(turns_[sink] < vcs_, "turn of a sink");
      VcMask waiting = 0;
      for (VcId vc = 0; vc < vcs_; ++vc) {
        const Lane& lane = lanes_[sink * vcs_ + vc];
        state.check(lane.front < depth_ && lane.count <= depth_, "buffer of a sink");
        waiting |= VcMask{lane.count != 0} << vc;
      }
      state.check(waiting_[sink] == waiting, "flits that wait at a sink");
      state.check(held_[sink] >> vcs_ == 0, "VCs of a sink that are held");
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

  void make() {
    turns_.resize(sinks_);
    waiting_.resize(sinks_);
    held_.resize(sinks_);
    with_flits_.resize((sinks_ + std::size_t{63}) / 64);
    lanes_.resize(std::size_t{sinks_} * vcs_);
    flits_.resize(lanes_.size() * depth_);
  }
  // Recomputes the counts that follow from other state.
  void count_again() {
    held_sinks_ = 0;
    with_flits_.assign(with_flits_.size(), 0);
    for (NodeId sink = 0; sink < sinks_; ++sink) {
      held_sinks_ += held_[sink] != 0 ? 1 : 0;
      with_flits_[sink / 64] |= std::uint64_t{waiting_[sink] != 0} << sink % 64;
    }
  }

  NodeId sinks_;
  unsigned vcs_;
  unsigned depth_;
  double stall_;
  RandomStream draws_;
  std::vector<std::uint8_t> turns_;        // [sink] the VC that is asked first
  std::vector<VcMask> waiting_;            // [sink] VCs with flits
  std::vector<VcMask> held_;               // [sink] VCs that are not consumed
  NodeId held_sinks_ = 0;                  // with such VCs
  std::vector<std::uint64_t> with_flits_;  // [sink / 64] a bit for each where flits wait
  std::vector<Lane> lanes_;                // [sink][vc]
  std::vector<Flit> flits_;                // [sink][vc][slot]
};

}  // namespace turnpike::model
