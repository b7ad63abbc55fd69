// formulas.h - the closed forms of the papers by name, with arguments by name.
//
// `turnpike formula` evaluates them. A row contains everything that a user must know of a formula:
// its result and unit, its paper and equation, and its arguments.

#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace turnpike::model {

struct FormulaArgument {
  const char* name;     // the paper's letter or word
  const char* meaning;  // with its unit
  bool is_whole = false;
  std::vector<const char*> words = {};  // not empty: one of these, no number
  const char* otherwise = nullptr;      // its default; null: the argument is required
};

// Arguments after the check against their row.
class FormulaArguments {
 public:
  double number(std::string_view name) const;
  unsigned whole(std::string_view name) const;  // at most 2^32 - 1, checked when it was read
  // Index in FormulaArgument::words.
  unsigned word(std::string_view name) const { return whole(name); }

  void add(std::string_view name, double value) { values_.emplace_back(name, value); }

 private:
  std::vector<std::pair<std::string_view, double>> values_;  // words: their index
};

struct Formula {
  const char* name;
  const char* gives;   // with its unit
  const char* source;  // paper, equation
  std::vector<FormulaArgument> arguments;
  double (*value)(const FormulaArguments&);
};

// All formulas, in the order of the papers.
const std::vector<Formula>& formulas();
// The formula with this name, or null.
const Formula* find_formula(std::string_view name);

// The value for arguments as a user writes them: name and text. An argument that is missing,
// repeated, unknown, not a number or outside the formula's domain throws std::invalid_argument with
// its name and the allowed values. The result is finite.
using WrittenArguments = std::vector<std::pair<std::string, std::string>>;
double evaluate(const Formula& formula, const WrittenArguments& written);

namespace detail {
std::vector<Formula> agarwal_formulas();
std::vector<Formula> shahrabi_formulas();
std::vector<Formula> dally_formulas();
std::vector<Formula> buzzard_formulas();
}  // namespace detail

}  // namespace turnpike::model
