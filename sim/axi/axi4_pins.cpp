// axi4_pins.cpp - a row a pin.

#include "sim/axi/axi4_pins.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "sim/base/word_fields.h"

namespace turnpike::sim {
namespace {

using model::WireBits;
using Pins = const Axi4BusPins&;

WireBits bits(std::uint64_t value) {
  WireBits bits;
  bits.put(0, 64, value);
  return bits;
}
WireBits bits(const WireBits& value) { return value; }

bool aw(Pins p) { return p.manager.aw_valid; }
bool w(Pins p) { return p.manager.w_valid; }
bool b(Pins p) { return p.subordinate.b_valid; }
bool ar(Pins p) { return p.manager.ar_valid; }
bool r(Pins p) { return p.subordinate.r_valid; }

#define VALUE(field) [](Pins p) { return bits(p.field); }
#define REQUEST(ax)                                                                             \
  {#ax "valid", VALUE(manager.ax##_valid), nullptr}, {#ax "id", VALUE(manager.ax.id), ax},      \
      {#ax "addr", VALUE(manager.ax.address), ax}, {#ax "len", VALUE(manager.ax.length), ax},   \
      {#ax "size", VALUE(manager.ax.size), ax}, {#ax "burst", VALUE(manager.ax.burst), ax},     \
      {#ax "lock", VALUE(manager.ax.lock), ax}, {#ax "cache", VALUE(manager.ax.cache), ax},     \
      {#ax "prot", VALUE(manager.ax.protection), ax}, {#ax "qos", VALUE(manager.ax.qos), ax},   \
      {#ax "region", VALUE(manager.ax.region), ax}, {#ax "user", VALUE(manager.ax.user), ax}, { \
#ax "ready", VALUE(subordinate.ax##_ready), nullptr                                         \
  }

constexpr Axi4Pins::Pin kPins[] = {
    REQUEST(aw),
    REQUEST(ar),
    {"wvalid", VALUE(manager.w_valid), nullptr},
    {"wdata", VALUE(manager.w.data), w},
    {"wstrb", VALUE(manager.w.strobes), w},
    {"wlast", VALUE(manager.w.last), w},
    {"wuser", VALUE(manager.w.user), w},
    {"wready", VALUE(subordinate.w_ready), nullptr},
    {"bvalid", VALUE(subordinate.b_valid), nullptr},
    {"bid", VALUE(subordinate.b.id), b},
    {"bresp", VALUE(subordinate.b.response), b},
    {"buser", VALUE(subordinate.b.user), b},
    {"bready", VALUE(manager.b_ready), nullptr},
    {"rvalid", VALUE(subordinate.r_valid), nullptr},
    {"rid", VALUE(subordinate.r.id), r},
    {"rdata", VALUE(subordinate.r.data), r},
    {"rresp", VALUE(subordinate.r.response), r},
    {"rlast", VALUE(subordinate.r.last), r},
    {"ruser", VALUE(subordinate.r.user), r},
    {"rready", VALUE(manager.r_ready), nullptr},
    {"timeouts", VALUE(manager.timeouts), nullptr},
};

#undef REQUEST
#undef VALUE

Axi4BusPins lite_pins(const model::AxiLiteIn& manager, const model::AxiLiteOut& subordinate) {
  Axi4BusPins pins;
  pins.manager.aw_valid = manager.awvalid;
  pins.manager.aw.address = manager.awaddr;
  pins.manager.w_valid = manager.wvalid;
  pins.manager.w.data = bits(manager.wdata);
  pins.manager.w.strobes = manager.wstrb;
  pins.manager.b_ready = manager.bready;
  pins.manager.ar_valid = manager.arvalid;
  pins.manager.ar.address = manager.araddr;
  pins.manager.r_ready = manager.rready;
  pins.subordinate.aw_ready = subordinate.awready;
  pins.subordinate.w_ready = subordinate.wready;
  pins.subordinate.b_valid = subordinate.bvalid;
  pins.subordinate.b.response = subordinate.bresp;
  pins.subordinate.ar_ready = subordinate.arready;
  pins.subordinate.r_valid = subordinate.rvalid;
  pins.subordinate.r.data = bits(subordinate.rdata);
  pins.subordinate.r.response = subordinate.rresp;
  return pins;
}

const Axi4Pins::Pin& find(const std::string& name) {
  for (const Axi4Pins::Pin& pin : kPins) {
    if (name == pin.name) return pin;
  }
  throw std::logic_error("an AXI4 port has a pin that is not known: " + name);
}

}  // namespace

std::vector<Axi4BusPins> axi4_bus_pins(const model::Axi4Exercise& exercise) {
  std::vector<Axi4BusPins> pins;
  for (std::size_t port = 0; port < exercise.ports().size(); ++port) {
    pins.push_back({exercise.manager(port), exercise.subordinate(port)});
  }
  if (exercise.control() != nullptr) {
    pins.push_back(lite_pins(*exercise.software(), *exercise.control()));
  }
  return pins;
}

Axi4Pins::Axi4Pins(const std::vector<EmittedBus>& buses) {
  for (const EmittedBus& bus : buses) {
    Port port{bus.name, {}, {}};
    for (const VerilogPort& pin : bus.pins) {
      std::size_t& low = pin.is_output ? out_bits_ : in_bits_;
      (pin.is_output ? port.outputs : port.inputs).push_back({&find(pin.name), low, pin.bits});
      low += pin.bits;
    }
    ports_.push_back(port);
  }
}

void Axi4Pins::put(std::size_t port, const Axi4BusPins& pins,
                   std::vector<std::uint64_t>& in) const {
  for (const Place& place : ports_[port].inputs) {
    const WireBits value = place.pin->value(pins);
    for (unsigned at = 0; at < place.bits; at += 64) {
      const unsigned here = std::min(64u, place.bits - at);
      set_word_field(in, place.low + at, here, value.get(at, here));
    }
  }
}

Axi4Pins::Difference Axi4Pins::compare(std::size_t port, const Axi4BusPins& pins,
                                       const std::vector<std::uint64_t>& out) const {
  for (const Place& place : ports_[port].outputs) {
    if (place.pin->counts != nullptr && !place.pin->counts(pins)) continue;
    const WireBits value = place.pin->value(pins);
    for (unsigned at = 0; at < place.bits; at += 64) {
      const unsigned here = std::min(64u, place.bits - at);
      const std::uint64_t expected = value.get(at, here);
      const std::uint64_t actual = word_field(out, place.low + at, here);
      if (expected == actual) continue;
      return {fmt::format("{}_{}{}", ports_[port].name, place.pin->name,
                          place.bits > 64 ? fmt::format(" from bit {}", at) : ""),
              fmt::format("{:#x}", expected), fmt::format("{:#x}", actual)};
    }
  }
  return {};
}

}  // namespace turnpike::sim
