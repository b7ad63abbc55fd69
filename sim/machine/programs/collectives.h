// collectives.h - example programs: collective operations by messages.
//
// Each runs on every node of a cube, with any implementation of the processor port, and throws
// WrongResult for a wrong byte. `bytes` is the size of a node's block.

#pragma once

#include <vector>

#include "model/network/engine.h"
#include "sim/machine/messages/messenger.h"

namespace turnpike::sim {

struct WrongResult : model::NetworkError {
  using model::NetworkError::NetworkError;
};

// Every block goes once around a ring through all nodes, in the order of a Gray code, so that each
// step crosses one channel.
void ring(Messenger& messenger, Region data, std::uint32_t bytes);

// Every node sends a block of its own to every other node, as many at a time as it has header
// blocks for.
void all_to_all(Messenger& messenger, Region data, std::uint32_t bytes);

// The element-wise sum of all nodes' vectors, at node 0: along one dimension after the other.
void reduction(Messenger& messenger, Region data, std::uint32_t bytes);

// Node 0 sends a block to all others with one instruction.
void broadcast(Messenger& messenger, Region data, std::uint32_t bytes);

// Every node sends its block to all its neighbours with one instruction.
void neighbour_exchange(Messenger& messenger, Region data, std::uint32_t bytes);

struct Collective {
  const char* name;
  void (*program)(Messenger& messenger, Region data, std::uint32_t bytes);
};
const std::vector<Collective>& collectives();

}  // namespace turnpike::sim
