// axi4_control.h - counters and address map of an AXI4 network on AXI4-Lite. Mirror of
// rtl/adapters/axi4_lite_control.v, axi4_map_registers.v, counter_bank.v and counter_chain.v.
//
// docs/axi.md, section 9, lists the registers and says what happens in which cycle.

#pragma once

#include <array>
#include <cstdint>
#include <set>
#include <vector>

#include "model/adapters/axi4_bus.h"
#include "model/adapters/axi4_counters.h"
#include "model/adapters/axi_lite_slave.h"

namespace turnpike::model {

class Axi4Control {
 public:
  explicit Axi4Control(const Axi4CounterMap& map)
      : map_(map), counts_(map.count()), shown_(map.count()) {}

  // The address map can be loaded; after reset it is `regions`. `address_bits`: of AXI addresses.
  void load_from(const std::vector<Axi4Region>& regions, unsigned address_bits);
  // The map in the present cycle; empty if it cannot be loaded.
  const std::vector<Axi4Region>& regions() const { return regions_; }

  const AxiLiteOut& bus() const { return slave_.bus(); }
  // Ends the present cycle, in which counters grow by `events`, [counter]. `error`: the network's
  // error_o.
  void tick(const AxiLiteIn& in, const std::vector<std::uint32_t>& events, bool error);

  // The counts of all cycles that have ended.
  const std::vector<std::uint64_t>& counts() const { return counts_; }

 private:
  bool is_busy() const { return wanted_ || takes_; }
  bool is_counter(std::uint32_t word) const;
  AxiLiteSlave::Read read(std::uint32_t word, bool error) const;
  bool is_good_region() const;
  bool is_map(std::uint32_t offset) const;
  AxiResponse judge() const;
  void carry_out();
  void turn(const std::vector<std::uint32_t>& events, bool take);

  Axi4CounterMap map_;
  AxiLiteSlave slave_;
  std::vector<Axi4Region> regions_;
  std::set<std::uint32_t> nodes_;  // to which a region may lead
  unsigned address_bits_ = 0;
  std::array<std::uint32_t, 5> region_ = {};  // that is loaded next: the words from kAxi4Region on
  std::vector<std::uint64_t> counts_;
  std::vector<std::uint64_t> shown_;  // the snapshot
  std::size_t at_ = 0;                // cycle of the round
  bool wanted_ = true;
  bool takes_ = false;
  bool fetched_ = false;  // the counter that is read, in the cycle before
  std::uint64_t fetched_value_ = 0;
};

}  // namespace turnpike::model
