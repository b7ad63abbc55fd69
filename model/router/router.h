// router.h - a single router of the reference model, with the pins of the hardware.
//
// It has the pins of rtl/router/router.v, with the same values in each cycle (core_pins.h).

#pragma once

#include <vector>

#include "model/router/core_pins.h"
#include "model/router/lookahead.h"
#include "model/router/router_params.h"

namespace turnpike::model {

class Router {
 public:
  using Params = RouterParams;
  using Flit = PinFlit;

  struct In : CoreIn {
    Address node = 0;
    Address limit = 0;
    // [input port] zero without a flit; not looked at with tables
    std::array<std::uint64_t, kMaxPorts> in_route{};

    bool table_we = false;  // with tables only
    PortId table_port = 0;
    Address table_dest = 0;    // {layer, destination}
    TableWord table_mask = 0;  // {layers, outputs}
  };
  using Out = RoutedOut;

  // Throws std::invalid_argument for parameters that the hardware refuses.
  explicit Router(const Params& params);

  const Params& params() const { return params_; }

  const Out& eval() const { return pins_.eval(); }
  // See CorePins::tick(). A flit with a route to another destination also breaks a duty.
  void tick(const In& in);
  void reset();

 private:
  void check_routes(const In& in);
  void write_table(const In& in);

  Params params_;
  CorePins<RouterCore<kMaxFlitWords, AnyShape<WidestMask>>> pins_;
  Lookahead lookahead_;
  std::vector<std::uint64_t> coming_;              // [input lane] route of the packet there
  std::vector<TableWord> table_;                   // [table_row()]
  std::vector<const TableWord*> lines_;            // [table_line()]
  std::array<std::uint16_t, kMaxPorts> pauses_{};  // [output port] PACE - 1 at network ports
};

}  // namespace turnpike::model
