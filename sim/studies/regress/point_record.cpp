// point_record.cpp - a record as JSON.

#include "sim/studies/regress/point_record.h"

#include <fmt/format.h>

#include "sim/base/config_error.h"
#include "sim/base/content_hash.h"
#include "sim/experiment/results/check_run.h"
#include "sim/experiment/results/standard_output.h"

namespace turnpike::sim {

namespace {

constexpr const char* kPointSchema = "turnpike.regress.point/2";

}  // namespace

Json mismatch_json(const std::optional<MismatchPlace>& mismatch) {
  if (!mismatch) return {};
  return {{"cycle", mismatch->cycle},
          {"component", mismatch->component},
          {"port", mismatch->port},
          {"signal", mismatch->signal},
          {"since_flit", mismatch->since_flit ? Json(*mismatch->since_flit) : Json()},
          {"check", mismatch->check}};
}

namespace {

std::optional<MismatchPlace> read_mismatch(const Json& json) {
  if (json.is_null()) return std::nullopt;
  MismatchPlace place{json.at("cycle").get<model::Cycle>(),
                      json.at("component").get<std::string>(),
                      json.at("port").get<model::PortId>(),
                      json.at("signal").get<std::string>(),
                      std::nullopt,
                      json.at("check").get<std::string>()};
  const Json& since_flit = json.at("since_flit");
  if (!since_flit.is_null()) place.since_flit = since_flit.get<model::Cycle>();
  return place;
}

// Throws std::bad_optional_access for a word that is none.
template <class T, std::size_t n>
T value_in(const model::Word<T> (&words)[n], const Json& word) {
  return model::value_of(words, word.get<std::string>()).value();
}

PointRecord from_json(const Json& json) {
  PointRecord record;
  record.name = json.at("point").get<std::string>();
  record.key = json.at("key").get<std::string>();
  record.engine = value_in(kEngineWords, json.at("engine"));
  record.seed = json.at("seed").get<std::uint64_t>();
  record.end = value_in(kEndWords, json.at("end"));
  record.message = json.at("message").get<std::string>();
  record.mismatch = read_mismatch(json.at("mismatch"));
  record.figures = json.at("figures");
  record.config = json.at("config").get<std::string>();
  record.command = json.at("command").get<std::string>();
  record.allow_deadlock = json.at("allow_deadlock").get<bool>();
  record.events_sha256 = json.at("events_sha256").get<std::string>();
  const Json& cost = json.at("cost");
  record.cost.cpu_seconds = cost.at("cpu_seconds").get<double>();
  record.cost.seconds = cost.at("seconds").get<double>();
  record.cost.host = cost.at("host").get<std::string>();
  record.cost.processor = cost.at("processor").get<std::string>();
  return record;
}

}  // namespace

// It is not flushed to the disk, so the checksum comes with it: who loses power runs it again.
std::string to_text(const PointRecord& record) {
  Json json = {{"schema", kPointSchema},
               {"point", record.name},
               {"key", record.key},
               {"engine", to_text(record.engine)},
               {"seed", record.seed},
               {"end", to_text(record.end)},
               {"message", record.message},
               {"mismatch", mismatch_json(record.mismatch)},
               {"figures", record.figures},
               {"config", record.config},
               {"command", record.command},
               {"allow_deadlock", record.allow_deadlock},
               {"events_sha256", record.events_sha256},
               {"cost",
                {{"cpu_seconds", record.cost.cpu_seconds},
                 {"seconds", record.cost.seconds},
                 {"host", record.cost.host},
                 {"processor", record.cost.processor}}}};
  json["checksum"] = sha256_of(json_text(json));
  return json_text(json);
}

PointRecord read_record(const std::string& path) {
  Json json = read_formatted(path, kPointSchema);
  try {
    const auto checksum = json.at("checksum").get<std::string>();
    json.erase("checksum");
    if (sha256_of(json_text(json)) == checksum) return from_json(json);
  } catch (const Json::exception&) {  // as where the checksum is wrong
  } catch (const std::bad_optional_access&) {
  }
  throw ConfigError(path + ": found a damaged result, allowed: one as a run left it");
}

}  // namespace turnpike::sim
