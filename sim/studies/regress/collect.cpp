// collect.cpp - reads, judges, groups.

#include "sim/studies/regress/collect.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <thread>

#include "sim/base/config_error.h"
#include "sim/base/task_pool.h"
#include "sim/base/temporary_file.h"

namespace turnpike::sim {

namespace {

namespace fs = std::filesystem;

std::vector<FailureGroup> group(const std::vector<JudgedPoint>& points) {
  std::map<std::string, std::vector<std::size_t>> by_signature;
  for (const JudgedPoint& point : points) {
    if (point.failed()) by_signature[point.complaints.front().signature].push_back(point.number);
  }
  std::vector<FailureGroup> groups;
  groups.reserve(by_signature.size());
  for (auto& [signature, numbers] : by_signature) {
    groups.push_back({signature, std::move(numbers)});
  }
  std::stable_sort(groups.begin(), groups.end(), [](const FailureGroup& a, const FailureGroup& b) {
    return a.points.size() > b.points.size();
  });
  return groups;
}

// What is read of a point's result.
struct Reading {
  std::optional<PointRecord> record;
  std::string damage;  // why there is no record
};

Reading read(const std::string& path) {
  try {
    return {read_record(path), ""};
  } catch (const ConfigError& error) {
    return {std::nullopt, error.what()};
  }
}

// [point]. On all processors: of thousands of short points it takes a while.
std::vector<Reading> read_all(const Plan& plan, const SharedFolder& folder) {
  constexpr std::size_t kShare = 100;  // points of a task
  const std::set<std::string> finished = folder.finished();
  const std::size_t count = plan.points.size();
  std::vector<Reading> readings(count);
  std::vector<std::function<void()>> tasks;
  for (std::size_t first = 0; first < count; first += kShare) {
    tasks.emplace_back([&, first] {
      for (std::size_t i = first; i < std::min(first + kShare, count); ++i) {
        if (finished.count(plan.keys[i]) != 0) readings[i] = read(folder.point_path(plan.keys[i]));
      }
    });
  }
  run_tasks(tasks, std::thread::hardware_concurrency(), nullptr);
  return readings;
}

}  // namespace

Collected collect(const Plan& plan, const SharedFolder& folder) {
  Judge judge(plan);
  judge.load();
  std::vector<Reading> readings = read_all(plan, folder);
  Collected all;
  for (std::size_t i = 0; i < plan.points.size(); ++i) {
    JudgedPoint point;
    point.number = i;
    point.record = std::move(readings[i].record);
    if (point.record) point.complaints = judge.judge(i, *point.record);
    if (!readings[i].damage.empty()) all.damaged.push_back(readings[i].damage);
    all.failed += point.failed() ? 1 : 0;
    all.missing += point.record ? 0 : 1;
    all.points.push_back(std::move(point));
  }
  all.groups = group(all.points);
  return all;
}

std::uint64_t compared_flit_hops(const Plan& plan, const Collected& collected) {
  std::uint64_t sum = 0;
  for (const JudgedPoint& point : collected.points) {
    const bool has_passed = point.verdict() == PointVerdict::passed;
    if (!has_passed || plan.points[point.number].engine != EngineKind::lockstep) continue;
    const Json& figures = point.record->figures;
    if (!figures.is_object() || !figures.contains("channel_utilisation_mean")) continue;
    const Json& share = figures.at("channel_utilisation_mean");
    if (!share.is_number()) continue;
    // A mean of whole numbers over channels and cycles: their product gives their sum back.
    sum += static_cast<std::uint64_t>(
        std::llround(share.get<double>() * figures.at("channels").get<double>() *
                     figures.at("measurement_cycles").get<double>()));
  }
  return sum;
}

std::string mismatch_details(const Collected& collected, const FailureGroup& group) {
  std::set<model::PortId> ports;
  std::set<std::string> pins;
  std::set<model::Cycle> distances;
  bool is_any_late = false;
  for (const std::size_t number : group.points) {
    const std::optional<PointRecord>& record = collected.points[number].record;
    if (!record || !record->mismatch) continue;
    ports.insert(record->mismatch->port);
    pins.insert(record->mismatch->signal);
    if (record->mismatch->since_flit) distances.insert(*record->mismatch->since_flit);
    is_any_late = is_any_late || !record->mismatch->since_flit;
  }
  if (ports.empty()) return "";
  std::string when;
  if (!distances.empty()) {
    const model::Cycle first = *distances.begin();
    const model::Cycle last = *distances.rbegin();
    when = first == last ? fmt::format("{} cycle{}", first, first == 1 ? "" : "s")
                         : fmt::format("{} .. {} cycles", first, last);
  }
  if (is_any_late) when += when.empty() ? "long" : ", or long,";
  return fmt::format("port {}; {}; {} after a flit came in", fmt::join(ports, ", "),
                     fmt::join(pins, ", "), when);
}

std::string repeat_command(const PointRecord& record) {
  if (record.config.empty()) return record.command;
  return fmt::format("turnpike run failures/{}/config.toml{}", record.key,
                     record.allow_deadlock ? " --allow-deadlock" : "");
}

std::vector<std::string> evidence_of(const std::string& folder, const PointRecord& record) {
  std::vector<std::string> files;
  const std::string place = "failures/" + record.key;
  std::error_code failure;
  fs::directory_iterator entry(folder + "/" + place, failure);
  for (const fs::directory_iterator end; !failure && entry != end; entry.increment(failure)) {
    const fs::path name = entry->path().filename();
    // What a .gtkw file stands on is of no use alone; the command names config.toml.
    const bool is_shown =
        name.string().front() != '.' && name.extension() != ".txt" && name != "config.toml";
    if (is_shown) files.push_back(place + "/" + name.string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

void leave_configurations(const Collected& collected, const std::string& folder) {
  for (const JudgedPoint& point : collected.points) {
    if (!point.failed() || point.record->config.empty()) continue;
    const std::string place = folder + "/failures/" + point.record->key;
    std::error_code failure;
    fs::create_directories(place, failure);
    if (failure) fail_to_write("cannot be made", place, failure.value());
    write_whole_file(place + "/config.toml", point.record->config);
  }
}

}  // namespace turnpike::sim
