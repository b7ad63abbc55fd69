// schema.cpp - `turnpike schema`: JSON Schemas of what goes in and of what comes out.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <string>
#include <vector>

#include "commands/command.h"
#include "model/common/printable.h"
#include "sim/base/config_error.h"
#include "sim/base/nearest.h"
#include "sim/experiment/config/schema_json.h"
#include "sim/experiment/results/result_schemas.h"
#include "sim/experiment/results/standard_output.h"

namespace turnpike::sim {

namespace {

constexpr const char* kConfiguration = "configuration";
constexpr const char* kSuite = "suite";

// Those of what goes in first.
Json all_schemas(const std::function<Json()>& suites) {
  Json all = {{kConfiguration, configuration_schema()}};
  if (suites) all[kSuite] = suites();
  for (const ResultSchema& schema : result_schemas()) all[schema.name] = Json::parse(schema.text);
  return all;
}

std::vector<std::string> schema_names(const Json& all) {
  std::vector<std::string> names;
  for (const auto& [name, schema] : all.items()) names.push_back(name);
  return names;
}

int print_schema(const std::string& name, const Json& all) {
  StandardOutput out;
  if (name.empty()) {
    out.print(all);
  } else if (all.contains(name)) {
    out.print(all.at(name));
  } else {
    const std::vector<std::string> names = schema_names(all);
    throw ConfigError(fmt::format("no schema '{}'{}; there are: {}", model::excerpt(name),
                                  nearest_text(", nearest: ", name, names),
                                  fmt::join(names, ", ")));
  }
  return kDone;
}

}  // namespace

Command add_schema(CommandLine& program, const std::function<Json()>& suites) {
  CommandLine line = program.command(
      "schema",
      "prints JSON Schemas: of a configuration, of a suite, and of what the commands write");
  auto name = std::make_shared<std::string>();  // shared by the parser and the function below
  line.text("NAME", *name, "of the schema; without it all, in one object");
  line.footer([suites] {
    return fmt::format(
        "Names: {}.\n"
        "Draft 2020-12. Those of results are the files of docs/schema; a figure's unit is its\n"
        "\"unit\", also of the columns in results.csv and sweep.csv.",
        fmt::join(schema_names(all_schemas(suites)), ", "));
  });
  return {line, [name, suites] { return print_schema(*name, all_schemas(suites)); }};
}

}  // namespace turnpike::sim
