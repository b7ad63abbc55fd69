// plan.cpp - keys, and plan.json.

#include "sim/studies/regress/plan.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <set>

#include "model/common/printable.h"
#include "sim/base/config_error.h"
#include "sim/base/content_hash.h"
#include "sim/base/temporary_file.h"
#include "sim/experiment/config/read_experiment.h"
#include "sim/experiment/results/check_run.h"
#include "sim/experiment/results/result_keys.h"
#include "sim/experiment/results/standard_output.h"
#include "sim/experiment/run/network_checks.h"
#include "sim/experiment/run/run_files.h"
#include "sim/studies/regress/machine_point.h"

namespace turnpike::sim {

namespace {

constexpr const char* kPlanSchema = "turnpike.regress.plan/1";

// When it began, to the millisecond: nights are put in order by it.
std::string new_night() {
  const auto now = std::chrono::system_clock::now();
  const auto seconds = std::chrono::time_point_cast<std::chrono::seconds>(now);
  const auto part = std::chrono::duration_cast<std::chrono::milliseconds>(now - seconds).count();
  ContentHash hash;  // two that begin in the same moment differ
  hash.add(fmt::format("{} {} {}", ::gethostid(), ::getpid(), now.time_since_epoch().count()));
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z-{}", fmt::gmtime(seconds), part,
                     hash.to_text().substr(0, 6));
}

Json points_json(const Plan& plan) {
  Json list = Json::array();
  for (std::size_t i = 0; i < plan.points.size(); ++i) {
    list.push_back({plan.points[i].name, plan.keys[i]});
  }
  return list;
}

std::string plan_path(const std::string& folder) { return folder + "/plan.json"; }

// `inputs`: what of the network or machine the result depends on.
std::string key_of(const Suite& suite, const RegressPoint& point, const std::string& inputs) {
  const SuiteCase& one = suite.cases[point.case_index];
  ContentHash hash;
  hash.add(kPlanSchema);
  hash.add(point.name);
  hash.add(program_hash());
  if (has_hardware(point.engine)) hash.add(hardware_hash());
  hash.add(inputs);
  hash.add(one.allow_deadlock ? "may deadlock" : "");
  hash.add(one.expect.events_sha256.empty() ? "" : "events");
  return hash.to_text();
}

bool is_machine(const Suite& suite, const RegressPoint& point) {
  return suite.cases[point.case_index].is_machine();
}

// Of thousands of points most differ from the one before in their seed alone: what that one runs is
// made once.
std::vector<std::string> keys_of(const Plan& plan) {
  std::vector<std::string> keys;
  const RegressPoint* before = nullptr;
  Experiment experiment;
  for (const RegressPoint& point : plan.points) {
    if (is_machine(plan.suite, point)) {
      keys.push_back(key_of(plan.suite, point));
      continue;
    }
    if (before == nullptr || before->subject != point.subject || before->engine != point.engine) {
      experiment = experiment_of(plan.suite, point);
    }
    before = &point;
    experiment.run.seed = point.seed;
    keys.push_back(key_of(plan.suite, point, inputs_hash(experiment)));
  }
  return keys;
}

}  // namespace

std::string key_of(const Suite& suite, const RegressPoint& point) {
  return key_of(suite, point,
                is_machine(suite, point) ? machine_of(suite, point).to_text()
                                         : inputs_hash(experiment_of(suite, point)));
}

Plan make_plan(const std::string& suite_file, std::uint64_t reseed) {
  Plan plan;
  plan.suite = read_suite(suite_file);
  plan.reseed = reseed;
  plan.points = points_of(plan.suite, reseed);
  plan.keys = keys_of(plan);
  return plan;
}

void check_plan(const Plan& plan) {
  std::set<std::string> checked;
  const std::string* before = nullptr;
  for (const RegressPoint& point : plan.points) {
    if (is_machine(plan.suite, point)) continue;
    if (before != nullptr && *before == point.subject) continue;
    before = &point.subject;
    Experiment experiment = experiment_of(plan.suite, point);
    experiment.run.seed = 0;
    experiment.engine = EngineKind::model;
    if (!checked.insert(to_toml(experiment)).second) continue;
    check_traffic(experiment, build_network(experiment));
  }
}

void keep_plan(Plan& plan, const std::string& folder) {
  const std::string path = plan_path(folder);
  Json json = {{"schema", kPlanSchema},
               {"suite", plan.suite.name},
               {"reseed", plan.reseed},
               {"night", ""},
               {"points", points_json(plan)}};
  if (std::filesystem::exists(path)) {
    Json old = read_formatted(path, kPlanSchema);
    const Json night = old.value("night", Json());
    old["night"] = "";
    if (old == json && night.is_string()) {
      plan.night = night.get<std::string>();
      return;
    }
  }
  plan.night = new_night();
  json["night"] = plan.night;
  write_whole_file(path, json_text(json));
}

Plan read_plan(const std::string& suite_file, const std::string& folder, const std::string& night) {
  const std::string path = plan_path(folder);
  if (!std::filesystem::exists(path)) {
    throw ConfigError(fmt::format(
        "{}: found no plan.json, allowed: a folder in which `turnpike regress run` has begun; on "
        "another machine: is the folder shared with it?",
        model::printable(folder)));
  }
  const Json json = read_formatted(path, kPlanSchema);
  const auto refuse = [&](const std::string& found, const std::string& allowed) {
    throw ConfigError(
        fmt::format("{}: found {}, allowed: {}", model::printable(path), found, allowed));
  };
  Plan plan;
  plan.suite = read_suite(suite_file);
  try {
    plan.reseed = json.at("reseed").get<std::uint64_t>();
    plan.night = json.at("night").get<std::string>();
    if (!night.empty() && night != plan.night) {
      refuse("night " + model::excerpt(plan.night), night + ": is the folder shared?");
    }
    plan.points = points_of(plan.suite, plan.reseed);
    const Json& list = json.at("points");
    if (list.size() != plan.points.size())
      refuse("other points", "those of the suite; `run` again");
    for (std::size_t i = 0; i < plan.points.size(); ++i) {
      if (list.at(i).at(0) != plan.points[i].name) {
        refuse("other points", "those of the suite; `run` again");
      }
      plan.keys.push_back(list.at(i).at(1).get<std::string>());
    }
  } catch (const Json::exception&) {
    refuse("a damaged plan", "as `turnpike regress run` left it");
  }
  return plan;
}

}  // namespace turnpike::sim
