// axi4_bursts.h - whole bursts at the pins of an AXI4 network: a manager sends the bursts that it
// is given, and a subordinate hands arriving bursts to its caller. Both take a beat in every cycle.

#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <vector>

#include "model/adapters/axi4_bus.h"

namespace turnpike::sim {

// `beats` of a write; `data`, one a beat, and `response` are the answer.
struct Axi4Burst {
  bool is_write = false;
  model::Axi4Request request;
  std::vector<model::Axi4WriteBeat> beats;
  std::vector<model::WireBits> data;
  std::uint32_t response = 0;  // of a read the highest of its beats
  bool is_done = false;        // the answer is there
};

class Axi4BurstManager {
 public:
  // From the present cycle on; AW and AR keep the order of their calls. `burst` lives until it is
  // done.
  void begin(Axi4Burst& burst);
  model::Axi4Manager pins() const;
  // The end of the cycle. The bursts that are done with it are put behind `done`.
  void observe(const model::Axi4Subordinate& seen, std::vector<Axi4Burst*>& done);
  bool is_idle() const { return waiting_ == 0; }

 private:
  using OfIds = std::map<std::uint32_t, std::deque<Axi4Burst*>>;

  void finish(OfIds& of_ids, std::uint32_t id, std::vector<Axi4Burst*>& done);

  std::deque<Axi4Burst*> writes_;  // whose AW is to be shown
  std::deque<Axi4Burst*> reads_;   // whose AR is
  std::deque<Axi4Burst*> data_;    // whose beats are
  std::size_t beat_ = 0;           // of the first one, that is shown
  OfIds writing_;                  // [ID], the oldest first
  OfIds reading_;
  std::size_t waiting_ = 0;  // bursts that are not done
};

class Axi4BurstSubordinate {
 public:
  model::Axi4Subordinate pins() const;
  // The end of the cycle. The bursts that have come with it, of writes with their last beat, are
  // put behind `begun`; who serves them sets `data`, `response` and then `is_done`. The answers go
  // out in the order of the requests, reads and writes each.
  void observe(const model::Axi4Manager& seen, std::vector<Axi4Burst*>& begun);
  bool is_idle() const { return writes_.empty() && reads_.empty() && beats_.empty(); }

 private:
  void join_beats(std::vector<Axi4Burst*>& begun);

  std::deque<std::unique_ptr<Axi4Burst>> writes_;  // that are not answered
  std::deque<std::unique_ptr<Axi4Burst>> reads_;
  std::size_t whole_ = 0;  // of the writes, from the first on, those that have all their beats
  std::deque<model::Axi4WriteBeat> beats_;  // whose request has not come
  std::size_t beat_ = 0;                    // of the first read, that is shown
};

}  // namespace turnpike::sim
