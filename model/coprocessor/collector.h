// collector.h - assembles the flits that arrive on one channel into packets. Mirror of
// rtl/coprocessor/collector.v.

#pragma once

#include <array>
#include <cstdint>

#include "model/common/check.h"
#include "model/common/types.h"
#include "model/coprocessor/packet_bytes.h"

namespace turnpike::model::coprocessor_parts {

class Collector {
 public:
  void reset() {
    presents_ = false;
    count_ = 0;
    front_ = 0;
    flits_ = 0;
    arrived_ = 0;
    assembling_ = {};
  }

  bool presents() const { return presents_; }
  const PacketBytes& packet() const { return presented_; }
  bool is_empty() const { return !presents_ && count_ == 0 && flits_ == 0; }

  // The clock edge: the flit on the pins, if any; tells whether a credit is due.
  bool tick(const PacketShape& shape, unsigned depth, const CoprocessorFlit* flit, bool taken) {
    if (flit != nullptr) check(shape, depth, *flit);
    if (taken) presents_ = false;
    const bool is_complete = flits_ == shape.flits;
    const bool moves = is_complete && !presents_;
    if (moves) {
      presented_ = assembling_;
      presents_ = true;
      assembling_ = {};
      flits_ = 0;
    }
    const bool takes = (!is_complete || moves) && (count_ != 0 || flit != nullptr);
    if (count_ == 0 && takes) {
      shape.put(assembling_, flits_++, shape.data(*flit));
      return true;
    }
    if (takes) {
      shape.put(assembling_, flits_++, entry_[front_]);
      front_ = (front_ + 1) % kMaxDepth;
      --count_;
    }
    if (flit != nullptr) entry_[(front_ + count_++) % kMaxDepth] = shape.data(*flit);
    return takes;
  }

 private:
  void check(const PacketShape& shape, unsigned depth, const CoprocessorFlit& flit) {
    require(count_ < depth, "channel: a flit without a credit");
    const unsigned marks = (arrived_ == 0 ? 1u : 0u) | (arrived_ + 1 == shape.flits ? 2u : 0u);
    require(shape.marks(flit) == marks, "channel: head or tail where it does not belong");
    arrived_ = marks & 2u ? 0 : arrived_ + 1;
  }

  PacketBytes presented_;
  PacketBytes assembling_;
  bool presents_ = false;
  unsigned flits_ = 0;  // in the assembling packet
  unsigned count_ = 0;  // in the entry buffer
  unsigned front_ = 0;
  unsigned arrived_ = 0;  // of the packet on the channel, to check it
  std::array<std::uint64_t, kMaxDepth> entry_{};
};

}  // namespace turnpike::model::coprocessor_parts
