// formula.cpp - `turnpike formula`: one value of a closed form, or the list of them.

#include "model/analysis/formulas.h"

#include <fmt/format.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "commands/command.h"
#include "sim/base/nearest.h"
#include "sim/experiment/results/standard_output.h"

namespace turnpike::sim {

namespace {

struct FormulaCommand {
  std::string name;
  std::vector<std::string> arguments;  // name=value
  bool list = false;
  bool json = false;
};

std::string argument_text(const model::FormulaArgument& argument) {
  std::string text = fmt::format("{}: {}", argument.name, argument.meaning);
  for (std::size_t i = 0; i < argument.words.size(); ++i) {
    text += fmt::format("{}{}", i == 0 ? " (" : ", ", argument.words[i]);
  }
  if (!argument.words.empty()) text += ")";
  if (argument.otherwise != nullptr) text += fmt::format("; default {}", argument.otherwise);
  return text;
}

std::string list_text() {
  std::string text;
  for (const model::Formula& formula : model::formulas()) {
    text += fmt::format("{}\n    {}   [{}]\n", formula.name, formula.gives, formula.source);
    for (const model::FormulaArgument& argument : formula.arguments) {
      text += fmt::format("      {}\n", argument_text(argument));
    }
  }
  return text;
}

Json list_json() {
  Json list;
  list["schema"] = "turnpike.formulas/1";
  list["formulas"] = Json::array();
  for (const model::Formula& formula : model::formulas()) {
    Json row;
    row["formula"] = formula.name;
    row["gives"] = formula.gives;
    row["source"] = formula.source;
    row["arguments"] = Json::array();
    for (const model::FormulaArgument& argument : formula.arguments) {
      Json entry;
      entry["name"] = argument.name;
      entry["meaning"] = argument.meaning;
      entry["whole"] = argument.is_whole;
      if (!argument.words.empty()) entry["words"] = argument.words;
      if (argument.otherwise != nullptr) entry["default"] = argument.otherwise;
      row["arguments"].push_back(entry);
    }
    list["formulas"].push_back(row);
  }
  return list;
}

const model::Formula& formula_named(const std::string& name) {
  if (const model::Formula* formula = model::find_formula(name)) return *formula;
  std::vector<std::string> names;
  for (const model::Formula& formula : model::formulas()) names.emplace_back(formula.name);
  throw std::invalid_argument(fmt::format("no formula '{}'{}; `turnpike formula --list` names them",
                                          name, nearest_text(", nearest: ", name, names)));
}

model::WrittenArguments written(const std::vector<std::string>& arguments) {
  model::WrittenArguments result;
  for (const std::string& argument : arguments) {
    const std::size_t equals = argument.find('=');
    if (equals == 0 || equals == std::string::npos) {
      throw std::invalid_argument("'" + argument + "': arguments are written name=value");
    }
    result.emplace_back(argument.substr(0, equals), argument.substr(equals + 1));
  }
  return result;
}

int formula(const FormulaCommand& command) {
  StandardOutput out;
  if (command.list != command.name.empty()) {
    throw std::invalid_argument("give the name of a formula, or --list");
  }
  if (command.list) {
    if (command.json) {
      out.print(list_json());
    } else {
      out.print(list_text());
    }
    return kDone;
  }
  const model::Formula& chosen = formula_named(command.name);
  double value = 0;
  try {
    value = model::evaluate(chosen, written(command.arguments));
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(command.name + ": " + error.what());
  }
  if (command.json) {
    Json json;
    json["schema"] = "turnpike.formula/1";
    json["formula"] = chosen.name;
    json["value"] = value;
    json["gives"] = chosen.gives;
    json["source"] = chosen.source;
    out.print(json);
  } else {
    out.print(fmt::format("{:.10g}\n", value));
  }
  return kDone;
}

}  // namespace

Command add_formula(CommandLine& program) {
  CommandLine line = program.command("formula", "evaluates a closed form of one of the papers");
  auto command = std::make_shared<FormulaCommand>();  // shared by the parser and the function below
  line.text("name", command->name, "the formula, such as agarwal.latency");
  line.texts("arguments", command->arguments, "its arguments, each name=value");
  line.flag("--list", command->list, "all formulas with arguments, units and equations");
  line.flag("--json", command->json, "one JSON object on standard output");
  return {line, [command] { return formula(*command); }};
}

}  // namespace turnpike::sim
