// axi4_ports.cpp - from widths and limits of [axi] to the parameters of each adapter.

#include "model/axi/axi4_ports.h"

#include <map>
#include <set>

#include "model/analysis/channel_load.h"

namespace turnpike::model {
namespace {

Axi4Params common_params(const Network& network, const Axi4NetworkSpec& spec) {
  Axi4Params params;
  params.data_w = network.router.format.flit_bits;
  params.addr_w = network.router.format.address_bits;
  params.vcs = network.router.virtual_channels;
  params.depth = network.router.buffer_depth;
  params.classes = network.router.routing.message_classes;
  params.requests = spec.request_class;
  params.responses = spec.response_class;
  params.levels = spec.levels();
  params.axi_addr_w = spec.address_bits;
  params.axi_data_w = spec.data_bits;
  params.axi_id_w = spec.id_bits;
  params.user_w = spec.user_bits == 0 ? 1 : spec.user_bits;
  params.in_order = axi4_keeps_order(network, spec);
  params.reorder = spec.has_reorder_buffers;
  params.slices = spec.register_slices;
  params.reads = spec.reads;
  params.writes = spec.writes;
  params.per_id = spec.per_id;
  params.read_beats = spec.read_beats;
  params.write_beats = spec.write_beats;
  params.timeout = spec.timeout;
  params.watched = spec.watched;
  params.packet_beats = spec.packet_beats.value_or(params.in_order ? 16 : 256);
  for (const Axi4MapRegion& region : spec.regions) {
    params.regions.push_back(
        {region.base, axi4_region_bits(region.size), network.terminals[region.node].address});
  }
  return params;
}

}  // namespace

unsigned axi4_region_bits(std::uint64_t size) {
  unsigned bits = 0;
  while (size >> bits > 1) ++bits;
  return bits;
}

bool axi4_keeps_order(const Network& network, const Axi4NetworkSpec& spec) {
  if (network.router.virtual_channels != network.router.routing.message_classes) return false;
  std::set<NodeId> managers;
  std::set<NodeId> subordinates;
  for (const Axi4ManagerPort& manager : spec.managers) managers.insert(manager.node);
  for (const Axi4MapRegion& region : spec.regions) subordinates.insert(region.node);
  const auto share = [&](NodeId source, NodeId destination) {
    const bool is_request = managers.count(source) != 0 && subordinates.count(destination) != 0;
    const bool is_response = subordinates.count(source) != 0 && managers.count(destination) != 0;
    return is_request || is_response ? 1.0 : 0.0;
  };
  return !count_loads(network, share).has_choice;
}

std::vector<Axi4Port> axi4_ports(const Network& network, const Axi4NetworkSpec& spec) {
  const Axi4Params params = common_params(network, spec);
  std::map<NodeId, bool> nodes;  // for a manager
  for (const Axi4ManagerPort& manager : spec.managers) nodes[manager.node] = true;
  for (const Axi4MapRegion& region : spec.regions) nodes[region.node] = false;
  std::vector<Axi4Port> ports;
  for (const auto& [node, is_manager] : nodes) {
    ports.push_back({node, is_manager, params});
    ports.back().params.node = network.terminals[node].address;
  }
  return ports;
}

}  // namespace turnpike::model
