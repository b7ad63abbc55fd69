// measure.h - measures the time of a message, and the load of the channels of one co-processor.

#pragma once

#include <cstdint>
#include <vector>

#include "model/common/types.h"
#include "model/coprocessor/coprocessor_params.h"

namespace turnpike::sim {

// One message in an empty machine whose receive is posted; memory without stalls. Cycles from the
// one in which the instruction is on the pins.
struct MessageTiming {
  unsigned hops = 0;
  std::uint32_t bytes = 0;
  model::Cycle overhead = 0;  // to the head flit on the channel to the router
  model::Cycle latency = 0;   // to the first in which the receiver can read flag 3
  model::Cycle bound = 0;     // of the latency
};

// `offset`: of both buffers above a multiple of 8.
MessageTiming measure_message(const model::CoprocessorParams& params, unsigned hops,
                              std::uint32_t bytes, std::uint32_t offset);

// What no co-processor with this memory and these channels can be faster than: the header block's
// two words, the first packet's data words, the flits on the channel, a cycle for each router, the
// last packet's data words and the flag; a word a cycle, a cycle from a read to its data.
model::Cycle latency_bound(const model::CoprocessorParams& params, unsigned hops,
                           std::uint32_t bytes, std::uint32_t offset);

// Packets of a message: 10 bytes in the first, 16 in the others.
std::uint32_t packets_of(std::uint32_t bytes);

// Node 0 sends long messages to all its neighbours at once, without end.
struct ChannelUse {
  std::vector<double> share;  // [dimension] of the cycles in which a flit is on the channel
  double memory = 0;          // share of the cycles in which node 0's memory does something
  double bound = 0;           // of the share: 1, or what the memory's words allow
};

ChannelUse measure_channels(const model::CoprocessorParams& params, std::uint32_t bytes,
                            std::uint32_t offset, model::Cycle cycles);

}  // namespace turnpike::sim
