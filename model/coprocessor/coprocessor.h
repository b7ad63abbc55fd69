// coprocessor.h - a communication co-processor with the pins of the hardware. Mirror of
// rtl/coprocessor/coprocessor.v.
//
// docs/timing.md, section 8, says what happens in which cycle, and docs/coprocessor.md how software
// uses it. An idle co-processor without activity on its pins costs next to no time.

#pragma once

#include "model/coprocessor/coprocessor_params.h"
#include "model/coprocessor/coprocessor_pins.h"
#include "model/coprocessor/message_unit.h"

namespace turnpike::model {

class Coprocessor {
 public:
  using Params = CoprocessorParams;
  using In = CoprocessorIn;
  using Out = CoprocessorOut;

  // Throws ConfigurationError for parameters that the hardware refuses.
  explicit Coprocessor(const Params& params);

  const Params& params() const { return parts_.params; }

  const Out& eval() const { return out_; }
  void tick(const In& in);
  void reset();

 private:
  bool is_stirred(const In& in) const;
  void check_duties(const In& in) const;
  void clock_port(const In& in);
  void end_of_write(const coprocessor_parts::MemoryRequest& request);
  PortMask engine_requests() const;
  void clock_engines(const In& in, unsigned granted, unsigned responder);
  void clock_collectors(const In& in, unsigned taken);
  void show_request();
  bool is_idle() const;

  coprocessor_parts::PacketShape shape_;
  coprocessor_parts::Parts parts_;
  coprocessor_parts::MessageUnit unit_;
  coprocessor_parts::MemoryPort port_;
  Out out_;  // registers
};

}  // namespace turnpike::model
