// points.cpp - products of values, names, seeds.

#include "sim/studies/regress/points.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <set>

#include "model/common/printable.h"
#include "sim/base/config_error.h"
#include "sim/base/content_hash.h"
#include "sim/base/nearest.h"
#include "sim/base/product.h"
#include "sim/base/whole_number.h"
#include "sim/experiment/config/read_experiment.h"

namespace turnpike::sim {

namespace {

constexpr std::size_t kMostPoints = 1'000'000;

// As a name has it: no quotes, no spaces.
std::string value_text(const Value& value) {
  std::string text = value.text() != nullptr ? *value.text() : to_toml(value);
  if (value.list() != nullptr) text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
  std::replace(text.begin(), text.end(), ' ', '_');
  return text;
}

// A choice of one value for every swept key.
using Combination = std::vector<Setting>;

std::vector<Combination> combinations_of(const SuiteCase& one) {
  std::vector<std::vector<Setting>> choices;
  for (const Swept& swept : one.sweep) {
    std::vector<Setting>& values = choices.emplace_back();
    for (const Value& value : swept.values) values.push_back({swept.key, value, swept.origin});
  }
  return product_of(choices, kMostPoints, [&](std::size_t count) {
    throw ConfigError(fmt::format("{}: case '{}': found {} combinations, allowed: at most {}",
                                  one.origin.text(), one.name, count, kMostPoints));
  });
}

// "a=1,b=2"
std::string text_of(const Combination& combination) {
  std::string text;
  for (const Setting& setting : combination) {
    text += fmt::format("{}{}={}", text.empty() ? "" : ",", setting.key, value_text(setting.value));
  }
  return text;
}

// Names a point's traffic: everything but its engine and seed.
std::string subject_name(const SuiteCase& one, const std::string& config,
                         const Combination& combination) {
  std::string name = one.name;
  if (one.configs.size() > 1) {
    name += "/" + std::filesystem::path(config).stem().string();
  }
  if (!combination.empty()) name += "/" + text_of(combination);
  return name;
}

void add_points(const Suite& suite, std::size_t case_index, std::uint64_t reseed,
                std::vector<RegressPoint>& points) {
  const SuiteCase& one = suite.cases[case_index];
  std::vector<std::string> configs = one.configs;
  if (configs.empty()) configs.emplace_back();
  const std::vector<Combination> combinations = combinations_of(one);
  const std::size_t seeds = one.seeds.empty() ? one.seed_count : one.seeds.size();
  for (const std::string& config : configs) {
    for (const Combination& combination : combinations) {
      const std::string subject = subject_name(one, config, combination);
      for (const EngineKind engine : one.engines) {
        for (std::size_t i = 0; i < seeds; ++i) {
          RegressPoint point;
          point.subject = subject;
          point.case_index = case_index;
          point.config = config;
          point.sets = one.is_machine() ? one.machine : one.set;
          point.sets.insert(point.sets.end(), combination.begin(), combination.end());
          point.engine = engine;
          point.derived_seed = one.seeds.empty();
          const std::string seed =
              point.derived_seed ? fmt::format("seed-{}", i) : fmt::format("seed={}", one.seeds[i]);
          point.name = fmt::format("{}/{}/{}", subject, to_text(engine), seed);
          point.seed = point.derived_seed
                           ? derived_seed(suite, reseed, fmt::format("{}/{}", subject, seed))
                           : one.seeds[i];
          points.push_back(std::move(point));
        }
      }
      if (points.size() > kMostPoints) {
        throw ConfigError(fmt::format("{}: found more than {} points, allowed: at most as many",
                                      model::printable(suite.file), kMostPoints));
      }
    }
  }
}

}  // namespace

std::uint64_t derived_seed(const Suite& suite, std::uint64_t reseed, const std::string& name) {
  ContentHash hash;
  hash.add("turnpike.regress.seed/1");
  hash.add(suite.name);
  hash.add(std::to_string(suite.seed));
  hash.add(std::to_string(reseed));
  hash.add(name);
  return std::stoull(hash.to_text().substr(0, 13), nullptr, 16);
}

std::vector<RegressPoint> points_of(const Suite& suite, std::uint64_t reseed) {
  std::vector<RegressPoint> points;
  for (std::size_t i = 0; i < suite.cases.size(); ++i) add_points(suite, i, reseed, points);
  std::set<std::string> names;
  for (const RegressPoint& point : points) {
    if (names.insert(point.name).second) continue;
    throw ConfigError(fmt::format("{}: found two points '{}', allowed: each once",
                                  suite.cases[point.case_index].origin.text(),
                                  model::printable(point.name)));
  }
  return points;
}

std::size_t find_point(const std::vector<RegressPoint>& points, const std::string& text) {
  const auto is_digit = [](unsigned char c) { return std::isdigit(c) != 0; };
  if (!text.empty() && std::all_of(text.begin(), text.end(), is_digit)) {
    std::string digits = text;
    if (take_whole_number(digits, 0, points.size() - 1).empty()) return std::stoull(digits);
    throw ConfigError(fmt::format("--point: found {}, allowed: 0 .. {}, or a point's name",
                                  model::excerpt(text), points.size() - 1));
  }
  std::vector<std::string> names;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (points[i].name == text) return i;
    names.push_back(points[i].name);
  }
  throw ConfigError(fmt::format("--point: found '{}', allowed: 0 .. {}, or a point's name{}",
                                model::excerpt(text, 200), points.size() - 1,
                                nearest_text(", nearest: ", text, names)));
}

namespace {

// A mistake in a configuration has its own place; of a file that is not there the suite is the
// place.
Settings settings_of(const SuiteCase& one, const std::string& config) {
  try {
    return read_settings(config);
  } catch (const ConfigError& error) {
    if (std::filesystem::is_regular_file(config) && std::ifstream(config)) throw;
    throw ConfigError(fmt::format(
        "{}: key 'case.{}.config': found {}, allowed: a configuration that can be read ({})",
        one.config_origin.text(), one.name, quoted(model::excerpt(config)), error.what()));
  }
}

}  // namespace

Experiment experiment_of(const Suite& suite, const RegressPoint& point) {
  Settings settings;
  settings.file = suite.file;
  if (!point.config.empty()) {
    settings = settings_of(suite.cases[point.case_index], point.config);
  }
  Overrides overrides;
  overrides.list = point.sets;
  const Origin origin = suite.cases[point.case_index].origin;
  overrides.list.push_back({"run.engine", Value{std::string(to_text(point.engine))}, origin});
  overrides.list.push_back({"run.seed", Value{static_cast<std::int64_t>(point.seed)}, origin});
  Experiment experiment = make_experiment(std::move(settings), overrides);
  experiment.name = suite.cases[point.case_index].name;
  return experiment;
}

}  // namespace turnpike::sim
