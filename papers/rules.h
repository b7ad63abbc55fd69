// rules.h - the words in which the sheets of the papers state when a claim holds: the kinds of
// claims, and how near is near, the same on every page.
//
// A condition is a table `{ NAME = { RULE = NUMBER } }`: the measured value NAME is as the rule
// says. Several names, or several rules of a name, must all be so; of an array of such tables one
// is enough. NUMBER may be true or false (1 or 0), the name of another measured value, or `@` and
// the name of a threshold. docs/papers.md lists rules and thresholds.
//
// A measured value has an interval, and what lies within it is open: whether a value of 10 +- 2 is
// above 9 has no answer, so no verdict is taken from it.

#pragma once

#include <map>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "papers/measured.h"

namespace turnpike::sim {

class FoundValue;
// What was measured or computed, by name.
using Values = std::map<std::string, FoundValue>;

// A number with its interval, words, or rows of values, one for each case of a list.
class FoundValue {
 public:
  template <class Number, class = std::enable_if_t<std::is_arithmetic_v<Number>>>
  FoundValue(Number number)  // NOLINT: written as a list
      : content_(Measured{static_cast<double>(number), 0}) {}
  FoundValue(Measured number) : content_(number) {}                    // NOLINT
  FoundValue(const char* words) : content_(std::string(words)) {}      // NOLINT
  FoundValue(std::string words) : content_(std::move(words)) {}        // NOLINT
  FoundValue(std::vector<Values> rows) : content_(std::move(rows)) {}  // NOLINT

  const Measured* number() const { return std::get_if<Measured>(&content_); }
  const std::string* words() const { return std::get_if<std::string>(&content_); }
  const std::vector<Values>* rows() const { return std::get_if<std::vector<Values>>(&content_); }

 private:
  std::variant<Measured, std::string, std::vector<Values>> content_;
};

// `open`: the interval of a value decides, or the paper leaves open what does.
enum class Answer { no, open, yes };

// How near is near. Percent, percentage points, a factor, a share.
struct Threshold {
  const char* name;
  double value;
  const char* words;  // of a paper that it stands for
};
const std::vector<Threshold>& thresholds();
double threshold(const std::string& name);  // one of them
Values threshold_values();

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
  Answer answer(const Values& values) const;
  bool is_so(const Values& values) const { return answer(values) == Answer::yes; }
};

// A text with `{NAME:FORMAT}` in it, filled in; a number with an interval is written with it.
// Throws ConfigError with `place`.
std::string filled(const std::string& text, const Values& values, const std::string& place);

// The one of several measured values whose interval reaches highest, or lowest; at least one. If
// it is below (above) a number, all are.
Measured highest(const std::vector<Measured>& values);
Measured lowest(const std::vector<Measured>& values);

// Of independent values.
Measured difference(const Measured& a, const Measured& b);
Measured ratio(const Measured& a, const Measured& b);

// Of a number of cases: `right`, `all`, and `share`, which is 1 where there is none.
Values tally(double right, double all);

// A text added to a list of them.
void add_to_list(std::string& list, const std::string& text, const char* between = ", ");

}  // namespace turnpike::sim
