// transport.cpp - every variant carries the same lists of messages.

#include "papers/buzzard/transport.h"

#include <fmt/format.h>

#include <algorithm>

#include "papers/sheet.h"
#include "sim/base/task_pool.h"

namespace turnpike::sim::buzzard {

namespace {

void measure(TransportPoint& point, std::size_t seed, const model::TransportResult& result,
             const std::vector<model::ListedMessage>& list) {
  double first = 0;
  double last = 0;
  for (std::size_t m = 0; m < list.size(); ++m) {
    first += static_cast<double>(result.times[m].first - list[m].queued);
    last += static_cast<double>(result.times[m].last - list[m].queued);
  }
  const auto messages = static_cast<double>(list.size());
  point.first[seed] = first / messages;
  point.last[seed] = last / messages;
  point.transit_mean[seed] = result.transit.mean;
  point.transit_largest[seed] = result.transit.largest;
  point.held_largest[seed] = result.with_source.largest;
}

void make_room(TransportPoint& point, std::size_t seeds) {
  for (std::vector<double>* values : {&point.first, &point.last, &point.transit_mean,
                                      &point.transit_largest, &point.held_largest}) {
    values->resize(seeds);
  }
}

}  // namespace

std::vector<Variant> all_variants() {
  std::vector<Variant> all;
  for (unsigned scheme = 0; scheme < 3; ++scheme) {
    for (const unsigned routing : {0u, 1u, 2u}) {
      for (const bool bidirectional : {false, true}) {
        all.push_back({static_cast<model::TransportScheme>(scheme), routing != 0, bidirectional,
                       routing == 2});
      }
    }
  }
  return all;
}

std::string variant_text(const Variant& variant) {
  const char* schemes[] = {"store and forward", "cut-through", "circuit"};
  return fmt::format("{}, {}, {}", schemes[static_cast<std::size_t>(variant.scheme)],
                     variant.commits    ? "adaptive, one link"
                     : variant.adaptive ? "adaptive"
                                        : "fixed",
                     variant.bidirectional ? "bidirectional" : "one-directional");
}

const std::vector<unsigned>& TransportStudy::mean_lengths() {
  static const std::vector<unsigned> lengths = {64, 512, 8192};
  return lengths;
}

bool TransportStudy::run(const PaperOptions& options) {
  const Effort wanted = effort(options);
  points_.assign(mean_lengths().size() * kVariants * kLoads, {});
  for (TransportPoint& point : points_) make_room(point, wanted.seeds.size());
  std::vector<std::function<void()>> tasks;
  for (std::size_t length = 0; length < mean_lengths().size(); ++length) {
    for (unsigned load = 0; load < kLoads; ++load) {
      for (std::size_t seed = 0; seed < wanted.seeds.size(); ++seed) {
        tasks.emplace_back([=, this_seed = wanted.seeds[seed], each = wanted.messages_per_node] {
          const auto list =
              make_message_list(list_spec(mean_lengths()[length], load, each, this_seed));
          for (const Variant& variant : all_variants()) {
            model::TransportSpec spec;
            spec.dimension = kDimension;
            spec.scheme = variant.scheme;
            spec.adaptive = variant.adaptive;
            spec.commits = variant.commits;
            spec.bidirectional = variant.bidirectional;
            TransportPoint& point = points_[(length * kVariants + variant.index()) * kLoads + load];
            measure(point, seed, run_transport(spec, list), list);
          }
        });
      }
    }
  }
  return run_tasks(tasks, options.jobs, [&](std::size_t done) {
    return !options.on_progress ||
           options.on_progress(fmt::format("transport: {} of {} lists", done, tasks.size()));
  });
}

Measured TransportStudy::ratio(std::size_t length, const Variant& variant, const Variant& other,
                               unsigned load) const {
  const std::vector<double>& these = at(length, variant, load).last;
  const std::vector<double>& those = at(length, other, load).last;
  std::vector<double> ratios;
  for (std::size_t s = 0; s < these.size(); ++s) ratios.push_back(these[s] / those[s]);
  return measured(ratios);
}

namespace {

using model::TransportScheme;

constexpr std::size_t kShort = 0;  // index of a mean length: 64, 512, 8192 bytes
constexpr std::size_t kLong = 2;
constexpr unsigned kModerate = 6;  // loads 0 .. 5 are "moderate to heavy", the others light
constexpr unsigned kHeavy = 3;     // loads 0 .. 2 are "heavy"

constexpr Variant fixed(TransportScheme scheme, bool bidirectional) {
  return {scheme, false, bidirectional};
}
constexpr Variant adaptive(TransportScheme scheme, bool bidirectional, bool commits = false) {
  return {scheme, true, bidirectional, commits};
}

// Counts cases that agree with a claim. What lies within an interval is open: the share is one.
struct Tally {
  double agree = 0;
  double open = 0;
  double all = 0;

  // `less` is below `than`.
  void add(const Measured& less, double than) {
    ++all;
    if (less.mean + less.half_width < than) {
      ++agree;
    } else if (less.mean - less.half_width < than) {
      ++open;
    }
  }
  Measured share() const { return {(agree + open / 2) / all, open / 2 / all}; }
  Values values() const {
    return {{"right", agree}, {"open", open}, {"all", all}, {"share", share()}};
  }
};

Values circuits_break_down(const TransportStudy& study) {
  const auto ratio = [&](unsigned load) {
    return study.ratio(kLong, fixed(TransportScheme::circuit, true),
                       fixed(TransportScheme::cut_through, true), load);
  };
  return {{"heavy", ratio(kHeaviest)}, {"light", ratio(kLightest)}};
}

// The largest of any node, Kbyte.
Values buffers(const TransportStudy& study) {
  const auto largest = [&](unsigned load) {
    std::vector<Measured> all;
    for (const Variant& variant : all_variants()) {
      if (!variant.is_datagram()) continue;
      Measured bytes = measured(study.at(kLong, variant, load).transit_largest);
      all.push_back({bytes.mean / 1000, bytes.half_width / 1000});
    }
    return highest(all);
  };
  return {{"light", largest(kLightest)}, {"heavy", largest(kHeaviest)}};
}

// Time of cut-through over that of store and forward.
Values cut_through_gains(const TransportStudy& study) {
  Tally gains;
  std::vector<Measured> heaviest;
  for (std::size_t length = 0; length <= kLong; ++length) {
    for (const bool both_ways : {false, true}) {
      for (unsigned load = 0; load < kLoads; ++load) {
        const Measured ratio =
            study.ratio(length, fixed(TransportScheme::cut_through, both_ways),
                        fixed(TransportScheme::store_and_forward, both_ways), load);
        if (load == kHeaviest) {
          heaviest.push_back(ratio);
        } else {
          gains.add(ratio, 1 - threshold("close") / 100);
        }
      }
    }
  }
  Values values = gains.values();
  values.emplace("heaviest", highest(heaviest));
  return values;
}

// Bidirectional links with fixed routing over one-directional ones with adaptive routing, by either
// reading of it.
Values links_before_routing(const TransportStudy& study) {
  Tally moderate;
  Tally heavy;
  for (std::size_t length = 0; length <= kLong; ++length) {
    for (unsigned scheme = 0; scheme < 3; ++scheme) {
      const auto which = static_cast<TransportScheme>(scheme);
      for (const bool commits : {false, true}) {
        for (unsigned load = 0; load < kModerate; ++load) {
          const Measured ratio =
              study.ratio(length, fixed(which, true), adaptive(which, false, commits), load);
          moderate.add(ratio, 1);
          if (load < kHeavy) heavy.add(ratio, 1);
        }
      }
    }
  }
  Values values = moderate.values();
  values.emplace("heavy_right", heavy.agree);
  values.emplace("heavy_all", heavy.all);
  return values;
}

// Of one reading of adaptive routing. `helps`: faster than fixed; `harms`: slower.
Values adaptive_datagrams_of(const TransportStudy& study, bool commits) {
  Tally helps;
  Tally harms;
  for (std::size_t length = 0; length <= kLong; ++length) {
    for (unsigned scheme = 0; scheme < 2; ++scheme) {
      for (const bool both_ways : {false, true}) {
        for (unsigned load = 0; load < kLoads; ++load) {
          const auto which = static_cast<TransportScheme>(scheme);
          const Variant other = adaptive(which, both_ways, commits);
          if (length == kShort && load < kHeavy) {
            harms.add(study.ratio(length, fixed(which, both_ways), other, load), 1);
          } else {
            helps.add(study.ratio(length, other, fixed(which, both_ways), load), 1);
          }
        }
      }
    }
  }
  return {{"helps", helps.agree}, {"all", helps.all},       {"helps_share", helps.share()},
          {"harms", harms.agree}, {"harms_all", harms.all}, {"harms_share", harms.share()}};
}

Values adaptive_circuits_of(const TransportStudy& study, bool commits) {
  Tally slower;
  for (const bool both_ways : {false, true}) {
    for (unsigned load = 0; load < kLoads; ++load) {
      slower.add(study.ratio(kShort, fixed(TransportScheme::circuit, both_ways),
                             adaptive(TransportScheme::circuit, both_ways, commits), load),
                 1);
    }
  }
  return slower.values();
}

// Both readings: that of all useful links, and under "one_" that of one.
Values both_readings(const Values& all_links, const Values& one_link) {
  Values values = all_links;
  for (const auto& [name, value] : one_link) values.emplace("one_" + name, value);
  return values;
}

Table times_table(const Part& part, const TransportStudy& study, std::size_t length) {
  const unsigned mean = TransportStudy::mean_lengths()[length];
  Table table = part.table("times", {{"mean", mean}});
  table.id = fmt::format("transport_times_{}", mean);
  for (unsigned load = 0; load < kLoads; ++load) {
    table.columns.push_back(fmt::format("{:.3f}", utilisation(load)));
  }
  for (const Variant& variant : all_variants()) {
    std::vector<Cell> row = {variant_text(variant)};
    for (unsigned load = 0; load < kLoads; ++load) {
      row.emplace_back(measured(study.at(length, variant, load).last), 0);
    }
    table.rows.push_back(row);
  }
  return table;
}

Table buffer_table(const Part& part, const TransportStudy& study) {
  Table table = part.table("transport_buffers");
  const auto kilobytes = [](std::vector<double> bytes) {
    for (double& value : bytes) value /= 1000;
    return measured(bytes);
  };
  for (const Variant& variant : all_variants()) {
    if (!variant.is_datagram()) continue;
    for (const unsigned load : {kHeaviest, 3u, kLightest}) {
      const TransportPoint& point = study.at(kLong, variant, load);
      table.rows.push_back({variant_text(variant), exact(utilisation(load), 3),
                            Cell(kilobytes(point.transit_mean), 1),
                            Cell(kilobytes(point.transit_largest), 0),
                            Cell(kilobytes(point.held_largest), 0)});
    }
  }
  return table;
}

Plot times_plot(const Part& part, const TransportStudy& study, std::size_t length) {
  const unsigned mean = TransportStudy::mean_lengths()[length];
  Plot plot = part.plot("times", {{"mean", mean}});
  plot.id = fmt::format("transport_{}", mean);
  for (const Variant& variant : all_variants()) {
    if (!variant.bidirectional || variant.commits) continue;
    PlotSeries series;
    const std::string text = variant_text(variant);
    series.label = text.substr(0, text.rfind(','));  // the title says which links
    series.dashed = variant.adaptive;
    series.is_hollow = variant.adaptive;
    series.colour = static_cast<unsigned>(variant.scheme) + 1;
    for (unsigned load = 0; load < kLoads; ++load) {
      const Measured last = measured(study.at(length, variant, load).last);
      // Side by side, so that bars can be told apart.
      const double aside = .0015 * (static_cast<double>(plot.series.size()) - 2.5);
      series.points.push_back({utilisation(load) + aside, last.mean, last.half_width});
    }
    plot.series.push_back(series);
  }
  return plot;
}

}  // namespace

std::vector<Judgement> judge_transport(const TransportStudy& study) {
  return Part("buzzard", "transport")
      .judge({{"circuit_breakdown", circuits_break_down(study)},
              {"datagram_buffers", buffers(study)},
              {"cut_through", cut_through_gains(study)},
              {"bidirectional_links", links_before_routing(study)},
              {"adaptive_datagrams", both_readings(adaptive_datagrams_of(study, false),
                                                   adaptive_datagrams_of(study, true))},
              {"adaptive_circuits", both_readings(adaptive_circuits_of(study, false),
                                                  adaptive_circuits_of(study, true))}});
}

void add_transport(const PaperOptions& options, PaperReport& report) {
  TransportStudy study;
  if (!study.run(options)) {
    report.interrupted = true;
    return;
  }
  const Part part("buzzard", "transport");
  std::vector<Plot> plots;
  std::vector<Table> tables;
  for (std::size_t length = 0; length < TransportStudy::mean_lengths().size(); ++length) {
    plots.push_back(times_plot(part, study, length));
    tables.push_back(times_table(part, study, length));
  }
  tables.push_back(buffer_table(part, study));
  part.add_to(report, options.quick, judge_transport(study), tables, plots,
              {{"messages", effort(options).messages_per_node}});
}

}  // namespace turnpike::sim::buzzard
