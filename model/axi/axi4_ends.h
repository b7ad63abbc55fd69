// axi4_ends.h - what stands at the ports of an AXI4 network in the model: managers and memories
// that check what they receive and throw NetworkError if it is wrong.

#pragma once

#include <cstdint>

#include "model/adapters/axi4_bus.h"
#include "model/common/types.h"

namespace turnpike::model {

// The counts of a manager.
struct Axi4Counts {
  std::uint64_t reads = 0;         // that are answered
  std::uint64_t writes = 0;        // that are answered
  std::uint64_t errors = 0;        // of them: refused by the network, SLVERR or DECERR
  std::uint64_t timeouts = 0;      // of them: answered in the place of a subordinate that stopped
  std::uint64_t beats = 0;         // of reads
  std::uint64_t read_cycles = 0;   // from ARVALID to the last beat, of all reads together
  std::uint64_t write_cycles = 0;  // from AWVALID to the response, of all writes together
};

class Axi4ManagerEnd {
 public:
  virtual ~Axi4ManagerEnd() = default;

  // The pins that the manager drives in cycle `now`. Valid stays until ready. `pace` is the
  // probability that a request of each direction begins.
  virtual const Axi4Manager& drive(Cycle now, double pace) = 0;
  // The end of the cycle, with what the adapter drives.
  virtual void observe(Cycle now, const Axi4Subordinate& seen) = 0;
  virtual bool is_done() const = 0;
  virtual const Axi4Counts& counts() const = 0;
};

class Axi4MemoryEnd {
 public:
  virtual ~Axi4MemoryEnd() = default;

  virtual const Axi4Subordinate& drive() = 0;
  virtual void observe(const Axi4Manager& seen) = 0;
};

}  // namespace turnpike::model
