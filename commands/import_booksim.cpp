// import_booksim.cpp - `turnpike import-booksim`: a configuration of BookSim 2 as one of Turnpike.

#include "sim/experiment/config/import_booksim.h"

#include <fmt/format.h>

#include <memory>

#include "commands/command.h"
#include "model/common/configuration_error.h"
#include "sim/base/config_error.h"
#include "sim/base/standard_error.h"
#include "sim/base/text_file.h"
#include "sim/experiment/config/read_experiment.h"
#include "sim/experiment/config/settings.h"
#include "sim/experiment/results/standard_output.h"
#include "sim/experiment/run/network_checks.h"

namespace turnpike::sim {

namespace {

// What is printed can be run.
void check_import(const BookSimImport& import, const std::string& file) {
  try {
    const Experiment experiment =
        make_experiment(parse_settings(import.toml, "the configuration from " + file));
    build_network(experiment);
  } catch (const std::exception& error) {
    std::string text = error.what();
    for (const std::string& remark : import.remarks) text += "\n" + remark;
    throw ConfigError(text);
  }
}

int import(const std::string& file) {
  StandardOutput out;
  const BookSimImport result = import_booksim(read_text_file(file), file);
  check_import(result, file);
  for (const std::string& remark : result.remarks) tell(remark);
  out.print(result.toml);
  return kDone;
}

}  // namespace

Command add_import_booksim(CommandLine& program) {
  CommandLine line =
      program.command("import-booksim", "prints a configuration of BookSim 2 as one of Turnpike");
  auto file = std::make_shared<std::string>();  // shared by the parser and the function below
  line.text("FILE", *file, "BookSim's configuration").required();
  line.footer(
      "The configuration goes to standard output. Standard error has a line for each key that has\n"
      "no counterpart, or another meaning; docs/booksim.md maps the keys. Exit status 2: the\n"
      "topology cannot be converted.");
  return {line, [file] { return import(*file); }};
}

}  // namespace turnpike::sim
