// analysis_text.h - an analysis for people and as JSON.

#pragma once

#include <optional>
#include <string>

#include "sim/experiment/results/result_keys.h"
#include "sim/studies/analyze/predict.h"

namespace turnpike::sim {

// `measured`: null where nothing was run.
std::string analysis_text(const Subject& subject, const Analysis& analysis,
                          const Measured* measured);
Json analysis_json(const Subject& subject, const Analysis& analysis, const Measured* measured);

}  // namespace turnpike::sim
