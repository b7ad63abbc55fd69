// batched_points.cpp - points to experiments, outcomes to records.

#include "sim/studies/regress/batched_points.h"

#include <functional>
#include <numeric>

#include "sim/base/task_set.h"
#include "sim/experiment/config/read_experiment.h"
#include "sim/experiment/run/batched_runs.h"
#include "sim/studies/regress/run_point.h"

namespace turnpike::sim {
namespace {

using PointNumbers = std::vector<std::size_t>;

// Whether a point may be looked at: it has a network that must be free of deadlock, no hardware,
// and nobody asks for its events.
bool is_plain(const Plan& plan, std::size_t point) {
  const SuiteCase& one = plan.suite.cases[plan.points[point].case_index];
  return !one.is_machine() && !one.allow_deadlock && !has_hardware(plan.points[point].engine) &&
         !wants_digest(plan, point);
}

std::vector<Experiment> experiments_of(const Plan& plan, const PointNumbers& points) {
  std::vector<Experiment> experiments;
  for (const std::size_t point : points) {
    experiments.push_back(experiment_of(plan.suite, plan.points[point]));
  }
  return experiments;
}

std::vector<const Experiment*> pointers_to(const std::vector<Experiment>& experiments) {
  std::vector<const Experiment*> pointers;
  pointers.reserve(experiments.size());
  for (const Experiment& one : experiments) pointers.push_back(&one);
  return pointers;
}

// Those of `points` that share a batch, one list for each.
std::vector<PointNumbers> batched_points(const Plan& plan, const PointNumbers& points) {
  PointNumbers plain;
  for (const std::size_t point : points) {
    if (is_plain(plan, point)) plain.push_back(point);
  }
  const std::vector<Experiment> experiments = experiments_of(plan, plain);
  std::vector<PointNumbers> lists;
  for (const BatchedNumbers& batch : plan_batches(pointers_to(experiments), 1).batches) {
    lists.emplace_back();
    for (const std::size_t number : batch) lists.back().push_back(plain[number]);
  }
  return lists;
}

using Keep = std::function<void(std::size_t point, const PointRecord& record)>;

// In this process. Not all have a record then: those that only the model can run do not.
void run_points(const Plan& plan, const PointNumbers& batch, const Keep& keep) {
  const CostMeter meter;
  for (const std::size_t point : batch) refuse_changed(plan, point);
  const std::vector<Experiment> experiments = experiments_of(plan, batch);
  BatchedNumbers all(batch.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  run_batch(pointers_to(experiments), all, false,
            [&](std::size_t number, const model::Network&, const RunOutcome& outcome) {
              PointRecord record = record_of(plan, batch[number]);
              record.config = to_toml(experiments[number]);
              take_outcome(record, experiments[number], outcome);
              record.cost = meter.cost(batch.size());
              keep(batch[number], record);
            });
}

// In a copy of this process. A failure is not kept: run alone, the point shows more of it.
void run_in_copy(const Plan& plan, Judge& judge, SharedFolder& folder, const PointNumbers& batch) {
  SideBySide copy;
  copy.work = [&](std::size_t, const auto&) {
    run_points(plan, batch, [&](std::size_t point, const PointRecord& record) {
      if (!judge.judge(point, record).empty()) return;
      folder.end_look(plan.keys[point]);
      folder.write_point(plan.keys[point], to_text(record));
    });
    return 0;
  };
  copy.take = [](SetTask&) { return true; };
  copy.on_moment = [&] { folder.beat(); };
  run_side_by_side(copy);
}

}  // namespace

std::set<std::size_t> work_in_batches(const Plan& plan, Judge& judge, SharedFolder& folder,
                                      const PointNumbers& points) {
  std::set<std::size_t> passed;
  for (const PointNumbers& batch : batched_points(plan, points)) {
    PointNumbers mine;
    for (const std::size_t point : batch) {
      const std::string& key = plan.keys[point];
      if (!folder.has_result(key) && folder.claim(key) == SharedFolder::Claim::mine) {
        mine.push_back(point);
      }
    }
    if (mine.empty()) continue;
    run_in_copy(plan, judge, folder, mine);
    for (const std::size_t point : mine) {
      if (folder.is_finished(plan.keys[point])) {
        passed.insert(point);
      } else {
        folder.release(plan.keys[point]);
      }
    }
  }
  return passed;
}

}  // namespace turnpike::sim
