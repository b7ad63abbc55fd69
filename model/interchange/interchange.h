// interchange.h - a single interchange of the reference model, with the pins of the hardware.
//
// It has the pins of rtl/interchange/interchange.v, with the same values in each cycle
// (model/router/core_pins.h).

#pragma once

#include "model/interchange/interchange_core.h"
#include "model/interchange/interchange_params.h"
#include "model/router/core_pins.h"
#include "model/router/lookahead.h"

namespace turnpike::model {

class Interchange {
 public:
  using Params = InterchangeParams;
  using Flit = PinFlit;

  struct In : CoreIn {
    InterchangePlace place;  // node_i, limit_i, dimension_i, connected_i, paced_i
  };
  using Out = RoutedOut;

  // Throws std::invalid_argument for parameters that the hardware refuses.
  explicit Interchange(const Params& params);

  const Params& params() const { return params_; }

  const Out& eval() const { return pins_.eval(); }
  void tick(const In& in) {
    if (!in.enable) return;
    pins_.tick(in, in.place, [&](PortId output, VcId vc, Address destination) {
      return lookahead_.behind(in.place, destination, output, vc);
    });
  }
  void reset() { pins_.reset(); }

 private:
  Params params_;
  InterchangeLookahead lookahead_;
  CorePins<InterchangeCore<kMaxFlitWords, AnyShape<WidestMask>>> pins_;
};

}  // namespace turnpike::model
