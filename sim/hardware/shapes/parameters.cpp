// parameters.cpp - values as people and as tools write them.

#include "sim/hardware/shapes/parameters.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace turnpike::sim {

std::string ParameterValue::to_text() const { return fmt::format("{}", fmt::join(numbers_, ",")); }

std::string ParameterValue::to_verilog() const {
  if (!is_list()) return to_text();
  const std::vector<std::uint32_t> highest_first(numbers_.rbegin(), numbers_.rend());
  return fmt::format("{}'h{:08x}", 32 * numbers_.size(), fmt::join(highest_first, "_"));
}

}  // namespace turnpike::sim
