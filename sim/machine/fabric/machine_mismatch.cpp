// machine_mismatch.cpp - its words.

#include "sim/machine/fabric/machine_mismatch.h"

#include <cstdio>

namespace turnpike::sim {
namespace {

std::string hexadecimal(std::uint64_t value) {
  char digits[20];
  std::snprintf(digits, sizeof digits, "0x%llx", static_cast<unsigned long long>(value));
  return digits;
}

}  // namespace

MachineMismatch::MachineMismatch(model::Cycle at, model::NodeId in, const std::string& where,
                                 const std::string& signal, std::uint64_t expected_value,
                                 std::uint64_t actual_value, int at_port)
    : model::NetworkError("hardware and model differ: cycle " + std::to_string(at) + ", node " +
                          std::to_string(in) + ", " + where + " " + signal + ": expected " +
                          hexadecimal(expected_value) + ", actual " + hexadecimal(actual_value)),
      cycle(at),
      node(in),
      port(at_port),
      pin(where + " " + signal),
      expected(expected_value),
      actual(actual_value) {}

}  // namespace turnpike::sim
