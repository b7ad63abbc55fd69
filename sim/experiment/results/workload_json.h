// workload_json.h - the results of a workload: in results.json, as columns and as tables.

#pragma once

#include <string>
#include <vector>

#include "model/traffic/workload.h"
#include "sim/experiment/results/result_keys.h"

namespace turnpike::sim {

// {"kind", "figures", "tables"}; null where the workload has no figures.
Json workload_json(const Experiment& experiment, const RunOutcome& outcome);

// Throws ConfigError that says what is wrong with such an object, read from a file.
void check_workload_json(const Json& workload);

// The kind with this word, or null.
const model::Workload* find_workload(const std::string& word);

// "workload.round_trip", ...: columns of the runs, in the order in which they come.
std::vector<std::string> workload_columns(const std::vector<const Json*>& runs);
// The value of such a column in a run; null where the run has none.
Json workload_value(const Json& run, const std::string& column);

// A table as its file.
std::string workload_csv(const model::WorkloadTable& table);
// The same read again; `file` is a path whose last part is the name. Throws ConfigError.
model::WorkloadTable read_workload_csv(const std::string& file);

}  // namespace turnpike::sim
