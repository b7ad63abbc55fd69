// packet_records.h - records of packets in flight: what the library knows and the network does not.
//
// The network carries the number of a record as the packet's tag; the caller's tag is in the
// record. Memory is allocated only while the number of packets in flight reaches a new maximum.

#pragma once

#include <cstdint>
#include <vector>

#include "model/common/state_stream.h"

namespace turnpike::api {

struct PacketRecord {
  static constexpr std::uint32_t kNoMessage = ~std::uint32_t{0};

  std::uint64_t tag = 0;               // of the caller
  std::uint64_t sequence = 0;          // among those of its pair and class, where that is ordered
  std::uint32_t message = kNoMessage;  // that it is a part of
  std::uint32_t message_class = 0;
};

class PacketRecords {
 public:
  std::uint64_t add(const PacketRecord& record) {
    if (free_.empty()) {
      records_.push_back(record);
      return records_.size() - 1;
    }
    const std::uint64_t number = free_.back();
    free_.pop_back();
    records_[number] = record;
    return number;
  }
  // Throws StateError for a number that a damaged file brought.
  const PacketRecord& operator[](std::uint64_t number) const {
    if (number >= records_.size()) throw model::StateError("a packet that nobody offered");
    return records_[number];
  }
  PacketRecord remove(std::uint64_t number) {
    const PacketRecord record = (*this)[number];
    free_.push_back(number);
    return record;
  }

  // `messages`: each record's is below.
  void visit_state(model::StateStream& state, std::uint32_t messages) {
    state.any_list(records_, [&](PacketRecord& one) {
      state.value(one.tag);
      state.value(one.sequence);
      state.value(one.message);
      state.value(one.message_class);
      state.check(one.message == PacketRecord::kNoMessage || one.message < messages,
                  "message of a packet");
    });
    state.any_list(free_, [&](std::uint64_t& number) {
      state.value(number);
      state.check(number < records_.size(), "number of a packet");
    });
  }

 private:
  std::vector<PacketRecord> records_;
  std::vector<std::uint64_t> free_;  // numbers of records that no packet has
};

}  // namespace turnpike::api
