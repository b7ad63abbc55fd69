// readings.cpp - readings of what the paper leaves open, and what they span.

#include "papers/arnau/readings.h"

#include <fmt/format.h>

#include <algorithm>

#include "papers/report.h"

namespace turnpike::sim::arnau {

namespace {

double low_end(const Outcome& one) { return one.value.mean - one.value.half_width; }
double high_end(const Outcome& one) { return one.value.mean + one.value.half_width; }

const Outcome& least_of(const Outcomes& outcomes) {
  return *std::min_element(outcomes.begin(), outcomes.end(),
                           [](const auto& a, const auto& b) { return low_end(a) < low_end(b); });
}
const Outcome& most_of(const Outcomes& outcomes) {
  return *std::max_element(outcomes.begin(), outcomes.end(),
                           [](const auto& a, const auto& b) { return high_end(a) < high_end(b); });
}

std::string words_of(const Outcome& one, int decimals, const std::string& unit) {
  return fmt::format("{}{}{} ({})", Cell(one.value, decimals).text, unit.empty() ? "" : " ", unit,
                     one.reading);
}

void add_ends(Values& values, const std::string& prefix, const Outcomes& outcomes, int decimals,
              const std::string& unit) {
  const Outcome& least = least_of(outcomes);
  const Outcome& most = most_of(outcomes);
  std::string ends = words_of(least, decimals, unit);
  if (&least != &most) ends += " to " + words_of(most, decimals, unit);
  values.emplace(prefix + "least", low_end(least));
  values.emplace(prefix + "most", high_end(most));
  values.emplace(prefix + "ends", ends);
}

}  // namespace

std::vector<Reading> readings(const PaperOptions& options) {
  const auto with = [](auto change) {
    SwitchSetting setting;
    change(setting);
    return setting;
  };
  const Reading figures = {"as in the figures"};
  const Reading four_channels = {"4 virtual channels",
                                 with([](SwitchSetting& s) { s.virtual_channels = 4; })};
  const Reading shorter = {"a fifth of the messages", {}, 5, Fit::ordered, true};
  if (options.quick) return {figures, four_channels, shorter};
  return {figures,
          {"a hop of 1 cycle, buffers of 4 flits", with([](SwitchSetting& s) {
             s.hop_cycles = 1;
             s.buffer_depth = 4;
           })},
          {"2 virtual channels", with([](SwitchSetting& s) { s.virtual_channels = 2; })},
          four_channels,
          {"buffers of 28 flits", with([](SwitchSetting& s) { s.buffer_depth = 28; })},
          {"patience 1", with([](SwitchSetting& s) { s.patience = 1; }), 1, Fit::ordered, true},
          {"patience 256", with([](SwitchSetting& s) { s.patience = 256; })},
          shorter};
}

std::vector<Reading> readings_of_permutations(const PaperOptions& options) {
  std::vector<Reading> all = readings(options);
  all.push_back({"permutations walked on", {}, 1, Fit::walked, true});
  return all;
}

Measured span_of(const Outcomes& outcomes) {
  const double low = low_end(least_of(outcomes));
  const double high = high_end(most_of(outcomes));
  return {(low + high) / 2, (high - low) / 2};
}

Outcomes fitting(const Outcomes& outcomes) {
  Outcomes found;
  for (const Outcome& one : outcomes) {
    if (one.is_fitting) found.push_back(one);
  }
  return found.empty() ? outcomes : found;
}

Values values_of(const Outcomes& outcomes, int decimals, const std::string& unit) {
  Values values = {{"base", outcomes.front().value}, {"span", span_of(fitting(outcomes))}};
  add_ends(values, "", fitting(outcomes), decimals, unit);
  add_ends(values, "all_", outcomes, decimals, unit);
  return values;
}

}  // namespace turnpike::sim::arnau
