// run_folder.h - the files of one run: `run --out` writes them, `report` reads them.
//
// results.json is written last and has the checksums of the other files. A folder that does not
// match them is refused (docs/configuration.md).

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/statistics/results.h"
#include "model/topology/network.h"
#include "sim/base/output_folder.h"
#include "sim/experiment/results/result_keys.h"

namespace turnpike::sim {

// All files or, when it throws ConfigError, those that were there before. Returns the object of
// results.json: `run` with the checksums of the other files.
Json write_run(OutputFolder& folder, const Json& run, const model::Network& network,
               const RunOutcome& outcome);

std::string histogram_csv(const std::vector<model::LatencyBin>& bins);
std::string slowest_csv(const std::vector<model::Delivery>& slowest);

// A line of channels.csv.
struct ChannelFigures {
  std::string from;
  std::string to;
  model::PortId from_port = 0;
  model::PortId to_port = 0;
  double utilisation = 0;         // 0 .. 1
  std::vector<double> occupancy;  // [VC] flits; empty: not measured
};

// Moving a JSON value asserts its invariants, which clang-tidy takes for an exception.
struct RunRecord {  // NOLINT(bugprone-exception-escape)
  std::string folder;
  Json results;
  std::vector<ChannelFigures> channels;  // empty: the run measured none
  std::vector<model::LatencyBin> histogram;
  std::vector<model::Delivery> slowest;
  std::optional<StandstillFigures> standstill;
  std::vector<model::WorkloadTable> tables;  // of the workload
};

// Throws ConfigError that names the file `name` beside `json` unless it is the one of which
// `checksums` has the checksum, or neither is there.
void check_belonging(const std::string& json, const std::string& name, const Json& checksums);

// Throws ConfigError that names the file, and the line where there is one: missing, damaged, of
// another version, or a file that does not belong to the run of results.json.
RunRecord read_run(const std::string& folder);

}  // namespace turnpike::sim
