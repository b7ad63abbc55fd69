// suite_keys.h - the keys of a suite: one row each, for the reader, the help, the documentation and
// the schema.

#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace turnpike::sim {

struct SuiteKey {
  std::string name;     // "suite.name", or "latency" of a case's table: "case.NAME.expect.latency"
  std::string allowed;  // in words
  std::string default_text;
  std::string meaning;
  nlohmann::ordered_json schema;  // of its value
};

// In the order of docs/regressions.md. NAME stands for the name of a case.
const std::vector<SuiteKey>& suite_keys();

// The row of a key, "case.NAME.seeds"; null: there is none.
const SuiteKey* find_suite_key(const std::string& name);

// Draft 2020-12, of a suite as a TOML library reads it.
nlohmann::ordered_json suite_schema();

}  // namespace turnpike::sim
