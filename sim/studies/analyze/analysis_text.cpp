// analysis_text.cpp - an analysis for people.

#include "sim/studies/analyze/analysis_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "model/common/printable.h"
#include "model/topology/wiring.h"
#include "sim/studies/analyze/workload_bounds.h"

namespace turnpike::sim {

namespace {

constexpr const char* kLoadUnit = "flits per node and cycle";

struct Group {
  const char* prefix;
  const char* title;
  bool can_be_measured;
};
constexpr Group kGroups[] = {
    {"zero_load", "Without contention", true}, {"load", "At this load", true},
    {"saturation", "Saturation", true},        {"wires", "Wires", false},
    {"distance", "Distances", false},
};

bool is_of(const Prediction& prediction, const Group& group) {
  const std::string_view key = prediction.quantity->key;
  return key.substr(0, key.find('.')) == group.prefix;
}

std::string number(double value, const Quantity& quantity) {
  const bool is_count = std::string_view(quantity.key).substr(0, 6) == "wires.";
  if (is_count && value == std::floor(value)) return fmt::format("{:.0f}", value);
  return fmt::format("{:.{}f}", value, value < 10 ? 4 : 2);
}

// The conditions of a group, a letter each.
class Footnotes {
 public:
  std::string mark(const std::string& text) {
    if (text.empty()) return "";
    auto found = std::find(texts_.begin(), texts_.end(), text);
    if (found == texts_.end()) found = texts_.insert(texts_.end(), text);
    return fmt::format("{})", static_cast<char>('a' + (found - texts_.begin())));
  }
  std::string text() const {
    std::string all;
    for (std::size_t i = 0; i < texts_.size(); ++i) {
      all += fmt::format("    {}) {}\n", static_cast<char>('a' + static_cast<char>(i)), texts_[i]);
    }
    return all;
  }

 private:
  std::vector<std::string> texts_;
};

std::string measured_text(const Prediction& prediction) {
  if (!prediction.measured) return fmt::format("{:>10} {:>9} {:>10}", "", "", "");
  const auto& ci95 = prediction.measured->ci95;
  const std::optional<double> difference = prediction.difference();
  return fmt::format("{:>10} {:>9} {:>10}",
                     number(prediction.measured->value, *prediction.quantity),
                     ci95 ? "+-" + fmt::format("{:.2f}", *ci95) : "",
                     difference ? fmt::format("{:+.1f} %", 100 * *difference) : "");
}

std::string group_text(const Analysis& analysis, const Group& group, bool measured) {
  std::string rows;
  Footnotes footnotes;
  for (const Prediction& prediction : analysis.predictions.all()) {
    if (!prediction.value || !is_of(prediction, group)) continue;
    const Quantity& quantity = *prediction.quantity;
    std::string marks = footnotes.mark(quantity.validity);
    marks += footnotes.mark(prediction.note);
    const std::string unit = std::string_view(quantity.unit) == kLoadUnit ? "" : quantity.unit;
    rows +=
        fmt::format("  {:<35}{:>10}{} {:<15} {}{}{}\n", quantity.name,
                    number(*prediction.value, quantity), measured ? measured_text(prediction) : "",
                    unit, quantity.source, marks.empty() ? "" : "  ", marks);
  }
  if (rows.empty()) return "";
  const bool is_saturation = std::string_view(group.prefix) == "saturation";
  std::string head = fmt::format("{:<37}{:>10}", group.title, "predicted");
  if (measured) head += fmt::format("{:>10} {:>9} {:>10}", "measured", "95 %", "difference");
  if (is_saturation) head += fmt::format(" {}", kLoadUnit);
  return "\n" + head + "\n" + rows + footnotes.text();
}

std::string bottleneck_text(const Subject& subject, const Analysis& analysis) {
  if (!analysis.loads) return "";
  const model::Network& network = subject.network;
  const model::ChannelId id = analysis.loads->bottleneck(network);
  if (id == model::kNoChannel) return "";
  return fmt::format(
      "  The fullest channel, {} to {}, carries {:.4f} flits per cycle\n"
      "  when every node offers one.{}\n",
      component_name(network, network.channels[id].from),
      component_name(network, network.channels[id].to), analysis.loads->channel[id],
      analysis.loads->has_choice ? " Where several outputs are legal, traffic splits evenly." : "");
}

std::string levels_text(const Analysis& analysis) {
  if (analysis.levels.empty()) return "";
  std::string text = fmt::format(
      "\nExpress channels at this load, flits per cycle and channel\n"
      "  level  channels    mean    most  centre (Dally III-E, counted)\n");
  for (const LevelLoad& level : analysis.levels) {
    text +=
        fmt::format("  {:>5}  {:>8}  {:.4f}  {:.4f}  {}\n", level.level, level.channels, level.mean,
                    level.most, level.centre ? fmt::format("{:.4f}", *level.centre) : "-");
  }
  return text;
}

std::string designs_text(const std::string& title,
                         const std::vector<model::agarwal::Design>& designs) {
  std::string text = fmt::format("  {}\n    {:>3} {:>9} {:>8} {:>9} {:>9} {:>9} {:>10}\n", title,
                                 "n", "k", "W, bits", "B, flits", "wire", "clock", "latency");
  for (const model::agarwal::Design& d : designs) {
    text += fmt::format("    {:>3.0f} {:>9.3f} {:>8.2f} {:>9.2f} {:>9.3f} {:>9.3f} {:>10.2f}{}\n",
                        d.dimensions, d.radix, d.width, d.flits, d.wire, d.clock, d.latency,
                        &d == &model::agarwal::best(designs) ? " *" : "");
  }
  return text;
}

std::string designs_text(const Designs& designs) {
  if (!designs.reason.empty()) return "";
  const model::agarwal::Budget& budget = designs.budget;
  return fmt::format(
             "\nThe same nodes as unidirectional tori of n dimensions (Agarwal IV): T_b in T_w(2)\n"
             "  N = {:.0f}, L = {:.0f} bits, s = {:g}, layout in {:g} dimensions\n",
             budget.nodes, budget.bits, budget.switch_delay, budget.layout_dimensions) +
         designs_text(fmt::format("IV-A, fixed channel width, W = {:g} bits", budget.width),
                      designs.width) +
         designs_text(fmt::format("IV-B, fixed bisection, {:.0f} wires", budget.bisection),
                      designs.bisection) +
         designs_text(fmt::format("IV-C, fixed node size, 2 n W = {:g} pins", budget.pins),
                      designs.node);
}

// What nothing is said about, by the reason.
std::string refused_text(const Analysis& analysis) {
  std::vector<std::pair<std::string, std::string>> reasons;  // in the order of their first row
  for (const Prediction& prediction : analysis.predictions.all()) {
    if (prediction.value) continue;
    auto found = std::find_if(reasons.begin(), reasons.end(),
                              [&](const auto& r) { return r.first == prediction.reason; });
    if (found == reasons.end()) found = reasons.insert(reasons.end(), {prediction.reason, ""});
    found->second += std::string(found->second.empty() ? "" : ", ") + prediction.quantity->key;
  }
  std::string text;
  for (const auto& [reason, keys] : reasons) text += fmt::format("  {}\n    {}\n", reason, keys);
  if (!analysis.designs.reason.empty()) {
    text += fmt::format("  {}\n    constraints of Agarwal IV\n", analysis.designs.reason);
  }
  return text.empty() ? "" : "\nNothing is said about\n" + text;
}

std::string measured_text(const Measured& measured) {
  std::string text = fmt::format("\nMeasured on engine {}: without contention at load {:.3g}",
                                 measured.engine, measured.idle_load);
  if (measured.is_saturated) text += "; this load saturates the network";
  if (measured.followed && measured.saturated) {
    text +=
        fmt::format("; saturation between {:g} and {:g}", *measured.followed, *measured.saturated);
  } else if (measured.followed) {
    text +=
        fmt::format("; not saturated at {:g}, the most that terminals send", *measured.followed);
  }
  text += "\n";
  if (!measured.fault.empty()) {
    text += fmt::format("Fault of the measurement: {}\n", measured.fault);
  }
  return text;
}

std::string bounds_text(const std::vector<WorkloadBound>& bounds) {
  std::string text;
  for (const WorkloadBound& one : bounds) {
    text += fmt::format("  {:<16}  {:>10.0f} {}, {}\n", one.row->name, one.value, one.row->unit,
                        one.row->meaning);
  }
  return text.empty() ? text : "\nNo run of this workload beats\n" + text;
}

}  // namespace

std::string analysis_text(const Subject& subject, const Analysis& analysis,
                          const Measured* measured) {
  const Experiment& experiment = subject.experiment;
  std::string text = fmt::format("{}: {}, {} nodes, {}", model::printable(experiment.name),
                                 experiment.topology.text(subject.network.components.size()),
                                 subject.network.nodes(), model::workload_text(experiment.traffic));
  if (model::workload_of(experiment.traffic).is_drawn) {
    text +=
        fmt::format(", load {:g}, messages of {:g} flits", subject.load(), subject.mean_flits());
  }
  text += "\n" + bounds_text(workload_bounds(subject));
  for (const Group& group : kGroups) {
    text += group_text(analysis, group, group.can_be_measured && measured != nullptr);
    if (std::string_view(group.prefix) == "saturation") text += bottleneck_text(subject, analysis);
  }
  text += levels_text(analysis) + designs_text(analysis.designs) + refused_text(analysis);
  if (measured != nullptr) text += measured_text(*measured);
  return text;
}

}  // namespace turnpike::sim
