// terminal_module.cpp - pins to values and back.

#include "sim/hardware/systemc/terminal_module.h"

namespace turnpike::sim {

void TerminalModule::end_of_elaboration() {
  eject_ = &in->attach_receiver({&arrivals_, 1});
  inject_ = &out->attach_sender({&arrivals_, 1});
}

TerminalInputs TerminalModule::inputs(unsigned parity) const {
  const PortActivity arriving = arrivals_.at[parity];
  const ChannelPins& eject = eject_->at[parity];
  TerminalInputs inputs;
  inputs.valid = arriving.flits != 0;
  inputs.vc = eject.vc;
  inputs.flit = eject.flit;
  if (arriving.credits != 0) inputs.inject_credit = inject_->at[parity].credit;
  inputs.queue = queue_;
  return inputs;
}

void TerminalModule::tick(unsigned parity, TerminalDriver& driver) {
  const TerminalInputs seen = inputs(parity);
  arrivals_.at[parity] = {};
  const TerminalOutputs outputs = driver.cycle(node_, seen);
  if (outputs.valid) out->send(outputs.vc, outputs.flit);
  if (outputs.eject_credit != 0) in->return_credit(outputs.eject_credit);
}

}  // namespace turnpike::sim
