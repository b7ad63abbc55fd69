// bus_pins.cpp - a row a pin.

#include "sim/machine/fabric/bus_pins.h"

#include <stdexcept>

#include "sim/base/word_fields.h"

namespace turnpike::sim {
namespace {

using Pins = const NodePins&;

// Constants: docs/adapters.md, section 2.
constexpr std::uint64_t kBytes8 = 3;
constexpr std::uint64_t kIncrementing = 1;
constexpr std::uint64_t kNotBufferable = 2;
constexpr std::uint64_t kData = 2;  // AxPROT

template <std::uint64_t kValue>
std::uint64_t constant(Pins) {
  return kValue;
}

bool aw(Pins p) { return p.requests.awvalid; }
bool w(Pins p) { return p.requests.wvalid; }
bool ar(Pins p) { return p.requests.arvalid; }
bool b(Pins p) { return p.registers.bvalid; }
bool r(Pins p) { return p.registers.rvalid; }

#define VALUE(field) [](Pins p) { return static_cast<std::uint64_t>(p.field); }

constexpr BusPins::Pin kPins[] = {
    {"axil_awvalid_i", VALUE(processor.awvalid), nullptr},
    {"axil_awaddr_i", VALUE(processor.awaddr), nullptr},
    {"axil_awready_o", VALUE(registers.awready), nullptr},
    {"axil_wvalid_i", VALUE(processor.wvalid), nullptr},
    {"axil_wdata_i", VALUE(processor.wdata), nullptr},
    {"axil_wstrb_i", VALUE(processor.wstrb), nullptr},
    {"axil_wready_o", VALUE(registers.wready), nullptr},
    {"axil_bvalid_o", VALUE(registers.bvalid), nullptr},
    {"axil_bresp_o", VALUE(registers.bresp), b},
    {"axil_bready_i", VALUE(processor.bready), nullptr},
    {"axil_arvalid_i", VALUE(processor.arvalid), nullptr},
    {"axil_araddr_i", VALUE(processor.araddr), nullptr},
    {"axil_arready_o", VALUE(registers.arready), nullptr},
    {"axil_rvalid_o", VALUE(registers.rvalid), nullptr},
    {"axil_rdata_o", VALUE(registers.rdata), r},
    {"axil_rresp_o", VALUE(registers.rresp), r},
    {"axil_rready_i", VALUE(processor.rready), nullptr},
    {"interrupt_o", VALUE(registers.interrupt), nullptr},
    {"axi_awvalid_o", VALUE(requests.awvalid), nullptr},
    {"axi_awid_o", constant<0>, nullptr},
    {"axi_awaddr_o", VALUE(requests.awaddr), aw},
    {"axi_awlen_o", constant<0>, nullptr},
    {"axi_awsize_o", constant<kBytes8>, nullptr},
    {"axi_awburst_o", constant<kIncrementing>, nullptr},
    {"axi_awcache_o", constant<kNotBufferable>, nullptr},
    {"axi_awprot_o", constant<kData>, nullptr},
    {"axi_awready_i", VALUE(memory.awready), nullptr},
    {"axi_wvalid_o", VALUE(requests.wvalid), nullptr},
    {"axi_wdata_o", VALUE(requests.wdata), w},
    {"axi_wstrb_o", VALUE(requests.wstrb), w},
    {"axi_wlast_o", constant<1>, nullptr},
    {"axi_wready_i", VALUE(memory.wready), nullptr},
    {"axi_bvalid_i", VALUE(memory.bvalid), nullptr},
    {"axi_bid_i", constant<0>, nullptr},
    {"axi_bresp_i", VALUE(memory.bresp), nullptr},
    {"axi_bready_o", VALUE(requests.bready), nullptr},
    {"axi_arvalid_o", VALUE(requests.arvalid), nullptr},
    {"axi_arid_o", constant<0>, nullptr},
    {"axi_araddr_o", VALUE(requests.araddr), ar},
    {"axi_arlen_o", constant<0>, nullptr},
    {"axi_arsize_o", constant<kBytes8>, nullptr},
    {"axi_arburst_o", constant<kIncrementing>, nullptr},
    {"axi_arcache_o", constant<kNotBufferable>, nullptr},
    {"axi_arprot_o", constant<kData>, nullptr},
    {"axi_arready_i", VALUE(memory.arready), nullptr},
    {"axi_rvalid_i", VALUE(memory.rvalid), nullptr},
    {"axi_rid_i", constant<0>, nullptr},
    {"axi_rdata_i", VALUE(memory.rdata), nullptr},
    {"axi_rresp_i", VALUE(memory.rresp), nullptr},
    {"axi_rlast_i", constant<1>, nullptr},
    {"axi_rready_o", VALUE(requests.rready), nullptr},
    {"watch_valid_i", VALUE(watch.watch_valid), nullptr},
    {"watch_address_i", VALUE(watch.watch_address), nullptr},
    {"watch_bytes_i", VALUE(watch.watch_bytes), nullptr},
    {"watch_exception_o", VALUE(watch_exception), nullptr},
    {"idle_o", VALUE(idle), nullptr},
};

#undef VALUE

const BusPins::Pin& find(const std::string& name) {
  for (const BusPins::Pin& pin : kPins) {
    if (name == pin.name) return pin;
  }
  throw std::logic_error("a co-processor's buses have a pin that is not known: " + name);
}

}  // namespace

BusPins::BusPins(const std::vector<VerilogPort>& pins) {
  for (const VerilogPort& pin : pins) {
    unsigned& low = pin.is_output ? out_bits_ : in_bits_;
    (pin.is_output ? outputs_ : inputs_).push_back({&find(pin.name), low, pin.bits});
    low += pin.bits;
  }
}

void BusPins::put(const NodePins& pins, unsigned node, std::vector<std::uint64_t>& in) const {
  for (const Place& place : inputs_) {
    set_word_field(in, std::size_t{node} * in_bits_ + place.low, place.bits,
                   place.pin->value(pins));
  }
}

BusPins::Difference BusPins::compare(const NodePins& pins, unsigned node,
                                     const std::vector<std::uint64_t>& out) const {
  for (const Place& place : outputs_) {
    if (place.pin->counts != nullptr && !place.pin->counts(pins)) continue;
    const std::uint64_t expected = place.pin->value(pins);
    const std::uint64_t actual =
        word_field(out, std::size_t{node} * out_bits_ + place.low, place.bits);
    if (expected != actual) return {place.pin->name, expected, actual};
  }
  return {};
}

}  // namespace turnpike::sim
