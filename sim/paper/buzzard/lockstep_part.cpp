// lockstep_part.cpp - the heaviest load of Fig. 6a, a short list, on the hardware too.

#include "sim/paper/buzzard/lockstep_part.h"

#include <fmt/format.h>

#include <memory>

#include "model/network/message_engine.h"
#include "sim/lockstep/lockstep_engine.h"
#include "sim/paper/buzzard/message_study.h"
#include "sim/paper/lockstep_points.h"

namespace turnpike::sim::buzzard {

namespace {

constexpr unsigned kMeanBytes = 512;
constexpr unsigned kMessagesPerNode = 3;
constexpr Scheme kPoints[] = {Scheme::wormhole, Scheme::fixed_channels, Scheme::adaptive};

Scheme scheme_of(const std::string& point) {
  for (const Scheme scheme : kPoints) {
    if (point == scheme_row(scheme).id) return scheme;
  }
  throw model::NetworkError("no such point: " + point);
}

}  // namespace

Json run_lockstep_point(const std::string& point, const PaperOptions& options) {
  const Scheme scheme = scheme_of(point);
  const auto list =
      make_message_list(list_spec(kMeanBytes, kHeaviest, kMessagesPerNode, options.seed));
  const model::Network network = scheme_network(scheme, kDimension);
  auto model = std::make_unique<model::MessageEngine>(network, nullptr, model::RunSpec{},
                                                      scheme_bank(scheme));
  model::MessageBank& bank = model->bank();
  bank.set_list(sends_of(scheme, list));
  LockstepEngine engine(std::move(model), options.seed, {});
  while (!engine.drained()) engine.advance(500);
  const MessageMeans means = means_of(list, bank.times());
  Json json;
  json["cycles"] = engine.now();
  json["messages"] = list.size();
  json["first"] = means.first;
  json["last"] = means.last;
  return json;
}

void add_lockstep(const PaperOptions& options, PaperReport& report) {
  Table table;
  table.id = "lockstep";
  table.title = "Hardware beside the model, all outputs of all routers compared in every cycle";
  table.columns = {"scheme", "messages", "cycles", "first, ticks", "last, ticks", "differences"};
  for (const Scheme scheme : kPoints) {
    const SchemeRow& row = scheme_row(scheme);
    const auto found = lockstep_point("buzzard", row.id, row.label, options, report);
    if (report.interrupted) return;
    if (!found) {
      table.rows.push_back({row.label, "-", "-", "-", "-", "see above"});
      continue;
    }
    const auto number = [&](const char* key) {
      return Cell(Measured{found->at(key).get<double>(), 0}, 0);
    };
    table.rows.push_back({row.label, number("messages"), number("cycles"), number("first"),
                          number("last"), Cell(Measured{0, 0}, 0)});
  }
  table.note = fmt::format("Mean {} bytes, the heaviest load, {} messages a node, seed {}.",
                           kMeanBytes, kMessagesPerNode, options.seed);
  Section section;
  section.title = "On the hardware";
  section.tables = {table};
  report.sections.push_back(std::move(section));
}

}  // namespace turnpike::sim::buzzard
