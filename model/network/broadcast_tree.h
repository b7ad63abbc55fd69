// broadcast_tree.h - the spanning binomial tree of a broadcast whose copies the nodes send.
//
// The tree takes the dimensions in cyclic order, downwards from a base. A node that is reached over
// the dimension at one place of that order sends copies over the dimensions at all later places;
// the source sends over all. Each node thus gets one copy, and n steps reach all 2^n nodes
// (Shahrabi & Ould-Khaoua, section 2.2).

#pragma once

#include <cstdint>

#include "model/common/types.h"

namespace turnpike::model {

// The dimension at `place` 0 .. n-1 of the order that begins at `base`.
constexpr unsigned tree_dimension(unsigned base, unsigned place, unsigned dimensions) {
  return (base + dimensions - place) % dimensions;
}

// The part of a broadcast that a node must know to send copies on.
struct TreeCopy {
  NodeId root = 0;
  std::uint32_t broadcast = 0;  // number among those of the root
  std::uint8_t base = 0;
  std::uint8_t place = 0;  // of the dimension that the copy crosses
};

// A node that prepares to send a broadcast on, or one of its own.
struct BroadcastStart {
  Cycle due = 0;  // the cycle in which its copies are queued
  std::uint32_t flits = 0;
  bool by_router = false;  // as one message, which the routers copy
  TreeCopy copy;           // `place` is that of the first copy
};

// A broadcast that has not reached all nodes, at its source.
struct OpenBroadcast {
  Cycle queued = 0;
  Cycle last = 0;             // latest delivery so far
  std::uint32_t missing = 0;  // nodes that lack it
};

}  // namespace turnpike::model
