// memory_target.h - what stands at the memory pins of a co-processor.
//
// In cycle t, while a request is on the pins, ready(t) is asked once; if it is true take() follows.
// A word that was read comes back by respond(u), once per cycle, u > t, in the order of the
// requests.

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
