// sweep_curves.cpp - batches of points for the runner, results back to their curves.

#include "sim/experiment/run/sweep_curves.h"

#include <algorithm>
#include <set>

#include "sim/base/progress_line.h"
#include "sim/experiment/run/saturation_search.h"

namespace turnpike::sim {

namespace {

// Points of several curves that are run together.
class Batch {
 public:
  // `longer`: settings of a long run; empty: as the configuration says.
  void add(SweptCurve& curve, double load, bool is_long = false,
           const std::vector<std::string>& longer = {}) {
    std::vector<std::string> sets = curve.curve.sets;
    sets.push_back("traffic.load=" + load_text(load));
    sets.insert(sets.end(), longer.begin(), longer.end());
    add_point(curve, {std::move(sets), load, ""}, is_long);
  }
  void add(SweptCurve& curve) { add_point(curve, {curve.curve.sets, 0, ""}, false); }

  bool empty() const { return points_.empty(); }

  // False: something is missing, and no further batch makes sense.
  bool run(PointRunner& runner, ProgressLine& progress) {
    std::vector<PointResult> results = runner.run(points_, progress);
    bool whole = true;
    for (std::size_t i = 0; i < results.size(); ++i) {
      whole = whole && results[i].finished();
      curves_[i]->points.push_back({points_[i].load, is_long_[i], std::move(results[i])});
    }
    return whole;
  }

 private:
  void add_point(SweptCurve& curve, Point point, bool is_long) {
    points_.push_back(std::move(point));
    curves_.push_back(&curve);
    is_long_.push_back(is_long);
  }

  std::vector<Point> points_;
  std::vector<SweptCurve*> curves_;
  std::vector<bool> is_long_;
};

void sort_by_load(std::vector<SweptCurve>& curves) {
  for (SweptCurve& curve : curves) {
    std::stable_sort(curve.points.begin(), curve.points.end(),
                     [](const SweptPoint& a, const SweptPoint& b) { return a.load < b.load; });
  }
}

SaturationSearch search_of(const SweptCurve& curve, const CurveLimits& limits) {
  SaturationSearch search(limits.highest, limits.bound);
  for (const SweptPoint& point : curve.points) {
    search.report({point.load, point.is_long}, follows(point.result.run));
  }
  return search;
}

std::vector<SweptCurve> unswept(const std::vector<Curve>& curves) {
  std::vector<SweptCurve> swept;
  swept.reserve(curves.size());
  for (const Curve& curve : curves) {
    swept.push_back({curve, {}, false, true, std::nullopt, std::nullopt});
  }
  return swept;
}

// Of two runs at a load the long one stays.
void keep_long_runs(SweptCurve& curve) {
  std::set<double> confirmed;
  for (const SweptPoint& point : curve.points) {
    if (point.is_long) confirmed.insert(point.load);
  }
  const auto is_short = [&](const SweptPoint& point) {
    return !point.is_long && confirmed.count(point.load) != 0;
  };
  curve.points.erase(std::remove_if(curve.points.begin(), curve.points.end(), is_short),
                     curve.points.end());
}

}  // namespace

std::vector<SweptCurve> run_curves(const std::vector<Curve>& curves,
                                   const std::vector<double>& loads, PointRunner& runner) {
  std::vector<SweptCurve> swept = unswept(curves);
  Batch batch;
  for (SweptCurve& curve : swept) {
    for (const double load : loads) batch.add(curve, load);
  }
  ProgressLine progress;
  batch.run(runner, progress);
  sort_by_load(swept);
  return swept;
}

std::vector<SweptCurve> run_points(const std::vector<Curve>& curves, PointRunner& runner) {
  std::vector<SweptCurve> swept = unswept(curves);
  Batch batch;
  for (SweptCurve& curve : swept) batch.add(curve);
  ProgressLine progress;
  batch.run(runner, progress);
  for (SweptCurve& curve : swept) {
    for (SweptPoint& point : curve.points) {
      if (point.result.finished()) point.load = point.result.run.at("offered").get<double>();
    }
  }
  return swept;
}

std::vector<SweptCurve> search_curves(const std::vector<Curve>& curves,
                                      const std::vector<CurveLimits>& limits, PointRunner& runner) {
  std::vector<SweptCurve> swept;
  swept.reserve(curves.size());
  for (const Curve& curve : curves) {
    swept.push_back({curve, {}, true, false, std::nullopt, std::nullopt});
  }
  ProgressLine progress;
  bool whole = true;
  for (bool searching = true; whole && searching;) {
    Batch batch;
    for (std::size_t i = 0; i < swept.size(); ++i) {
      for (const SearchRun& trial : search_of(swept[i], limits[i]).next()) {
        batch.add(swept[i], trial.load, trial.is_long,
                  trial.is_long ? limits[i].longer_run : std::vector<std::string>());
      }
    }
    searching = !batch.empty();
    if (searching) whole = batch.run(runner, progress);
  }
  if (whole) {
    Batch batch;
    for (std::size_t i = 0; i < swept.size(); ++i) {
      const SaturationSearch search = search_of(swept[i], limits[i]);
      swept[i].saturated = search.lowest_saturated();
      if (swept[i].saturated) swept[i].saturation = search.highest_followed();
      for (const double load : search.curve_loads()) batch.add(swept[i], load);
    }
    whole = batch.run(runner, progress);
  }
  for (SweptCurve& curve : swept) {
    curve.whole = whole;
    keep_long_runs(curve);
  }
  sort_by_load(swept);
  return swept;
}

}  // namespace turnpike::sim
