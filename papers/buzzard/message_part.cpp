// message_part.cpp - tables and figures of section 6.

#include "papers/buzzard/message_part.h"

#include <fmt/format.h>

#include "papers/buzzard/message_claims.h"
#include "papers/buzzard/sensitivity.h"

namespace turnpike::sim::buzzard {

namespace {

Table times_table(const MessageStudy& study) {
  Table table;
  table.id = fmt::format("times_{}", study.mean_bytes());
  table.title = fmt::format("Mean times from generation, ticks; mean {} bytes", study.mean_bytes());
  table.columns = {"intergeneration, ticks", "ideal link utilisation (384 links)",
                   "of the lists run"};
  for (unsigned s = 0; s < kSchemes; ++s) {
    const char* label = scheme_row(static_cast<Scheme>(s)).label;
    table.columns.push_back(fmt::format("first {}", label));
    table.columns.push_back(fmt::format("last {}", label));
  }
  const auto times = model::buzzard::intergeneration_times(study.mean_bytes());
  for (unsigned load = 0; load < kLoads; ++load) {
    std::vector<Cell> row = {Cell(Measured{times[load], 0}, 0),
                             Cell(Measured{utilisation(load), 0}, 3),
                             Cell(study.utilisation_of(load), 3)};
    for (unsigned s = 0; s < kSchemes; ++s) {
      const MessagePoint& point = study.at(static_cast<Scheme>(s), load);
      row.emplace_back(measured(point.first), 0);
      row.emplace_back(measured(point.last), 0);
    }
    table.rows.push_back(row);
  }
  table.note =
      "With 192 links (both directions one link) the utilisation is twice that; which of "
      "the two the paper's axis shows is lost.";
  return table;
}

Table ratio_table(const MessageStudy& study) {
  Table table;
  table.id = fmt::format("ratios_{}", study.mean_bytes());
  table.title = fmt::format("Over wormhole with the same kind of source, %; mean {} bytes",
                            study.mean_bytes());
  table.columns = {"utilisation",
                   "latency, fixed",
                   "latency, fixed, queue for each output",
                   "latency, quasi-adaptive",
                   "... over wormhole with a queue for each output",
                   "bandwidth, fixed",
                   "bandwidth, fixed, queue for each output",
                   "bandwidth, quasi-adaptive"};
  const auto percent = [](Measured ratio) {
    return Cell(Measured{100 * ratio.mean, 100 * ratio.half_width}, 0);
  };
  for (unsigned load = 0; load < kLoads; ++load) {
    table.rows.push_back(
        {Cell(Measured{utilisation(load), 0}, 3),
         percent(study.latency_ratio(Scheme::fixed, Scheme::wormhole, load)),
         percent(study.latency_ratio(Scheme::fixed_channels, Scheme::wormhole_channels, load)),
         percent(study.latency_ratio(Scheme::adaptive, Scheme::wormhole, load)),
         percent(study.latency_ratio(Scheme::adaptive, Scheme::wormhole_channels, load)),
         percent(study.bandwidth_ratio(Scheme::fixed, Scheme::wormhole, load)),
         percent(study.bandwidth_ratio(Scheme::fixed_channels, Scheme::wormhole_channels, load)),
         percent(study.bandwidth_ratio(Scheme::adaptive, Scheme::wormhole, load))});
  }
  table.note =
      "Latency: first of the scheme over first of wormhole. Bandwidth: last less first of "
      "wormhole over that of the scheme.";
  return table;
}

// 6a and 7a: the heavier loads; 6b and 7b: the lighter ones, on another scale. They share two.
Plot times_plot(const MessageStudy& study, const std::string& figure, unsigned from, unsigned to) {
  Plot plot;
  plot.id = "figure_" + figure;
  plot.title =
      fmt::format("Figure {}: mean message times, length = exp({})", figure, study.mean_bytes());
  plot.x_label = "ideal link utilisation (384 links)";
  plot.y_label = "mean message time, ticks";
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

void add_parameters(const PaperOptions& options, PaperReport& report) {
  const std::vector<Parameter> parameters = {
      {"cube", "6 dimensions, 64 nodes, a channel each way between neighbours", false},
      {"link", "2 ticks a byte, 4 ticks arbitration: 16 bits a cycle, a cycle 4 ticks", false},
      {"message length",
       "exponential, rounded up to whole bytes (at least 1), mean 512 or 2048 "
       "after rounding",
       false},
      {"intergeneration time", "normal, variance half the mean, read literally (nearly periodic)",
       false},
      {"destinations", "any other node, equally likely", false},
      {"when nodes begin", "spread over one intergeneration time", true},
      {"length of a list",
       fmt::format("{} messages a node (mean 512), {} (mean 2048), run to the "
                   "last byte",
                   messages_per_node(options, 512), messages_per_node(options, 2048)),
       true},
      {"repetitions",
       fmt::format("{} lists a load, one for each of the first {} seeds",
                   message_seeds(options).size(), message_seeds(options).size()),
       true},
      {"packets", "20 bytes, 16 buffers an output port; cut-through", false},
      {"buffers at inputs", "12 flits of 2 bytes (packets), 2 flits (wormhole)", true},
      {"wormhole header", "2 bytes, the destination; no virtual channels", true},
      {"source",
       "one message at a time leaves a node (wormhole, fixed packets); one for each "
       "output (quasi-adaptive). The other reading of the first two is measured too",
       true},
      {"shortest queue",
       "fewest messages waiting for the output, then fewest packets in its "
       "buffers, then e-cube order",
       true},
      {"arriving messages",
       "leave the network by one channel for each dimension, so none waits "
       "for another there",
       true},
  };
  report.parameters.insert(report.parameters.end(), parameters.begin(), parameters.end());
}

Section study_section(const PaperOptions& options, const MessageStudy& study, const char* heavy,
                      const char* light) {
  Section section;
  section.title = fmt::format("Wormhole and packets, mean {} bytes (figures {}, {})",
                              study.mean_bytes(), heavy, light);
  section.paragraphs = {
      "Every scheme carries the same lists on the cycle-exact model of its router. At the loads at "
      "which a scheme saturates, its times grow with the length of the list."};
  if (options.wants(heavy)) section.plots.push_back(times_plot(study, heavy, 0, 5));
  if (options.wants(light)) section.plots.push_back(times_plot(study, light, 4, kLightest));
  section.tables = {times_table(study), ratio_table(study)};
  return section;
}

void add_judgements(std::vector<Judgement> more, PaperReport& report) {
  for (Judgement& judgement : more) report.judgements.push_back(std::move(judgement));
}

}  // namespace

void add_messages(const PaperOptions& options, PaperReport& report) {
  const bool shorter = options.wants("6a") || options.wants("6b");
  const bool longer = options.wants("7a") || options.wants("7b");
  if (!shorter && !longer) return;
  add_parameters(options, report);
  MessageStudy of_512(512);
  MessageStudy of_2048(2048);
  if ((shorter && !of_512.run(options)) || (longer && !of_2048.run(options))) {
    report.interrupted = true;
    return;
  }
  if (shorter) {
    add_judgements(judge_short_messages(of_512), report);
    report.sections.push_back(study_section(options, of_512, "6a", "6b"));
  }
  if (longer) {
    add_judgements(judge_long_messages(of_2048), report);
    report.sections.push_back(study_section(options, of_2048, "7a", "7b"));
  }
  if (shorter && longer) add_judgements(judge_both(of_512, of_2048), report);
  if (!options.quick && options.figure.empty()) add_sensitivity(options, report);
}

}  // namespace turnpike::sim::buzzard
