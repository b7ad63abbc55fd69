// schema_json.h - rows of a schema for programs: JSON Schemas.

#pragma once

#include <nlohmann/json.hpp>

#include <string>

#include "sim/experiment/config/schema.h"

namespace turnpike::sim {

using SchemaJson = nlohmann::ordered_json;

constexpr const char* kDraft = "https://json-schema.org/draft/2020-12/schema";

// Draft 2020-12, of a configuration as a TOML library reads it. Strict: no other key may stand in
// it. It says what a row of the schema says; what concerns several keys only the reader knows.
SchemaJson configuration_schema();

// A table in which no key may stand yet.
SchemaJson empty_table();
// Allows the key "a.b.c" in a table, and the tables that it stands in.
void add_to_schema(SchemaJson& table, const std::string& name, const KeyRow& key);

}  // namespace turnpike::sim
