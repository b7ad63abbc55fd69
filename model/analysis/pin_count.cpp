// pin_count.cpp - mirrors the port lists of rtl/router/router.v and rtl/packet_router.

#include "model/analysis/pin_count.h"

namespace turnpike::model {

namespace {

// $clog2.
unsigned bits_of(unsigned values) {
  unsigned bits = 0;
  while ((1u << bits) < values) ++bits;
  return bits;
}

unsigned index_bits(unsigned values) { return values > 1 ? bits_of(values) : 1; }

}  // namespace

unsigned channel_pins(const Network& network) {
  const unsigned vcs = network.router.virtual_channels;
  return 1 + index_bits(vcs) + network.router.format.wire_bits() + vcs;
}

PinCount router_pins(const Network& network) {
  const RouterParams& router = network.router;
  PinCount pins;
  pins.network = 2 * router.network_ports() * channel_pins(network);
  pins.local = 2 * router.local_ports * channel_pins(network);
  pins.other = 3 + 2 * router.format.address_bits + 2;  // error_o and idle_o last
  if (network.packets) {
    pins.other += router.ports * bits_of(network.packets->slots + 1);
  } else {
    pins.other += 1 + index_bits(router.ports) + router.format.address_bits + router.ports;
  }
  return pins;
}

}  // namespace turnpike::model
