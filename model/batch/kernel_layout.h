// kernel_layout.h - makes the plain data of a network that the kernels of a batch use.

#pragma once

#include <cstdint>
#include <vector>

#include "model/batch/kernel_shape.h"
#include "model/topology/network.h"

namespace turnpike::model {

// The properties that the messages of all runs of a batch share.
struct BatchTraffic {
  std::uint32_t shortest = 1;  // flits of a message
  std::uint32_t longest = 1;
  Cycle max_cycles = 0;
};

struct KernelLayout {
  KernelShape shape{};
  // The following arrays are those of KernelMemory.
  std::vector<std::uint32_t> channels;
  std::vector<std::uint32_t> credits;
  std::vector<std::uint8_t> in_order;
  std::vector<std::uint8_t> credits_in;
};

// Planes for a number of each packet that can be under way in a run.
unsigned number_planes(const Network& network);

// The network has wormhole routers with dimension-order routing and without dateline classes, one
// local channel at each node, and no registers on its channels.
KernelLayout kernel_layout(const Network& network, const BatchTraffic& traffic, unsigned width);

}  // namespace turnpike::model
