// analyze.cpp - `turnpike analyze`: what the closed forms predict for a configuration, and what
// runs of it measure.

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <thread>

#include "commands/analyze_measure.h"
#include "commands/command.h"
#include "model/traffic/destinations.h"
#include "sim/base/interrupt.h"
#include "sim/base/standard_error.h"
#include "sim/experiment/results/standard_output.h"
#include "sim/experiment/run/network_checks.h"
#include "sim/experiment/run/point_runner.h"
#include "sim/studies/analyze/analysis_text.h"

namespace turnpike::sim {

namespace {

struct AnalyzeCommand {
  MeasureOptions measure;
  bool is_measured = false;
  // As written.
  std::string switch_delay = "4";
  std::string message_bits;
  std::string layout_dimensions = "2";
  std::string bisection_wires;
  std::string node_pins;
};

// 0 for an option that was not given.
double read_number(const char* option, const std::string& text, double low, const char* allowed) {
  constexpr double kMost = 1e9;
  if (text.empty()) return 0;
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (end != text.c_str() + text.size() || !(value >= low && value <= kMost)) {
    throw ConfigError(fmt::format("{}: found '{}', allowed: {}", option, text, allowed));
  }
  return value;
}

AnalysisOptions read_options(const AnalyzeCommand& command) {
  const char* positive = "number 0.001 .. 1000000000";
  AnalysisOptions options;
  options.switch_delay =
      read_number("--switch-delay", command.switch_delay, 0, "number 0 .. 1000000000");
  options.message_bits = read_number("--message-bits", command.message_bits, 0.001, positive);
  options.layout_dimensions =
      read_number("--layout-dimensions", command.layout_dimensions, 1, "number 1 .. 1000000000");
  options.bisection_wires =
      read_number("--bisection-wires", command.bisection_wires, 0.001, positive);
  options.node_pins = read_number("--node-pins", command.node_pins, 0.001, positive);
  return options;
}

// Who sends to whom; nothing where that is not drawn.
model::TrafficShare share_of(const Experiment& experiment, const model::Network& network) {
  if (!model::workload_of(experiment.traffic).is_drawn) return {};
  const auto destinations = std::make_shared<model::Destinations>(  // kept by the function
      experiment.traffic, network, experiment.run.seed);
  return [destinations](model::NodeId source, model::NodeId destination) {
    return destinations->share(source, destination);
  };
}

void check_measurable(const Experiment& experiment) {
  if (!model::workload_of(experiment.traffic).is_drawn) {
    throw ConfigError(complaint_of_workload(experiment, "a pattern with a load, to be measured"));
  }
  if (experiment.traffic.load == 0) {
    throw ConfigError(
        complaint(experiment.settings, "traffic.load", "0", "more than 0, to be measured"));
  }
}

int interrupted(const MeasureOptions& options) {
  tell(fmt::format(
      "interrupted before the last run had ended: no figure is printed{}",
      options.out.empty() ? "" : "; the same command runs what is missing in " + options.out));
  return interrupt_status(interrupt_signal());
}

int analyze(AnalyzeCommand command) {
  if (command.is_measured) watch_for_interrupts();
  StandardOutput out;
  const AnalysisOptions options = read_options(command);
  const bool is_engine_given = !command.measure.config.engine.empty();
  if (!is_engine_given) command.measure.config.engine = "model";
  if (command.is_measured) require_regular(command.measure.config);
  const Experiment experiment = command.measure.config.read();
  if (command.is_measured) check_measurable(experiment);
  const model::Network network = build_network(experiment);
  refuse_unsound(network, true);
  if (const std::string remark = buffer_remark(network); !remark.empty()) {
    fmt::print(stderr, "turnpike: {}\n", remark);
  }
  const model::TrafficShare share =
      located(experiment, [&] { return share_of(experiment, network); });
  const Subject subject{experiment, network, share};

  Analysis analysis = analyze(subject, options);
  Measured measured;
  if (command.is_measured) {
    measured = measure(subject, command.measure, analysis.predictions);
    if (!measured.is_whole) return interrupted(command.measure);
  }
  const Measured* beside = command.is_measured ? &measured : nullptr;
  if (command.measure.config.json) {
    out.print(analysis_json(subject, analysis, beside));
  } else {
    out.print(analysis_text(subject, analysis, beside));
  }
  return kDone;
}

}  // namespace

Command add_analyze(CommandLine& program) {
  CommandLine line = program.command(
      "analyze", "what the closed forms predict for a configuration, beside measurement");
  auto command = std::make_shared<AnalyzeCommand>();  // shared by the parser and the function below
  command->measure.jobs = std::max(1u, std::thread::hardware_concurrency());
  command->measure.config.add_to(line);
  const CommandOption measure =
      line.flag("--measure", command->is_measured,
                "measures the network at hardly any load, at the load of the configuration, and at "
                "saturation; on engine model, unless --engine names another");
  line.number("--jobs", command->measure.jobs, {1, 1024}, "runs at a time; default: all processors")
      .needs(measure);
  line.text("--out", command->measure.out,
            "folder that keeps the runs, as a sweep's; without it they are not kept")
      .needs(measure);
  line.flag("--allow-deadlock", command->measure.allow_deadlock,
            "measures networks that can deadlock")
      .needs(measure);
  line.text("--switch-delay", command->switch_delay,
            "s, delay of a switch in T_w(2), the wire between neighbours; default 4");
  line.text("--layout-dimensions", command->layout_dimensions,
            "z, dimensions in which the nodes are laid out; default 2");
  line.text("--message-bits", command->message_bits, "L; default: mean length times flit_bits");
  line.text("--bisection-wires", command->bisection_wires,
            "fixed bisection; default 2 W N / k of this network");
  line.text("--node-pins", command->node_pins, "fixed node size; default 2 n W of this network");
  line.footer(
      "Each row names its paper and equation, and the networks for which it holds. If a form does "
      "not\n"
      "apply, its row has the reason. Counted rows need a network of at most 4096 nodes.");
  return {line, [command] { return analyze(*command); }};
}

}  // namespace turnpike::sim
