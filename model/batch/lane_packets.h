// lane_packets.h - the packets under way in all lanes, and those that have come out.
//
// A packet is a number that travels with its head; the model finds the same packet by its source
// and number. Packets with equal numbers are stored side by side, whatever their lane. Few numbers
// are in use at a time, so the packets in use stay in the cache.

#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "model/batch/kernel_shape.h"
#include "model/common/check.h"
#include "model/common/types.h"

namespace turnpike::model {

struct LanePacket {
  std::uint32_t queued;  // cycles
  std::uint32_t injected;
  NodeId source;
  NodeId destination;
  std::uint32_t flits;
  std::uint32_t number;  // of its source
};

struct ArrivedPacket {
  LanePacket packet;
  std::uint32_t first;  // cycles
  std::uint32_t last;
};

class LanePackets {
 public:
  // `most`: packets that can be under way in a lane.
  explicit LanePackets(std::uint32_t most) : most_(most), free_word_(kLanes), arrived_(kLanes) {}

  LanePacket& at(unsigned lane, std::uint32_t number) {
    return packets_[std::size_t{number} * kLanes + lane];
  }
  // A hint: the tail of the packet will come out.
  void expect(unsigned lane, std::uint32_t number) const {
    __builtin_prefetch(&packets_[std::size_t{number} * kLanes + lane]);
  }
  // The lowest number that is not in use in the lane.
  std::uint32_t take_number(unsigned lane) {
    std::uint32_t word = free_word_[lane];
    while (word < words_ && used(lane, word) == ~std::uint64_t{0}) ++word;
    if (word == words_) grow();
    free_word_[lane] = word;
    std::uint64_t& in_use = used(lane, word);
    const auto bit = static_cast<std::uint32_t>(__builtin_ctzll(~in_use));
    in_use |= in_use + 1;
    return 64 * word + bit;
  }
  void release(unsigned lane, std::uint32_t number) {
    used(lane, number / 64) &= ~(std::uint64_t{1} << number % 64);
    free_word_[lane] = std::min(free_word_[lane], number / 64);
  }
  // Packets that have arrived and are not yet counted.
  std::vector<ArrivedPacket>& arrived(unsigned lane) { return arrived_[lane]; }

 private:
  std::uint64_t& used(unsigned lane, std::uint32_t word) {
    return used_[std::size_t{word} * kLanes + lane];
  }
  void grow() {
    require(64 * words_ < most_, "no more packets than the buffers of a network hold");
    ++words_;
    used_.resize(std::size_t{words_} * kLanes);
    packets_.resize(std::size_t{64} * words_ * kLanes);
  }

  std::uint32_t most_;
  std::uint32_t words_ = 0;                          // of numbers
  std::vector<std::uint64_t> used_;                  // [word of numbers * kLanes + lane]
  std::vector<std::uint32_t> free_word_;             // [lane] numbers of words before it are in use
  std::vector<LanePacket> packets_;                  // [number * kLanes + lane]
  std::vector<std::vector<ArrivedPacket>> arrived_;  // [lane]
};

}  // namespace turnpike::model
