// axi4_watchdog.h - gives up a subordinate that does not answer (docs/axi.md, 5). Mirror of
// rtl/adapters/axi4_watchdog.v and axi4_watch_list.v.

#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "model/adapters/axi4_bus.h"

namespace turnpike::model {

class Axi4Watchdog {
 public:
  explicit Axi4Watchdog(const Axi4Params& params)
      : timeout_(params.timeout), watched_(params.watched), count_(params.timeout) {}

  // The pins that pass in this cycle, from the adapter to the bus and from the bus to the adapter.
  Axi4Manager to_bus(const Axi4Manager& adapter) const;
  Axi4Subordinate to_adapter(const Axi4Subordinate& bus) const;
  // Ends the cycle. `pins` and `answers`: what both sides drive on the bus itself.
  void tick(const Axi4Manager& adapter, const Axi4Subordinate& bus, const Axi4Manager& pins,
            const Axi4Subordinate& answers);
  // Transactions that it has answered.
  std::uint32_t timeouts() const { return timeouts_; }

 private:
  struct Entry {
    std::uint32_t id = 0;
    std::uint32_t left = 0;  // beats to come after the next one
    bool has_begun = false;
  };
  using List = std::vector<Entry>;  // the oldest first

  static const Entry& next(const List& list);
  static void step(List& list, std::uint32_t id, bool is_last);
  bool is_on() const { return timeout_ != 0; }
  bool owes_response() const { return !writes_.empty() && lasts_ != 0; }

  std::uint64_t timeout_;
  std::size_t watched_;
  std::uint64_t count_;  // cycles until after the next tick
  bool is_dead_ = false;
  std::array<bool, 5> late_ = {};  // AW, W, B, AR, R
  List writes_;
  List reads_;
  std::size_t lasts_ = 0;  // last beats that have gone, less responses
  std::uint32_t timeouts_ = 0;
};

}  // namespace turnpike::model
