// parameters.h - values of the parameters of a Verilog module.

#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace turnpike::sim {

// A number, or a list of numbers. A list is one vector in Verilog: 32 bits for each number, the
// first lowest.
class ParameterValue {
 public:
  ParameterValue(std::uint32_t number) : numbers_{number} {}
  ParameterValue(std::vector<std::uint32_t> numbers) : numbers_(std::move(numbers)) {}

  const std::vector<std::uint32_t>& numbers() const { return numbers_; }
  bool is_list() const { return numbers_.size() > 1; }
  std::uint32_t number() const { return numbers_.at(0); }
  std::string to_text() const;     // "4,16"
  std::string to_verilog() const;  // a constant without blanks: "64'h00000010_00000004"

 private:
  std::vector<std::uint32_t> numbers_;
};

using Parameters = std::vector<std::pair<std::string, ParameterValue>>;

}  // namespace turnpike::sim
