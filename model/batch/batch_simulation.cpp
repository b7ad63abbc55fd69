// batch_simulation.cpp - the courses of the runs of a batch, each with windows of its own.

#include "model/batch/batch_simulation.h"

#include <algorithm>
#include <memory>
#include <optional>

#include "model/batch/batch_reach.h"
#include "model/batch/lane_batch.h"
#include "model/common/configuration_error.h"
#include "model/network/simulation_course.h"
#include "model/network/watchdog.h"
#include "model/traffic/traffic.h"

namespace turnpike::model {
namespace {

// A run in a lane.
class LaneRun {
 public:
  LaneRun(std::size_t number, Lane& lane, Traffic& traffic, const RunSpec& run)
      : number_(number), lane_(lane), course_(lane, traffic, run), watchdog_(run.watchdog) {
    course_.begin();
    set_window_end();
  }

  std::size_t number() const { return number_; }
  Cycle window_end() const { return window_end_; }
  bool is_done() const { return course_.is_done(); }
  // At the end of its window. False: it is for the model.
  bool on_window() {
    if (is_stuck() || !lane_.knows_packets()) return false;
    course_.on_window();
    set_window_end();
    return true;
  }
  Simulation finish() { return course_.finish(false); }
  void stop() { lane_.stop(); }

 private:
  void set_window_end() { window_end_ = lane_.now() + course_.next_window_cycles(); }
  bool is_stuck() {
    if (!watchdog_.is_due(lane_.now())) return false;
    return watchdog_.is_stuck(lane_.now(), lane_.flits_moved(),
                              [this] { return lane_.packets_outstanding() != 0; });
  }

  std::size_t number_;
  Lane& lane_;
  SimulationCourse course_;
  Watchdog watchdog_;
  Cycle window_end_ = 0;
};

class BatchSimulation {
 public:
  // Runs number first to end - 1 of `runs`.
  struct Range {
    std::size_t first;
    std::size_t end;
  };
  BatchSimulation(const Network& network, const std::vector<BatchedRun>& runs, Range range,
                  const BatchCalls& calls, const BatchKernel* kernel)
      : calls_(calls) {
    for (std::size_t i = range.first; i < range.end; ++i) {
      try {
        traffics_.push_back(std::make_unique<Traffic>(runs[i].traffic, network, runs[i].run.seed));
        numbers_.push_back(i);
      } catch (const ConfigurationError&) {
        left_.push_back(i);
      }
    }
    if (numbers_.empty()) return;
    BatchTraffic shared = batch_traffic(runs[numbers_[0]].traffic, runs[numbers_[0]].run);
    std::vector<Traffic*> traffics;
    for (std::size_t lane = 0; lane < numbers_.size(); ++lane) {
      const BatchedRun& run = runs[numbers_[lane]];
      shared = joined(shared, batch_traffic(run.traffic, run.run));
      traffics.push_back(traffics_[lane].get());
    }
    if (kernel == nullptr) kernel = &batch_kernel(network.components.size());
    batch_.emplace(network, shared, *kernel, traffics);
    for (std::size_t lane = 0; lane < numbers_.size(); ++lane) begin(lane, runs[numbers_[lane]]);
  }

  std::vector<std::size_t> run() {
    while (!runs_.empty()) {
      if (calls_.on_window && !calls_.on_window(batch_->now())) break;
      Cycle end = runs_.front()->window_end();
      for (const auto& one : runs_) end = std::min(end, one->window_end());
      batch_->advance(end - batch_->now());
      for (auto& one : runs_) {
        if (one->window_end() == end) end_window(one);
      }
      runs_.erase(std::remove(runs_.begin(), runs_.end(), nullptr), runs_.end());
    }
    for (const auto& one : runs_) left_.push_back(one->number());
    std::sort(left_.begin(), left_.end());
    return left_;
  }

 private:
  void begin(std::size_t lane, const BatchedRun& run) {
    try {
      runs_.push_back(
          std::make_unique<LaneRun>(numbers_[lane], (*batch_)[lane], *traffics_[lane], run.run));
    } catch (const ConfigurationError&) {
      (*batch_)[lane].stop();
      left_.push_back(numbers_[lane]);
    }
  }

  // Clears the pointer once nothing of the run is left to do here.
  void end_window(std::unique_ptr<LaneRun>& run) {
    if (!run->on_window()) {
      left_.push_back(run->number());
    } else if (run->is_done()) {
      calls_.on_end(run->number(), run->finish());
    } else {
      return;
    }
    run->stop();
    run.reset();
  }

  const BatchCalls& calls_;
  std::vector<std::unique_ptr<Traffic>> traffics_;  // [lane]
  std::vector<std::size_t> numbers_;                // [lane] of its run
  std::optional<LaneBatch> batch_;
  std::vector<std::unique_ptr<LaneRun>> runs_;  // under way
  std::vector<std::size_t> left_;               // for the model
};

}  // namespace

std::vector<std::size_t> simulate_batch(const Network& network, const std::vector<BatchedRun>& runs,
                                        const BatchCalls& calls, const BatchKernel* kernel) {
  std::vector<std::size_t> left;
  for (std::size_t first = 0; first < runs.size(); first += kLanes) {
    const std::size_t end = std::min(runs.size(), first + kLanes);
    for (const std::size_t run :
         BatchSimulation(network, runs, {first, end}, calls, kernel).run()) {
      left.push_back(run);
    }
  }
  return left;
}

}  // namespace turnpike::model
