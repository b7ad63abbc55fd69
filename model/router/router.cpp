// router.cpp - a router alone: pins in, one cycle of RouterCore, pins out.

#include "model/router/router.h"

#include <cstdlib>
#include <cstring>
#include <new>
#include <stdexcept>
#include <string>

#include "model/common/check.h"
#include "model/router/vc_buffer.h"

namespace turnpike::model {
namespace {

void expect(bool holds, const char* what, unsigned value, const char* allowed) {
  if (holds) return;
  throw std::invalid_argument(std::string(what) + " is " + std::to_string(value) +
                              "; allowed: " + allowed);
}

RouterParams checked(RouterParams params) {
  const auto within = [](unsigned value, unsigned low, unsigned high) {
    return value >= low && value <= high;
  };
  const unsigned vcs = params.virtual_channels;
  expect(within(params.ports, 2, kMaxPorts), "ports", params.ports, "2 to 32");
  expect(params.local_ports <= params.ports, "local_ports", params.local_ports, "0 to ports");
  expect(within(vcs, 1, kMaxVcs), "virtual_channels", vcs, "1 to 16");
  expect(within(params.buffer_depth, 1, kMaxDepth), "buffer_depth", params.buffer_depth, "1 to 64");
  expect(within(params.format.flit_bits, kMinFlitBits, kMaxFlitBits), "flit_bits",
         params.format.flit_bits, "8 to 256");
  expect(within(params.pipeline_cycles, 1, 2), "pipeline_cycles", params.pipeline_cycles, "1 or 2");
  expect(within(params.patience, 1, 65535), "patience", params.patience, "1 to 65535");
  const bool is_torus = params.routing.kind == RoutingKind::torus_unidirectional ||
                        params.routing.kind == RoutingKind::torus_bidirectional;
  expect(!is_torus || vcs >= 2, "virtual_channels", vcs, "2 to 16 on a torus (dateline classes)");
  params.checks_routes = true;
  return params;
}

}  // namespace

void Router::FreeMemory::operator()(std::byte* memory) const { std::free(memory); }

Router::Router(const Params& params)
    : core_(make_router_core<kFlitWords, AnyShape<WideMask>>(checked(params))) {
  const std::size_t bytes = 2 * core_.layout().bytes();
  memory_.reset(static_cast<std::byte*>(std::aligned_alloc(kBlockUnit, bytes)));
  if (memory_ == nullptr) throw std::bad_alloc();
  std::memset(memory_.get(), 0, bytes);
  if (params.routing.kind == RoutingKind::table) {
    table_.resize(std::size_t{params.ports} << params.format.address_bits);
  }
  reset();
}

void Router::reset() {
  core_.reset(block());
  core_.reset(outside());
  connect();
  open_.assign(std::size_t{params().ports} * params().virtual_channels, 0);
  parity_ = 0;
  out_ = Out{};
}

// Output p leads to input p of the block outside, input p gives its credits to output p of it.
void Router::connect() {
  const Core::Layout& layout = core_.layout();
  const auto unit = static_cast<std::uint32_t>(layout.bytes() / kBlockUnit);
  for (PortId port = 0; port < params().ports; ++port) {
    FlitWire& wire = layout.flit_wires(block())[port];
    wire.pin_block = wire.flit_block = unit;
    wire.pin = static_cast<std::uint16_t>(layout.flit_pins_offset() + port * sizeof(Core::Pin));
    wire.flits = static_cast<std::uint16_t>(layout.flits_offset(lane(port, 0)) / 8);
    CreditWire& back = layout.credit_wires(block())[port];
    back.pin_block = unit;
    back.pin = static_cast<std::uint32_t>(layout.credit_pins_offset() + port * sizeof(Core::Pin));
  }
}

void Router::tick(const In& in) {
  if (!in.enable) return;
  take_flits(in);
  take_credits(in);
  out_.out_valid = 0;
  const RouterIdentity self{in.node, in.limit, table_.data()};
  core_.cycle(
      memory_.get(), block(), parity_, [&self] { return self; },
      [this](PortId output, VcId vc, const Flit& flit) {
        out_.out_valid |= 1u << output;
        out_.out_vc[output] = vc;
        out_.out_flit[output] = flit;
      });
  parity_ ^= 1u;
  show_credits();
  write_table(in);
  const RouterHeader<WideMask>& header = Core::Layout::header(block());
  out_.error = header.error != 0;
  out_.idle &= !any(header.waiting) && out_.out_valid == 0;
}

void Router::take_flits(const In& in) {
  const Core::Layout& layout = core_.layout();
  for (PortMask left = in.in_valid; left != 0; left &= left - 1) {
    const auto port = static_cast<PortId>(__builtin_ctz(left));
    const VcId vc = in.in_vc[port];
    require(port < params().ports, "a flit comes in by a port that exists");
    require(vc < params().virtual_channels, "a flit names a VC that exists");
    const unsigned l = lane(port, vc);
    const unsigned count = layout.counts(block()).value(l);
    require(count < params().buffer_depth, "push only while there is room");
    const Flit& flit = in.in_flit[port];
    require(params().format.is_head(flit.word) == (open_[l] == 0), "a head after each tail");
    open_[l] = params().format.is_tail(flit.word) ? 0 : 1;
    layout.flits(block(), l)[free_slot(layout.fronts(block())[l], count, params().buffer_depth)] =
        flit;
    layout.flit_pins(block(), parity_)[port] = static_cast<Core::Pin>(1u << vc);
  }
}

void Router::take_credits(const In& in) {
  const Core::Layout& layout = core_.layout();
  for (PortId port = 0; port < params().ports; ++port) {
    const VcMask credit = in.out_credit[port];
    require(credit >> params().virtual_channels == 0, "a credit names a VC that exists");
    for (VcMask left = credit; left != 0; left &= left - 1) {
      const auto vc = static_cast<VcId>(__builtin_ctz(left));
      require(layout.credits(block()).value(lane(port, vc)) < params().buffer_depth,
              "one credit for each flit that went out, and a credit for each that goes");
    }
    layout.credit_pins(block(), parity_)[port] = static_cast<Core::Pin>(credit);
  }
}

// What the router has put on the wires outside for the cycle that begins.
void Router::show_credits() {
  const Core::Layout& layout = core_.layout();
  Core::Pin* credits = layout.credit_pins(outside(), parity_);
  out_.idle = true;
  for (PortId port = 0; port < params().ports; ++port) {
    out_.in_credit[port] = credits[port];
    out_.idle &= credits[port] == 0;
  }
  std::memset(credits, 0, layout.pin_row());
  std::memset(layout.flit_pins(outside(), parity_), 0, layout.pin_row());
}

// A word that is written in a cycle is seen from the next one on.
void Router::write_table(const In& in) {
  if (!in.table_we || table_.empty()) return;
  require(in.table_port < params().ports, "a table of a port that exists");
  require(in.table_dest >> params().format.address_bits == 0, "a destination that exists");
  table_[std::size_t{in.table_port} << params().format.address_bits | in.table_dest] =
      in.table_mask;
}

}  // namespace turnpike::model
