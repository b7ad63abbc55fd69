// axi4_slot_manager.h - a manager that makes random bursts from a generator of 32 bits, as an FPGA
// has it. Mirror of rtl/fpga/axi4_slot_manager.v, which says what happens in which cycle.

#pragma once

#include <cstdint>
#include <vector>

#include "model/axi/axi4_ends.h"

namespace turnpike::model {

class Axi4SlotManager final : public Axi4ManagerEnd {
 public:
  // `slots`: their addresses, 2^slot_bits; `beats`: the most of a burst, a power of two up to 16;
  // `state`: of the generator in cycle 0.
  Axi4SlotManager(const Axi4Params& params, std::vector<std::uint64_t> slots, unsigned beats,
                  std::uint32_t state);

  const Axi4Manager& drive(Cycle now, double pace) override;
  void observe(Cycle now, const Axi4Subordinate& seen) override;
  bool is_done() const override;
  const Axi4Counts& counts() const override { return counts_; }

 private:
  struct Slot {
    std::uint64_t address = 0;
    std::uint32_t seed = 0;    // of the pattern in it
    std::uint32_t length = 0;  // beats of the pattern less one
    std::uint32_t beats = 0;   // that have come, of a read
    bool is_written = false;
    bool is_busy = false;
    bool is_reading = false;
    Cycle began = 0;
  };

  std::uint32_t drawn_slot(unsigned highest) const;
  WireBits pattern(std::uint32_t seed, std::uint32_t beat) const;
  Axi4Request request(std::uint32_t slot) const;
  void show_beat(std::uint32_t beat);
  void begin_write(Cycle now);
  void begin_read(Cycle now);
  void take_response(Cycle now, const Axi4Response& response);
  void take_beat(Cycle now, const Axi4ReadBeat& beat);

  Axi4Params params_;
  std::vector<Slot> slots_;
  std::uint32_t most_;  // beats less one
  std::uint32_t state_;
  std::uint32_t threshold_ = 0;
  bool wants_write_ = false;
  bool wants_read_ = false;
  Axi4Manager pins_;
  std::uint32_t w_slot_ = 0;
  std::uint32_t w_beat_ = 0;
  Axi4Counts counts_;
};

}  // namespace turnpike::model
