// regress_json.h - a night as regress.json, and as JUnit XML for CI systems.

#pragma once

#include <string>

#include "sim/experiment/results/result_keys.h"
#include "sim/studies/regress/collect.h"

namespace turnpike::sim {

constexpr const char* kRegressSchema = "turnpike.regress/1";

// The same bytes wherever and in whatever order the points were run: no time and no place in it.
Json regress_json(const Plan& plan, const Collected& collected, const std::string& folder);

// A test suite for each case, a test for each point, with the time that it took.
std::string junit_xml(const Plan& plan, const Collected& collected);

}  // namespace turnpike::sim
