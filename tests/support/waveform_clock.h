// waveform_clock.h - the edges of the clocks in a waveform, as VCD text.

#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "model/common/types.h"
#include "sim/hardware/systemc/hold_schedule.h"

namespace turnpike::test {

// Every clk_i of the waveform: the times at which it became 1 and 0.
struct ClockEdges {
  std::vector<std::uint64_t> rising, falling;
};

inline std::vector<ClockEdges> clock_edges(const std::string& vcd) {
  std::map<std::string, ClockEdges> edges;  // by the code that stands for the signal
  std::uint64_t time = 0;
  std::istringstream lines(vcd);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string first, kind, width, code, name;
    words >> first;
    if (first == "$var") {
      words >> kind >> width >> code >> name;
      if (name == "clk_i") edges[code];
    } else if (first[0] == '#') {
      time = std::stoull(first.substr(1));
    } else if (first[0] == '0' || first[0] == '1') {
      const auto clock = edges.find(first.substr(1));
      if (clock == edges.end()) continue;
      (first[0] == '1' ? clock->second.rising : clock->second.falling).push_back(time);
    }
  }
  std::vector<ClockEdges> clocks;
  for (auto& [code, clock] : edges) clocks.push_back(std::move(clock));
  return clocks;
}

// The clock of lockstep was held in one of the cycles `from` to `to` - 1.
inline bool any_held(std::uint64_t seed, model::Cycle from, model::Cycle to) {
  for (model::Cycle cycle = from; cycle < to; ++cycle) {
    if (sim::is_held(seed, cycle)) return true;
  }
  return false;
}

// A cycle takes ten units of time: each clock of `vcd` rises where the cycles `from` to `to` - 1
// begin, falls in their middle, and does neither at another time.
inline void expect_one_clock_edge_a_cycle(const std::string& vcd, model::Cycle from,
                                          model::Cycle to) {
  ClockEdges expected;
  for (model::Cycle cycle = from; cycle < to; ++cycle) {
    expected.rising.push_back(cycle * 10);
    expected.falling.push_back(cycle * 10 + 5);
  }
  const std::vector<ClockEdges> clocks = clock_edges(vcd);
  EXPECT_FALSE(clocks.empty());
  for (const ClockEdges& clock : clocks) {
    EXPECT_EQ(clock.rising, expected.rising);
    EXPECT_EQ(clock.falling, expected.falling);
  }
}

}  // namespace turnpike::test
