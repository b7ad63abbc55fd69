// packet_router.h - a single packet router of the reference model, with the pins of the hardware.
//
// It has the pins of rtl/packet_router/packet_router.v, with the same values in each cycle
// (docs/timing.md, section 7). It accepts any shape, and serves tests and studies of one router; it
// is not fast.

#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "model/packet_router/packet_core.h"
#include "model/router/core_pins.h"

namespace turnpike::model {

class PacketRouter {
 public:
  using Params = PacketRouterParams;
  using Flit = PinFlit;

  struct In : CoreIn {
    Address node = 0;
    Address limit = 0;
  };
  struct Out : CoreOut {
    std::array<std::uint16_t, kMaxPorts> queue{};  // [output port] slots that are not free
  };

  // Throws std::invalid_argument for parameters that the hardware refuses.
  explicit PacketRouter(const Params& params);

  const Params& params() const { return params_; }

  // All outputs are registers: those of this cycle.
  const Out& eval() const { return out_; }
  // Throws std::logic_error when a neighbour breaks its duty: a flit without room for it or on a
  // VC that does not exist, packets mixed on a channel or too long, a credit too many.
  void tick(const In& in);
  void reset();

 private:
  void check_flits(const In& in);
  void check_credits(const In& in) const;

  Params params_;
  PacketCore<kMaxFlitWords> core_;
  std::vector<VcId> open_vc_;         // [input port] of the packet that is coming in
  std::vector<unsigned> open_flits_;  // [input port] of it that came; 0: none is coming in
  Out out_;
};

}  // namespace turnpike::model
