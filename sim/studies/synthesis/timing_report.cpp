// timing_report.cpp - steps of a path, put together by instance.

#include "sim/studies/synthesis/timing_report.h"

#include <fmt/format.h>

#include "sim/base/config_error.h"
#include "sim/base/parse_json.h"
#include "sim/studies/synthesis/wrapper.h"

namespace turnpike::sim {
namespace {

// nextpnr's name of the clock says more, such as "$glbnet$clk_i$TRELLIS_IO_IN".
double clock_of(const Json& report) {
  const Json& clocks = report.at("fmax");
  for (const auto& [name, clock] : clocks.items()) {
    if (clocks.size() == 1 || name.find("clk") != std::string::npos) return clock.at("achieved");
  }
  throw ConfigError("no clock");
}

double delay_of(const Json& path) {
  double delay = 0;
  for (const Json& step : path.at("path")) delay += step.at("delay").get<double>();
  return delay;
}

// Null: there is no path between registers of the clock.
const Json* longest_path(const Json& report) {
  const Json* longest = nullptr;
  for (const Json& path : report.at("critical_paths")) {
    if (path.at("from") != path.at("to")) continue;  // at a pin
    if (longest == nullptr || delay_of(path) > delay_of(*longest)) longest = &path;
  }
  return longest;
}

PathPart part_of(const std::string& cell, const Hierarchy& hierarchy) {
  const std::string wrapped = std::string(kWrappedInstance) + ".";
  PathPart part;
  if (cell.rfind(wrapped, 0) != 0) return part;
  part.instance = hierarchy.instance_of(cell.substr(wrapped.size()));
  part.module = hierarchy.module_of(part.instance);
  return part;
}

}  // namespace

TimingReport read_timing_report(const std::string& text, const Hierarchy& hierarchy,
                                const std::string& file) {
  const Json report = parse_json(text);
  TimingReport timing;
  try {
    timing.mhz = clock_of(report);
    const Json* path = longest_path(report);
    if (path == nullptr) return timing;
    for (const Json& step : path->at("path")) {
      PathPart part = part_of(step.at("to").at("cell").get<std::string>(), hierarchy);
      if (timing.path.empty() || timing.path.back().module != part.module ||
          timing.path.back().instance != part.instance) {
        timing.path.push_back(std::move(part));
      }
      PathPart& last = timing.path.back();
      const std::string type = step.at("type");
      (type == "routing" ? last.wires_ns : last.gates_ns) += step.at("delay").get<double>();
      if (type == "logic") ++last.gates;
    }
  } catch (const Json::exception& error) {
    throw ConfigError(fmt::format("{}: not a report of nextpnr: {}", file, error.what()));
  } catch (const ConfigError& error) {
    throw ConfigError(fmt::format("{}: not a report of nextpnr: {}", file, error.what()));
  }
  return timing;
}

}  // namespace turnpike::sim
