// cross_check.cpp - a second process, as SystemC elaborates once in each.

#include "sim/studies/regress/cross_check.h"

#include <fmt/format.h>

#include <cstdio>

#include "sim/base/task_set.h"
#include "sim/experiment/config/read_experiment.h"
#include "sim/experiment/run/hardware_engines.h"
#include "sim/experiment/run/network_checks.h"

namespace turnpike::sim {
namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 26;  // of a record
constexpr std::size_t kQuoted = 200;                      // bytes of each side in a message

// The first eight digits of its key, as a share of all that there could be.
double place_of(const std::string& key) {
  return static_cast<double>(std::stoul(key.substr(0, 8), nullptr, 16)) / 4294967296.0;
}

// From shortly before the first byte that differs.
std::string excerpt(const std::string& text, std::size_t differs) {
  return text.substr(differs < 40 ? 0 : differs - 40, kQuoted);
}

}  // namespace

bool is_cross_checked(const Plan& plan, std::size_t point) {
  const RegressPoint& of_plan = plan.points[point];
  if (plan.suite.cases[of_plan.case_index].is_machine()) return false;
  const bool is_by_components =
      of_plan.engine == EngineKind::lockstep || of_plan.engine == EngineKind::rtl;
  if (!is_by_components) return false;
  if (place_of(plan.keys[point]) >= plan.suite.cross_check) return false;
  const Experiment experiment = experiment_of(plan.suite, of_plan);
  return is_sliced(experiment, build_network(experiment));
}

std::string compared_of(const PointRecord& record) {
  Json json = {
      {"end", to_text(record.end)}, {"figures", record.figures}, {"message", record.message}};
  json["mismatch"] = mismatch_json(record.mismatch);
  return json.dump();
}

std::string figures_of_verilated(const Experiment& experiment, const RunPointOptions& options,
                                 const PointRecord& record) {
  std::string found;
  SideBySide other_process;
  other_process.work = [&](std::size_t, const auto&) {
    RunPointOptions verilated = options;
    verilated.begin = {};
    verilated.on_build = {};  // what is printed is the result
    verilated.verilated = true;
    PointRecord other = record;
    try_network(experiment, verilated, other);
    std::fputs(compared_of(other).c_str(), stdout);
    return 0;
  };
  other_process.take = [&](SetTask& ended) {
    const int status = ended.task->exit_status();
    found = status == 0 ? ended.task->output(kMostBytes)
                        : death_text(status, ended.task->output(kQuoted));
    return true;
  };
  run_side_by_side(other_process);
  return found;
}

void compare_with_verilated(PointRecord& record, const std::string& verilated) {
  const std::string sliced = compared_of(record);
  if (sliced == verilated) return;
  std::size_t differs = 0;
  while (differs < sliced.size() && differs < verilated.size() &&
         sliced[differs] == verilated[differs]) {
    ++differs;
  }
  record.end = PointEnd::error;
  record.message = fmt::format(
      "sliced and Verilated hardware came to different results: sliced ...{}, "
      "Verilated ...{}",
      excerpt(sliced, differs), excerpt(verilated, differs));
}

}  // namespace turnpike::sim
