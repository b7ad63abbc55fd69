// hop_log.cpp - reading heads off output pins.

#include "sim/hardware/systemc/hop_log.h"

namespace turnpike::sim {

HopLog::HopLog(const RtlNetwork& network) : rtl_(network), reader_(network.network()) {}

void HopLog::add_hops(model::Cycle now, std::vector<model::Event>& to) {
  for (model::ComponentId c = 0; c < rtl_.network().components.size(); ++c) {
    if (rtl_.modules()[c] == nullptr) continue;
    model::PortMask left = rtl_.modules()[c]->outputs().outputs.flits;
    for (; left != 0; left &= left - 1) {
      const auto port = static_cast<model::PortId>(__builtin_ctz(left));
      const ChannelPins& pins = rtl_.modules()[c]->sent(port, now & 1);
      reader_.see(c, port, pins.vc, pins.flit, now, to);
    }
  }
}

}  // namespace turnpike::sim
