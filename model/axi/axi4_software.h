// axi4_software.h - software that reads the control block of an AXI4 network: it takes snapshot
// after snapshot, reads all counters, and in between makes accesses that the block must refuse. It
// throws NetworkError if an answer differs from docs/axi.md, 9.

#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "model/adapters/axi4_counters.h"
#include "model/adapters/axi_pins.h"
#include "model/axi/axi4_traffic.h"

namespace turnpike::model {

class Axi4Software {
 public:
  Axi4Software(const Axi4CounterMap& map, std::uint64_t seed, std::uint32_t end)
      : map_(map), draws_(seed, end), read_(map.count()), snapshot_(map.count()) {}

  // The pins that the software drives in this cycle; valid stays until ready.
  const AxiLiteIn& drive();
  // The end of the cycle, with what the block drives.
  void observe(const AxiLiteOut& seen);

  // Loads the address map, and tries a region that is none; is_idle() says that it is done.
  void load(const std::vector<Axi4Region>& regions);
  bool is_idle() const { return !is_busy_ && loads_.empty(); }

  // Snapshots of which all counters are read, and the counters of the last one.
  std::uint64_t snapshots() const { return snapshots_; }
  const std::vector<std::uint64_t>& snapshot() const { return snapshot_; }

 private:
  struct Access {
    bool is_write = false;
    std::uint32_t address = 0;
    std::uint32_t data = 0;
    std::uint32_t strobe = 0xf;
    AxiResponse response = AxiResponse::okay;  // that must come
    bool is_counter = false;                   // else a read has `data`
  };

  void begin();
  Access draw_strange();
  void answer(std::uint32_t response, std::uint32_t data);

  Axi4CounterMap map_;
  Axi4Draws draws_;
  std::deque<Access> loads_;  // before anything else
  AxiLiteIn pins_;
  Access access_;
  bool is_busy_ = false;
  bool owes_address_ = false;  // AW or AR is to be shown
  bool owes_data_ = false;     // W is
  std::size_t step_ = 0;       // 0: asks for a snapshot; then the words of the counters
  std::vector<std::uint64_t> read_;
  std::vector<std::uint64_t> snapshot_;
  std::uint64_t snapshots_ = 0;
};

}  // namespace turnpike::model
