// vcd.h - what tests read in a waveform, as VCD text, and in the views beside it.

#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "model/common/types.h"
#include "sim/hardware/systemc/hold_schedule.h"

namespace turnpike::test {

// Full names of the signals in a VCD, vectors with their range.
inline std::set<std::string> signals_of(const std::string& vcd) {
  std::set<std::string> names;
  std::vector<std::string> scopes;
  std::istringstream lines(vcd);
  for (std::string line; std::getline(lines, line) && line.find("$enddef") == std::string::npos;) {
    std::istringstream words(line);
    std::string what, skipped, name, range;
    words >> what;
    if (what == "$upscope") scopes.pop_back();
    if (what == "$scope") {
      words >> skipped >> name;
      scopes.push_back((scopes.empty() ? "" : scopes.back()) + name + ".");
    } else if (what == "$var") {
      words >> skipped >> skipped >> skipped >> name >> range;
      names.insert(scopes.back() + name + (range == "$end" ? "" : range));
    }
  }
  return names;
}

// Those that a save file's rows, or Surfer's commands, are made of. Surfer names no ranges.
inline std::set<std::string> signals_of_view(const std::filesystem::path& file) {
  std::set<std::string> wanted;
  std::ifstream view(file);
  for (std::string line; std::getline(view, line);) {
    std::istringstream words(line);
    for (std::string word; words >> word;) {
      const std::size_t start =
          std::min({word.find("interchange_"), word.find("router_"), word.find("coprocessor_")});
      const bool is_name = start <= 5 && word.find('.') != std::string::npos;
      if (is_name) wanted.insert(word.substr(start));
    }
  }
  return wanted;
}

// All signals that the save file, and the commands for Surfer beside it, name are in `vcd`. Returns
// those of the save file.
inline std::set<std::string> expect_views_name_what_is_there(const std::string& vcd,
                                                             std::filesystem::path save_file) {
  const std::set<std::string> traced = signals_of(vcd);
  std::set<std::string> without_range;
  for (const std::string& name : traced) {
    without_range.insert(name.back() == ']' ? name.substr(0, name.rfind('[')) : name);
  }
  const std::set<std::string> wanted = signals_of_view(save_file);
  EXPECT_GT(wanted.size(), 20u);
  for (const std::string& name : wanted) EXPECT_EQ(traced.count(name), 1u) << name;
  const std::set<std::string> of_surfer = signals_of_view(save_file.replace_extension(".sucl"));
  EXPECT_GT(of_surfer.size(), 20u);
  for (const std::string& name : of_surfer) EXPECT_EQ(without_range.count(name), 1u) << name;
  return wanted;
}

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
