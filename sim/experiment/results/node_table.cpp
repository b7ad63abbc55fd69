// node_table.cpp - figures of nodes and flows.

#include "sim/experiment/results/node_table.h"

#include <fmt/format.h>

namespace turnpike::sim {
namespace {

constexpr const char* kFlitsPerCycle = "flits per cycle";

using FairnessValue = Json (*)(const model::Fairness&);

// Null where nobody counted.
ResultKey fairness_key(const char* name, const char* unit, const char* meaning, ResultKind kind,
                       FairnessValue value) {
  return {name, unit, meaning, kind, true, [value](const RunOutcome& o) {
            return o.results.fairness.is_known ? value(o.results.fairness) : Json();
          }};
}

// Offered and accepted in flits per cycle, measured packets that were delivered, their mean and
// longest latency.
std::string fields(const model::NodeSums& sums, double cycles) {
  const auto packets = static_cast<double>(sums.packets);
  const double latency = sums.packets > 0 ? static_cast<double>(sums.latency) / packets : 0;
  return fmt::format(",{},{},{},{},{}", static_cast<double>(sums.offered_flits) / cycles,
                     static_cast<double>(sums.accepted_flits) / cycles, sums.packets, latency,
                     sums.latency_max);
}

}  // namespace

void add_fairness_keys(std::vector<ResultKey>& keys) {
  keys.push_back({"latency_limit", "cycles",
                  "mean latency above which the run is saturated; null: there is no limit",
                  ResultKind::number, true, [](const RunOutcome& o) {
                    const double limit = o.results.latency_limit;
                    return limit < 0 ? Json() : Json(limit);
                  }});
  keys.push_back(fairness_key("fairness", "",
                              "Jain's index of accepted / offered over the sources; 1: all get the "
                              "same share; null: nodes were not counted",
                              ResultKind::number,
                              [](const model::Fairness& f) { return Json(f.jain); }));
  keys.push_back(fairness_key("worst_source", "node",
                              "the source with the least accepted / offered", ResultKind::count,
                              [](const model::Fairness& f) { return Json(f.worst_source); }));
  keys.push_back(fairness_key("worst_source_offered", kFlitsPerCycle,
                              "queued there while measuring", ResultKind::number,
                              [](const model::Fairness& f) { return Json(f.worst_offered); }));
  keys.push_back(fairness_key("worst_source_accepted", kFlitsPerCycle,
                              "of it and of what waited before, delivered while measuring",
                              ResultKind::number,
                              [](const model::Fairness& f) { return Json(f.worst_accepted); }));
  keys.push_back(fairness_key(
      "wait_growth", "cycles",
      "that messages wait longer at the end of the measurement than at its start, at the source or "
      "destination where it is most; 0: nowhere did a backlog grow in both halves",
      ResultKind::number, [](const model::Fairness& f) { return Json(f.wait_growth); }));
  keys.push_back(fairness_key("wait_limit", "cycles",
                              "that wait_growth must reach before a node is starved or a load not "
                              "followed",
                              ResultKind::number,
                              [](const model::Fairness& f) { return Json(f.wait_limit); }));
  keys.push_back(fairness_key("starved_nodes", "nodes",
                              "sources and destinations that get significantly less than is "
                              "offered",
                              ResultKind::count,
                              [](const model::Fairness& f) { return Json(f.starved.size()); }));
}

std::string nodes_csv(const model::Results& results) {
  const model::NodeTable& table = results.node_table;
  if (table.from.empty()) return "";
  const auto cycles = static_cast<double>(results.measurement_cycles);
  std::string text =
      "node,offered,accepted,packets,latency,latency_max,offered_to,accepted_to,packets_to,"
      "latency_to,latency_max_to\n";
  for (std::size_t n = 0; n < table.from.size(); ++n) {
    text += fmt::format("{}{}{}\n", n, fields(table.from[n], cycles), fields(table.to[n], cycles));
  }
  return text;
}

std::string flows_csv(const model::Results& results) {
  const model::NodeTable& table = results.node_table;
  if (table.from.empty() || !table.has_flows) return "";
  const auto cycles = static_cast<double>(results.measurement_cycles);
  std::string text = "source,destination,offered,accepted,packets,latency,latency_max\n";
  for (const model::FlowSums& flow : table.flows) {
    text += fmt::format("{},{}{}\n", flow.source(), flow.destination(), fields(flow.sums, cycles));
  }
  return text;
}

}  // namespace turnpike::sim
