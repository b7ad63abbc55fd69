// surroundings.cpp - routers, wires and terminals of the network around somebody else's router.

#include "api/dpi/surroundings.h"

#include <stdexcept>

#include "api/dpi/component_parameters.h"
#include "api/dpi/parameter_list.h"

namespace turnpike::dpi {
namespace {

constexpr unsigned kMaxNodes = 1024;

model::RoutingParams geometry_of(const model::RoutingParams& routing) {
  model::RoutingParams geometry = routing;
  if (routing.kind.function->looks_up()) geometry.kind = model::RoutingKind::mesh;
  return geometry;
}

}  // namespace

SurroundingsSpec surroundings_spec(const std::string& text) {
  // The words that are not the router's come out first.
  SurroundingsSpec spec;
  std::string own;
  spec.router =
      router_parameters(without(text, {"RADIX", "PLACE", "LOAD", "PACKET_FLITS", "SEED"}, own));
  ParameterList list("surroundings", own);
  const model::RoutingKind& kind = spec.router.routing.kind;
  list.require(kind != model::RoutingKind::destination_tag, "ROUTING",
               model::number_of(kind).value_or(0), "0 to 3, and 5");
  const model::RoutingParams routing = geometry_of(spec.router.routing);
  list.require(routing.dimensions * routing.coordinate_bits == spec.router.format.address_bits,
               "ADDR_W", spec.router.format.address_bits, "DIMENSIONS * COORD_W");
  list.require(spec.router.local_ports >= 1, "LOCAL_PORTS", spec.router.local_ports, "1 and more");
  const unsigned ports =
      routing.ports_of_dimension() * routing.dimensions + spec.router.local_ports;
  list.require(spec.router.ports == ports, "PORTS", spec.router.ports, std::to_string(ports));
  const bool is_cube = routing.kind == model::RoutingKind::hypercube;
  const unsigned most = is_cube ? 2 : 1u << routing.coordinate_bits;
  spec.radix = list.take("RADIX", 2, most, is_cube ? 2 : 4);
  list.require(spec.radix <= most, "RADIX", spec.radix, "2 to " + std::to_string(most));
  std::uint64_t nodes = 1;
  for (unsigned d = 0; d < routing.dimensions && nodes <= kMaxNodes; ++d) nodes *= spec.radix;
  list.require(nodes <= kMaxNodes, "RADIX", spec.radix, "at most 1024 nodes");
  spec.place = list.take("PLACE", 0, static_cast<unsigned>(nodes) - 1, 0);
  spec.load = list.take("LOAD", 0, 100, 30);
  spec.flits = list.take("PACKET_FLITS", 1, 64, 4);
  spec.seed = list.take("SEED", 0, 999999999, 1);
  list.require(spec.router.format.number_bits() >= 12, "DATA_W", spec.router.format.flit_bits,
               "2 * ADDR_W + 14 and more");
  list.finish();
  return spec;
}

Surroundings::Surroundings(const SurroundingsSpec& spec)
    : spec_(spec), geometry_(geometry_of(spec.router.routing)), lookahead_(geometry_) {
  const model::RoutingParams& routing = geometry_;
  unsigned nodes = 1;
  for (unsigned d = 0; d < routing.dimensions; ++d) {
    nodes *= spec_.radix;
    limit_ |= (spec_.radix - 1) << (d * routing.coordinate_bits);
  }
  for (unsigned node = 0; node < nodes; ++node) {
    model::Address address = 0;
    for (unsigned d = 0, rest = node; d < routing.dimensions; ++d, rest /= spec_.radix) {
      address |= rest % spec_.radix << (d * routing.coordinate_bits);
    }
    addresses_.push_back(address);
    for (unsigned local = 0; local < spec_.router.local_ports; ++local) {
      terminals_.emplace_back(spec_.router, geometry_, address, limit_, local, spec_.flits);
    }
    routers_.push_back(node == spec_.place ? nullptr
                                           : std::make_unique<model::Router>(spec_.router));
  }
  find_neighbours();
  for (model::PortId port = 0; port < spec_.router.ports; ++port) {
    if (!spec_.router.routing.kind.function->looks_up()) break;
    for (unsigned layer = 0; layer < spec_.router.routing.layers; ++layer) {
      for (const model::Address address : addresses_) table_.push_back({port, layer, address});
    }
  }
  reset();
}

void Surroundings::find_neighbours() {
  const model::RoutingParams& routing = geometry_;
  const auto nodes = static_cast<unsigned>(addresses_.size());
  const bool wraps = routing.kind != model::RoutingKind::mesh;
  for (unsigned node = 0; node < nodes; ++node) {
    for (model::PortId port = 0; port < network_ports(); ++port) {
      const unsigned d = routing.dimension_of(port);
      const bool up = !routing.kind.has_pairs || port % 2 == 0;
      const std::uint32_t own = model::coordinate(addresses_[node], d, routing.coordinate_bits);
      const bool is_edge = up ? own == spec_.radix - 1 : own == 0;
      const model::Address there = model::neighbour(routing, addresses_[node], limit_, d, up);
      int number = -1;
      for (unsigned other = 0; other < nodes && (wraps || !is_edge); ++other) {
        if (addresses_[other] == there) number = static_cast<int>(other);
      }
      behind_.push_back(number);
    }
  }
}

void Surroundings::reset() {
  for (auto& router : routers_) {
    if (router) router->reset();
  }
  for (MeshTerminal& terminal : terminals_) terminal.reset();
  book_ = PacketBook();
  is_sending_ = true;
  now_ = 0;
  wire(model::Router::Out());
}

std::uint64_t Surroundings::sent() const { return book_.sent(); }
std::uint64_t Surroundings::delivered() const { return book_.sent() - book_.under_way(); }

// The input pins of all routers, from what all of them show in this cycle.
void Surroundings::wire(const model::Router::Out& middle) {
  const unsigned locals = spec_.router.local_ports;
  ins_.assign(addresses_.size(), model::Router::In());
  for (unsigned node = 0; node < ins_.size(); ++node) {
    ins_[node].node = addresses_[node];
    ins_[node].limit = limit_;
    for (unsigned t = node * locals; t < (node + 1) * locals; ++t) terminals_[t].drive(ins_[node]);
  }
  if (is_loading()) load_tables();
  for (unsigned node = 0; node < ins_.size(); ++node) {
    const model::Router::Out& out = shown(node, middle);
    for (model::PortId port = 0; port < network_ports(); ++port) {
      const int there = behind_[node * network_ports() + port];
      if (there < 0) {
        model::require((out.out_valid >> port & 1) == 0, "no flit leaves over the edge of a mesh");
        continue;
      }
      const model::PortId entry = geometry_.facing(port);
      model::Router::In& in = ins_[static_cast<unsigned>(there)];
      ins_[node].out_credit[port] = shown(static_cast<unsigned>(there), middle).in_credit[entry];
      if ((out.out_valid >> port & 1) == 0) continue;
      in.in_valid |= model::PortMask{1} << entry;
      in.in_vc[entry] = out.out_vc[port];
      in.in_flit[entry] = out.out_flit[port];
      in.in_route[entry] = out.out_route[port];
    }
  }
}

// The entry of this cycle, each router its own.
void Surroundings::load_tables() {
  const Entry& entry = table_[now_];
  for (model::Router::In& in : ins_) {
    in.table_we = true;
    in.table_port = entry.port;
    in.table_dest = entry.layer << spec_.router.format.address_bits | entry.destination;
    const model::Route route =
        model::compute_route(geometry_, in.node, limit_, entry.destination, entry.port, 0);
    in.table_mask =
        table_word(spec_.router.routing, route.outputs, (1u << spec_.router.routing.layers) - 1);
  }
}

void Surroundings::tick(const model::Router::Out& outputs) {
  wire(outputs);
  const auto nodes = static_cast<std::uint32_t>(addresses_.size());
  for (unsigned t = 0; t < terminals_.size(); ++t) {
    const unsigned node = t / spec_.router.local_ports;
    const model::RandomStream stream(spec_.seed, model::Stream::test);
    const std::uint64_t event = now_ * terminals_.size() + t;
    const bool begins = is_sending_ && !is_loading() &&
                        model::below(stream.draw(0, event), 100 * spec_.flits) < spec_.load;
    std::uint32_t to = model::below(stream.draw(1, event), nodes - 1);
    if (to >= node) ++to;
    terminals_[t].tick(shown(node, outputs), begins, addresses_[to], book_);
  }
  for (unsigned node = 0; node < ins_.size(); ++node) {
    if (!routers_[node]) continue;
    try {
      routers_[node]->tick(ins_[node]);
    } catch (const std::logic_error& error) {
      throw std::logic_error("router of node " + std::to_string(node) + ": " + error.what());
    }
  }
  ++now_;
  wire(model::Router::Out());  // the middle one's inputs do not depend on what it shows itself
}

}  // namespace turnpike::dpi
