// mechanisms.cpp - single messages, ports and channels: tables and judgements.

#include "papers/shahrabi/mechanisms.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "papers/sheet.h"

namespace turnpike::sim::shahrabi {

namespace {

Values broadcast_at_zero(const Panel& panel, double found) {
  const unsigned n = panel.dimensions;
  const double paper = n * (panel.flits + double{kStartup});
  return {{"paper", paper},
          {"found", found},
          {"uncounted", kUncountedUnicast},
          {"rest", found - n * double{kUncountedUnicast}},
          {"corrected", paper + n}};
}

Values steps_of(const Panel& panel, const ZeroLoad& found) {
  return {{"n", panel.dimensions},
          {"others", panel.nodes() - 1},
          {"nodes", found.nodes},
          {"steps", found.steps}};
}

Values unicast_at_zero(const Panel& panel, const std::vector<double>& found) {
  double worst = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const double paper = panel.flits + static_cast<double>(i + 1);
    worst = std::max(worst, std::abs(found[i] - kUncountedUnicast - paper));
  }
  return {{"latencies", fmt::format("{:.0f}", fmt::join(found, ", "))},
          {"hops", found.size()},
          {"uncounted", kUncountedUnicast},
          {"cycles_off", worst}};
}

Values one_hop(const Panel& panel, const ZeroLoad& found) {
  const double copy = found.broadcast / panel.dimensions - kStartup;
  return {
      {"copy", copy}, {"unicast", found.unicast.front()}, {"apart", found.unicast.front() - copy}};
}

Table port_table(const Part& part, const Panel& panel, const std::vector<double>& found) {
  Table table = part.table("ports", {{"network", panel.id}});
  const std::vector<double> counted = counted_ports(panel);
  for (unsigned d = panel.dimensions; d-- > 0;) {
    table.rows.push_back({exact(d + 1.0, 0), exact(100 * found[d], 1), exact(100 * counted[d], 1),
                          exact(100.0 / panel.dimensions, 1)});
  }
  return table;
}

Table balance_table(const Part& part, const Balance& balance) {
  Table table = part.table("balance");
  table.rows = {{Cell(balance.rotating, 2), Cell(balance.random, 2), Cell(balance.fixed, 2)}};
  return table;
}

}  // namespace

std::vector<Judgement> judge_zero_load(const Panel& panel, const ZeroLoad& found) {
  return Part("shahrabi", "zero_load")
      .judge({{"zero_load_broadcast", broadcast_at_zero(panel, found.broadcast)},
              {"zero_load_unicast", unicast_at_zero(panel, found.unicast)},
              {"one_hop", one_hop(panel, found)},
              {"steps", steps_of(panel, found)}});
}

Judgement judge_balance(const Balance& found) {
  const Values values = {
      {"rotating", found.rotating}, {"random", found.random}, {"fixed", found.fixed}};
  return Part("shahrabi", "balance").judge({{"balance", values}}).front();
}

void add_mechanisms(const PaperOptions& options, PaperReport& report) {
  const Panel& panel = panels().front();
  if (options.on_progress && !options.on_progress("single messages")) {
    report.interrupted = true;
    return;
  }
  for (Judgement& j : judge_zero_load(panel, study_zero_load(panel, options.seed))) {
    report.judgements.push_back(std::move(j));
  }
  const std::vector<double> ports = study_ports(panel, options);
  const std::optional<Balance> balance = study_balance(panel, options);
  if (!balance) {
    report.interrupted = true;
    return;
  }
  const Part part("shahrabi", "mechanisms");
  part.add_to(report, options.quick, {judge_balance(*balance)},
              {port_table(part, panel, ports), balance_table(part, *balance)}, {},
              {{"network", panel.id}});
}

}  // namespace turnpike::sim::shahrabi
