// mechanism_part.cpp - single messages, ports and channels: tables and judgements.

#include "papers/shahrabi/mechanism_part.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace turnpike::sim::shahrabi {

namespace {

Cell exact(double value, int decimals) { return Cell(Measured{value, 0}, decimals); }

Judgement broadcast_at_zero(const Panel& panel, double found) {
  const unsigned n = panel.dimensions;
  const double paper = n * (panel.flits + double{kStartup});
  const double ours = found - n * double{kUncountedCopy};
  Judgement j;
  j.id = "zero_load_broadcast";
  j.claim = "3.1 (1), (2), (13): a broadcast alone takes n (M + Delta) cycles";
  j.paper = fmt::format("{:.0f}", paper);
  j.ours = fmt::format("{:.1f}, less {} a copy for the channel into the router and the hop: {:.1f}",
                       found, kUncountedCopy, ours);
  j.rule =
      "Holds: equal within 0.5 cycles after taking off what the paper does not count; in part: "
      "within 5 %.";
  j.verdict = std::abs(ours - paper) <= .5        ? Verdict::holds
              : std::abs(ours / paper - 1) <= .05 ? Verdict::in_part
                                                  : Verdict::contradicted;
  if (j.verdict != Verdict::holds) j.reason = "broadcasts met others";
  return j;
}

Judgement unicast_at_zero(const Panel& panel, const std::vector<double>& found) {
  double worst = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const double paper = panel.flits + static_cast<double>(i + 1);
    worst = std::max(worst, std::abs(found[i] - kUncountedUnicast - paper));
  }
  Judgement j;
  j.id = "zero_load_unicast";
  j.claim = "3.2 (21), (27), (33): a unicast message alone takes M + d cycles over d hops";
  j.paper = "M + d, in the mean M + dbar";
  j.ours = fmt::format("{:.0f} cycles for d = 1 .. {}: M + d + {} for the channel into the router",
                       fmt::join(found, ", "), found.size(), kUncountedUnicast);
  j.rule =
      "Holds: equal for all d after taking off that channel; in part: within two cycles for all d.";
  j.verdict = worst < .01 ? Verdict::holds : worst <= 2 ? Verdict::in_part : Verdict::contradicted;
  if (j.verdict != Verdict::holds) j.reason = "hops take other times here";
  return j;
}

Judgement one_hop(const Panel& panel, const ZeroLoad& found) {
  const double copy = found.broadcast / panel.dimensions - kStartup;
  const double unicast = found.unicast.front();
  Judgement j;
  j.id = "one_hop";
  j.claim = "3.1 (13) against (21): a copy over one hop takes M, a unicast message over one M + 1";
  j.paper = "one cycle apart";
  j.ours = fmt::format("copy {:.1f}, unicast {:.0f}", copy, unicast);
  j.rule =
      "At zero load. Holds: the copy is a cycle faster; contradicted: they take the same, within "
      "half a cycle; else in part.";
  j.verdict = std::abs(unicast - copy) < .5       ? Verdict::contradicted
              : std::abs(unicast - copy - 1) < .5 ? Verdict::holds
                                                  : Verdict::in_part;
  if (j.verdict == Verdict::contradicted) {
    j.reason = "both are one message over one hop; (13) leaves out the cycle of the hop";
  } else if (j.verdict == Verdict::in_part) {
    j.reason = "they are apart, but by another time";
  }
  return j;
}

Table port_table(const Panel& panel, const std::vector<double>& found) {
  Table table;
  table.id = "ports";
  table.title = fmt::format(
      "Messages by the local channel they take, % of all; network {}, half of "
      "the counted variant's saturation",
      panel.id);
  table.columns = {"dimension", "measured", "counted", "(25)"};
  const std::vector<double> counted = counted_ports(panel);
  for (unsigned d = panel.dimensions; d-- > 0;) {
    table.rows.push_back({exact(d + 1.0, 0), exact(100 * found[d], 1), exact(100 * counted[d], 1),
                          exact(100.0 / panel.dimensions, 1)});
  }
  table.note = "Unicast messages leave by their highest dimension, copies of broadcasts evenly.";
  return table;
}

Table balance_table(const Balance& balance) {
  Table table;
  table.id = "balance";
  table.title = "Broadcasts alone: busiest channel over the mean of all";
  table.columns = {"base rotates", "random", "fixed"};
  table.rows = {{Cell(balance.rotating, 2), Cell(balance.random, 2), Cell(balance.fixed, 2)}};
  return table;
}

Table at_once_table(const std::vector<AtOncePoint>& points) {
  Table table;
  table.id = "at_once";
  table.title = "Latencies in cycles by the messages that a local channel sends at once";
  table.columns = {"load, share of counted saturation", "unicast, one", "unicast, V",
                   "broadcast, one", "broadcast, V"};
  for (const AtOncePoint& point : points) {
    table.rows.push_back({exact(point.share, 1), Cell(point.unicast_of_one, 1),
                          Cell(point.unicast_of_all, 1), Cell(point.broadcast_of_one, 0),
                          Cell(point.broadcast_of_all, 0)});
  }
  table.note = "As measured, nothing taken off. The paper does not say which.";
  return table;
}

}  // namespace

std::vector<Judgement> judge_zero_load(const Panel& panel, const ZeroLoad& found) {
  return {broadcast_at_zero(panel, found.broadcast), unicast_at_zero(panel, found.unicast),
          one_hop(panel, found)};
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
  Judgement j;
  j.id = "ports";
  j.claim = "3.1 (25): a node's messages are spread evenly over its n local queues";
  j.paper = fmt::format("{:.1f} % each", 100 * even);
  j.ours = fmt::format("{:.1f} % by the highest dimension, {:.1f} % by the lowest",
                       100 * found.back(), 100 * found.front());
  j.rule =
      "Holds: each within a tenth of the even share; in part: within a half; else contradicted.";
  j.verdict = from_even <= .1   ? Verdict::holds
              : from_even <= .5 ? Verdict::in_part
                                : Verdict::contradicted;
  if (j.verdict != Verdict::holds && from_counted < .03) {
    j.reason =
        "half of the unicast messages correct the highest dimension first, a quarter the next; "
        "(25) "
        "is right for the mean of the queues only, and the mean wait is that of the busy ones";
  }
  return j;
}

Judgement judge_balance(const Balance& found) {
  Judgement j;
  j.id = "balance";
  j.claim = "2.2: another base for every broadcast evens out the traffic of channels";
  j.paper = "improves the balance, at random or round-robin";
  j.ours =
      fmt::format("busiest channel over the mean: {:.2f} rotating, {:.2f} random, {:.2f} fixed",
                  found.rotating.mean, found.random.mean, found.fixed.mean);
  j.rule =
      "Holds: with both less than half of what a fixed base has; in part: both less than a fixed "
      "base.";
  const double both = std::max(found.rotating.mean, found.random.mean);
  j.verdict = 2 * both < found.fixed.mean ? Verdict::holds
              : both < found.fixed.mean   ? Verdict::in_part
                                          : Verdict::contradicted;
  if (j.verdict != Verdict::holds) j.reason = "few broadcasts: chance makes some channels busy";
  return j;
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
  report.judgements.push_back(judge_balance(*balance));
  Section section;
  section.title = "Single messages, queues and channels";
  section.paragraphs = {fmt::format(
      "Network {}: messages alone, the queues of nodes, and broadcasts alone.", panel.id)};
  section.tables = {port_table(panel, ports), balance_table(*balance), at_once_table(*at_once)};
  report.sections.push_back(std::move(section));
}

}  // namespace turnpike::sim::shahrabi
