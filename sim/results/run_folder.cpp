// run_folder.cpp - the files of one run, written and read.

#include "sim/results/run_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <limits>
#include <sstream>

#include "model/common/printable.h"
#include "sim/base/config_error.h"
#include "sim/config/settings.h"
#include "sim/results/parse_json.h"
#include "sim/results/standard_output.h"

namespace turnpike::sim {
namespace {

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

// A file of a run that has its results.json must be there.
std::string beside_results(const std::string& folder, const char* name) {
  std::string path = folder + "/" + name;
  if (std::filesystem::is_regular_file(path)) return path;
  throw ConfigError(path +
                    ": missing, though results.json is there: the folder is not whole; run "
                    "it again");
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

void write_run(OutputFolder& folder, const Json& json, const model::Network& network,
               const RunOutcome& outcome) {
  folder.write("results.csv", csv_header() + csv_row(json));
  if (!outcome.results.channel_utilisation.empty()) {
    folder.write("channels.csv", channels_csv(network, outcome.results));
  }
  folder.write("histogram.csv", histogram_csv(outcome.results.latency_bins));
  folder.write("slowest.csv", slowest_csv(outcome.results.slowest));
  folder.write("config.toml", json.at("config").get<std::string>());
  folder.write("results.json", json_text(json));
}

Json read_formatted(const std::string& path, const std::string& format) {
  Json json = parse_json(read_text_file(path));
  if (!json.is_object()) refuse(path, "text that is no JSON object", "a whole file: it is damaged");
  const Json found = json.value("format", Json());
  const Json version = json.value("version", Json());
  if (found != format || version != kFormatVersion) {
    refuse(path,
           fmt::format("format {}, version {}", model::excerpt(found.dump()),
                       model::excerpt(version.dump())),
           fmt::format("\"{}\", {}: another version of turnpike left it; run it again", format,
                       kFormatVersion));
  }
  return json;
}

RunRecord read_run(const std::string& folder) {
  RunRecord run;
  run.folder = folder;
  const std::string path = folder + "/results.json";
  run.results = read_formatted(path, kRunFormat);
  for (const ResultKey& key : make_result_keys()) {
    if (!run.results.contains(key.name)) refuse(path, "no key '" + key.name + "'", "all keys");
  }
  try {
    const auto packets = run.results.at("packets").get<std::uint64_t>();
    const auto channels = run.results.at("channels").get<std::uint64_t>();
    run.results.at("config").get_ref<const std::string&>();
    run.results.at("name").get_ref<const std::string&>();
    const Json& standstill = run.results.at("standstill");
    if (!standstill.is_null()) run.standstill = read_standstill(standstill);
    run.histogram = read_histogram(beside_results(folder, "histogram.csv"), packets);
    run.slowest = read_slowest(beside_results(folder, "slowest.csv"), packets);
    if (!run.results.at("channel_utilisation_mean").is_null()) {
      run.channels = read_channels(beside_results(folder, "channels.csv"), channels);
    }
  } catch (const Json::exception& error) {
    refuse(path, error.what(), "keys of the documented types");
  }
  return run;
}

}  // namespace turnpike::sim
