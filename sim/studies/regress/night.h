// night.h - the files of a night: regress.html, regress.json, regress.xml, and its summary as text.

#pragma once

#include <optional>
#include <string>

#include "sim/base/output_folder.h"
#include "sim/studies/regress/collect.h"
#include "sim/studies/regress/history.h"
#include "sim/studies/regress/regress_json.h"

namespace turnpike::sim {

// Writes all files, regress.json last. Throws ConfigError. Returns the object of regress.json.
Json leave_night(const Plan& plan, const Collected& collected, const std::optional<Trend>& trend,
                 OutputFolder& folder);

// Some lines: how many points, what failed, whether it is new, how each is repeated.
std::string night_text(const Plan& plan, const Collected& collected,
                       const std::optional<Trend>& trend, const OutputFolder& folder);

}  // namespace turnpike::sim
