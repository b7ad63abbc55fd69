// schema_json.h - the keys of a configuration for programs: a JSON Schema.

#pragma once

#include <nlohmann/json.hpp>

namespace turnpike::sim {

// Draft 2020-12, of a configuration as a TOML library reads it. Strict: no other key may stand in
// it. It says what a row of the schema says; what concerns several keys only the reader knows.
nlohmann::ordered_json configuration_schema();

}  // namespace turnpike::sim
