// transport_part.cpp - tables and figures of the transport schemes of section 3.

#include "papers/buzzard/transport_part.h"

#include <fmt/format.h>

#include "papers/buzzard/transport_claims.h"

namespace turnpike::sim::buzzard {

namespace {

Table times_table(const TransportStudy& study, std::size_t length) {
  Table table;
  const unsigned mean = TransportStudy::mean_lengths()[length];
  table.id = fmt::format("transport_times_{}", mean);
  table.title =
      fmt::format("Mean time from generation to the last byte, ticks; mean {} bytes", mean);
  table.columns = {"scheme"};
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
  table.note =
      "Columns: ideal link utilisation, each direction counted as a link, for both kinds "
      "of links.";
  return table;
}

Table buffer_table(const TransportStudy& study) {
  constexpr std::size_t kLong = 2;
  Table table;
  table.id = "transport_buffers";
  table.title = "Buffers of datagrams, Kbyte; messages of mean 8192 bytes";
  table.columns = {"scheme", "load", "mean of a node", "largest of any node",
                   "largest with what waits at its source"};
  const auto kilobytes = [](std::vector<double> bytes) {
    for (double& value : bytes) value /= 1000;
    return measured(bytes);
  };
  for (const Variant& variant : all_variants()) {
    if (!variant.is_datagram()) continue;
    for (const unsigned load : {kHeaviest, 3u, kLightest}) {
      const TransportPoint& point = study.at(kLong, variant, load);
      table.rows.push_back({variant_text(variant), Cell(Measured{utilisation(load), 0}, 3),
                            Cell(kilobytes(point.transit_mean), 1),
                            Cell(kilobytes(point.transit_largest), 0),
                            Cell(kilobytes(point.held_largest), 0)});
    }
  }
  table.note =
      "Bytes that have come and not gone, headers included. The paper: largest about 100 "
      "Kbyte (light) to more than 200 (heavy).";
  return table;
}

Plot times_plot(const TransportStudy& study, std::size_t length) {
  const unsigned mean = TransportStudy::mean_lengths()[length];
  Plot plot;
  plot.id = fmt::format("transport_{}", mean);
  plot.title = fmt::format("Datagrams and circuits, length = exp({}), bidirectional links", mean);
  plot.x_label = "ideal link utilisation";
  plot.y_label = "mean time to the last byte, ticks";
  plot.log_y = true;
  for (const Variant& variant : all_variants()) {
    if (!variant.bidirectional) continue;
    PlotSeries series;
    series.label = variant_text(variant);
    series.dashed = variant.adaptive;
    for (unsigned load = 0; load < kLoads; ++load) {
      const Measured last = measured(study.at(length, variant, load).last);
      series.points.push_back({utilisation(load), last.mean, last.half_width});
    }
    plot.series.push_back(series);
  }
  return plot;
}

}  // namespace

void add_transport(const PaperOptions& options, PaperReport& report) {
  TransportStudy study;
  if (!study.run(options)) {
    report.interrupted = true;
    return;
  }
  const std::vector<Parameter> parameters = {
      {"section 3: loads and lengths",
       "the nine loads of section 6 at mean lengths 64, 512 and 8192 bytes", true},
      {"section 3: length of a list",
       fmt::format("{} messages a node, a list for each seed", effort(options).messages_per_node),
       true},
      {"section 3: header", "2 bytes, the destination", true},
      {"section 3: acknowledgement of a circuit", "takes no time", true},
      {"section 3: adaptive choice", "first free link in e-cube order, else waits for all", true},
      {"section 3: priority",
       "age; adaptive circuits take links from younger ones that are not "
       "yet transmitting",
       false},
      {"section 3: source", "all messages of a node contend for links", true},
      {"section 3: buffers", "without bounds, no flow control", false},
  };
  report.parameters.insert(report.parameters.end(), parameters.begin(), parameters.end());
  for (Judgement& judgement : judge_transport(study)) {
    report.judgements.push_back(std::move(judgement));
  }
  Section section;
  section.title = "Datagrams and circuits (section 3)";
  section.paragraphs = {
      "Whole messages, event by event (model/transport); no hardware here carries them out. "
      "Adaptive circuits and all contention go by age. One-directional links have half the "
      "capacity, so their two heaviest loads are beyond or near what they can carry, and circuits "
      "saturate sooner: there times grow with the length of the list."};
  for (std::size_t length = 0; length < TransportStudy::mean_lengths().size(); ++length) {
    section.plots.push_back(times_plot(study, length));
    section.tables.push_back(times_table(study, length));
  }
  section.tables.push_back(buffer_table(study));
  report.sections.push_back(std::move(section));
}

}  // namespace turnpike::sim::buzzard
