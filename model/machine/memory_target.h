// memory_target.h - the interface of the memory at the pins of a co-processor.
//
// In each cycle t with a request on the pins the co-processor calls ready(t) once, and take() if it
// returned true. respond(u) returns the words that were read, in the order of the requests. It is
// called once in each later cycle u.

#pragma once

#include <cstdint>

#include "model/common/types.h"

namespace turnpike::model {

struct MemoryAccess {
  bool write = false;
  bool fence = false;         // a write that must be seen after all writes before it
  std::uint32_t address = 0;  // a multiple of 8
  std::uint64_t data = 0;     // of a write
  std::uint32_t strobe = 0;   // of a write: a bit per byte, bit 0 the byte at `address`
};

class MemoryTarget {
 public:
  virtual ~MemoryTarget() = default;

  virtual bool ready(Cycle now) = 0;
  virtual void take(const MemoryAccess& request, Cycle now) = 0;
  // True: `data` is on the pins in cycle `now`.
  virtual bool respond(Cycle now, std::uint64_t& data) = 0;
  // Reads that have not come back.
  virtual unsigned outstanding() const = 0;
};

}  // namespace turnpike::model
