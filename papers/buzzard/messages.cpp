// messages.cpp - the schemes of section 6 beside each other, and what their times depend on.

#include "papers/buzzard/messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "papers/sheet.h"
#include "sim/base/task_pool.h"

namespace turnpike::sim::buzzard {

namespace {

constexpr unsigned kHeavyLoads = 6;  // "the six highest link utilisation values"
constexpr double kPercent = 100;

// What the paper leaves open of fixed packets: where messages wait at their source, for the same in
// both schemes, and whether packets cut through.
struct Reading {
  const char* id;
  Scheme scheme;
  Scheme other;  // wormhole
};
constexpr Reading kFixed[] = {
    {"node", Scheme::fixed, Scheme::wormhole},
    {"output", Scheme::fixed_channels, Scheme::wormhole_channels},
    {"node_stored", Scheme::fixed_stored, Scheme::wormhole},
    {"output_stored", Scheme::fixed_channels_stored, Scheme::wormhole_channels}};
// Quasi-adaptive packets have a queue for each output, the wormhole cube beside them either.
constexpr Reading kAdaptive[] = {
    {"node", Scheme::adaptive, Scheme::wormhole},
    {"output", Scheme::adaptive, Scheme::wormhole_channels},
    {"node_stored", Scheme::adaptive_stored, Scheme::wormhole},
    {"output_stored", Scheme::adaptive_stored, Scheme::wormhole_channels}};

Measured times(const Measured& value, double factor) {
  return {value.mean * factor, value.half_width * factor};
}

// Percent, heaviest load first.
using Ratios = std::vector<Measured>;
using Ratio = Measured (MessageStudy::*)(Scheme scheme, Scheme other, unsigned load) const;

Ratios ratios_of(const MessageStudy& study, const Reading& reading, Ratio ratio) {
  Ratios ratios;
  for (unsigned load = 0; load < kLoads; ++load) {
    ratios.push_back(times((study.*ratio)(reading.scheme, reading.other, load), kPercent));
  }
  return ratios;
}

Measured mean_of(const Ratios& ratios, unsigned loads) {
  Measured sum{0, 0};
  for (unsigned load = 0; load < loads; ++load) {
    sum.mean += ratios[load].mean / loads;
    sum.half_width += ratios[load].half_width / loads;  // neighbouring loads: not independent
  }
  return sum;
}

// Of each reading: heaviest_ID, second_ID, lightest_ID, heavy_ID (mean of the six heaviest),
// least_ID, most_ID, and four_ID, the highest of the four heaviest.
template <class Readings>
Values values_of(const MessageStudy& study, const Readings& readings, Ratio ratio) {
  Values values;
  for (const Reading& reading : readings) {
    const Ratios ratios = ratios_of(study, reading, ratio);
    const auto add = [&](const char* name, const Measured& value) {
      values.emplace(fmt::format("{}_{}", name, reading.id), value);
    };
    add("heaviest", ratios[kHeaviest]);
    add("second", ratios[kHeaviest + 1]);
    add("lightest", ratios[kLightest]);
    add("heavy", mean_of(ratios, kHeavyLoads));
    add("least", lowest(ratios));
    add("most", highest(ratios));
    add("four", highest({ratios.begin(), ratios.begin() + 4}));
  }
  return values;
}

Ratios both(const MessageStudy& shorter, const MessageStudy& longer, const Reading& reading,
            Ratio ratio) {
  Ratios all = ratios_of(shorter, reading, ratio);
  const Ratios more = ratios_of(longer, reading, ratio);
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

// Section 6: other checks of the simulations. Cases: two schemes of packets against wormhole with
// the same kind of source, all loads.
constexpr Reading kChecked[] = {{"fixed", Scheme::fixed_channels, Scheme::wormhole_channels},
                                {"adaptive", Scheme::adaptive, Scheme::wormhole_channels}};

// Ratios of messages of one class of lengths or distances over that of all: 1 if they correlate.
Values by_class(const MessageStudy& study) {
  double right = 0;
  double all = 0;
  const auto add = [&](const Reading& reading, unsigned load, const auto& figure) {
    const Measured of_class = study.ratio_of(reading.scheme, reading.other, load, figure);
    const Measured of_all = study.latency_ratio(reading.scheme, reading.other, load);
    ++all;
    right += (of_class.mean < 1) == (of_all.mean < 1) ? 1 : 0;
  };
  for (const Reading& reading : kChecked) {
    for (unsigned load = 0; load < kLoads; ++load) {
      for (std::size_t c = 0; c < 3; ++c) {
        add(reading, load, [c](const MessageMeans& m) { return m.first_by_length[c]; });
        add(reading, load, [c](const MessageMeans& m) { return m.first_by_hops[c]; });
      }
    }
  }
  return tally(right, all);
}

Values maxima(const MessageStudy& study) {
  Ratios most;
  Ratios end;
  for (const Reading& reading : kChecked) {
    for (unsigned load = 0; load < kLoads; ++load) {
      most.push_back(study.ratio_of(reading.scheme, reading.other, load,
                                    [](const MessageMeans& m) { return m.most; }));
      end.push_back(study.ratio_of(reading.scheme, reading.other, load,
                                   [](const MessageMeans& m) { return m.end; }));
    }
  }
  return {{"most", highest(most)},
          {"most_least", lowest(most)},
          {"end", highest(end)},
          {"end_least", lowest(end)}};
}

Table times_table(const Part& part, const MessageStudy& study) {
  Table table = part.table("times", {{"mean", study.mean_bytes()}});
  table.id = fmt::format("times_{}", study.mean_bytes());
  for (unsigned s = 0; s < kSchemes; ++s) {
    const char* label = scheme_row(static_cast<Scheme>(s)).label;
    table.columns.push_back(fmt::format("first {}", label));
    table.columns.push_back(fmt::format("last {}", label));
  }
  const auto generation = model::buzzard::intergeneration_times(study.mean_bytes());
  for (unsigned load = 0; load < kLoads; ++load) {
    std::vector<Cell> row = {exact(generation[load]), exact(utilisation(load), 3),
                             Cell(study.utilisation_of(load), 3)};
    for (unsigned s = 0; s < kSchemes; ++s) {
      const MessagePoint& point = study.at(static_cast<Scheme>(s), load);
      row.emplace_back(over_lists(point, &MessageMeans::first), 0);
      row.emplace_back(over_lists(point, &MessageMeans::last), 0);
    }
    table.rows.push_back(row);
  }
  return table;
}

Table ratio_table(const Part& part, const MessageStudy& study) {
  Table table = part.table("ratios", {{"mean", study.mean_bytes()}});
  table.id = fmt::format("ratios_{}", study.mean_bytes());
  for (unsigned load = 0; load < kLoads; ++load) {
    table.rows.push_back({exact(utilisation(load), 3)});
    for (const Ratio ratio : {&MessageStudy::latency_ratio, &MessageStudy::bandwidth_ratio}) {
      for (const Reading& reading : kFixed) {
        table.rows.back().emplace_back(ratios_of(study, reading, ratio)[load], 0);
      }
      for (const Reading& reading : kAdaptive) {
        table.rows.back().emplace_back(ratios_of(study, reading, ratio)[load], 0);
      }
    }
  }
  return table;
}

// 6a and 7a: the heavier loads; 6b and 7b: the lighter ones, on another scale. They share two.
// Between the points of two of eight series at one load, which stand side by side so that bars can
// be told apart: in the least of the spaces between loads all have room.
double step_aside(unsigned from, unsigned to) {
  double least = 1;
  for (unsigned load = from; load < to; ++load) {
    least = std::min(least, std::abs(utilisation(load) - utilisation(load + 1)));
  }
  return least / 10;
}

Plot times_plot(const Part& part, const MessageStudy& study, const std::string& figure,
                unsigned from, unsigned to) {
  Plot plot = part.plot("times", {{"figure", figure}, {"mean", study.mean_bytes()}});
  plot.id = "figure_" + figure;
  const double step = step_aside(from, to);
  for (unsigned s = 0; s < kSchemes; ++s) {
    const auto scheme = static_cast<Scheme>(s);
    if (scheme != Scheme::wormhole && scheme != Scheme::fixed && scheme != Scheme::adaptive &&
        scheme != Scheme::adaptive_stored) {
      continue;
    }
    const unsigned colour = static_cast<unsigned>(plot.series.size() / 2) + 1;
    for (const bool last : {false, true}) {
      PlotSeries series;
      series.label = fmt::format("{} {}", last ? "last" : "first", scheme_row(scheme).label);
      series.dashed = !last;
      series.colour = colour;
      series.is_hollow = !last;
      for (unsigned load = from; load <= to; ++load) {
        const MessagePoint& point = study.at(scheme, load);
        const Measured time = over_lists(point, last ? &MessageMeans::last : &MessageMeans::first);
        const double aside = step * (2 * colour + (last ? 1 : 0) - 5.5);
        series.points.push_back({utilisation(load) + aside, time.mean, time.half_width});
      }
      plot.series.push_back(series);
    }
  }
  return plot;
}

// Adds the section of a mean length.
void add_study(const PaperOptions& options, const MessageStudy& study, const char* heavy,
               const char* light, std::vector<Judgement> judgements, PaperReport& report) {
  const Part part("buzzard", "messages");
  std::vector<Plot> plots;
  if (options.wants(heavy)) plots.push_back(times_plot(part, study, heavy, 0, 5));
  if (options.wants(light)) plots.push_back(times_plot(part, study, light, 4, kLightest));
  part.add_to(report, options.quick, std::move(judgements),
              {times_table(part, study), ratio_table(part, study)}, plots,
              {{"mean", study.mean_bytes()}, {"heavy", heavy}, {"light", light}});
}

// --- what the results depend on: one thing changed at a time -------------------------------------

struct Change {
  const char* text;
  Setting setting;
  unsigned times_as_long = 1;  // messages of a list
};

std::vector<Change> changes() {
  std::vector<Change> all = {{"as above", {}},
                             {"all nodes begin together", {}},
                             {"16 flits at a wormhole input", {}},
                             {"64 packet buffers at an output", {}},
                             {"4 packet buffers at an output", {}},
                             {"lists twice as long", {}, 2}};
  all[1].setting.start = model::ListStart::together;
  all[2].setting.worm_buffer = 16;
  all[3].setting.packet_buffers = 64;
  all[4].setting.packet_buffers = 4;
  return all;
}

constexpr unsigned kLoadsHere[] = {kHeaviest, 3, kLightest};
constexpr Scheme kSchemesHere[] = {Scheme::wormhole, Scheme::fixed_channels, Scheme::adaptive};

void add_sensitivity(const PaperOptions& options, PaperReport& report) {
  const std::vector<Change> all = changes();
  // [change][load][scheme], of the first seed
  std::vector<MessageMeans> means(all.size() * 9);
  std::vector<std::function<void()>> tasks;
  for (std::size_t at = 0; at < means.size(); ++at) {
    tasks.emplace_back([&, at] {
      const Change& change = all[at / 9];
      model::MessageListSpec spec = list_spec(
          512, kLoadsHere[at / 3 % 3],
          change.times_as_long * messages_per_node(options, 512, kHeaviest), options.seed);
      spec.start = change.setting.start;
      means[at] = run_messages(kSchemesHere[at % 3], make_message_list(spec), change.setting);
    });
  }
  if (!run_tasks(tasks, options.jobs, [&](std::size_t done) {
        return !options.on_progress ||
               options.on_progress(fmt::format("sensitivity: {} of {} runs", done, tasks.size()));
      })) {
    report.interrupted = true;
    return;
  }
  const Part part("buzzard", "sensitivity");
  Table table = part.table("sensitivity");
  for (std::size_t row = 0; row < means.size() / 3; ++row) {
    std::vector<Cell> cells = {all[row / 3].text, exact(utilisation(kLoadsHere[row % 3]), 3)};
    for (std::size_t s = 0; s < 3; ++s) {
      cells.push_back(exact(means[3 * row + s].first));
      cells.push_back(exact(means[3 * row + s].last));
    }
    table.rows.push_back(cells);
  }
  // [change][load][scheme]: the heaviest load, lists as above and twice as long.
  const auto growth = [&](std::size_t scheme) {
    return means[9 * (all.size() - 1) + scheme].first / means[scheme].first;
  };
  part.add_to(report, options.quick, {}, {table}, {},
              {{"wormhole", growth(0)}, {"fixed", growth(1)}, {"adaptive", growth(2)}});
}

}  // namespace

std::vector<Judgement> judge_short_messages(const MessageStudy& study) {
  const Ratio latency = &MessageStudy::latency_ratio;
  const Ratio bandwidth = &MessageStudy::bandwidth_ratio;
  return Part("buzzard", "short")
      .judge(
          {{"latency_fixed_512", values_of(study, kFixed, latency)},
           {"bandwidth_fixed_512", values_of(study, kFixed, bandwidth)},
           {"latency_adaptive_512", values_of(study, kAdaptive, latency)},
           {"bandwidth_adaptive_512", values_of(study, kAdaptive, bandwidth)},
           {"last_before_first_512", values_of(study, kAdaptive, &MessageStudy::last_over_first)},
           {"lengths", by_class(study)},
           {"maxima", maxima(study)}});
}

std::vector<Judgement> judge_long_messages(const MessageStudy& study) {
  const Ratio latency = &MessageStudy::latency_ratio;
  const Ratio bandwidth = &MessageStudy::bandwidth_ratio;
  return Part("buzzard", "long")
      .judge({{"latency_fixed_2048", values_of(study, kFixed, latency)},
              {"bandwidth_fixed_2048", values_of(study, kFixed, bandwidth)},
              {"latency_adaptive_2048", values_of(study, kAdaptive, latency)},
              {"bandwidth_adaptive_2048", values_of(study, kAdaptive, bandwidth)}});
}

std::vector<Judgement> judge_both(const MessageStudy& shorter, const MessageStudy& longer) {
  Values factors;
  Values losses;
  for (const Reading& reading : kAdaptive) {
    const Ratios latencies = both(shorter, longer, reading, &MessageStudy::latency_ratio);
    const Ratios bandwidths = both(shorter, longer, reading, &MessageStudy::bandwidth_ratio);
    const auto factor = [](const Measured& percent) {
      return Measured{kPercent / percent.mean,
                      kPercent / percent.mean * percent.half_width / percent.mean};
    };
    factors.emplace(fmt::format("most_{}", reading.id), factor(lowest(latencies)));
    factors.emplace(fmt::format("least_{}", reading.id), factor(highest(latencies)));
    losses.emplace(fmt::format("most_{}", reading.id), factor(lowest(bandwidths)));
  }
  losses.emplace("needed", .77 / .188);  // nCUBE, aX + Y
  return Part("buzzard", "both").judge({{"factor_five", factors}, {"bandwidth_enough", losses}});
}

void add_messages(const PaperOptions& options, PaperReport& report) {
  const bool shorter = options.wants("6a") || options.wants("6b");
  const bool longer = options.wants("7a") || options.wants("7b");
  if (!shorter && !longer) return;
  report.parameters =
      Part("buzzard", "common")
          .parameters(options.quick, {{"of_512", messages_per_node(options, 512, kHeaviest)},
                                      {"of_2048", messages_per_node(options, 2048, kHeaviest)},
                                      {"light_512", messages_per_node(options, 512, kLightest)},
                                      {"light_2048", messages_per_node(options, 2048, kLightest)},
                                      {"lists", message_seeds(options).size()}});
  MessageStudy of_512(512);
  MessageStudy of_2048(2048);
  if ((shorter && !of_512.run(options)) || (longer && !of_2048.run(options))) {
    report.interrupted = true;
    return;
  }
  if (shorter) {
    add_study(options, of_512, "6a", "6b", judge_short_messages(of_512), report);
  }
  if (longer) {
    add_study(options, of_2048, "7a", "7b", judge_long_messages(of_2048), report);
  }
  if (shorter && longer) {
    for (Judgement& j : judge_both(of_512, of_2048)) report.judgements.push_back(std::move(j));
  }
  if (!options.quick && options.figure.empty()) add_sensitivity(options, report);
}

}  // namespace turnpike::sim::buzzard
