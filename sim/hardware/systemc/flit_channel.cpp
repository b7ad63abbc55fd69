// flit_channel.cpp - writing the half of the wires that the next cycle reads.

#include "sim/hardware/systemc/flit_channel.h"

#include <algorithm>

namespace turnpike::sim {

void FlitChannel::send(model::VcId vc, const std::uint64_t* flit) {
  ChannelPins& pins = wires_.at[next()];
  pins.vc = vc;
  pins.route = routes_ == nullptr ? 0 : routes_->next(vc, flit, format_.is_head(flit));
  std::copy_n(flit, format_.words(), pins.flit);
  receiver_.arrivals->at[next()].flits |= receiver_.bit;
}

void FlitChannel::return_credit(model::VcMask vcs) {
  if (vcs == 0) return;
  wires_.at[next()].credit = vcs;
  sender_.arrivals->at[next()].credits |= sender_.bit;
}

ChannelWires& FlitChannel::attach_receiver(Listener listener) {
  receiver_ = listener;
  return wires_;
}

ChannelWires& FlitChannel::attach_sender(Listener listener) {
  sender_ = listener;
  return wires_;
}

void FlitChannel::end_elaboration() {
  if (receiver_.arrivals == &own_ || sender_.arrivals == &own_) {
    clock_.clear_after_each_cycle(own_);
  }
}

}  // namespace turnpike::sim
