// collisions.cpp - pairs of messages, one pair after the other, beside (1) and (2).

#include "papers/buzzard/collisions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "model/network/message_engine.h"
#include "model/traffic/list_source.h"
#include "papers/sheet.h"
#include "sim/base/task_pool.h"
#include "sim/hardware/engines/lockstep_engine.h"

namespace turnpike::sim::buzzard {

namespace {

constexpr unsigned kFirstDimension = 2;
constexpr unsigned kLastDimension = 8;
constexpr unsigned kLastQuickDimension = 7;
// Cycles from pair to pair: two messages of one packet, one behind the other, have left an 8-cube.
constexpr model::Cycle kApart = 32;

struct Row {
  unsigned dimension = 0;
  Collisions fixed;
  Collisions adaptive;
};

// Largest differences from the formula as printed and as corrected, percent.
Values differences(const std::vector<Row>& rows, bool adaptive) {
  double worst = 0;
  double worst_printed = 0;
  for (const Row& row : rows) {
    const double share = adaptive ? row.adaptive.share() : row.fixed.share();
    const unsigned n = row.dimension;
    const double right =
        adaptive ? model::buzzard::collision_adaptive(n) : model::buzzard::collision_fixed(n);
    const double printed = adaptive ? model::buzzard::collision_adaptive_printed(n) : right;
    worst = std::max(worst, std::abs(share / right - 1));
    worst_printed = std::max(worst_printed, std::abs(share / printed - 1));
  }
  return {{"corrected", 100 * worst}, {"printed", 100 * worst_printed}};
}

// How many times as often messages collide by fixed routing.
Values factors(const std::vector<Row>& rows) {
  const auto factor = [](const Row& row) { return row.fixed.share() / row.adaptive.share(); };
  unsigned much = 0;
  for (const Row& row : rows) {
    much += row.fixed.share() >= threshold("much") * row.adaptive.share() ? 1 : 0;
  }
  Values values = tally(much, static_cast<double>(rows.size()));
  values.emplace("at_2", factor(rows[0]));
  values.emplace("at_4", factor(rows[2]));
  values.emplace("at_last", factor(rows.back()));
  values.emplace("last", rows.back().dimension);
  return values;
}

Table collision_table(const Part& part, const std::vector<Row>& rows) {
  Table table = part.table("collisions");
  for (const Row& row : rows) {
    const unsigned n = row.dimension;
    const auto number = [](double value) { return exact(value, 6); };
    table.rows.push_back({exact(n), exact(static_cast<double>(row.fixed.pairs)),
                          number(row.fixed.share()), number(model::buzzard::collision_fixed(n)),
                          number(row.adaptive.share()),
                          number(model::buzzard::collision_adaptive(n)),
                          number(model::buzzard::collision_adaptive_printed(n))});
  }
  return table;
}

Plot collision_plot(const Part& part, const std::vector<Row>& rows) {
  Plot plot = part.plot("collisions");
  plot.series = {{"P_f (1)", {}, true, PlotStyle::line, 1},
                 {"fixed, measured", {}, false, PlotStyle::points, 1},
                 {"P_a exact", {}, true, PlotStyle::line, 2},
                 {"quasi-adaptive, measured", {}, false, PlotStyle::points, 2}};
  for (const Row& row : rows) {
    const double n = row.dimension;
    plot.series[0].points.push_back({n, model::buzzard::collision_fixed(row.dimension), 0});
    plot.series[1].points.push_back({n, row.fixed.share(), 0});
    plot.series[2].points.push_back({n, model::buzzard::collision_adaptive(row.dimension), 0});
    plot.series[3].points.push_back({n, row.adaptive.share(), 0});
  }
  return plot;
}

// Message 2p and 2p + 1 are pair p.
std::vector<model::ListedSend> all_pairs(Scheme scheme, unsigned dimension) {
  const model::NodeId nodes = model::NodeId{1} << dimension;
  std::vector<model::ListedSend> sends;
  for (model::NodeId a = 1; a < nodes; ++a) {
    for (model::NodeId b = 1; b < nodes; ++b) {
      const std::size_t pair = sends.size() / 2;
      const auto source = static_cast<model::NodeId>((pair + 1) % nodes);
      for (const model::NodeId way : {a, b}) {
        sends.push_back({kApart * pair, source, source ^ way, message_flits(scheme, 8)});
      }
    }
  }
  return sends;
}

Collisions run_pairs(const std::vector<model::ListedSend>& sends, model::Engine& engine,
                     const model::ListedTraffic& messages) {
  engine.advance(kApart * (sends.size() / 2));
  if (!engine.drained()) throw model::NetworkError("a pair of messages never arrived");
  const std::vector<model::MessageTimes>& times = messages.times();
  Collisions found;
  found.pairs = sends.size() / 2;
  for (std::size_t i = 0; i < sends.size(); i += 2) {
    found.collided += times[i + 1].injected != times[i].injected ? 1 : 0;
    if (std::max(times[i].last, times[i + 1].last) >= sends[i].queued + kApart) {
      throw model::NetworkError("a pair of messages met the next one");
    }
  }
  return found;
}

}  // namespace

Collisions count_collisions(Scheme scheme, unsigned dimension) {
  const model::Network network = scheme_network(scheme, dimension);
  const std::vector<model::ListedSend> sends = all_pairs(scheme, dimension);
  model::ListedTraffic messages(network, sends);
  const auto engine = model::make_message_engine(network, messages, {}, scheme_bank(scheme));
  return run_pairs(sends, *engine, messages);
}

Collisions count_collisions_in_lockstep(Scheme scheme, unsigned dimension) {
  const model::Network network = scheme_network(scheme, dimension);
  const std::vector<model::ListedSend> sends = all_pairs(scheme, dimension);
  model::ListedTraffic messages(network, sends);
  LockstepEngine engine(model::make_message_engine(network, messages, {}, scheme_bank(scheme)), 1,
                        {});
  return run_pairs(sends, engine, messages);
}

void add_collisions(const PaperOptions& options, PaperReport& report) {
  const unsigned last = options.quick ? kLastQuickDimension : kLastDimension;
  std::vector<Row> rows(last - kFirstDimension + 1);
  std::vector<std::function<void()>> tasks;
  for (std::size_t i = rows.size(); i-- > 0;) {  // the longest first
    rows[i].dimension = kFirstDimension + static_cast<unsigned>(i);
    tasks.emplace_back([&rows, i] {
      rows[i].fixed = count_collisions(Scheme::fixed_channels, rows[i].dimension);
    });
    tasks.emplace_back(
        [&rows, i] { rows[i].adaptive = count_collisions(Scheme::adaptive, rows[i].dimension); });
  }
  if (!run_tasks(tasks, options.jobs, [&](std::size_t done) {
        return !options.on_progress ||
               options.on_progress(fmt::format("collisions: {} of {} runs", done, tasks.size()));
      })) {
    report.interrupted = true;
    return;
  }
  const Part part("buzzard", "collisions");
  part.add_to(report, options.quick,
              part.judge({{"collision_fixed", differences(rows, false)},
                          {"collision_adaptive", differences(rows, true)},
                          {"collision_factor", factors(rows)}}),
              {collision_table(part, rows)}, {collision_plot(part, rows)});
}

}  // namespace turnpike::sim::buzzard
