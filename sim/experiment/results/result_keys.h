// result_keys.h - the figures of a run: one row a key, for JSON, CSV and the documentation.

#pragma once

#include <functional>
#include <string>
#include <vector>

#include "model/topology/network.h"
#include "sim/base/parse_json.h"
#include "sim/experiment/config/experiment.h"
#include "sim/experiment/results/run_outcome.h"

namespace turnpike::sim {

// First key of results.json and sweep.json: in which form they are (docs/schema/README.md).
constexpr const char* kRunSchema = "turnpike.run/5";
constexpr const char* kSweepSchema = "turnpike.sweep/5";

// Of a figure; no figure is negative.
enum class ResultKind { number, count, boolean, text };

struct ResultKey {
  std::string name;
  std::string unit;
  std::string meaning;
  ResultKind kind = ResultKind::number;
  bool may_be_null = false;
  std::function<Json(const RunOutcome&)> value;
};

std::vector<ResultKey> make_result_keys();

// The object of `run --json`: schema, who ran what (name, engine, seed, inputs, config), every key,
// and no checksums: nothing was written yet.
Json run_to_json(const Experiment& experiment, const RunOutcome& outcome);

// Of an object that `run --json` printed: it is done or saturated.
bool is_finished(const Json& run);

// By RFC 4180: quotes where a separator or quote asks for them; null is empty. Control characters
// of a text are escaped, and an apostrophe stands before one that a spreadsheet would take for a
// formula.
std::string csv_field(const Json& value);
// The same figures as a header line and a line of values; `more`: columns of workloads
// (workload_json.h).
std::string csv_header(const std::vector<std::string>& more = {});
std::string csv_row(const Json& run, const std::vector<std::string>& more = {});

// One line a channel: where from, where to, utilisation, mean occupancy of each VC.
std::string channels_csv(const model::Network& network, const model::Results& results);

// Of the file that this program, or the library in another program, is in.
const std::string& program_hash();

// Of the RTL and of what it is built into shapes with.
const std::string& hardware_hash();

// Names a run by all that its figures depend on: the configuration in full, the contents of the
// files it names, the engine, this program, and for hardware its sources.
std::string inputs_hash(const Experiment& experiment);
// Of the files that a configuration names. Throws ConfigError.
std::string input_files_hash(const Experiment& experiment);

}  // namespace turnpike::sim
