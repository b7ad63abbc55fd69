// sweep_curves.cpp - batches of points for the runner, results back to their curves.

#include "sim/experiment/sweep_curves.h"

#include <algorithm>

#include "sim/base/progress_line.h"
#include "sim/experiment/saturation_search.h"

namespace turnpike::sim {

namespace {

// Points of several curves that are run together.
class Batch {
 public:
  void add(SweptCurve& curve, double load) {
    std::vector<std::string> sets = curve.curve.sets;
    sets.push_back("traffic.load=" + load_text(load));
    points_.push_back({std::move(sets), load, ""});
    curves_.push_back(&curve);
  }

  bool empty() const { return points_.empty(); }

  // False: something is missing, and no further batch makes sense.
  bool run(PointRunner& runner, ProgressLine& progress) {
    std::vector<PointResult> results = runner.run(points_, progress);
    bool whole = true;
    for (std::size_t i = 0; i < results.size(); ++i) {
      whole = whole && results[i].finished();
      curves_[i]->points.push_back({points_[i].load, std::move(results[i])});
    }
    return whole;
  }

 private:
  std::vector<Point> points_;
  std::vector<SweptCurve*> curves_;
};

void sort_by_load(std::vector<SweptCurve>& curves) {
  for (SweptCurve& curve : curves) {
    std::stable_sort(curve.points.begin(), curve.points.end(),
                     [](const SweptPoint& a, const SweptPoint& b) { return a.load < b.load; });
  }
}

SaturationSearch search_of(const SweptCurve& curve) {
  SaturationSearch search(curve.highest);
  for (const SweptPoint& point : curve.points) {
    const Json& run = point.result.run;
    // A run that did not deliver in time what it measured followed its load no better.
    search.report(point.load, run.at("saturated").get<bool>() || !run.at("complete").get<bool>());
  }
  return search;
}

}  // namespace

std::vector<SweptCurve> run_curves(const std::vector<Curve>& curves,
                                   const std::vector<double>& loads, PointRunner& runner) {
  std::vector<SweptCurve> swept;
  swept.reserve(curves.size());
  for (const Curve& curve : curves) swept.push_back({curve, {}, false, true, std::nullopt, 1});
  Batch batch;
  for (SweptCurve& curve : swept) {
    for (const double load : loads) batch.add(curve, load);
  }
  ProgressLine progress;
  batch.run(runner, progress);
  sort_by_load(swept);
  return swept;
}

std::vector<SweptCurve> search_curves(const std::vector<Curve>& curves,
                                      const std::vector<double>& highest, PointRunner& runner) {
  std::vector<SweptCurve> swept;
  swept.reserve(curves.size());
  for (std::size_t i = 0; i < curves.size(); ++i) {
    swept.push_back({curves[i], {}, true, false, std::nullopt, highest[i]});
  }
  ProgressLine progress;
  bool whole = true;
  for (bool searching = true; whole && searching;) {
    Batch batch;
    for (SweptCurve& curve : swept) {
      for (const double load : search_of(curve).next()) batch.add(curve, load);
    }
    searching = !batch.empty();
    if (searching) whole = batch.run(runner, progress);
  }
  if (whole) {
    Batch batch;
    for (SweptCurve& curve : swept) {
      const SaturationSearch search = search_of(curve);
      if (search.lowest_saturated()) curve.saturation = search.highest_followed();
      for (const double load : search.curve_loads()) batch.add(curve, load);
    }
    whole = batch.run(runner, progress);
  }
  for (SweptCurve& curve : swept) curve.whole = whole;
  sort_by_load(swept);
  return swept;
}

}  // namespace turnpike::sim
