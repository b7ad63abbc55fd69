// check_run.h - checks that the results of a run are complete and undamaged.

#pragma once

#include <string>

#include "sim/experiment/results/result_keys.h"

namespace turnpike::sim {

// Throws ConfigError that names `place` and the key: one that is missing or unknown, a value that
// no run has, a status that the other keys contradict.
void check_run(const Json& run, const std::string& place);

// The object in a file with this `schema`; throws ConfigError.
Json read_formatted(const std::string& path, const std::string& schema);

// The object that `run --json` printed into a file, checked; throws ConfigError.
Json read_run_json(const std::string& path);

}  // namespace turnpike::sim
