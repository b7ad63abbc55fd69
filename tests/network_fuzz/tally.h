// tally.h - cases of many seeds, judged, counted and summed up.

#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/network_fuzz/judge.h"

namespace turnpike::test {

struct Tally {
  std::uint64_t runs = 0;
  std::uint64_t passed = 0;
  std::uint64_t refused = 0;
  std::uint64_t can_deadlock = 0;
  std::uint64_t machines = 0;     // of those passed
  std::uint64_t stood_still = 0;  // of those passed: could deadlock, and did
  std::uint64_t on_threads = 0;   // of those passed
  std::uint64_t in_lockstep = 0;  // of those passed
  std::uint64_t emptied = 0;      // of those passed: all messages had to arrive
  std::uint64_t deliveries = 0;   // messages
  std::uint64_t cycles = 0;
  std::vector<std::string> complaints;  // with seed, configuration and command

  void add(const FuzzCase& fuzz_case, const Judgement& judgement);
  std::string to_text() const;
};

// Judges the case in a folder of its own below `work`, which stays if there is a complaint or the
// process dies in it: the folder's name is the seed.
Judgement judge_below(const std::filesystem::path& work, const FuzzCase& fuzz_case);

}  // namespace turnpike::test
