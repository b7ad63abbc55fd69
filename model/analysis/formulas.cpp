// formulas.cpp - the closed forms of the papers by name, with arguments by name.

#include "model/analysis/formulas.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <stdexcept>

namespace turnpike::model {

namespace {

constexpr double kMostWhole = 4294967295.0;

std::string names_of(const Formula& formula) {
  std::string names;
  for (const FormulaArgument& argument : formula.arguments) {
    names += (names.empty() ? "" : ", ") + std::string(argument.name);
  }
  return names;
}

std::string allowed_for(const FormulaArgument& argument) {
  if (argument.words.empty()) {
    return argument.is_whole ? "a whole number, 0 .. 4294967295" : "a number";
  }
  std::string text;
  for (const char* word : argument.words) text += (text.empty() ? "" : ", ") + std::string(word);
  return text;
}

[[noreturn]] void refuse(const FormulaArgument& argument, const std::string& found) {
  throw std::invalid_argument(std::string(argument.name) + ": found " + found +
                              ", allowed: " + allowed_for(argument));
}

double parse(const FormulaArgument& argument, const std::string& text) {
  if (!argument.words.empty()) {
    const auto word = std::find(argument.words.begin(), argument.words.end(), text);
    if (word == argument.words.end()) refuse(argument, "'" + text + "'");
    return static_cast<double>(word - argument.words.begin());
  }
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end || !std::isfinite(value)) {
    refuse(argument, "'" + text + "'");
  }
  if (argument.is_whole && (value < 0 || value > kMostWhole || value != std::floor(value))) {
    refuse(argument, text);
  }
  return value;
}

FormulaArguments read(const Formula& formula, const WrittenArguments& written) {
  for (const auto& [name, text] : written) {
    const auto is_it = [&name = name](const auto& other) { return other.first == name; };
    if (std::count_if(written.begin(), written.end(), is_it) > 1) {
      throw std::invalid_argument(name + ": given twice");
    }
    const auto is_known = [&name = name](const FormulaArgument& a) { return name == a.name; };
    if (std::none_of(formula.arguments.begin(), formula.arguments.end(), is_known)) {
      throw std::invalid_argument(name + ": " + formula.name +
                                  " has no such argument; its arguments: " + names_of(formula));
    }
  }
  FormulaArguments arguments;
  for (const FormulaArgument& argument : formula.arguments) {
    const auto is_it = [&argument](const auto& other) { return other.first == argument.name; };
    const auto given = std::find_if(written.begin(), written.end(), is_it);
    if (given != written.end()) {
      arguments.add(argument.name, parse(argument, given->second));
    } else if (argument.otherwise != nullptr) {
      arguments.add(argument.name, parse(argument, argument.otherwise));
    } else {
      throw std::invalid_argument(std::string(argument.name) +
                                  ": missing, it is needed: " + argument.meaning);
    }
  }
  return arguments;
}

}  // namespace

double FormulaArguments::number(std::string_view name) const {
  for (const auto& [known, value] : values_) {
    if (known == name) return value;
  }
  throw std::logic_error("a formula reads an argument that its row does not have: " +
                         std::string(name));
}

unsigned FormulaArguments::whole(std::string_view name) const {
  return static_cast<unsigned>(number(name));
}

const std::vector<Formula>& formulas() {
  static const std::vector<Formula> all = [] {
    std::vector<Formula> rows = detail::agarwal_formulas();
    for (auto more :
         {detail::shahrabi_formulas(), detail::dally_formulas(), detail::buzzard_formulas()}) {
      std::move(more.begin(), more.end(), std::back_inserter(rows));
    }
    return rows;
  }();
  return all;
}

const Formula* find_formula(std::string_view name) {
  for (const Formula& formula : formulas()) {
    if (name == formula.name) return &formula;
  }
  return nullptr;
}

double evaluate(const Formula& formula, const WrittenArguments& written) {
  const double value = formula.value(read(formula, written));
  if (!std::isfinite(value)) {
    throw std::invalid_argument(std::string(formula.name) +
                                ": the arguments are too large or too small for a result");
  }
  return value;
}

}  // namespace turnpike::model
