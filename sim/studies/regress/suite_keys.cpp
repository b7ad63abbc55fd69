// suite_keys.cpp - the rows.

#include "sim/studies/regress/suite_keys.h"

#include <fmt/format.h>

#include "model/common/input_limits.h"
#include "sim/experiment/config/experiment.h"
#include "sim/experiment/config/schema_json.h"

namespace turnpike::sim {

namespace {

using SchemaJson = nlohmann::ordered_json;

SchemaJson integers(std::int64_t least, std::int64_t most) {
  return {{"type", "integer"}, {"minimum", least}, {"maximum", most}};
}

SchemaJson text() { return {{"type", "string"}, {"minLength", 1}}; }

SchemaJson list_of(const SchemaJson& items) {
  return {{"type", "array"}, {"minItems", 1}, {"items", items}};
}

SchemaJson one_or_list(const SchemaJson& one) { return {{"anyOf", {one, list_of(one)}}}; }

SchemaJson word(const std::vector<std::string>& words) { return {{"enum", words}}; }

SchemaJson at_least_zero() { return {{"type", "number"}, {"minimum", 0}}; }

SchemaJson interval() {
  SchemaJson schema = list_of(at_least_zero());
  schema["minItems"] = 2;
  schema["maxItems"] = 2;
  return schema;
}

std::vector<SuiteKey> make_suite_keys() {
  const SchemaJson boolean = {{"type", "boolean"}};
  const SchemaJson seconds = integers(1, 604800);
  return {
      {"suite.name", "text", "name of the file", "seeds are derived from it", text()},
      {"suite.seed", "integer 0 .. 9007199254740992", "1", "seeds are derived from it",
       integers(0, model::kMaxSeed)},
      {"suite.time_limit", "integer 1 .. 604800", "3600",
       "seconds after which a point is ended and has failed", seconds},
      {"suite.cross_check",
       "0 .. 1",
       "0.01",
       "share of the points with sliced hardware that run on Verilated hardware too, and must come "
       "to the same",
       {{"type", "number"}, {"minimum", 0}, {"maximum", 1}}},
      {"case.NAME.config", "a file, or a list of files", "",
       "configuration, relative to the suite; several: a point for each", one_or_list(text())},
      {"case.NAME.set",
       "a table: keys of a configuration",
       "",
       "what every point of the case sets; without `config`, the whole configuration",
       {}},
      {"case.NAME.sweep",
       "a table: keys, each with a list of values",
       "",
       "a point for every combination of values",
       {}},
      {"case.NAME.seeds",
       "integer 1 .. 1000000, or a list of seeds, each once",
       "1",
       "how many seeds are derived for each combination; or the seeds",
       {{"anyOf", {integers(1, 1000000), list_of(integers(0, model::kMaxSeed))}}}},
      {"case.NAME.engines", "a list of lockstep, rtl, model, emitted, each once", "[\"lockstep\"]",
       "a point for each, with the same seed", list_of(word(model::texts_of(kEngineWords)))},
      {"case.NAME.allow_deadlock", "true, false", "false",
       "run networks that `turnpike check` finds able to deadlock", boolean},
      {"case.NAME.time_limit", "integer 1 .. 604800", "that of the suite",
       "seconds for a point of this case", seconds},
      {"case.NAME.machine.program",
       "all, random, ring, all-to-all, reduction, broadcast, neighbour exchange", "",
       "instead of a configuration: a hypercube with co-processors that runs this program "
       "(engines lockstep, rtl, model)",
       text()},
      {"case.NAME.machine.dimensions", "integer 1 .. 12", "3", "of the cube: 2^n nodes",
       integers(1, 12)},
      {"case.NAME.machine.flit_bits",
       "8, 16, 32, 64",
       "16",
       "width of a channel",
       {{"enum", {8, 16, 32, 64}}}},
      {"case.NAME.machine.bytes", "integer 4 .. 4000", "256", "size of a node's block",
       integers(4, 4000)},
      {"case.NAME.machine.messages", "integer 1 .. 1000000000", "1000", "of program random",
       integers(1, 1000000000)},
      {"case.NAME.machine.stall",
       "0 .. 0.99",
       "0.0",
       "probability that memory takes no request in a cycle",
       {{"type", "number"}, {"minimum", 0}, {"maximum", 0.99}}},
      {"case.NAME.machine.extra_latency", "integer 0 .. 1000", "0",
       "cycles that a read of memory takes longer, at most", integers(0, 1000)},
      {"case.NAME.expect.deadlock", "true, false", "false",
       "the run must end in a deadlock; else none may", boolean},
      {"case.NAME.expect.latency", "[low, high], cycles", "",
       "the mean latency must lie in this interval, both ends included", interval()},
      {"case.NAME.expect.accepted_at_least", "number, 0 or more", "",
       "accepted traffic, flits per node and cycle", at_least_zero()},
      {"case.NAME.expect.equal_to", "a file", "",
       "figures must be those of this results.json, or of the point of the same name in this "
       "regress.json; relative to the suite",
       text()},
      {"case.NAME.expect.events_sha256",
       "64 hexadecimal digits",
       "",
       "SHA-256 of the event log that `run --events FILE.csv` writes; for a case with one "
       "configuration, combination and seed",
       {{"type", "string"}, {"pattern", "^[0-9a-f]{64}$"}}},
  };
}

SchemaJson table() {
  return {
      {"type", "object"}, {"properties", SchemaJson::object()}, {"additionalProperties", false}};
}

// The table that holds the last word of "case.NAME.expect.latency".
SchemaJson& table_of(SchemaJson& top, SchemaJson& one_case, const std::string& name) {
  const std::string in_case = "case.NAME.";
  if (name.compare(0, in_case.size(), in_case) != 0) {
    SchemaJson& suite = top["properties"]["suite"];
    if (suite.is_null()) suite = table();
    return suite;
  }
  const std::size_t dot = name.find('.', in_case.size());
  if (dot == std::string::npos) return one_case;
  SchemaJson& inner = one_case["properties"][name.substr(in_case.size(), dot - in_case.size())];
  if (inner.is_null()) inner = table();
  return inner;
}

}  // namespace

const std::vector<SuiteKey>& suite_keys() {
  static const std::vector<SuiteKey> keys = make_suite_keys();
  return keys;
}

const SuiteKey* find_suite_key(const std::string& name) {
  for (const SuiteKey& key : suite_keys()) {
    if (key.name == name) return &key;
  }
  return nullptr;
}

SchemaJson suite_schema() {
  SchemaJson top = {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                    {"title", "turnpike.suite"},
                    {"description", "A suite of `turnpike regress`, as a TOML library reads it."}};
  top.update(table());
  SchemaJson one_case = table();
  for (const SuiteKey& key : suite_keys()) {
    SchemaJson schema = {{"description", key.meaning}};
    if (key.schema.is_null()) {
      schema["type"] = "object";  // keys of a configuration; `schema configuration` has them
    } else {
      schema.update(key.schema);
    }
    table_of(top, one_case, key.name)["properties"][key.name.substr(key.name.rfind('.') + 1)] =
        schema;
  }
  top["properties"]["case"] = {{"type", "object"},
                               {"minProperties", 1},
                               {"propertyNames", {{"pattern", "^[A-Za-z0-9_-]+$"}}},
                               {"additionalProperties", one_case}};
  top["required"] = {"case"};
  return top;
}

}  // namespace turnpike::sim
