// analyze_measure.cpp - the runs behind `turnpike analyze --measure`.

#include "commands/analyze_measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "commands/command.h"
#include "sim/base/temporary_file.h"
#include "sim/experiment/run/network_checks.h"
#include "sim/experiment/run/point_runner.h"
#include "sim/experiment/run/saturation_bound.h"
#include "sim/experiment/run/saturation_search.h"
#include "sim/experiment/run/sweep_plan.h"

namespace turnpike::sim {

namespace {

// A folder for the runs, which goes away unless the user named it.
class RunFolder {
 public:
  explicit RunFolder(const std::string& wanted) : path_(wanted) {
    if (wanted.empty()) path_ = temporary_.emplace().path();
  }
  const std::string& path() const { return path_; }

 private:
  std::optional<TemporaryFolder> temporary_;
  std::string path_;
};

// So low a load that messages hardly meet, and a run long enough for some thousands of them.
Point idle_point(const Subject& subject, const MeasureOptions& options, double saturation) {
  const bool is_model = options.config.engine == "model";
  const double share = is_model ? 0.002 : 0.01;
  const double messages = is_model ? 4000 : 500;
  constexpr double kMostCycles = 1e6;
  Point point;
  point.load = share * std::min(1.0, saturation);
  const double cycles = messages * subject.mean_flits() / (point.load * subject.nodes());
  const auto measured = static_cast<model::Cycle>(std::clamp(cycles, 10000.0, kMostCycles));
  point.sets = options.config.sets;
  point.sets.push_back("traffic.load=" + load_text(point.load));
  // It begins as empty as it stays.
  point.sets.emplace_back("run.warmup=1000");
  point.sets.push_back(fmt::format("run.measurement={}", measured));
  point.sets.push_back(fmt::format("run.max_cycles={}", 3 * measured + 100000));
  return point;
}

Point point_at(const Subject& subject, const MeasureOptions& options, const SearchRun& trial) {
  Point point{options.config.sets, trial.load, ""};
  point.sets.push_back("traffic.load=" + load_text(trial.load));
  if (!trial.is_long) return point;
  const std::vector<std::string> longer = longer_run(subject.experiment.run);
  point.sets.insert(point.sets.end(), longer.begin(), longer.end());
  return point;
}

class Measuring {
 public:
  Measuring(const Subject& subject, const MeasureOptions& options, Predictions& predictions)
      : subject_(subject),
        options_(options),
        predictions_(predictions),
        folder_(options.out),
        runner_(options.config, options.allow_deadlock, options.jobs, folder_.path()) {
    measured_.engine = options.config.engine;
    bound_ = exact_bound(subject.experiment);
  }

  Measured run() {
    const double bound = predictions_.at("saturation.counted").value.value_or(1);
    const Point idle = idle_point(subject_, options_, bound);
    measured_.idle_load = idle.load;
    Point own{options_.config.sets, subject_.load(), ""};
    const std::vector<PointResult> results = runner_.run({idle, own}, progress_);
    if (!are_finished(results)) return measured_;
    add_idle(results[0].run);
    add_own(results[1].run);
    measured_.is_whole = search();
    return measured_;
  }

 private:
  // False: interrupted.
  static bool are_finished(const std::vector<PointResult>& results) {
    for (const PointResult& result : results) {
      if (result.finished() && result.run.at("mismatches") != 0) {
        throw CheckFailure(result.run.at("mismatch_report").get<std::string>());
      }
      if (result.finished() && !result.run.at("standstill").is_null()) {
        throw CheckFailure(result.run.at("standstill").at("report").get<std::string>());
      }
      if (result.state != PointResult::State::failed) continue;
      if (result.status == kCheckFailed) throw CheckFailure("a run failed: " + result.error);
      throw std::runtime_error("a run failed: " + result.error);
    }
    return std::all_of(results.begin(), results.end(),
                       [](const PointResult& result) { return result.finished(); });
  }

  void add(const char* key, const Measurement& measurement) {
    if (predictions_.at(key).value) predictions_.measure(key, measurement);
  }

  void add_idle(const Json& run) {
    if (!follows(run) || run.at("packets") == 0) return;
    const Measurement latency = latency_of(run);
    for (const char* key : {"zero_load.latency", "zero_load.agarwal", "zero_load.indirect",
                            "zero_load.shahrabi", "zero_load.dally", "zero_load.buzzard"}) {
      add(key, latency);
    }
    // The copies of broadcasts count as hops too.
    if (subject_.broadcasts() == 0) add("zero_load.hops", {run.at("hops"), std::nullopt});
    if (run.at("broadcasts") != 0) {
      add("zero_load.broadcast", latency_of(run, "broadcast_latency"));
      add("zero_load.shahrabi_broadcast", latency_of(run, "broadcast_latency"));
    }
  }

  void add_own(const Json& run) {
    measured_.is_saturated = !follows(run);
    if (bound_) measured_.fault = fault_above_bound(run, subject_.load(), *bound_);
    if (measured_.is_saturated || run.at("packets") == 0) return;
    const Measurement latency = latency_of(run);
    for (const char* key : {"load.agarwal", "load.agarwal_exact", "load.agarwal_here",
                            "load.indirect", "load.indirect_here", "load.shahrabi_printed",
                            "load.shahrabi_counted", "load.shahrabi_here"}) {
      add(key, latency);
    }
    if (run.at("broadcasts") != 0) {
      add("load.shahrabi_broadcast_printed", latency_of(run, "broadcast_latency"));
      add("load.shahrabi_broadcast_counted", latency_of(run, "broadcast_latency"));
    }
    const Json& mean = run.at("channel_utilisation_mean");
    const Json& most = run.at("channel_utilisation_max");
    if (mean.is_number()) add("load.utilisation_mean", {mean, std::nullopt});
    if (mean.is_number()) add("load.agarwal_utilisation", {mean, std::nullopt});
    if (most.is_number()) add("load.utilisation_max", {most, std::nullopt});
  }

  static Measurement latency_of(const Json& run, const std::string& key = "latency") {
    const Json& interval = run.at(key + "_ci95");
    Measurement latency{run.at(key), std::nullopt};
    if (interval.is_number()) latency.ci95 = interval.get<double>();
    return latency;
  }

  // False: interrupted.
  bool search() {
    SaturationSearch search(subject_.experiment.router.local_channels, bound_);
    for (;;) {
      const std::vector<SearchRun> trials = search.next();
      if (trials.empty()) break;
      std::vector<Point> points;
      for (const SearchRun& trial : trials) points.push_back(point_at(subject_, options_, trial));
      const std::vector<PointResult> results = runner_.run(points, progress_);
      if (!are_finished(results)) return false;
      for (std::size_t i = 0; i < trials.size(); ++i) {
        search.report(trials[i], follows(results[i].run));
      }
    }
    measured_.followed = search.highest_followed();
    measured_.saturated = search.lowest_saturated();
    if (!measured_.followed) return true;
    for (const char* key :
         {"saturation.counted", "saturation.bisection", "saturation.agarwal", "saturation.indirect",
          "saturation.shahrabi_printed", "saturation.shahrabi_counted", "saturation.arnau"}) {
      add(key, {*measured_.followed, std::nullopt});
    }
    return true;
  }

  const Subject& subject_;
  const MeasureOptions& options_;
  Predictions& predictions_;
  RunFolder folder_;
  PointRunner runner_;
  ProgressLine progress_;
  std::optional<double> bound_;
  Measured measured_;
};

}  // namespace

Measured measure(const Subject& subject, const MeasureOptions& options, Predictions& predictions) {
  return Measuring(subject, options, predictions).run();
}

}  // namespace turnpike::sim
