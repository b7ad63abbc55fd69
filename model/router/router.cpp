// router.cpp - a router alone: its parameters, its routing table.

#include "model/router/router.h"

#include <algorithm>

namespace turnpike::model {
namespace {

RouterParams checked(RouterParams params) {
  const unsigned vcs = params.virtual_channels;
  require_value(is_within(params.ports, 2, kMaxPorts), "ports", params.ports, "2 to 32");
  require_value(params.local_ports <= params.ports, "local_ports", params.local_ports,
                "0 to ports");
  require_value(is_within(vcs, 1, kMaxVcs), "virtual_channels", vcs, "1 to 16");
  require_value(is_within(params.buffer_depth, 1, kMaxDepth), "buffer_depth", params.buffer_depth,
                "1 to 64");
  require_value(is_within(params.format.flit_bits, kMinFlitBits, kMaxFlitBits), "flit_bits",
                params.format.flit_bits, "8 to 512");
  require_value(is_within(params.pipeline_cycles, 1, 2), "pipeline_cycles", params.pipeline_cycles,
                "1 or 2");
  require_value(is_within(params.patience, 1, 65535), "patience", params.patience, "1 to 65535");
  require_value(is_within(params.pace, 1, 1024), "pace", params.pace, "1 to 1024");
  params.checks_routes = true;
  return params;
}

}  // namespace

Router::Router(const Params& params)
    : params_(checked(params)),
      pins_(make_router_core<kMaxFlitWords, AnyShape<WidestMask>>(params_)),
      lookahead_(params_.routing),
      coming_(std::size_t{params_.ports} * params_.virtual_channels) {
  if (params.routing.kind.function->looks_up()) {
    table_.resize(table_size(params.routing, params.format.address_bits));
    for (std::size_t line = 0; line < table_line(params.routing, params.ports, 0); ++line) {
      lines_.push_back(&table_[line << params.format.address_bits]);
    }
  }
  std::fill_n(pauses_.begin(), params.network_ports(), static_cast<std::uint16_t>(params.pace - 1));
}

void Router::tick(const In& in) {
  if (!in.enable) return;
  const auto paced = static_cast<PortMask>((std::uint64_t{1} << params_.network_ports()) - 1);
  pins_.tick(in, {in.node, in.limit, lines_.data(), paced, pauses_.data()},
             [&](PortId output, VcId vc, Address destination) {
               return lookahead_.behind(in.node, in.limit, destination, output, vc);
             });
  check_routes(in);
  write_table(in);
}

void Router::reset() {
  pins_.reset();
  coming_.assign(coming_.size(), 0);
}

// The model routes by the destination; whoever sends must have come to the same.
void Router::check_routes(const In& in) {
  if (params_.routing.kind.function->looks_up()) return;
  for (PortMask left = in.in_valid; left != 0; left &= left - 1) {
    const auto port = static_cast<PortId>(__builtin_ctz(left));
    const VcId vc = in.in_vc[port];
    std::uint64_t& route = coming_[std::size_t{port} * params_.virtual_channels + vc];
    const std::uint64_t* flit = in.in_flit[port].word;
    if (params_.format.is_head(flit)) {
      route = lookahead_.at(in.node, in.limit, params_.format.destination(flit), port, vc);
    }
    require(in.in_route[port] == route, "a flit comes with the route of its packet");
  }
}

// A word that is written in a cycle is seen from the next one on.
void Router::write_table(const In& in) {
  if (!in.table_we || table_.empty()) return;
  require(in.table_port < params_.ports, "a table of a port that exists");
  const unsigned bits = params_.format.address_bits;
  const unsigned layer = in.table_dest >> bits;
  require(layer < params_.routing.layers, "a destination and a layer that exist");
  const auto every = static_cast<TableWord>((std::uint64_t{1} << params_.ports) - 1);
  const TableWord outputs = in.table_mask & every;
  require(params_.routing.has_choices || (outputs & (outputs - 1)) == 0,
          "with CHOICES 0 a word that names no more than one output");
  table_[table_row(params_.routing, bits, in.table_port, layer,
                   in.table_dest & ((1u << bits) - 1))] = in.table_mask;
}

}  // namespace turnpike::model
