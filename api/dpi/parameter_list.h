// parameter_list.h - "PORTS=5 VCS=2": reads parameters as Verilog writes them, one by one.

#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace turnpike::dpi {

// All functions throw std::invalid_argument with the name, the value and what is allowed.
class ParameterList {
 public:
  // `component` stands in front of messages.
  ParameterList(std::string component, const std::string& text);

  // A value from `low` to `high`; `otherwise`, if it is not given, is not checked.
  unsigned take(const std::string& name, unsigned low, unsigned high, unsigned otherwise);
  // "4,16": up to four numbers. The first `count` are from `low` to `high`; no others are needed.
  std::array<unsigned, 4> take_list(const std::string& name, unsigned count, unsigned low,
                                    unsigned high, const std::array<unsigned, 4>& otherwise);
  // A value that does not go with others.
  void require(bool holds, const std::string& name, unsigned value, const std::string& allowed);
  // Names that nobody took are none.
  void finish() const;

 private:
  // What is given, and is then no more.
  std::optional<std::string> taken(const std::string& name);
  [[noreturn]] void refuse(const std::string& name, const std::string& value,
                           const std::string& allowed) const;

  std::string component_;
  std::map<std::string, std::string> given_;
  std::string names_;  // those taken, separated by commas
};

// The words of `text` whose names are not among `names`; the others are put into `taken`.
std::string without(const std::string& text, const std::vector<std::string>& names,
                    std::string& taken);

}  // namespace turnpike::dpi
