// messages.cpp - the schemes of section 6 beside each other, and what their times depend on.

#include "papers/buzzard/messages.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

#include "papers/sheet.h"
#include "sim/base/task_pool.h"

namespace turnpike::sim::buzzard {

namespace {

constexpr unsigned kHeavyLoads = 6;  // "the six highest link utilisation values"

// Percent, heaviest load first.
using Ratios = std::vector<double>;

Ratios latency(const MessageStudy& study, Scheme scheme, Scheme other) {
  Ratios ratios;
  for (unsigned load = 0; load < kLoads; ++load) {
    ratios.push_back(100 * study.latency_ratio(scheme, other, load).mean);
  }
  return ratios;
}

Ratios bandwidth(const MessageStudy& study, Scheme scheme, Scheme other) {
  Ratios ratios;
  for (unsigned load = 0; load < kLoads; ++load) {
    ratios.push_back(100 * study.bandwidth_ratio(scheme, other, load).mean);
  }
  return ratios;
}

std::string text_of(const Ratios& ratios) {
  return fmt::format("{:.0f} %", fmt::join(ratios, ", "));
}

unsigned count(const Ratios& ratios, double low, double high) {
  return static_cast<unsigned>(
      std::count_if(ratios.begin(), ratios.end(), [&](double v) { return v >= low && v <= high; }));
}

double mean_of_heavy(const Ratios& ratios) {
  return std::accumulate(ratios.begin(), ratios.begin() + kHeavyLoads, 0.) / kHeavyLoads;
}

Values values_of(const Ratios& ratios) {
  const auto [least, most] = std::minmax_element(ratios.begin(), ratios.end());
  return {{"all", text_of(ratios)},
          {"heaviest", ratios[kHeaviest]},
          {"second", ratios[kHeaviest + 1]},
          {"lightest", ratios[kLightest]},
          {"heavy", mean_of_heavy(ratios)},
          {"least", *least},
          {"most", *most},
          {"none", count(ratios, 90, 1e9)},
          {"poor", count(ratios, 0, 75)},
          {"factor_least", 100 / *most},
          {"factor_most", 100 / *least}};
}

// Over wormhole with one message at a time from a node, and with one from each output.
Values fixed_latency(const MessageStudy& study) {
  const Ratios channels = latency(study, Scheme::fixed_channels, Scheme::wormhole_channels);
  Values values = values_of(latency(study, Scheme::fixed, Scheme::wormhole));
  values.emplace("channels", text_of(channels));
  values.emplace("heavy_channels", mean_of_heavy(channels));
  return values;
}

Values adaptive_latency(const MessageStudy& study) {
  Values values = values_of(latency(study, Scheme::adaptive, Scheme::wormhole));
  values.emplace("channels", text_of(latency(study, Scheme::adaptive, Scheme::wormhole_channels)));
  return values;
}

Values bandwidth_values(const MessageStudy& study, Scheme scheme) {
  return values_of(bandwidth(study, scheme, Scheme::wormhole));
}

Values last_before_first(const MessageStudy& study) {
  Ratios ratios;
  for (unsigned load = 0; load < kLoads; ++load) {
    ratios.push_back(100 *
                     (study.last(Scheme::adaptive, load) / study.first(Scheme::wormhole, load)));
  }
  const Ratios heaviest(ratios.begin(), ratios.begin() + 4);
  return {{"all", text_of(ratios)}, {"right", count(heaviest, 0, 125)}};
}

Ratios together(Ratios a, const Ratios& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

Table times_table(const Part& part, const MessageStudy& study) {
  Table table = part.table("times", {{"mean", study.mean_bytes()}});
  table.id = fmt::format("times_{}", study.mean_bytes());
  for (unsigned s = 0; s < kSchemes; ++s) {
    const char* label = scheme_row(static_cast<Scheme>(s)).label;
    table.columns.push_back(fmt::format("first {}", label));
    table.columns.push_back(fmt::format("last {}", label));
  }
  const auto times = model::buzzard::intergeneration_times(study.mean_bytes());
  for (unsigned load = 0; load < kLoads; ++load) {
    std::vector<Cell> row = {exact(times[load]), exact(utilisation(load), 3),
                             Cell(study.utilisation_of(load), 3)};
    for (unsigned s = 0; s < kSchemes; ++s) {
      const MessagePoint& point = study.at(static_cast<Scheme>(s), load);
      row.emplace_back(measured(point.first), 0);
      row.emplace_back(measured(point.last), 0);
    }
    table.rows.push_back(row);
  }
  return table;
}

Table ratio_table(const Part& part, const MessageStudy& study) {
  Table table = part.table("ratios", {{"mean", study.mean_bytes()}});
  table.id = fmt::format("ratios_{}", study.mean_bytes());
  const auto percent = [](Measured ratio) {
    return Cell(Measured{100 * ratio.mean, 100 * ratio.half_width}, 0);
  };
  for (unsigned load = 0; load < kLoads; ++load) {
    table.rows.push_back(
        {exact(utilisation(load), 3),
         percent(study.latency_ratio(Scheme::fixed, Scheme::wormhole, load)),
         percent(study.latency_ratio(Scheme::fixed_channels, Scheme::wormhole_channels, load)),
         percent(study.latency_ratio(Scheme::adaptive, Scheme::wormhole, load)),
         percent(study.latency_ratio(Scheme::adaptive, Scheme::wormhole_channels, load)),
         percent(study.bandwidth_ratio(Scheme::fixed, Scheme::wormhole, load)),
         percent(study.bandwidth_ratio(Scheme::fixed_channels, Scheme::wormhole_channels, load)),
         percent(study.bandwidth_ratio(Scheme::adaptive, Scheme::wormhole, load))});
  }
  return table;
}

// 6a and 7a: the heavier loads; 6b and 7b: the lighter ones, on another scale. They share two.
Plot times_plot(const Part& part, const MessageStudy& study, const std::string& figure,
                unsigned from, unsigned to) {
  Plot plot = part.plot("times", {{"figure", figure}, {"mean", study.mean_bytes()}});
  plot.id = "figure_" + figure;
  for (unsigned s = 0; s < kSchemes; ++s) {
    const auto scheme = static_cast<Scheme>(s);
    if (scheme == Scheme::wormhole_channels || scheme == Scheme::fixed_channels) continue;
    for (const bool last : {false, true}) {
      PlotSeries series;
      series.label = fmt::format("{} {}", last ? "last" : "first", scheme_row(scheme).label);
      series.dashed = !last;
      for (unsigned load = from; load <= to; ++load) {
        const MessagePoint& point = study.at(scheme, load);
        const Measured time = measured(last ? point.last : point.first);
        series.points.push_back({utilisation(load), time.mean, time.half_width});
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
      model::MessageListSpec spec =
          list_spec(512, kLoadsHere[at / 3 % 3],
                    change.times_as_long * messages_per_node(options, 512), options.seed);
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
  Section section;
  section.title = "What the results depend on";
  section.paragraphs = {
      "Each row changes one thing that the paper leaves open, or doubles the lists: a scheme whose "
      "times grow with the length of the list is saturated at that load."};
  // [change][load][scheme]: the heaviest load, lists as above and twice as long.
  const auto growth = [&](std::size_t scheme) {
    return means[9 * (all.size() - 1) + scheme].first / means[scheme].first;
  };
  part.add_to(report, options.quick, {}, {table}, {},
              {{"wormhole", growth(0)}, {"fixed", growth(1)}, {"adaptive", growth(2)}});
}

}  // namespace

std::vector<Judgement> judge_short_messages(const MessageStudy& study) {
  return Part("buzzard", "short")
      .judge({{"latency_fixed_512", fixed_latency(study)},
              {"bandwidth_fixed_512", bandwidth_values(study, Scheme::fixed)},
              {"latency_adaptive_512", adaptive_latency(study)},
              {"bandwidth_adaptive_512", bandwidth_values(study, Scheme::adaptive)},
              {"last_before_first_512", last_before_first(study)}});
}

std::vector<Judgement> judge_long_messages(const MessageStudy& study) {
  return Part("buzzard", "long")
      .judge({{"latency_fixed_2048", fixed_latency(study)},
              {"bandwidth_fixed_2048", bandwidth_values(study, Scheme::fixed)},
              {"latency_adaptive_2048", adaptive_latency(study)},
              {"bandwidth_adaptive_2048", bandwidth_values(study, Scheme::adaptive)}});
}

std::vector<Judgement> judge_both(const MessageStudy& shorter, const MessageStudy& longer) {
  const Ratios latencies = together(latency(shorter, Scheme::adaptive, Scheme::wormhole),
                                    latency(longer, Scheme::adaptive, Scheme::wormhole));
  const Ratios bandwidths = together(bandwidth(shorter, Scheme::adaptive, Scheme::wormhole),
                                     bandwidth(longer, Scheme::adaptive, Scheme::wormhole));
  Values enough = values_of(bandwidths);
  enough.emplace("enough", count(bandwidths, 100 * (.188 / .77), 1e9));  // nCUBE, aX + Y
  return Part("buzzard", "both")
      .judge({{"factor_five", values_of(latencies)}, {"bandwidth_enough", enough}});
}

void add_messages(const PaperOptions& options, PaperReport& report) {
  const bool shorter = options.wants("6a") || options.wants("6b");
  const bool longer = options.wants("7a") || options.wants("7b");
  if (!shorter && !longer) return;
  report.parameters = Part("buzzard", "common")
                          .parameters(options.quick, {{"of_512", messages_per_node(options, 512)},
                                                      {"of_2048", messages_per_node(options, 2048)},
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
