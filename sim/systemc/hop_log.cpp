// hop_log.cpp - reading heads off output pins.

#include "sim/systemc/hop_log.h"

#include "sim/systemc/bank_driver.h"

namespace turnpike::sim {

HopLog::HopLog(const RtlNetwork& network)
    : rtl_(network), node_at_(std::size_t{1} << network.network().router.format.address_bits) {
  const std::vector<model::Terminal>& terminals = network.network().terminals;
  for (model::NodeId node = 0; node < terminals.size(); ++node) {
    node_at_[terminals[node].address] = node;
  }
  if (network.network().has_message_terminals()) reader_.emplace(network.network());
}

void HopLog::add_hops(model::Cycle now, std::vector<model::Event>& to) {
  for (model::ComponentId c = 0; c < rtl_.network().components.size(); ++c) {
    if (rtl_.modules()[c] == nullptr) continue;
    model::PortMask left = rtl_.modules()[c]->outputs().outputs.flits;
    for (; left != 0; left &= left - 1) {
      add_hop(c, static_cast<model::PortId>(__builtin_ctz(left)), now, to);
    }
  }
}

void HopLog::add_hop(model::ComponentId component, model::PortId port, model::Cycle now,
                     std::vector<model::Event>& to) {
  const model::FlitFormat& format = rtl_.network().router.format;
  const ChannelPins& pins = rtl_.modules()[component]->sent(port, now & 1);
  if (reader_) return reader_->see(component, port, pins.vc, pins.flit, now, to);
  if (!format.is_head(pins.flit)) return;
  model::Event event;
  event.cycle = now;
  event.kind = model::EventKind::hop;
  event.source = node_at_[format.source(pins.flit)];
  event.destination = node_at_[format.destination(pins.flit)];
  event.packet = format.number(pins.flit);
  event.component = component;
  event.port = port;
  event.vc = pins.vc;
  to.push_back(event);
}

}  // namespace turnpike::sim
