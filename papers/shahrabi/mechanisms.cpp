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
  const double rest = found - n * double{kUncountedCopy};
  return {{"paper", paper},
          {"found", found},
          {"uncounted", kUncountedCopy},
          {"rest", rest},
          {"cycles_off", std::abs(rest - paper)},
          {"percent_off", 100 * std::abs(rest / paper - 1)}};
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
  const double unicast = found.unicast.front();
  return {{"copy", copy},
          {"unicast", unicast},
          {"apart", std::abs(unicast - copy)},
          {"from_a_cycle", std::abs(unicast - copy - 1)}};
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

Table at_once_table(const Part& part, const std::vector<AtOncePoint>& points) {
  Table table = part.table("at_once");
  for (const AtOncePoint& point : points) {
    table.rows.push_back({exact(point.share, 1), Cell(point.unicast_of_one, 1),
                          Cell(point.unicast_of_all, 1), Cell(point.broadcast_of_one, 0),
                          Cell(point.broadcast_of_all, 0)});
  }
  return table;
}

}  // namespace

std::vector<Judgement> judge_zero_load(const Panel& panel, const ZeroLoad& found) {
  return Part("shahrabi", "zero_load")
      .judge({{"zero_load_broadcast", broadcast_at_zero(panel, found.broadcast)},
              {"zero_load_unicast", unicast_at_zero(panel, found.unicast)},
              {"one_hop", one_hop(panel, found)}});
}

Judgement judge_ports(const Panel& panel, const std::vector<double>& found) {
  const double even = 1.0 / panel.dimensions;
  double from_even = 0;
  double from_counted = 0;
  const std::vector<double> counted = counted_ports(panel);
  for (unsigned d = 0; d < panel.dimensions; ++d) {
    from_even = std::max(from_even, std::abs(found[d] / even - 1));
    from_counted = std::max(from_counted, std::abs(found[d] - counted[d]));
  }
  const Values values = {{"even", 100 * even},
                         {"highest", 100 * found.back()},
                         {"lowest", 100 * found.front()},
                         {"from_even", 100 * from_even},
                         {"from_counted", 100 * from_counted}};
  return Part("shahrabi", "queues").judge({{"ports", values}}).front();
}

Judgement judge_balance(const Balance& found) {
  const double larger = std::max(found.rotating.mean, found.random.mean);
  const Values values = {{"rotating", found.rotating.mean},
                         {"random", found.random.mean},
                         {"fixed", found.fixed.mean},
                         {"larger", larger},
                         {"twice_the_larger", 2 * larger}};
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
  report.judgements.push_back(judge_ports(panel, ports));
  const std::optional<Balance> balance = study_balance(panel, options);
  const auto at_once = balance ? study_at_once(panel, options) : std::nullopt;
  if (!at_once) {
    report.interrupted = true;
    return;
  }
  const Part part("shahrabi", "mechanisms");
  part.add_to(report, options.quick, {judge_balance(*balance)},
              {port_table(part, panel, ports), balance_table(part, *balance),
               at_once_table(part, *at_once)},
              {}, {{"network", panel.id}});
}

}  // namespace turnpike::sim::shahrabi
