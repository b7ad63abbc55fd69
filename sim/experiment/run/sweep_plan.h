// sweep_plan.h - which points a sweep consists of.

#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace turnpike::sim {

// One latency-load curve: a choice of one value for every key that was given several.
struct Curve {
  std::vector<std::string> sets;  // "table.key=value", all of them
  std::string label;              // those that differ between curves; empty: there is one curve
  // The same as key and value: text without its quotes, all else as TOML has it.
  std::vector<std::pair<std::string, std::string>> swept;
};

// Every --set with its values "key=v1,v2,..." (commas inside brackets and quotes separate nothing):
// the product of all, the first key slowest. Throws ConfigError, also where a key with several
// values is set twice.
std::vector<Curve> curves_of(const std::vector<std::string>& sets);

// "A:B:STEP", both ends included, or "A,B,C", or "A"; throws ConfigError.
std::vector<double> parse_loads(const std::string& text);

// Four significant digits: how loads are named in files and passed on.
std::string load_text(double load);

}  // namespace turnpike::sim
