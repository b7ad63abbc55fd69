// rules.cpp - conditions on measured values, and texts with values in them.

#include "papers/rules.h"

#include <fmt/args.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "sim/base/config_error.h"

// As a number; with an interval, "12.3 ± 0.4", both in the same format.
template <>
struct fmt::formatter<turnpike::sim::Measured> {
  std::string format_of_numbers;

  template <class Context>
  auto parse(Context& context) {
    const auto end = std::find(context.begin(), context.end(), '}');
    format_of_numbers.assign(context.begin(), end);
    return end;
  }
  template <class Context>
  auto format(const turnpike::sim::Measured& number, Context& context) const {
    const auto add = [&](const std::string& as, double value) {
      return fmt::vformat_to(context.out(), "{:" + as + "}", fmt::make_format_args(value));
    };
    const auto end = add(format_of_numbers, number.mean);
    if (number.half_width == 0 || !std::isfinite(number.half_width)) return end;
    context.advance_to(fmt::format_to(end, " ± "));
    const bool has_sign = !format_of_numbers.empty() && format_of_numbers.front() == '+';
    return add(format_of_numbers.substr(has_sign ? 1 : 0), number.half_width);
  }
};

namespace turnpike::sim {

namespace {

// Of the difference of two numbers: beyond its interval or not; without one, `at_zero` where they
// are the same.
Answer positive(double difference, double half_width, Answer at_zero) {
  if (half_width == 0 && difference == 0) return at_zero;
  if (difference > half_width) return Answer::yes;
  return difference < -half_width ? Answer::no : Answer::open;
}

Answer above(const Measured& value, const Measured& number, Answer at_zero) {
  return positive(value.mean - number.mean, std::hypot(value.half_width, number.half_width),
                  at_zero);
}

Measured times(const Measured& number, double factor) {
  return {number.mean * factor, std::abs(number.half_width * factor)};
}

// No farther than `far`.
Answer near(const Measured& value, const Measured& number, double far) {
  constexpr double kRounding = 1e-9;
  const double distance = std::abs(value.mean - number.mean);
  return positive(far + kRounding - distance, std::hypot(value.half_width, number.half_width),
                  Answer::yes);
}

Answer within(const Measured& value, const Measured& number, double percent) {
  return near(value, number, percent / 100 * std::abs(number.mean));
}

double share_of(const char* name) { return threshold(name) / 100; }

struct Rule {
  const char* name;
  unsigned numbers;
  Answer (*answer)(const Measured& value, const Measured& number, double digits);
};

using Number = const Measured&;

constexpr Rule kRules[] = {
    {"above", 1, [](Number v, Number n, double) { return above(v, n, Answer::no); }},
    {"at_least", 1, [](Number v, Number n, double) { return above(v, n, Answer::yes); }},
    {"at_most", 1, [](Number v, Number n, double) { return above(n, v, Answer::yes); }},
    {"below", 1, [](Number v, Number n, double) { return above(n, v, Answer::no); }},
    {"clearly_above", 1,
     [](Number v, Number n, double) {
       return above(v, times(n, 1 + share_of("close")), Answer::no);
     }},
    {"clearly_below", 1,
     [](Number v, Number n, double) {
       return above(times(n, 1 - share_of("close")), v, Answer::no);
     }},
    {"close_to", 1, [](Number v, Number n, double) { return within(v, n, threshold("close")); }},
    {"equals", 1, [](Number v, Number n, double) { return near(v, n, 0); }},
    {"far_above", 1,
     [](Number v, Number n, double) { return above(v, times(n, threshold("much")), Answer::yes); }},
    {"far_below", 1,
     [](Number v, Number n, double) { return above(n, times(v, threshold("much")), Answer::yes); }},
    {"near", 2, [](Number v, Number n, double far) { return near(v, n, far); }},
    {"points_of", 1, [](Number v, Number n, double) { return near(v, n, threshold("points")); }},
    {"printed", 2,
     [](Number v, Number n, double digits) { return near(v, n, .5 * std::pow(10, -digits)); }},
    {"roughly", 1, [](Number v, Number n, double) { return within(v, n, threshold("rough")); }},
    {"same_as", 1, [](Number v, Number n, double) { return within(v, n, threshold("same")); }},
    {"within", 2, [](Number v, Number n, double share) { return within(v, n, 100 * share); }},
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

Measured number_in(const Values& values, const std::string& name, const std::string& place) {
  const auto found = values.find(name);
  if (found == values.end() || found->second.number() == nullptr) {
    throw ConfigError(fmt::format("{}: '{}' is no number that is measured, allowed: {}", place,
                                  name, names_in(values)));
  }
  return *found->second.number();
}

Answer answer_of(const RuleOf& one, const Values& values, const std::string& place) {
  const Measured value = number_in(values, one.value, place);
  const Measured number =
      one.other.empty() ? Measured{one.numbers[0], 0} : number_in(values, one.other, place);
  return find_rule(one.rule)->answer(value, number, one.numbers.size() > 1 ? one.numbers[1] : 0);
}

}  // namespace

const std::vector<Threshold>& thresholds() {
  static const std::vector<Threshold> all = {
      {"same", 5, "virtually the same, equal, unchanged; percent"},
      {"close", 15, "close, accurate, about, alike; clearly more is more than that; percent"},
      {"rough", 25, "roughly, to first order; percent"},
      {"points", 5, "a printed percentage; percentage points"},
      {"much", 2, "much, dominated by, drastic; a factor"},
      {"most", .5, "most, generally; a share of the cases"},
  };
  return all;
}

double threshold(const std::string& name) {
  const auto found = std::find_if(thresholds().begin(), thresholds().end(),
                                  [&](const Threshold& t) { return name == t.name; });
  if (found != thresholds().end()) return found->value;
  throw std::logic_error("threshold: " + name);
}

Values threshold_values() {
  Values values;
  for (const Threshold& t : thresholds()) values.emplace(t.name, t.value);
  return values;
}

std::vector<std::string> rule_names() {
  std::vector<std::string> names;
  for (const Rule& rule : kRules) names.emplace_back(rule.name);
  return names;
}

unsigned numbers_of_rule(const std::string& name) {
  const Rule* rule = find_rule(name);
  return rule == nullptr ? 0 : rule->numbers;
}

Answer Condition::answer(const Values& values) const {
  Answer best = Answer::no;
  for (const std::vector<RuleOf>& all : any) {
    Answer worst = Answer::yes;
    for (const RuleOf& one : all) worst = std::min(worst, answer_of(one, values, place));
    best = std::max(best, worst);
  }
  return best;
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

Measured highest(const std::vector<Measured>& values) {
  return *std::max_element(values.begin(), values.end(), [](const Measured& a, const Measured& b) {
    return a.mean + a.half_width < b.mean + b.half_width;
  });
}

Measured lowest(const std::vector<Measured>& values) {
  return *std::min_element(values.begin(), values.end(), [](const Measured& a, const Measured& b) {
    return a.mean - a.half_width < b.mean - b.half_width;
  });
}

Measured difference(const Measured& a, const Measured& b) {
  return {a.mean - b.mean, std::hypot(a.half_width, b.half_width)};
}

Measured ratio(const Measured& a, const Measured& b) {
  const double mean = a.mean / b.mean;
  return {mean, std::abs(mean) * std::hypot(a.half_width / a.mean, b.half_width / b.mean)};
}

Values tally(double right, double all) {
  return {{"right", right}, {"all", all}, {"share", all == 0 ? 1 : right / all}};
}

void add_to_list(std::string& list, const std::string& text, const char* between) {
  if (!list.empty()) list += between;
  list += text;
}

}  // namespace turnpike::sim
