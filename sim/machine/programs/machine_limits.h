// machine_limits.h - limits of the options of a machine, on the command line and in a suite.

#pragma once

#include <cstdint>
#include <vector>

namespace turnpike::sim {

// Both ends are allowed.
struct MachineLimit {
  std::uint32_t least;
  std::uint32_t most;
};
constexpr MachineLimit kCubeDimensions{1, 12};
constexpr MachineLimit kBlockBytes{4, 4000};
constexpr MachineLimit kExtraLatency{0, 1000};  // cycles
constexpr double kMostStall = 0.99;
inline const std::vector<unsigned> kChannelWidths = {8, 16, 32, 64};  // bits

}  // namespace turnpike::sim
