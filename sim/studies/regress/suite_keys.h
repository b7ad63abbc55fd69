// suite_keys.h - the keys of a suite: rows as those of a configuration (schema.h).

#pragma once

#include <string>
#include <vector>

#include "sim/experiment/config/schema.h"
#include "sim/experiment/config/schema_json.h"
#include "sim/studies/regress/machine_point.h"
#include "sim/studies/regress/suite.h"

namespace turnpike::sim {

// NAME stands for the name of a case: "case.NAME.expect.latency".
const std::vector<RowOf<Suite>>& suite_rows();
const std::vector<RowOf<SuiteCase>>& case_rows();
const std::vector<RowOf<MachinePoint>>& machine_rows();

// All of them, in the order of docs/regressions.md.
std::vector<KeyRow> suite_keys();

// Draft 2020-12, of a suite as a TOML library reads it.
SchemaJson suite_schema();

}  // namespace turnpike::sim
