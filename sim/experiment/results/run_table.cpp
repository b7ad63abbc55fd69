// run_table.cpp - a run's figures for people.

#include "sim/experiment/results/run_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "model/common/printable.h"

namespace turnpike::sim {

namespace {

std::string row(const std::string& name, const std::string& value, const std::string& unit) {
  return fmt::format("  {:<22}{:>12}  {}\n", name, value, unit);
}

std::string number(double value, int digits) { return fmt::format("{:.{}f}", value, digits); }

// " = 8.0 ns" behind a figure in cycles; nothing where no clock was said.
std::string in_ns(const Experiment& experiment, double cycles) {
  if (!experiment.clock_mhz) return "";
  return fmt::format(" = {:.1f} ns", cycles * 1000 / *experiment.clock_mhz);
}

std::string fairness_rows(const model::Fairness& fairness) {
  if (!fairness.is_known) return "";
  return row("fairness", number(fairness.jain, 4), "Jain's index over the sources") +
         row("  worst source", fmt::format("{}", fairness.worst_source),
             fmt::format("node: {:.4f} of {:.4f} flits per cycle", fairness.worst_accepted,
                         fairness.worst_offered));
}

// A row for each figure that is known.
std::string workload_rows(const Experiment& experiment, const model::WorkloadResults& results) {
  const model::Workload& workload = *experiment.traffic.workload;
  std::string text;
  for (std::size_t i = 0; i < results.figures.size(); ++i) {
    const model::WorkloadFigure& figure = workload.figures[i];
    if (!results.figures[i]) continue;
    const double value = *results.figures[i];
    std::string name = figure.name;
    std::replace(name.begin(), name.end(), '_', ' ');
    const std::string shown =
        figure.kind == model::WorkloadFigure::Kind::flag    ? std::string(value != 0 ? "yes" : "no")
        : figure.kind == model::WorkloadFigure::Kind::count ? number(value, 0)
                                                            : number(value, value < 10 ? 4 : 2);
    const std::string unit = figure.unit;
    text += row(name, shown, unit == "cycles" ? unit + in_ns(experiment, value) : unit);
  }
  return text;
}

// What the 95 % intervals are worth.
std::string interval_verdict(const model::Results& r, bool is_finite) {
  const std::string needed = r.measurement_needed == 0
                                 ? ""
                                 : fmt::format(": measure {} cycles or more", r.measurement_needed);
  if (r.saturated) return "";
  if (!r.precision_reached) {
    const bool is_known = r.latency_ci95 >= 0 && r.latency > 0;
    return fmt::format(
        "  the interval is {} and {}, not {:g} % as run.precision asks{}, run.max_cycles more\n",
        r.latency_ci95_reliable ? "reliable" : "not reliable",
        is_known ? fmt::format("{:.2g} %", 100 * r.latency_ci95 / r.latency) : "unknown",
        100 * r.precision, needed);
  }
  const bool is_doubtful = (r.latency_ci95 >= 0 && !r.latency_ci95_reliable) ||
                           (r.broadcast_latency_ci95 >= 0 && !r.broadcast_latency_ci95_reliable);
  // What is measured whole cannot be measured longer.
  if (!is_doubtful || is_finite) return "";
  return fmt::format("  the run is too short for its 95 % interval, which may be too narrow{}\n",
                     needed);
}

std::string verdict(const Experiment& experiment, const RunOutcome& outcome) {
  const model::Results& r = outcome.results;
  std::string text;
  if (r.saturated) text += fmt::format("  saturated: {}\n", r.reason);
  if (outcome.standstill) {
    text += fmt::format("\n{}\n", outcome.standstill->report);
  } else if (!r.saturated && !r.complete) {
    text += fmt::format("  not complete: {}\n", r.reason);
  }
  text += interval_verdict(r, model::workload_of(experiment.traffic).is_finite);
  if (!r.warmup_converged) text += "  warm-up was cut at its limit before its rule was met\n";
  if (outcome.mismatches > 0) text += fmt::format("\n{}\n", outcome.mismatch_report);
  return text;
}

// What is compared between two engines in every cycle; of one engine nothing.
const char* compared_text(EngineKind engine) {
  switch (engine) {
    case EngineKind::lockstep:
      return "every output of every component, every cycle";
    case EngineKind::emitted:
      return "every output at every terminal, every cycle";
    case EngineKind::rtl:
    case EngineKind::model:
    case EngineKind::batch:
      break;
  }
  return "";
}

// A run that ended at a difference before anything was measured to its end.
std::string mismatch_rows(const RunOutcome& outcome) {
  const model::Results& r = outcome.results;
  std::string text;
  if (r.offered > 0) {
    text += row("offered traffic", number(r.offered, 4), "flits per node and cycle");
  }
  text += row("run", fmt::format("{}", r.cycles), "cycles, the last with a difference");
  text += row("mismatches", fmt::format("{}", outcome.mismatches), "");
  return text + fmt::format("\n{}\n", outcome.mismatch_report);
}

std::string seeds_text(const Experiment& experiment, const RunOutcome& outcome) {
  const std::uint64_t first = experiment.run.seed;
  return outcome.seeds == 1 ? fmt::format("seed {}", first)
                            : fmt::format("seeds {} to {}", first, first + outcome.seeds - 1);
}

}  // namespace

std::string run_table(const Experiment& experiment, const RunOutcome& outcome) {
  const model::Results& r = outcome.results;
  const std::string cycles = "cycles";
  const bool is_finite = model::workload_of(experiment.traffic).is_finite;  // measured whole
  const auto ns = [&](double value) { return in_ns(experiment, value); };
  std::string text =
      fmt::format("{}: {}, {} nodes, {} VCs of {} flits, engine {}, {}\n\n",
                  model::printable(experiment.name), experiment.topology.text(outcome.components),
                  outcome.nodes, experiment.router.virtual_channels, experiment.router.buffer_depth,
                  to_text(experiment.engine), seeds_text(experiment, outcome));
  if (outcome.mismatches > 0 && r.packets == 0) return text + mismatch_rows(outcome);
  text += row("offered traffic", number(r.offered, 4), "flits per node and cycle");
  text += row("accepted traffic", number(r.accepted, 4), "flits per node and cycle");
  if (r.packets > 0) {
    const std::string interval =
        r.latency_ci95 < 0 || is_finite ? "" : fmt::format(" +- {:.2f} (95 %)", r.latency_ci95);
    text += row("latency", number(r.latency, 2), cycles + interval + ns(r.latency));
    text += row("  median", fmt::format("{}", r.latency_p50),
                cycles + ns(static_cast<double>(r.latency_p50)));
    text += row("  95 %, 99 %", fmt::format("{}, {}", r.latency_p95, r.latency_p99), cycles);
    text += row("  slowest", fmt::format("{}", r.latency_max),
                cycles + ns(static_cast<double>(r.latency_max)));
    text += row("  head only", number(r.head_latency, 2), cycles + ns(r.head_latency));
    text += row("  in source queue", number(100 * r.source_queue_share, 1), "%");
    text += row("hops", number(r.hops, 3), "channels");
  }
  for (std::size_t c = 0; c < r.classes.size(); ++c) {
    const model::ClassResults& of = r.classes[c];
    text += row(fmt::format("class {}: accepted", c), number(of.accepted, 4),
                fmt::format("of {:.4f} generated", of.generated));
    if (of.packets == 0) continue;
    text += row("  latency, 99 %", fmt::format("{:.2f}, {}", of.latency, of.latency_p99), cycles);
  }
  if (r.broadcasts > 0) {
    const std::string interval = r.broadcast_latency_ci95 < 0
                                     ? ""
                                     : fmt::format(" +- {:.2f} (95 %)", r.broadcast_latency_ci95);
    text += row("broadcast latency", number(r.broadcast_latency, 2), cycles + interval);
    text += row("broadcasts measured", fmt::format("{}", r.broadcasts), "");
  }
  text += workload_rows(experiment, r.workload);
  text += fairness_rows(r.fairness);
  text += row("packets measured", fmt::format("{}", r.packets),
              r.undelivered > 0 ? fmt::format("and {} not delivered", r.undelivered) : "");
  text +=
      row("run", fmt::format("{}", r.cycles),
          fmt::format("cycles: warm-up {}, measurement {}", r.warmup_cycles, r.measurement_cycles));
  if (const char* compared = compared_text(experiment.engine); *compared != '\0') {
    text += row("mismatches", fmt::format("{}", outcome.mismatches), compared);
  }
  text += verdict(experiment, outcome);
  if (outcome.seconds > 0) {
    const double node_cycles =
        static_cast<double>(outcome.components) * static_cast<double>(r.cycles) / outcome.seconds;
    text += fmt::format(
        "\n  {:.2f} s, {:.3g} million node-cycles per second; {:.2f} s before the first cycle\n",
        outcome.seconds, node_cycles / 1e6, outcome.setup_seconds);
  }
  return text;
}

}  // namespace turnpike::sim
