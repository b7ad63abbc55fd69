// lockstep.cpp - the heaviest load of Fig. 6a, a short list, and collisions on the hardware.

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "model/analysis/buzzard.h"
#include "model/network/message_engine.h"
#include "model/traffic/list_source.h"
#include "papers/buzzard/buzzard.h"
#include "papers/buzzard/collisions.h"
#include "papers/buzzard/message_study.h"
#include "papers/lockstep_points.h"
#include "papers/sheet.h"
#include "sim/hardware/engines/lockstep_engine.h"

namespace turnpike::sim::buzzard {

namespace {

constexpr unsigned kMeanBytes = 512;
constexpr unsigned kMessagesPerNode = 3;
constexpr Scheme kLists[] = {Scheme::wormhole, Scheme::fixed_channels, Scheme::adaptive};
constexpr Scheme kPairs[] = {Scheme::fixed_channels, Scheme::adaptive};
constexpr unsigned kLastDimension = 8;
constexpr unsigned kLastQuickDimension = 4;

Table lists_table(const PaperOptions& options, PaperReport& report) {
  Table table;
  table.id = "lockstep";
  table.title = "Lists of messages: all outputs of all routers compared in every cycle";
  table.columns = {"scheme", "messages", "cycles", "first, ticks", "last, ticks", "differences"};
  for (const Scheme scheme : kLists) {
    const SchemeRow& row = scheme_row(scheme);
    const auto found = lockstep_point([&] { return list_in_lockstep(scheme, options); }, row.label,
                                      options, report);
    if (report.interrupted) break;
    if (!found) {
      table.rows.push_back({row.label, "-", "-", "-", "-", "see above"});
      continue;
    }
    const auto figure = [&](const char* key) { return exact(found->at(key).get<double>(), 0); };
    table.rows.push_back({row.label, figure("messages"), figure("cycles"), figure("first"),
                          figure("last"), exact(0, 0)});
  }
  table.note = fmt::format("Mean {} bytes, the heaviest load, {} messages a node, seed {}.",
                           kMeanBytes, kMessagesPerNode, options.seed);
  return table;
}

// Pairs and share of collided ones, or what stands for them where the run failed.
std::pair<Cell, Cell> measured_pairs(Scheme scheme, unsigned dimension, const PaperOptions& options,
                                     PaperReport& report) {
  const std::string label =
      fmt::format("{}, collisions in the {}-cube", scheme_row(scheme).label, dimension);
  const auto found =
      lockstep_point([&] { return pairs_in_lockstep(scheme, dimension); }, label, options, report);
  if (!found) return {"-", "see above"};
  const double pairs = found->at("pairs");
  return {exact(pairs, 0), exact(found->at("collided").get<double>() / pairs, 6)};
}

Table collisions_table(const PaperOptions& options, PaperReport& report) {
  Table table;
  table.id = "lockstep_collisions";
  table.title = "Collisions of two messages generated at once, on the hardware";
  table.columns = {"n",        "pairs", "fixed, measured", "P_f exact", "quasi-adaptive, measured",
                   "P_a exact"};
  const unsigned last = options.quick ? kLastQuickDimension : kLastDimension;
  for (unsigned n = 2; n <= last && !report.interrupted; ++n) {
    std::vector<Cell> row = {exact(n, 0)};
    for (const Scheme scheme : kPairs) {
      const auto [pairs, share] = measured_pairs(scheme, n, options, report);
      if (report.interrupted) break;
      if (scheme == kPairs[0]) row.push_back(pairs);
      row.push_back(share);
      row.push_back(exact(scheme == Scheme::adaptive ? model::buzzard::collision_adaptive(n)
                                                     : model::buzzard::collision_fixed(n),
                          6));
    }
    table.rows.push_back(std::move(row));
  }
  table.note =
      "All ordered pairs of destinations, counted as on the model, while every output of every "
      "router is compared with the model's in every cycle.";
  return table;
}

}  // namespace

Json list_in_lockstep(Scheme scheme, const PaperOptions& options) {
  const auto list =
      make_message_list(list_spec(kMeanBytes, kHeaviest, kMessagesPerNode, options.seed));
  const model::Network network = scheme_network(scheme, kDimension);
  model::ListedTraffic messages(network, sends_of(scheme, list));
  LockstepEngine engine(model::make_message_engine(network, messages, {}, scheme_bank(scheme)),
                        options.seed, {});
  while (!engine.drained()) engine.advance(500);
  const MessageMeans means = means_of(list, messages.times());
  Json json;
  json["cycles"] = engine.now();
  json["messages"] = list.size();
  json["first"] = means.first;
  json["last"] = means.last;
  return json;
}

Json pairs_in_lockstep(Scheme scheme, unsigned dimension) {
  const Collisions found = count_collisions_in_lockstep(scheme, dimension);
  Json json;
  json["pairs"] = found.pairs;
  json["collided"] = found.collided;
  return json;
}

void add_lockstep(const PaperOptions& options, PaperReport& report) {
  Section section;
  section.title = "On the hardware";
  section.tables.push_back(lists_table(options, report));
  if (!report.interrupted && options.wants("collisions")) {
    section.tables.push_back(collisions_table(options, report));
  }
  report.sections.push_back(std::move(section));
}

}  // namespace turnpike::sim::buzzard
