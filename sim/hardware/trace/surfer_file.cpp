// surfer_file.cpp - a divider for each step, then the vectors that its rows are cut from.

#include "sim/hardware/trace/surfer_file.h"

#include <algorithm>
#include <utility>

#include "sim/hardware/systemc/network_clock.h"
#include "sim/hardware/trace/router_story.h"

namespace turnpike::sim {
namespace {

// Steps in their order, each with its signals, each of these once.
using Steps = std::vector<std::pair<std::string, std::vector<std::string>>>;

void add(Steps& steps, const std::string& title, const std::string& signal) {
  auto step = std::find_if(steps.begin(), steps.end(),
                           [&](const auto& each) { return each.first == title; });
  if (step == steps.end()) step = steps.insert(steps.end(), {title, {}});
  std::vector<std::string>& known = step->second;
  if (std::find(known.begin(), known.end(), signal) == known.end()) known.push_back(signal);
}

void add(Steps& steps, const std::vector<StoryStep>& story) {
  for (const StoryStep& step : story) {
    for (const StoryRow& row : step.rows) {
      for (const WaveSlice& slice : row.slices) add(steps, step.title, slice.signal);
    }
  }
}

Steps steps_of(const model::Network& network, model::ComponentId component, bool has_expected) {
  Steps steps = {{"arrive", {}}, {"select", {}}, {"offer", {}}, {"grant", {}}, {"leave", {}}};
  for (const char* signal : {"in_valid_i", "in_vc_i", "in_flit_i"}) add(steps, "arrive", signal);
  for (model::PortId port = 0; port < network.ports_of(component); ++port) {
    add(steps, story_of_input(network, component, port));
    add(steps, story_of_output(network, component, port));
  }
  for (const char* signal : {"in_credit_o", "out_valid_o", "out_vc_o", "out_flit_o"}) {
    add(steps, "leave", signal);
  }
  if (has_expected) {
    for (const char* signal : {"expected_credit_i", "expected_valid_i", "expected_vc_i",
                               "expected_flit_i", "expected_error_i"}) {
      add(steps, "expected", signal);
    }
  }
  return steps;
}

}  // namespace

std::string surfer_commands(const model::Network& network, const WaveformView& view) {
  std::string text;
  for (std::size_t i = 0; i < view.components.size(); ++i) {
    const model::ComponentId component = view.components[i];
    const std::string name = model::component_name(network, component);
    text += "divider_add " + name + "\n";
    for (const char* signal : {"clk_i", "rst_i", "idle_o", "error_o"}) {
      text += "variable_add " + name + "." + signal + "\n";
    }
    for (const auto& [title, signals] : steps_of(network, component, view.has_expected && i == 0)) {
      if (signals.empty()) continue;  // a packet router has fewer steps
      text += "divider_add " + name + "_" + title + "\n";
      for (const std::string& signal : signals)
        text += "variable_add " + name + "." + signal + "\n";
    }
  }
  return text + "cursor_set " + std::to_string(view.marker * NetworkClock::kPeriodNs) +
         "\nzoom_fit\n";
}

}  // namespace turnpike::sim
