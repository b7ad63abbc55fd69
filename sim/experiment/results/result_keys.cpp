// result_keys.cpp - the figures of a run as JSON and CSV.

#include "sim/experiment/results/result_keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <type_traits>

#include "model/common/printable.h"
#include "sim/base/code_file.h"
#include "sim/base/content_hash.h"
#include "sim/base/data_folder.h"
#include "sim/experiment/config/read_experiment.h"
#include "sim/experiment/results/node_table.h"
#include "sim/experiment/results/workload_json.h"

namespace turnpike::sim {

namespace {

constexpr const char* kTraffic = "flits per node and cycle";

template <class T>
constexpr ResultKind kind_of() {
  if (std::is_same_v<T, bool>) return ResultKind::boolean;
  if (std::is_same_v<T, std::string>) return ResultKind::text;
  return std::is_integral_v<T> ? ResultKind::count : ResultKind::number;
}

template <class T>
ResultKey figure(const char* name, const char* unit, const char* meaning,
                 T model::Results::*field) {
  return {name,         unit,  meaning,
          kind_of<T>(), false, [field](const RunOutcome& o) { return Json(o.results.*field); }};
}

// A number, or null where nobody can tell.
template <class Value>
ResultKey figure_or_null(const char* name, const char* unit, const char* meaning, Value value) {
  return {name, unit, meaning, ResultKind::number, true, value};
}

double mean(const std::vector<double>& values) {
  return values.empty() ? 0
                        : std::accumulate(values.begin(), values.end(), 0.0) /
                              static_cast<double>(values.size());
}

Json highest(const std::vector<double>& values) {
  return values.empty() ? Json() : Json(*std::max_element(values.begin(), values.end()));
}

void add_latency_keys(std::vector<ResultKey>& keys) {
  using model::Results;
  keys.push_back(figure("latency", "cycles",
                        "mean, from queueing at the source to delivery of the last flit",
                        &Results::latency));
  keys.push_back(
      figure_or_null("latency_ci95", "cycles",
                     "half width of its 95 % confidence interval; null: too few packets to tell",
                     [](const RunOutcome& o) {
                       return o.results.latency_ci95 < 0 ? Json() : Json(o.results.latency_ci95);
                     }));
  keys.push_back(figure("latency_ci95_reliable", "",
                        "false: the run is saturated, or too short for the correlation of its "
                        "latencies, and the interval may be too narrow",
                        &Results::latency_ci95_reliable));
  keys.push_back(figure("latency_stddev", "cycles", "standard deviation over packets",
                        &Results::latency_stddev));
  keys.push_back(figure("latency_p50", "cycles", "median", &Results::latency_p50));
  keys.push_back(figure("latency_p90", "cycles", "90th percentile", &Results::latency_p90));
  keys.push_back(figure("latency_p95", "cycles", "95th percentile", &Results::latency_p95));
  keys.push_back(figure("latency_p99", "cycles", "99th percentile", &Results::latency_p99));
  keys.push_back(figure("latency_max", "cycles", "the slowest packet", &Results::latency_max));
  keys.push_back(figure("head_latency", "cycles",
                        "mean, from queueing to delivery of the first flit",
                        &Results::head_latency));
  keys.push_back(figure("network_latency", "cycles",
                        "mean, from injection of the head to delivery of the last flit",
                        &Results::network_latency));
  keys.push_back(figure("source_queue_share", "", "share of the latency spent in the source queue",
                        &Results::source_queue_share));
  keys.push_back(
      figure("hops", "channels", "mean number of channels between routers", &Results::hops));
}

void add_count_keys(std::vector<ResultKey>& keys) {
  using model::Results;
  keys.push_back(figure("packets", "packets", "measured and delivered", &Results::packets));
  keys.push_back(figure("flits", "flits", "of these packets", &Results::flits));
  keys.push_back(
      figure("broadcasts", "broadcasts", "measured, and at all nodes", &Results::broadcasts));
  keys.push_back(figure("broadcast_latency", "cycles",
                        "mean, from queueing at the source to delivery of the last flit at the "
                        "last node",
                        &Results::broadcast_latency));
  keys.push_back(figure_or_null("broadcast_latency_ci95", "cycles",
                                "half width of its 95 % confidence interval; null: too few to tell",
                                [](const RunOutcome& o) {
                                  const double half_width = o.results.broadcast_latency_ci95;
                                  return half_width < 0 ? Json() : Json(half_width);
                                }));
  keys.push_back(figure("broadcast_latency_ci95_reliable", "", "as latency_ci95_reliable",
                        &Results::broadcast_latency_ci95_reliable));
  keys.push_back(figure("broadcast_latency_max", "cycles", "the slowest broadcast",
                        &Results::broadcast_latency_max));
  keys.push_back(figure("broadcast_path", "cycles",
                        "tree: mean, to the last flit at the node that is all steps away, the "
                        "opposite corner of the cube",
                        &Results::broadcast_path));
  keys.push_back(figure("undelivered", "packets",
                        "measured packets and broadcasts that are still under way at the end",
                        &Results::undelivered));
  keys.push_back(figure("cycles", "cycles", "the whole run", &Results::cycles));
  keys.push_back(
      figure("warmup_cycles", "cycles", "before the measurement", &Results::warmup_cycles));
  keys.push_back(figure("measurement_cycles", "cycles",
                        "in which packets that were queued are measured",
                        &Results::measurement_cycles));
  keys.push_back({"measurement_needed", "cycles",
                  "to measure, at least, for reliable intervals and for run.precision; null: no "
                  "more than these, or nobody can tell",
                  ResultKind::count, true, [](const RunOutcome& o) {
                    const model::Cycle needed = o.results.measurement_needed;
                    return needed == 0 ? Json() : Json(needed);
                  }});
  keys.push_back({"precision_reached", "",
                  "the interval is reliable and as narrow as run.precision asks; null: it asks "
                  "nothing",
                  ResultKind::boolean, true, [](const RunOutcome& o) {
                    return o.results.precision > 0 ? Json(o.results.precision_reached) : Json();
                  }});
  keys.push_back(
      figure("warmup_converged", "", "the warm-up rule was met", &Results::warmup_converged));
  keys.push_back({"status", "",
                  "how it ended: done, saturated; or not finished: unfinished (run.max_cycles), "
                  "deadlock, standstill (the same without a circle), mismatch",
                  ResultKind::text, false,
                  [](const RunOutcome& o) { return Json(to_text(status_of(o))); }});
  keys.push_back(figure("complete", "",
                        "every measured packet was delivered, or the run is saturated",
                        &Results::complete));
  keys.push_back(
      figure("reason", "", "why it is saturated or not complete; else empty", &Results::reason));
}

}  // namespace

std::vector<ResultKey> make_result_keys() {
  using model::Results;
  std::vector<ResultKey> keys;
  keys.push_back(
      figure("offered", kTraffic, "asked for; of a trace: as generated", &Results::offered));
  keys.push_back(
      figure("generated", kTraffic, "queued at the sources while measuring", &Results::generated));
  keys.push_back(figure("accepted", kTraffic, "delivered while measuring", &Results::accepted));
  keys.push_back(figure("saturated", "",
                        "accepted traffic no longer follows the offered, on the whole or at a node",
                        &Results::saturated));
  add_latency_keys(keys);
  add_count_keys(keys);
  keys.push_back(
      figure_or_null("channel_utilisation_mean", "",
                     "share of cycles with a flit, mean over channels; null: not measured",
                     [](const RunOutcome& o) {
                       const auto& all = o.results.channel_utilisation;
                       return all.empty() ? Json() : Json(mean(all));
                     }));
  keys.push_back(
      figure_or_null("channel_utilisation_max", "", "the same, the busiest channel",
                     [](const RunOutcome& o) { return highest(o.results.channel_utilisation); }));
  add_fairness_keys(keys);
  keys.push_back({"seeds", "", "runs, with as many successive seeds, that the figures are of",
                  ResultKind::count, false, [](const RunOutcome& o) { return Json(o.seeds); }});
  keys.push_back({"nodes", "nodes", "nodes of the network", ResultKind::count, false,
                  [](const RunOutcome& o) { return Json(o.nodes); }});
  keys.push_back({"components", "", "routers of the network", ResultKind::count, false,
                  [](const RunOutcome& o) { return Json(o.components); }});
  keys.push_back({"channels", "channels", "between components", ResultKind::count, false,
                  [](const RunOutcome& o) { return Json(o.channels); }});
  keys.push_back(
      {"mismatches", "", "outputs in which hardware and model differed; 0 for one engine",
       ResultKind::count, false, [](const RunOutcome& o) { return Json(o.mismatches); }});
  keys.push_back({"mismatch_report", "", "the first difference; else empty", ResultKind::text,
                  false, [](const RunOutcome& o) { return Json(o.mismatch_report); }});
  return keys;
}

namespace {

Json classes_json(const std::vector<model::ClassResults>& classes) {
  Json list = Json::array();
  for (const model::ClassResults& c : classes) {
    list.push_back({{"generated", c.generated},
                    {"accepted", c.accepted},
                    {"packets", c.packets},
                    {"latency", c.latency},
                    {"latency_p50", c.latency_p50},
                    {"latency_p95", c.latency_p95},
                    {"latency_p99", c.latency_p99},
                    {"latency_max", c.latency_max}});
  }
  return list;
}

// Every figure in cycles; null where no clock was said.
Json nanoseconds_json(const Experiment& experiment, const Json& run) {
  if (!experiment.clock_mhz) return {};
  const double period = 1000 / *experiment.clock_mhz;
  Json json = Json::object();
  const auto add = [&](const std::string& name, const std::string& unit, const Json& cycles) {
    if (unit == "cycles" && cycles.is_number()) json[name] = cycles.get<double>() * period;
  };
  for (const ResultKey& key : make_result_keys()) add(key.name, key.unit, run.at(key.name));
  const model::Workload& workload = *experiment.traffic.workload;
  for (std::size_t i = 0; i < workload.figure_count; ++i) {
    const model::WorkloadFigure& figure = workload.figures[i];
    const std::string name = std::string("workload.") + figure.name;
    add(name, figure.unit, workload_value(run, name));
  }
  return json;
}

}  // namespace

Json run_to_json(const Experiment& experiment, const RunOutcome& outcome) {
  Json json;
  json["schema"] = kRunSchema;
  json["name"] = experiment.name;
  json["engine"] = to_text(experiment.engine);
  json["seed"] = experiment.run.seed;
  for (const ResultKey& key : make_result_keys()) json[key.name] = key.value(outcome);
  json["standstill"] = outcome.standstill ? standstill_json(*outcome.standstill) : Json();
  json["message_classes"] = classes_json(outcome.results.classes);
  json["workload"] = workload_json(experiment, outcome);
  json["nanoseconds"] = nanoseconds_json(experiment, json);
  json["files"] = outcome.files;
  json["checksums"] = Json::object();
  json["inputs"] = inputs_hash(experiment);
  json["config"] = to_toml(experiment);
  return json;
}

bool is_finished(const Json& run) {
  const std::string status = run.at("status").get<std::string>();
  return status == to_text(RunStatus::done) || status == to_text(RunStatus::saturated);
}

std::string csv_header(const std::vector<std::string>& more) {
  std::string text = "name,engine,seed";
  for (const ResultKey& key : make_result_keys()) text += "," + key.name;
  for (const std::string& column : more) text += "," + column;
  return text + "\n";
}

std::string csv_field(const Json& value) {
  if (value.is_null()) return "";
  if (!value.is_string()) return value.dump();
  // Control characters are escaped as in messages. A spreadsheet takes a text that begins with one
  // of these characters for a formula, and could be made to run a program; numbers are no text
  // here.
  std::string text = model::printable(value.get_ref<const std::string&>());
  if (!text.empty() && std::string("=+-@").find(text.front()) != std::string::npos) {
    text.insert(0, 1, '\'');
  }
  if (text.find_first_of(",\"") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + '"';
}

std::string csv_row(const Json& run, const std::vector<std::string>& more) {
  std::string text;
  for (const char* key : {"name", "engine", "seed"}) {
    text += (text.empty() ? "" : ",") + csv_field(run.value(key, Json()));
  }
  for (const ResultKey& key : make_result_keys()) {
    text += "," + csv_field(run.value(key.name, Json()));
  }
  for (const std::string& column : more) text += "," + csv_field(workload_value(run, column));
  return text + "\n";
}

std::string channels_csv(const model::Network& network, const model::Results& results) {
  const std::size_t vcs = network.router.virtual_channels;
  const auto& occupancy = results.vc_occupancy;
  const bool has_occupancy = occupancy.size() == network.channels.size() * vcs;
  std::string text = "channel,from,from_port,to,to_port,utilisation";
  for (std::size_t v = 0; has_occupancy && v < vcs; ++v) text += fmt::format(",occupancy_vc{}", v);
  text += "\n";
  for (std::size_t c = 0; c < results.channel_utilisation.size(); ++c) {
    const model::Channel& channel = network.channels.at(c);
    text += fmt::format("{},{},{},{},{},{}", c, model::component_name(network, channel.from),
                        channel.from_port, model::component_name(network, channel.to),
                        channel.to_port, results.channel_utilisation[c]);
    for (std::size_t v = 0; has_occupancy && v < vcs; ++v) {
      text += fmt::format(",{}", occupancy[c * vcs + v]);
    }
    text += "\n";
  }
  return text;
}

// Read once: it cannot change while it runs.
const std::string& program_hash() {
  static const std::string text = [] {
    ContentHash hash;
    hash.add_file(code_file());
    return hash.to_text();
  }();
  return text;
}

const std::string& hardware_hash() {
  static const std::string text = [] {
    namespace fs = std::filesystem;
    const fs::path root = data_folder();
    std::vector<std::string> files;
    for (const char* folder : {"rtl", "sim/hardware/rtl_components"}) {
      std::error_code failure;
      fs::recursive_directory_iterator entry(root / folder, failure);
      for (const fs::recursive_directory_iterator end; !failure && entry != end;
           entry.increment(failure)) {
        const std::string ending = entry->path().extension().string();
        const bool is_source =
            ending == ".v" || ending == ".vh" || ending == ".h" ||
            (ending == ".cpp" && entry->path().parent_path().stem() == "adapter");
        if (is_source) files.push_back(fs::relative(entry->path(), root).string());
      }
    }
    std::sort(files.begin(), files.end());
    ContentHash hash;
    for (const std::string& file : files) {
      hash.add(file);
      hash.add_file((root / file).string());
    }
    return hash.to_text();
  }();
  return text;
}

std::string input_files_hash(const Experiment& experiment) {
  ContentHash hash;
  std::vector<std::string> files = {experiment.anynet, experiment.graph, experiment.routes,
                                    experiment.traffic.file};
  for (const model::WorkloadFile& file : model::workload_files(experiment.traffic)) {
    files.push_back(file.name);
  }
  for (const std::string& file : files) {
    hash.add(file);
    if (!file.empty()) hash.add_file(file);
  }
  return hash.to_text();
}

std::string inputs_hash(const Experiment& experiment) {
  ContentHash hash;
  Experiment same_figures = experiment;
  same_figures.run.threads = 1;  // results do not depend on it
  hash.add(to_toml(same_figures));
  hash.add(input_files_hash(experiment));
  // A rebuilt program may compute other figures; a stale point must not stand beside a new one.
  hash.add(program_hash());
  if (has_hardware(experiment.engine)) hash.add(hardware_hash());
  return hash.to_text();
}

}  // namespace turnpike::sim
