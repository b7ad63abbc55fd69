// rate_file.h - files of flows with a rate each (docs/workloads.md).

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/common/types.h"

namespace turnpike::model {

enum class RateFormat : std::uint8_t { flows, matrix, noxim };
inline constexpr const char* kRateFormatWords[] = {"flows", "matrix", "noxim"};

struct RateFlow {
  NodeId source = 0;
  NodeId destination = 0;
  double rate = 0;          // as the file has it
  std::uint32_t flits = 0;  // of a message; 0: the file does not say
  std::uint32_t message_class = 0;
  std::optional<double> bandwidth;  // flits per cycle, at least
  std::optional<double> latency;    // cycles, at most
};

// Flows with a rate of 0 are left out. Throws ConfigurationError of the key "workload.file".
std::vector<RateFlow> read_rates(const std::string& path, RateFormat format, NodeId nodes,
                                 std::uint32_t classes);

}  // namespace turnpike::model
