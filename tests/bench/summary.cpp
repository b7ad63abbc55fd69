// summary.cpp - what the single benchmarks amount to: the tables and the ratios.

#include "tests/bench/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>

#include "tests/bench/experiments.h"

namespace turnpike::bench {
namespace {

using Results = std::map<std::string, Counters>;

std::optional<double> find(const Results& results, const std::string& name,
                           const std::string& counter) {
  const auto result = results.find(name);
  if (result == results.end()) return std::nullopt;
  const auto value = result->second.find(counter);
  if (value == result->second.end()) return std::nullopt;
  return value->second;
}

std::optional<double> ratio(std::optional<double> over, std::optional<double> under) {
  if (!over || !under || *under <= 0) return std::nullopt;
  return *over / *under;
}

std::string cell(std::optional<double> value, const char* format, double scale = 1) {
  return value ? fmt::format(fmt::runtime(format), *value * scale) : "-";
}

constexpr const char* kRate = "node_cycles_per_second";

void comparison_table(const Results& results, std::string& text) {
  auto out = std::back_inserter(text);
  fmt::format_to(out, "\nMillion node-cycles per CPU-second (ratio to BookSim with iSLIP)\n");
  fmt::format_to(out, "{:15} {:>5} {:>8} {:>9} {:>16} {:>16} {:>16}\n", "network", "load", "flits",
                 "BookSim", "model", "rtl", "lockstep");
  for (const Experiment& experiment : comparison()) {
    for (const unsigned percent : {10u, 50u, 85u}) {
      const std::string point = fmt::format("{}/{}", experiment.name, percent);
      const auto reference = find(results, "booksim/" + point, kRate);
      std::string row = fmt::format("{:15} {:>4}% {:>8.4f} {:>9}", experiment.name, percent,
                                    experiment.load(percent), cell(reference, "{:.2f}", 1e-6));
      bool any = reference.has_value();
      for (const char* engine : {"model/", "rtl/", "lockstep/"}) {
        const auto rate = find(results, engine + point, kRate);
        any = any || rate.has_value();
        row += fmt::format(" {:>8} {:>7}", cell(rate, "{:.2f}", 1e-6),
                           cell(ratio(rate, reference), "({:.1f})"));
      }
      if (any) fmt::format_to(out, "{}\n", row);
    }
  }
}

void thread_table(const Results& results, std::string& text) {
  std::string rows;
  for (const Experiment& experiment : comparison()) {
    for (const unsigned percent : {10u, 50u, 85u}) {
      const std::string point = fmt::format("{}/{}", experiment.name, percent);
      const auto one = find(results, "model/" + point, "seconds_per_cycle");
      const auto two = find(results, "model_2_threads/" + point, "seconds_per_cycle");
      if (!two) continue;
      rows += fmt::format("{:15} {:>4}% {:>8}\n", experiment.name, percent,
                          cell(ratio(one, two), "{:.2f}"));
    }
  }
  if (!rows.empty()) text += "\nModel, two threads against one, elapsed time\n" + rows;
}

void offered_table(const Results& results, std::string& text) {
  std::string rows;
  for (const Experiment& experiment : comparison()) {
    std::string row;
    bool any = false;
    for (const unsigned percent : {10u, 50u, 85u}) {
      const std::string point = fmt::format("{}/{}", experiment.name, percent);
      const auto share =
          ratio(find(results, "offered/" + point, kRate), find(results, "model/" + point, kRate));
      row += fmt::format(" {:>6}", cell(share, "{:.2f}"));
      any = any || share.has_value();
    }
    if (any) rows += fmt::format("{:22}{}\n", experiment.name, row);
  }
  if (rows.empty()) return;
  text += "\nModel, packets offered through libturnpike against drawn, at 10, 50 and 85 %\n" + rows;
}

void size_table(const Results& results, std::string& text) {
  std::string rows;
  std::optional<double> smallest;
  for (const Experiment& experiment : size_scaling()) {
    const std::string name = "size/" + experiment.name;
    const auto rate = find(results, name, kRate);
    if (!rate) continue;
    if (!smallest) smallest = rate;
    rows += fmt::format("{:15} {:>9} {:>8} {:>7} {:>8} {:>11} {:>9}\n", experiment.name,
                        experiment.nodes(), cell(1e9 / *rate, "{:.0f}"),
                        cell(ratio(smallest, rate), "{:.2f}"),
                        cell(find(results, name, "build_seconds"), "{:.2f}"),
                        cell(find(results, name, "bytes_per_node"), "{:.0f}"),
                        cell(find(results, name, "peak_bytes"), "{:.0f}", 1e-6));
  }
  if (rows.empty()) return;
  text += "\nModel, one thread, k-ary 3-cubes, every channel busy in 0.2 of the cycles\n" +
          fmt::format("{:15} {:>9} {:>8} {:>7} {:>8} {:>11} {:>9}\n", "network", "nodes", "ns",
                      "growth", "build s", "bytes/node", "peak MB") +
          rows;
}

// What a cycle costs depends on how many flits move in it; this does not, nearly.
void hop_table(const Results& results, std::string& text) {
  std::vector<std::string> names;
  for (const Experiment& experiment : comparison()) names.push_back("model/" + experiment.name);
  names.push_back("packets/" + packet_cube().name);
  std::string rows;
  for (const std::string& name : names) {
    std::string row;
    bool any = false;
    for (const unsigned percent : {10u, 50u, 85u}) {
      const auto cost = find(results, fmt::format("{}/{}", name, percent), "ns_per_flit_hop");
      row += fmt::format(" {:>6}", cell(cost, "{:.0f}"));
      any = any || cost.has_value();
    }
    if (any) rows += fmt::format("{:22}{}\n", name, row);
  }
  if (rows.empty()) return;
  text += "\nModel, one thread, ns for each flit that leaves a router, at 10, 50 and 85 %\n" + rows;
}

}  // namespace

bool SummaryReporter::ReportContext(const Context& context) {
  const benchmark::CPUInfo& cpu = context.cpu_info;
  fmt::print(stderr, "{} cores of {:.0f} MHz\n", cpu.num_cpus, cpu.cycles_per_second * 1e-6);
  return true;
}

void SummaryReporter::ReportRuns(const std::vector<Run>& runs) {
  for (const Run& run : runs) {
    if (run.run_type != Run::RT_Iteration) continue;
    const std::string& benchmark = run.run_name.function_name;
    if (run.error_occurred) {
      any_failed_ = true;
      fmt::print(stderr, "{:32} failed: {}\n", benchmark, run.error_message);
      continue;
    }
    for (const auto& [name, counter] : run.counters) {
      samples_[benchmark][name].push_back(counter.value);
    }
    fmt::print(stderr, "{:32} {:8.1f} s {:10.3f} M node-cycles/s  accepted {:.4f}\n", benchmark,
               run.real_accumulated_time, run.counters.at(kRate) * 1e-6,
               run.counters.at("accepted").value);
  }
}

std::map<std::string, Counters> SummaryReporter::medians() const {
  std::map<std::string, Counters> results;
  for (const auto& [benchmark, counters] : samples_) {
    for (const auto& [name, samples] : counters) {
      std::vector<double> sorted = samples;
      std::sort(sorted.begin(), sorted.end());
      results[benchmark][name] = sorted[sorted.size() / 2];
    }
  }
  return results;
}

std::string tables(const Results& results) {
  std::string text;
  comparison_table(results, text);
  thread_table(results, text);
  offered_table(results, text);
  size_table(results, text);
  hop_table(results, text);
  if (const auto bytes = find(results, "memory/mesh_64x64", "bytes_per_router")) {
    fmt::format_to(std::back_inserter(text),
                   "\nModel, 64x64 mesh: {:.0f} bytes a router with its channels, {} a node with"
                   " all that runs it\n",
                   *bytes, cell(find(results, "memory/mesh_64x64", "bytes_per_node"), "{:.0f}"));
  }
  return text;
}

std::string json(const Results& results) {
  nlohmann::ordered_json object;
  for (const auto& [name, counters] : results) {
    nlohmann::ordered_json entry(counters);
    const std::string point = name.substr(name.find('/') + 1);
    if (const auto r =
            ratio(find(results, name, kRate), find(results, "booksim/" + point, kRate))) {
      entry["ratio_to_booksim"] = *r;
    }
    object[name] = entry;
  }
  return object.dump(2) + "\n";
}

}  // namespace turnpike::bench
