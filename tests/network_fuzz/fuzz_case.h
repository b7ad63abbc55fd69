// fuzz_case.h - one seed, one random network with its traffic, as a configuration.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/network_fuzz/machines.h"

namespace turnpike::test {

struct FuzzCase {
  std::uint64_t seed = 0;
  std::string toml;
  std::vector<std::pair<std::string, std::string>> files;  // beside it: name, contents
  bool allow_deadlock = false;                             // run it although it can deadlock
  std::optional<MachineCase> machine;  // instead: co-processors; `toml` says it in words
  bool lockstep = false;               // its components are among those of the other lockstep tests
};

// Every kLockstepEvery-th seed is a case for lockstep.
constexpr std::uint64_t kLockstepEvery = 50;
// As many are machines.
constexpr std::uint64_t kMachineEvery = 50;

// Nearly all that it makes is accepted by `check`; a few values are beyond what is allowed.
FuzzCase make_case(std::uint64_t seed);

}  // namespace turnpike::test
