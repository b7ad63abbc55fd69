// rules.h - the words in which the sheets of the papers state when a claim holds.
//
// A condition is a table `{ NAME = { RULE = NUMBER } }`: the measured value NAME is as the rule
// says. Several names, or several rules of a name, must all be so; of an array of such tables one
// is enough. NUMBER may be true or false (1 or 0) and the name of another measured value.
//
//     above, below            more, less than the number
//     at_least, at_most       the same or more, or less
//     equals                  the number, to 1e-9
//     near = [N, DISTANCE]    no farther than DISTANCE from N
//     within = [N, SHARE]     no farther than SHARE times N from N

#pragma once

#include <map>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace turnpike::sim {

class FoundValue;
// What was measured or computed, by name.
using Values = std::map<std::string, FoundValue>;

// A number, words, or rows of values, one for each case of a list.
class FoundValue {
 public:
  template <class Number, class = std::enable_if_t<std::is_arithmetic_v<Number>>>
  FoundValue(Number number) : content_(static_cast<double>(number)) {}  // NOLINT: written as a list
  FoundValue(const char* words) : content_(std::string(words)) {}       // NOLINT
  FoundValue(std::string words) : content_(std::move(words)) {}         // NOLINT
  FoundValue(std::vector<Values> rows) : content_(std::move(rows)) {}   // NOLINT

  const double* number() const { return std::get_if<double>(&content_); }
  const std::string* words() const { return std::get_if<std::string>(&content_); }
  const std::vector<Values>* rows() const { return std::get_if<std::vector<Values>>(&content_); }

 private:
  std::variant<double, std::string, std::vector<Values>> content_;
};

// The names of the rules, and how many numbers each takes; 0: there is no such rule.
std::vector<std::string> rule_names();
unsigned numbers_of_rule(const std::string& name);

// One rule about one value.
struct RuleOf {
  std::string value;
  std::string rule;
  std::vector<double> numbers;
  std::string other;  // a value in the place of the number; empty: none
};

struct Condition {
  std::string place;  // file, line and key, for messages
  std::vector<std::vector<RuleOf>> any;

  // Throws ConfigError: a value that was not measured, or is no number.
  bool is_so(const Values& values) const;
};

// A text with `{NAME:FORMAT}` in it, filled in. Throws ConfigError with `place`.
std::string filled(const std::string& text, const Values& values, const std::string& place);

// Of a number of cases: `right`, `all`, and `share`, which is 1 where there is none.
Values tally(double right, double all);

// A text added to a list of them.
void add_to_list(std::string& list, const std::string& text, const char* between = ", ");

}  // namespace turnpike::sim
