// result_schemas.h - the JSON Schemas of docs/schema, in the program.

#pragma once

#include <vector>

namespace turnpike::sim {

struct ResultSchema {
  const char* name;  // "run", of run.schema.json
  const char* text;
};

// In the order of their names. The source is made by cmake/result_schemas.cmake.
const std::vector<ResultSchema>& result_schemas();

}  // namespace turnpike::sim
