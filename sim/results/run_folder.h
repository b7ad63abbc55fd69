// run_folder.h - the files of one run: `run --out` writes them, `report` reads them.
//
// results.json is written last: where it is, the others are whole (docs/configuration.md).

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/statistics/results.h"
#include "model/topology/network.h"
#include "sim/base/output_folder.h"
#include "sim/results/result_keys.h"

namespace turnpike::sim {

void write_run(OutputFolder& folder, const Json& json, const model::Network& network,
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
};

// Throws ConfigError that names the file, and the line where there is one: missing, damaged, of
// another version, or files that do not belong together.
RunRecord read_run(const std::string& folder);

// The object in a file with this `format`; throws ConfigError.
Json read_formatted(const std::string& path, const std::string& format);

}  // namespace turnpike::sim
