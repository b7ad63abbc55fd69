// rules.cpp - conditions on measured values, and texts with values in them.

#include "papers/rules.h"

#include <fmt/args.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "sim/base/config_error.h"

namespace turnpike::sim {

namespace {

struct Rule {
  const char* name;
  unsigned numbers;
  bool (*is_so)(double value, double number, double tolerance);
};

constexpr Rule kRules[] = {
    {"above", 1, [](double v, double n, double) { return v > n; }},
    {"at_least", 1, [](double v, double n, double) { return v >= n; }},
    {"at_most", 1, [](double v, double n, double) { return v <= n; }},
    {"below", 1, [](double v, double n, double) { return v < n; }},
    {"equals", 1, [](double v, double n, double) { return std::fabs(v - n) <= 1e-9; }},
    {"near", 2, [](double v, double n, double far) { return std::fabs(v - n) <= far; }},
    {"within", 2,
     [](double v, double n, double share) { return std::fabs(v - n) <= share * std::fabs(n); }},
};

const Rule* find_rule(const std::string& name) {
  const auto* rule = std::find_if(std::begin(kRules), std::end(kRules),
                                  [&](const Rule& r) { return name == r.name; });
  return rule == std::end(kRules) ? nullptr : rule;
}

std::string names_in(const Values& values) {
  std::vector<std::string> names;
  for (const auto& [name, value] : values) names.push_back(name);
  return fmt::format("{}", fmt::join(names, ", "));
}

double number_in(const Values& values, const std::string& name, const std::string& place) {
  const auto found = values.find(name);
  if (found == values.end() || found->second.number() == nullptr) {
    throw ConfigError(fmt::format("{}: '{}' is no number that is measured, allowed: {}", place,
                                  name, names_in(values)));
  }
  return *found->second.number();
}

bool is_one_so(const RuleOf& one, const Values& values, const std::string& place) {
  const double value = number_in(values, one.value, place);
  const double number = one.other.empty() ? one.numbers[0] : number_in(values, one.other, place);
  return find_rule(one.rule)->is_so(value, number, one.numbers.size() > 1 ? one.numbers[1] : 0);
}

}  // namespace

std::vector<std::string> rule_names() {
  std::vector<std::string> names;
  for (const Rule& rule : kRules) names.emplace_back(rule.name);
  return names;
}

unsigned numbers_of_rule(const std::string& name) {
  const Rule* rule = find_rule(name);
  return rule == nullptr ? 0 : rule->numbers;
}

bool Condition::is_so(const Values& values) const {
  return std::any_of(any.begin(), any.end(), [&](const std::vector<RuleOf>& all) {
    return std::all_of(all.begin(), all.end(),
                       [&](const RuleOf& one) { return is_one_so(one, values, place); });
  });
}

std::string filled(const std::string& text, const Values& values, const std::string& place) {
  if (text.find_first_of("{}") == std::string::npos) return text;
  fmt::dynamic_format_arg_store<fmt::format_context> arguments;
  for (const auto& [name, value] : values) {
    if (value.number() != nullptr) arguments.push_back(fmt::arg(name.c_str(), *value.number()));
    if (value.words() != nullptr) arguments.push_back(fmt::arg(name.c_str(), *value.words()));
  }
  try {
    return fmt::vformat(text, arguments);
  } catch (const fmt::format_error& error) {
    throw ConfigError(fmt::format("{}: \"{}\" cannot be filled in: {}; allowed: {}", place, text,
                                  error.what(), names_in(values)));
  }
}

Values tally(double right, double all) {
  return {{"right", right}, {"all", all}, {"share", all == 0 ? 1 : right / all}};
}

void add_to_list(std::string& list, const std::string& text, const char* between) {
  if (!list.empty()) list += between;
  list += text;
}

}  // namespace turnpike::sim
