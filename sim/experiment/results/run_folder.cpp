// run_folder.cpp - the files of one run, written and read.

#include "sim/experiment/results/run_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <limits>
#include <sstream>

#include "model/common/printable.h"
#include "sim/base/config_error.h"
#include "sim/base/content_hash.h"
#include "sim/base/staged_files.h"
#include "sim/base/text_file.h"
#include "sim/experiment/config/settings.h"
#include "sim/experiment/results/check_run.h"
#include "sim/experiment/results/node_table.h"
#include "sim/experiment/results/standard_output.h"
#include "sim/experiment/results/workload_json.h"

namespace turnpike::sim {
namespace {

constexpr const char* kResultsCsv = "results.csv";
constexpr const char* kChannelsCsv = "channels.csv";
constexpr const char* kHistogramCsv = "histogram.csv";
constexpr const char* kSlowestCsv = "slowest.csv";
constexpr const char* kNodesCsv = "nodes.csv";
constexpr const char* kFlowsCsv = "flows.csv";
constexpr const char* kConfigToml = "config.toml";

constexpr const char* kHistogramHeader = "low,high,packets";
constexpr const char* kSlowestHeader = "source,destination,flits,queued,injected,head,delivered";
constexpr const char* kChannelsHeader = "channel,from,from_port,to,to_port,utilisation";

[[noreturn]] void refuse(const std::string& place, const std::string& found,
                         const std::string& allowed) {
  throw ConfigError(fmt::format("{}: found {}, allowed: {}", place, found, allowed));
}

// A table of comma-separated values without quotes, line by line.
class CsvReader {
 public:
  CsvReader(const std::string& path, const std::string& header)
      : path_(path), text_(read_text_file(path)) {
    std::string first;
    std::getline(text_, first);
    if (first.compare(0, header.size(), header) != 0) {
      refuse(path_ + ":1", "'" + model::excerpt(first) + "'", "the columns " + header);
    }
    for (const char c : first) columns_ += c == ',' ? 1u : 0u;
  }

  bool next() {
    std::string row;
    if (!std::getline(text_, row)) return false;
    ++line_;
    if (text_.eof()) refuse(place(), "half a line", "whole lines: the file is damaged");
    fields_.clear();
    std::istringstream in(row);
    for (std::string field; std::getline(in, field, ',');) fields_.push_back(field);
    if (fields_.size() != columns_) {
      refuse(place(), fmt::format("{} fields", fields_.size()), fmt::format("{}", columns_));
    }
    return true;
  }

  unsigned columns() const { return columns_; }
  const std::string& text(std::size_t column) const { return fields_[column]; }
  template <class T>
  T number(std::size_t column) const {
    const std::string& field = fields_[column];
    T value{};
    const char* end = field.data() + field.size();
    const auto result = std::from_chars(field.data(), end, value);
    const bool is_number = result.ec == std::errc() && result.ptr == end;
    const bool is_finite = value >= 0 && value <= std::numeric_limits<T>::max();
    if (!is_number || !is_finite) refuse(place(), "'" + model::excerpt(field) + "'", "a number");
    return value;
  }
  std::string place() const { return fmt::format("{}:{}", path_, line_); }

 private:
  std::string path_;
  std::istringstream text_;
  std::vector<std::string> fields_;
  unsigned columns_ = 1;
  unsigned line_ = 1;
};

std::vector<model::LatencyBin> read_histogram(const std::string& path, std::uint64_t packets) {
  CsvReader in(path, kHistogramHeader);
  std::vector<model::LatencyBin> bins;
  std::uint64_t sum = 0;
  while (in.next()) {
    bins.push_back(
        {in.number<model::Cycle>(0), in.number<model::Cycle>(1), in.number<std::uint64_t>(2)});
    const bool rises = bins.size() < 2 || bins[bins.size() - 2].high < bins.back().low;
    if (!rises || bins.back().high < bins.back().low) {
      refuse(in.place(), "bins that overlap", "bins in rising order");
    }
    sum += bins.back().packets;
  }
  if (sum != packets) {
    refuse(path, fmt::format("{} packets", sum), fmt::format("{}, as in results.json", packets));
  }
  return bins;
}

std::vector<model::Delivery> read_slowest(const std::string& path, std::uint64_t packets) {
  CsvReader in(path, kSlowestHeader);
  std::vector<model::Delivery> slowest;
  while (in.next()) {
    model::Delivery d;
    d.source = in.number<model::NodeId>(0);
    d.destination = in.number<model::NodeId>(1);
    d.flits = in.number<std::uint32_t>(2);
    d.queued = in.number<model::Cycle>(3);
    d.injected = in.number<model::Cycle>(4);
    d.first = in.number<model::Cycle>(5);
    d.last = in.number<model::Cycle>(6);
    if (d.injected < d.queued || d.first < d.injected || d.last < d.first) {
      refuse(in.place(), "a message delivered before it was sent", "cycles in rising order");
    }
    slowest.push_back(d);
  }
  const auto wanted = std::min<std::uint64_t>(packets, model::SlowestDeliveries::kKept);
  if (slowest.size() != wanted) {
    refuse(path, fmt::format("{} messages", slowest.size()),
           fmt::format("{}: the file is damaged", wanted));
  }
  return slowest;
}

std::vector<ChannelFigures> read_channels(const std::string& path, std::uint64_t wanted) {
  constexpr unsigned kFirstVc = 6;  // column
  CsvReader in(path, kChannelsHeader);
  std::vector<ChannelFigures> channels;
  while (in.next()) {
    if (in.number<std::size_t>(0) != channels.size()) {
      refuse(in.place(), "channel " + model::excerpt(in.text(0)),
             fmt::format("channel {}", channels.size()));
    }
    ChannelFigures channel;
    channel.from = in.text(1);
    channel.from_port = in.number<model::PortId>(2);
    channel.to = in.text(3);
    channel.to_port = in.number<model::PortId>(4);
    channel.utilisation = in.number<double>(5);
    for (unsigned c = kFirstVc; c < in.columns(); ++c) {
      channel.occupancy.push_back(in.number<double>(c));
    }
    channels.push_back(std::move(channel));
  }
  if (channels.size() != wanted) {
    refuse(path, fmt::format("{} channels", channels.size()),
           fmt::format("{}, as in results.json", wanted));
  }
  return channels;
}

// Where its JSON file is, every file of a run or sweep must be.
std::string file_beside(const std::string& json, const std::string& name) {
  const std::filesystem::path path = std::filesystem::path(json).replace_filename(name);
  if (std::filesystem::is_regular_file(path)) return path.string();
  throw ConfigError(
      fmt::format("{}: missing, though {} is there: the folder is not whole; run it "
                  "again",
                  path.string(), std::filesystem::path(json).filename().string()));
}

}  // namespace

std::string histogram_csv(const std::vector<model::LatencyBin>& bins) {
  std::string text = std::string(kHistogramHeader) + "\n";
  for (const model::LatencyBin& bin : bins) {
    text += fmt::format("{},{},{}\n", bin.low, bin.high, bin.packets);
  }
  return text;
}

std::string slowest_csv(const std::vector<model::Delivery>& slowest) {
  std::string text = std::string(kSlowestHeader) + "\n";
  for (const model::Delivery& d : slowest) {
    text += fmt::format("{},{},{},{},{},{},{}\n", d.source, d.destination, d.flits, d.queued,
                        d.injected, d.first, d.last);
  }
  return text;
}

Json write_run(OutputFolder& folder, const Json& run, const model::Network& network,
               const RunOutcome& outcome) {
  StagedFiles files(folder);
  Json json = run;
  const auto write = [&](const char* name, const std::string& text) {
    files.write(name, text);
    json["checksums"][name] = sha256_of(text);
  };
  const std::vector<std::string> columns = workload_columns({&json});
  write(kResultsCsv, csv_header(columns) + csv_row(json, columns));
  files.replace(kChannelsCsv);
  if (!outcome.results.channel_utilisation.empty()) {
    write(kChannelsCsv, channels_csv(network, outcome.results));
  }
  write(kHistogramCsv, histogram_csv(outcome.results.latency_bins));
  write(kSlowestCsv, slowest_csv(outcome.results.slowest));
  for (const auto& [name, text] : {std::pair{kNodesCsv, nodes_csv(outcome.results)},
                                   std::pair{kFlowsCsv, flows_csv(outcome.results)}}) {
    files.replace(name);
    if (!text.empty()) write(name, text);
  }
  for (const model::Workload* workload : model::workloads()) {
    for (std::size_t t = 0; t < workload->table_count; ++t) files.replace(workload->tables[t]);
  }
  for (const model::WorkloadTable& table : outcome.results.workload.tables) {
    write(table.file.c_str(), workload_csv(table));
  }
  write(kConfigToml, json.at("config").get<std::string>());
  files.write("results.json", json_text(json));
  files.keep();
  return json;
}

void check_belonging(const std::string& json, const std::string& name, const Json& checksums) {
  const std::filesystem::path path = std::filesystem::path(json).replace_filename(name);
  const std::string holder = std::filesystem::path(json).filename().string();
  const auto checksum = checksums.find(name);
  if (checksum == checksums.end()) {
    if (!std::filesystem::exists(path)) return;
    throw ConfigError(
        fmt::format("{}: does not belong to {}, which knows no such file: the folder "
                    "holds files of two runs; run it again",
                    path.string(), holder));
  }
  if (sha256_of(read_text_file(file_beside(json, name))) == *checksum) return;
  throw ConfigError(
      fmt::format("{}: does not belong to {}, which has another checksum of it: it "
                  "is of another run, or was changed; run it again",
                  path.string(), holder));
}

RunRecord read_run(const std::string& folder) {
  RunRecord run;
  run.folder = folder;
  const std::string path = folder + "/results.json";
  run.results = read_run_json(path);
  const auto packets = run.results.at("packets").get<std::uint64_t>();
  const auto channels = run.results.at("channels").get<std::uint64_t>();
  const Json& standstill = run.results.at("standstill");
  if (!standstill.is_null()) run.standstill = read_standstill(standstill);
  run.histogram = read_histogram(file_beside(path, kHistogramCsv), packets);
  run.slowest = read_slowest(file_beside(path, kSlowestCsv), packets);
  const bool has_channels = !run.results.at("channel_utilisation_mean").is_null();
  if (has_channels) run.channels = read_channels(file_beside(path, kChannelsCsv), channels);
  const Json& checksums = run.results.at("checksums");
  for (const char* name : {kResultsCsv, kChannelsCsv, kHistogramCsv, kSlowestCsv, kConfigToml}) {
    if (!checksums.contains(name) && (name != kChannelsCsv || has_channels)) {
      refuse(path, fmt::format("no checksum of {}", name), "one of each file of the run");
    }
    check_belonging(path, name, checksums);
  }
  for (const char* name : {kNodesCsv, kFlowsCsv}) check_belonging(path, name, checksums);
  const Json& workload = run.results.at("workload");
  if (workload.is_null()) return run;
  for (const Json& table : workload.at("tables")) {
    const auto& name = table.get_ref<const std::string&>();
    check_belonging(path, name, checksums);
    run.tables.push_back(read_workload_csv(file_beside(path, name)));
  }
  return run;
}

}  // namespace turnpike::sim
