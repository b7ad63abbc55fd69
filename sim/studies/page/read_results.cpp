// read_results.cpp - the folder of a run or of a sweep, as `report` finds it.

#include "sim/studies/page/read_results.h"

#include <fmt/format.h>

#include <filesystem>

#include "sim/experiment/config/read_experiment.h"
#include "sim/experiment/results/check_run.h"

namespace turnpike::sim {
namespace {

namespace fs = std::filesystem;

PagePoint read_point(const std::string& folder, std::size_t curve) {
  PagePoint point;
  point.curve = curve;
  point.run = read_run(folder);
  const auto& name = point.run.results.at("name").get_ref<const std::string&>();
  const auto& config = point.run.results.at("config").get_ref<const std::string&>();
  try {
    point.experiment = make_experiment(parse_settings(config, name + ".toml"));
  } catch (const ConfigError& error) {
    throw ConfigError(fmt::format("{}/results.json: its configuration cannot be read again:\n{}",
                                  folder, error.what()));
  }
  // A configuration does not say by which name it was run.
  point.experiment.name = name;
  return point;
}

// Where a sweep left the files of a point; what sweep.json says is where that was then.
std::string point_folder(const std::string& folder, const Json& point) {
  const fs::path file = point.at("file").get<std::string>();
  return folder + "/points/" + file.stem().string();
}

// sweep.json has some figures of each point.
void check_figures(const std::string& path, const Json& point, const Json& run) {
  for (const auto& [key, value] : point.items()) {
    if (key == "file" || (run.contains(key) && run.at(key) == value)) continue;
    throw ConfigError(
        fmt::format("{}: does not belong to the runs in points, of which {} has another '{}'; "
                    "sweep again",
                    path, point.at("file").get<std::string>(), key));
  }
}

PageResults read_sweep(const std::string& folder) {
  const std::string path = folder + "/sweep.json";
  const Json json = read_formatted(path, kSweepSchema);
  PageResults results;
  results.is_sweep = true;
  try {
    results.name = json.at("name").get<std::string>();
    results.missing = json.at("missing").get<std::vector<std::string>>();
    check_belonging(path, "sweep.csv", json.at("checksums"));
    for (const Json& curve : json.at("curves")) {
      PageCurve read;
      read.label = curve.at("label").get<std::string>();
      const Json& saturation = curve.at("saturation");
      if (!saturation.is_null()) read.saturation = saturation.get<double>();
      for (const Json& point : curve.at("points")) {
        results.points.push_back(read_point(point_folder(folder, point), results.curves.size()));
        check_figures(path, point, results.points.back().run.results);
      }
      results.curves.push_back(read);
    }
  } catch (const Json::exception& error) {
    throw ConfigError(
        fmt::format("{}: found {}, allowed: the keys that sweep writes", path, error.what()));
  }
  if (results.points.empty()) {
    throw ConfigError(path + ": found no finished point, allowed: at least one");
  }
  return results;
}

}  // namespace

PageResults read_results(const std::string& folder) {
  if (!fs::is_directory(folder)) {
    throw ConfigError(
        fmt::format("{}: found no such folder, allowed: the folder that run --out or "
                    "sweep --out left",
                    folder));
  }
  const bool is_run = fs::is_regular_file(folder + "/results.json");
  const bool is_sweep = fs::is_regular_file(folder + "/sweep.json");
  if (is_run == is_sweep) {
    throw ConfigError(fmt::format(
        "{}: found {}, allowed: the folder of one run (results.json) or one sweep (sweep.json)",
        folder, is_run ? "results.json and sweep.json" : "neither results.json nor sweep.json"));
  }
  if (is_sweep) return read_sweep(folder);
  PageResults results;
  results.points.push_back(read_point(folder, 0));
  results.curves.push_back({});
  results.name = results.points[0].experiment.name;
  return results;
}

}  // namespace turnpike::sim
