// night_page.h - the page of a night, regress.html.

#pragma once

#include <optional>
#include <string>

#include "sim/studies/regress/collect.h"
#include "sim/studies/regress/history.h"

namespace turnpike::sim {

// `trend`: none where there is no history. `folder`: of the results, where the page will lie.
std::string night_page(const Plan& plan, const Collected& collected,
                       const std::optional<Trend>& trend, const std::string& folder);

}  // namespace turnpike::sim
