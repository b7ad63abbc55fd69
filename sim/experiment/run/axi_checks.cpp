// axi_checks.cpp - nodes, and IDs of subordinates.

#include "sim/experiment/run/axi_checks.h"

#include <fmt/format.h>

#include <set>

#include "model/adapters/axi4_bus.h"
#include "model/common/configuration_error.h"

namespace turnpike::sim {
namespace {

void check_node(const std::string& table, std::size_t number, model::NodeId node,
                const model::Network& network) {
  if (node < network.nodes()) return;
  throw model::ConfigurationError(fmt::format("axi.{}[{}].node", table, number),
                                  std::to_string(node),
                                  fmt::format("integer 0 .. {}", network.nodes() - 1));
}

std::string counted(std::size_t count, const std::string& what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

}  // namespace

void check_axi(const Experiment& experiment, const model::Network& network) {
  if (!experiment.has_axi) return;
  const model::Axi4NetworkSpec& axi = experiment.axi;
  for (std::size_t i = 0; i < axi.managers.size(); ++i) {
    check_node("manager", i, axi.managers[i].node, network);
  }
  for (std::size_t i = 0; i < axi.regions.size(); ++i) {
    check_node("region", i, axi.regions[i].node, network);
  }
  if (axi.has_control && network.clocks() > 1) {
    throw model::ConfigurationError("axi.control", "true",
                                    "false with network.clock_domains: the block would watch all "
                                    "channels with one clock");
  }
  const unsigned address = network.router.format.address_bits;
  const unsigned needed = axi.needed_id_bits(address);
  if (axi.subordinate_id_bits.value_or(needed) >= needed) return;
  throw model::ConfigurationError(
      "axi.subordinate_id_bits", std::to_string(*axi.subordinate_id_bits),
      fmt::format("integer {} .. 64 or \"auto\": there an ID is the address of the manager's node, "
                  "{} bits, the manager's ID, {} bits{}",
                  needed, address, axi.id_bits,
                  axi.levels() == 2 ? ", and a bit for the level of its QoS" : ""));
}

std::string axi_remark(const Experiment& experiment, const model::Network& network) {
  if (!experiment.has_axi) return "";
  const model::Axi4NetworkSpec& axi = experiment.axi;
  std::set<model::NodeId> subordinates;
  for (const model::Axi4MapRegion& region : axi.regions) subordinates.insert(region.node);
  return fmt::format(
      "AXI4: {}, {}, {} of the address map; IDs of {} bits, {} at subordinates; requests in "
      "message class {}, responses in class {}{}",
      counted(axi.managers.size(), "manager"), counted(subordinates.size(), "subordinate"),
      counted(axi.regions.size(), "region"), axi.id_bits,
      axi.subordinate_id_bits.value_or(axi.needed_id_bits(network.router.format.address_bits)),
      axi.request_class, axi.response_class,
      axi.levels() == 1 ? ""
                        : fmt::format("; with a QoS from {} on, {} and {}", model::kUrgentQos,
                                      axi.request_class + 2, axi.response_class + 2));
}

}  // namespace turnpike::sim
