// predict.cpp - all predictions in turn.

#include "sim/studies/analyze/predict.h"

#include <algorithm>

namespace turnpike::sim {

Analysis analyze(const Subject& subject, const AnalysisOptions& options) {
  Analysis analysis;
  predict_counted(subject, analysis);
  predict_wires(subject, analysis.predictions);
  predict_agarwal(subject, options, analysis.predictions);
  predict_butterfly(subject, options, analysis.predictions);
  predict_hypercube(subject, analysis.predictions);
  predict_irregular(subject, analysis.predictions);
  predict_closed(subject, analysis.predictions);
  predict_express(subject, analysis);
  explain_differences(subject, analysis);
  analysis.designs = make_designs(subject, options);
  return analysis;
}

std::string first_reason(const std::vector<std::string>& reasons) {
  const auto first = std::find_if(reasons.begin(), reasons.end(),
                                  [](const std::string& reason) { return !reason.empty(); });
  return first == reasons.end() ? "" : "not covered: " + *first;
}

}  // namespace turnpike::sim
