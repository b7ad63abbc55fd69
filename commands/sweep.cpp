// sweep.cpp - `turnpike sweep`: latency-load curves.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <thread>

#include "commands/command.h"
#include "model/common/printable.h"
#include "sim/base/content_hash.h"
#include "sim/base/interrupt.h"
#include "sim/base/output_folder.h"
#include "sim/base/staged_files.h"
#include "sim/base/standard_error.h"
#include "sim/experiment/results/curve_plot.h"
#include "sim/experiment/results/standard_output.h"
#include "sim/experiment/results/workload_json.h"
#include "sim/experiment/run/config_options.h"
#include "sim/experiment/run/point_runner.h"
#include "sim/experiment/run/saturation_bound.h"
#include "sim/experiment/run/saturation_search.h"
#include "sim/experiment/run/sweep_curves.h"
#include "sim/experiment/run/sweep_plan.h"

namespace turnpike::sim {

namespace {

struct SweepCommand {
  RunConfigOptions config;
  std::string loads;
  std::string out;
  unsigned jobs = std::max(1u, std::thread::hardware_concurrency());
  unsigned seeds = 1;
  bool allow_deadlock = false;
};

// `has_bands`: the points are means over seeds, whose intervals are drawn.
std::vector<PlotCurve> plot_data(const std::vector<SweptCurve>& curves, bool has_bands) {
  std::vector<PlotCurve> plots;
  for (const SweptCurve& curve : curves) {
    PlotCurve plot;
    plot.label = curve.curve.label;
    for (const SweptPoint& point : curve.points) {
      if (!point.result.finished()) continue;
      const Json& run = point.result.run;
      plot.points.push_back(
          {run.at("offered"), run.at("accepted"), run.at("latency"), run.at("status") != "done"});
      const Json& interval = run.at("latency_ci95");
      if (has_bands && interval.is_number()) plot.points.back().half_width = interval;
    }
    plots.push_back(std::move(plot));
  }
  return plots;
}

// Where sweep.json and sweep.csv lie: from there they name the files of points.
struct SweepFolder {
  std::filesystem::path path;

  std::string name_of(const SweptPoint& point) const {
    return std::filesystem::path(point.result.file).lexically_relative(path).generic_string();
  }
};

std::vector<const Json*> finished_runs(const std::vector<SweptCurve>& curves) {
  std::vector<const Json*> runs;
  for (const SweptCurve& curve : curves) {
    for (const SweptPoint& point : curve.points) {
      if (point.result.finished()) runs.push_back(&point.result.run);
    }
  }
  return runs;
}

std::string sweep_csv(const std::vector<SweptCurve>& curves, const SweepFolder& folder) {
  std::string text;
  for (const auto& [key, value] : curves.front().curve.swept) text += csv_field(key) + ",";
  const std::vector<std::string> columns = workload_columns(finished_runs(curves));
  text += "traffic.load,file," + csv_header(columns);
  for (const SweptCurve& curve : curves) {
    for (const SweptPoint& point : curve.points) {
      if (!point.result.finished()) continue;
      for (const auto& [key, value] : curve.curve.swept) text += csv_field(value) + ",";
      text += fmt::format("{},{},{}", load_text(point.load), csv_field(folder.name_of(point)),
                          csv_row(point.result.run, columns));
    }
  }
  return text;
}

// Runs above the bound that saw nothing of it.
std::vector<std::string> faults_of(const SweptCurve& curve, const CurveLimits& limits) {
  std::vector<std::string> faults;
  for (const SweptPoint& point : curve.points) {
    if (!limits.bound || !point.result.finished()) continue;
    std::string fault = fault_above_bound(point.result.run, point.load, *limits.bound);
    if (!fault.empty()) faults.push_back(std::move(fault));
  }
  return faults;
}

Json number_or_null(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

Json curve_json(const SweptCurve& curve, const CurveLimits& limits, const SweepFolder& folder) {
  Json json;
  json["label"] = curve.curve.label;
  json["set"] = curve.curve.sets;
  json["saturation"] = number_or_null(curve.saturation);
  json["lowest_saturated"] = number_or_null(curve.saturated);
  json["bound"] = number_or_null(limits.bound);
  json["faults"] = faults_of(curve, limits);
  json["points"] = Json::array();
  for (const SweptPoint& point : curve.points) {
    if (!point.result.finished()) continue;
    Json entry;
    for (const char* key :
         {"offered", "accepted", "latency", "latency_ci95", "latency_ci95_reliable", "saturated",
          "complete", "status", "reason", "mismatches"}) {
      entry[key] = point.result.run.at(key);
    }
    entry["file"] = folder.name_of(point);
    json["points"].push_back(entry);
  }
  return json;
}

Json sweep_json(const std::string& name, const std::vector<SweptCurve>& curves,
                const std::vector<CurveLimits>& limits, const std::vector<std::string>& missing,
                const SweepFolder& folder) {
  Json json;
  json["schema"] = kSweepSchema;
  json["name"] = name;
  json["curves"] = Json::array();
  for (std::size_t i = 0; i < curves.size(); ++i) {
    json["curves"].push_back(curve_json(curves[i], limits[i], folder));
  }
  json["missing"] = missing;
  return json;
}

// Of a point whose interval may be too narrow.
std::string interval_doubt(const Json& run) {
  if (run.at("latency_ci95").is_null() || run.at("latency_ci95_reliable")) return "";
  const Json& needed = run.at("measurement_needed");
  return needed.is_null() ? "too short"
                          : fmt::format("too short: measure {} cycles", needed.dump());
}

// Of a long run: the width of the search, and the overload that such a run does not see.
std::string precision_text(const Json& run) {
  const auto cycles = run.at("measurement_cycles").get<double>();
  const Json& wait = run.at("wait_limit");
  const double unseen = wait.is_null() ? 0.05 : std::min(0.05, wait.get<double>() / cycles);
  return fmt::format(", within {:.0f} %: followed for {:.0f} cycles", std::ceil(2 + 100 * unseen),
                     cycles);
}

// What the search found, and over how many cycles.
std::string saturation_text(const SweptCurve& curve, const CurveLimits& limits) {
  if (!curve.whole) return "  saturation: the search did not come to its end\n";
  if (curve.saturation) {
    std::string text =
        fmt::format("  saturation: {} flits per node and cycle", load_text(*curve.saturation));
    for (const SweptPoint& point : curve.points) {
      if (!point.is_long || point.load != *curve.saturation) continue;
      text += precision_text(point.result.run);
    }
    return text +
           (curve.saturated == limits.bound
                ? fmt::format("; nothing exceeds {:.4g}, where a channel is full\n", *limits.bound)
                : fmt::format("; not at {}\n", load_text(*curve.saturated)));
  }
  if (!curve.saturated) {
    return fmt::format("  saturation: none up to {}, the most that a node sends\n",
                       load_text(limits.highest));
  }
  std::string text = "  saturation: not found, no load is followed";
  for (const SweptPoint& point : curve.points) {
    if (!point.result.finished() || follows(point.result.run)) continue;
    return text + fmt::format("; at {}: {}\n", load_text(point.load),
                              point.result.run.at("reason").get<std::string>());
  }
  return text + "\n";
}

// The first figures of what the workload found out, a line each.
std::string workload_text(const Json& run) {
  const Json& found = run.at("workload");
  if (found.is_null()) return "";
  const model::Workload* workload = find_workload(found.at("kind").get_ref<const std::string&>());
  std::string text;
  for (std::size_t i = 0; workload != nullptr && i < workload->figure_count; ++i) {
    const model::WorkloadFigure& row = workload->figures[i];
    const Json& value = found.at("figures").at(row.name);
    if (!row.is_headline || value.is_null()) continue;
    text += fmt::format("  {:<20}  {:>10.6g}  {}\n", row.name, value.get<double>(), row.unit);
  }
  return text;
}

std::string curve_table(const SweptCurve& curve, const CurveLimits& limits) {
  std::string text;
  if (!curve.curve.label.empty()) text += model::printable(curve.curve.label) + "\n";
  text +=
      fmt::format("  {:>8}  {:>8}  {:>10}  {:>8}\n", "offered", "accepted", "latency", "+-95 %");
  for (const SweptPoint& point : curve.points) {
    if (!point.result.finished()) continue;
    const Json& run = point.result.run;
    const Json& interval = run.at("latency_ci95");
    const auto& status = run.at("status").get_ref<const std::string&>();
    text += fmt::format("  {:>8}  {:>8.4f}  {:>10.2f}  {:>8}  {}\n", load_text(point.load),
                        run.at("accepted").get<double>(), run.at("latency").get<double>(),
                        interval.is_null() ? "-" : fmt::format("{:.2f}", interval.get<double>()),
                        status == "done" ? interval_doubt(run) : status);
  }
  for (const SweptPoint& point : curve.points) {
    if (point.result.finished()) text += workload_text(point.result.run);
  }
  if (curve.searched) text += saturation_text(curve, limits);
  for (const std::string& fault : faults_of(curve, limits)) {
    text += fmt::format("  fault of the measurement: {}\n", fault);
  }
  return text;
}

std::string point_name(const SweptCurve& curve, const SweptPoint& point) {
  const std::string label = curve.curve.label.empty() ? "" : ", " + curve.curve.label;
  return fmt::format("load {}{}", load_text(point.load), label);
}

// What was not run or failed, for people; failures in full on standard error.
std::vector<std::string> missing_points(const std::vector<SweptCurve>& curves) {
  std::vector<std::string> missing;
  for (const SweptCurve& curve : curves) {
    for (const SweptPoint& point : curve.points) {
      if (point.result.finished()) continue;
      missing.push_back(point_name(curve, point));
      if (point.result.state == PointResult::State::failed) {
        tell(fmt::format("{} failed with status {}: {}", missing.back(), point.result.status,
                         point.result.error));
      }
    }
  }
  return missing;
}

// Runs that did not end as they were asked to are told on standard error.
int exit_status(const std::vector<SweptCurve>& curves) {
  int status = kDone;
  for (const SweptCurve& curve : curves) {
    for (const SweptPoint& point : curve.points) {
      const PointResult& result = point.result;
      if (result.finished() && !is_finished(result.run)) {
        tell(fmt::format("{} not finished: {}", point_name(curve, point),
                         result.run.at("reason").get<std::string>()));
        status = std::max(status, kCheckFailed);
      }
      if (result.state == PointResult::State::failed) {
        status = std::max(status, result.status == kCheckFailed ? kCheckFailed : kBadInput);
      }
    }
  }
  return interrupt_signal() != 0 ? interrupt_status(interrupt_signal()) : status;
}

void tell_missing(const std::vector<SweptCurve>& curves, const std::vector<std::string>& missing) {
  const bool interrupted = interrupt_signal() != 0;
  if (missing.empty() && !interrupted) return;
  std::string list;
  for (const std::string& point : missing) list += (list.empty() ? "" : "; ") + point;
  const bool searching = std::any_of(curves.begin(), curves.end(),
                                     [](const SweptCurve& c) { return c.searched && !c.whole; });
  if (searching)
    list += std::string(list.empty() ? "" : "; ") + "the rest of the search for saturation";
  tell(fmt::format("{}missing: {}\nThe same command runs what is missing and no more.",
                   interrupted ? "interrupted; " : "", list.empty() ? "nothing" : list));
}

std::vector<CurveLimits> limits_of(const std::vector<Curve>& curves,
                                   const RunConfigOptions& config) {
  std::vector<CurveLimits> limits;
  for (const Curve& curve : curves) {
    RunConfigOptions of_curve = config;
    of_curve.sets = curve.sets;
    const Experiment experiment = of_curve.read();
    limits.push_back({double{1} * experiment.router.local_channels, exact_bound(experiment),
                      longer_run(experiment.run)});
  }
  return limits;
}

int sweep(const SweepCommand& command) {
  watch_for_interrupts();
  StandardOutput out;
  require_regular(command.config);
  const std::vector<Curve> curves = curves_of(command.config.sets);
  std::vector<double> loads;
  if (!command.loads.empty()) loads = parse_loads(command.loads);
  RunConfigOptions first = command.config;
  first.sets = curves.front().sets;
  const Experiment experiment = first.read();
  const bool has_load = model::workload_of(experiment.traffic).is_drawn;
  const bool is_trace = &model::workload_of(experiment.traffic) == model::Workload::trace;
  if (is_trace || (!has_load && !loads.empty())) {
    throw ConfigError(complaint_of_workload(experiment, "a pattern with a load"));
  }
  const std::vector<CurveLimits> limits = limits_of(curves, command.config);
  OutputFolder folder(command.out.empty() ? "results/" + experiment.name : command.out);
  PointRunner runner(command.config, command.allow_deadlock, command.jobs, folder.path(),
                     command.seeds);
  const std::vector<SweptCurve> swept = !has_load       ? run_points(curves, runner)
                                        : loads.empty() ? search_curves(curves, limits, runner)
                                                        : run_curves(curves, loads, runner);

  const std::vector<std::string> missing = missing_points(swept);
  StagedFiles files(folder);
  const SweepFolder place{folder.path()};
  const std::string csv = sweep_csv(swept, place);
  files.write("sweep.csv", csv);
  const std::string no_picture =
      plot_curves(experiment.name, plot_data(swept, command.seeds > 1), files);
  Json json = sweep_json(experiment.name, swept, limits, missing, place);
  json["files"] = files.files();
  json["files"].push_back(folder.path_of("sweep.json"));
  json["checksums"]["sweep.csv"] = sha256_of(csv);
  files.write("sweep.json", json_text(json));
  files.keep();
  if (!no_picture.empty()) tell("no picture: " + no_picture);
  if (command.config.json) {
    out.print(json);
  } else {
    std::string text = fmt::format("{}, engine {}\n", model::printable(experiment.name),
                                   to_text(experiment.engine));
    for (std::size_t i = 0; i < swept.size(); ++i) {
      text += "\n" + curve_table(swept[i], limits[i]);
    }
    text += "\n";
    for (const Json& file : json["files"])
      text += fmt::format("  left: {}\n", model::printable(file.get<std::string>()));
    out.print(text);
  }
  tell_missing(swept, missing);
  return exit_status(swept);
}

}  // namespace

Command add_sweep(CommandLine& program) {
  CommandLine line =
      program.command("sweep", "runs an experiment at many loads and draws the curve");
  auto command = std::make_shared<SweepCommand>();  // shared by the parser and the function below
  command->config.add_to(line);
  line.text("--load", command->loads,
            "A:B:STEP or A,B,...; without it the saturation point is looked for and the curve "
            "sampled around it");
  line.number("--jobs", command->jobs, {1, 1024}, "points at a time; default: all processors");
  line.number(
      "--seeds", command->seeds, {1, 10000},
      "runs of each point, with successive seeds; their mean, and its interval from how they "
      "differ");
  line.text("--out", command->out, "folder for results; default results/NAME");
  line.flag("--allow-deadlock", command->allow_deadlock, "run networks that can deadlock");
  line.footer(
      "--set key=v1,v2,... draws a curve for each value; several such options draw one for each\n"
      "combination. A sweep does not repeat the points that an interrupted one left in the "
      "folder.\n"
      "Exit status: 0 every run is done or saturated; 1 one is not finished, failed, or the "
      "network\n"
      "can deadlock; 2 bad input; 129, 130, 143 interrupted.");
  return {line, [command] { return sweep(*command); }};
}

}  // namespace turnpike::sim
