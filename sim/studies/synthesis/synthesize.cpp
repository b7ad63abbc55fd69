// synthesize.cpp - Yosys once for the hierarchy, then for both counts and the netlist; nextpnr for
// each seed.

#include "sim/studies/synthesis/synthesize.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <numeric>

#include "sim/base/config_error.h"
#include "sim/base/task_pool.h"
#include "sim/base/temporary_file.h"
#include "sim/base/text_file.h"
#include "sim/studies/synthesis/synthesis_tools.h"
#include "sim/studies/synthesis/wrapper.h"

namespace turnpike::sim {
namespace {

namespace fs = std::filesystem;

// One design in a folder of its own.
class Run {
 public:
  Run(const Design& design, const SynthesisOptions& options)
      : design_(design),
        options_(options),
        family_(*options.device->family),
        tools_(*options.device, options.seeds > 0) {}

  void read_hierarchy() { hierarchy_ = hierarchy_without_latches(tools_, design_, folder_.path()); }

  void count_cells() {
    write_cells(family_.without_wide, "cells.json");
    result.netlist = netlist("cells.json", hierarchy_);
    const std::vector<std::string>& dsps = result.netlist.dsps;
    if (dsps.empty()) return;
    throw SynthesisFault(
        fmt::format("{}: {} DSP block(s), where nothing is to be multiplied; the first in {}",
                    design_.to_text(), dsps.size(), dsps.front()));
  }

  void count_cells_of_default_flow() {
    write_cells(family_.flow, "default_cells.json");
    result.luts_default_flow = netlist("default_cells.json", hierarchy_).cells.luts;
  }

  void write_wrapped() {
    const fs::path wrapper = fs::path(folder_.path()) / "wrapper.v";
    write_whole_file(wrapper.string(), wrapper_text(design_, hierarchy_.pins));
    write_whole_file(file(kPinFile), options_.device->pins);
    const std::string before =
        family_.before_wrapped.empty()
            ? ""
            : fmt::format("hierarchy -top {}; {}; ", kWrapper, family_.before_wrapped);
    tools_.read_and_run(design_, wrapper,
                        fmt::format("{}{} -top {} -json \"{}\"", before, family_.without_wide,
                                    kWrapper, file("netlist.json")));
    Hierarchy wrapped;
    wrapped.top = kWrapper;
    wrapped.modules[""] = kWrapper;
    refuse_too_large(netlist("netlist.json", wrapped).cells);
  }

  TimingReport placed(unsigned seed) const {
    const std::string report = fmt::format("report_{}.json", seed);
    tools_.place_and_route(design_, folder_.path(), "netlist.json", report, seed,
                           options_.nextpnr_options);
    return read_timing_report(text(report), hierarchy_, report);
  }

  bool has_two_flows() const { return family_.flow != family_.without_wide; }

  Synthesized result;

 private:
  std::string file(const std::string& name) const { return folder_.path() + "/" + name; }
  std::string text(const std::string& name) const { return read_text_file(file(name)); }
  Netlist netlist(const std::string& name, const Hierarchy& hierarchy) const {
    return read_netlist(text(name), hierarchy, family_, name);
  }
  void write_cells(const std::string& flow, const std::string& name) const {
    tools_.select_and_run(design_, fmt::format("{} {} -top {} -json \"{}\"", flow,
                                               family_.for_cells, design_.top, file(name)));
  }

  void refuse_too_large(const CellCounts& cells) const {
    const CellCounts& places = options_.device->places;
    std::vector<std::string> lacks;
    const auto compare = [&](unsigned needed, unsigned there, const char* what) {
      if (needed > there) lacks.push_back(fmt::format("{} {}, there are {}", needed, what, there));
    };
    compare(family_.lut_places(cells), places.luts, family_.name_of_lut_places());
    compare(cells.flip_flops, places.flip_flops, "flip-flops");
    compare(cells.block_rams, places.block_rams, "block RAMs");
    if (lacks.empty()) return;
    throw ConfigError(fmt::format("{} is too large for {}: it needs at least {}", design_.to_text(),
                                  options_.device->name, fmt::join(lacks, "; ")));
  }

  const Design& design_;
  const SynthesisOptions& options_;
  const FpgaFamily& family_;
  SynthesisTools tools_;
  TemporaryFolder folder_;
  Hierarchy hierarchy_;
};

// Yosys cuts off the bits of a value that a parameter declared with a range has no place for. The
// range may follow from other parameters, so the width is known once all have their values.
void refuse_wide_values(const Design& design, const Hierarchy& hierarchy) {
  for (const auto& [name, value] : design.parameters) {
    const auto width = hierarchy.widths.find(name);
    if (width == hierarchy.widths.end()) continue;
    const unsigned bits = width->second;
    const auto refuse = [&, name = name, value = value](const std::string& allowed) {
      throw ConfigError(fmt::format("{}: found {}={}, allowed: {}, as {} has {} bit(s) there",
                                    design.to_text(), name, value.to_text(), allowed, name, bits));
    };
    if (value.is_list() && value.numbers().size() > bits / 32) {
      refuse(fmt::format("up to {} number(s)", bits / 32));
    }
    if (bits < 32 && value.number() >> bits != 0) refuse(fmt::format("0 to {}", (1u << bits) - 1));
  }
}

}  // namespace

Hierarchy hierarchy_without_latches(const SynthesisTools& tools, const Design& design,
                                    const std::string& folder) {
  const std::string file = folder + "/hierarchy.json";
  tools.select_and_run(design, fmt::format("proc; write_json \"{}\"", file));
  Hierarchy hierarchy = read_hierarchy(read_text_file(file), design.top, "hierarchy.json");
  refuse_wide_values(design, hierarchy);
  if (hierarchy.latches.empty()) return hierarchy;
  throw SynthesisFault(
      fmt::format("{}: a latch in {}", design.to_text(), fmt::join(hierarchy.latches, ", ")));
}

Synthesized synthesize(const Design& design, const SynthesisOptions& options,
                       const std::function<void(std::size_t done, std::size_t all)>& on_done) {
  Run run(design, options);
  run.result.design = design;
  run.read_hierarchy();

  std::vector<std::function<void()>> syntheses = {[&] { run.count_cells(); }};
  if (run.has_two_flows()) syntheses.emplace_back([&] { run.count_cells_of_default_flow(); });
  if (options.seeds > 0) syntheses.emplace_back([&] { run.write_wrapped(); });
  std::vector<TimingReport> reports(options.seeds);
  std::vector<std::function<void()>> placements;
  for (unsigned seed = 1; seed <= options.seeds; ++seed) {
    placements.emplace_back([&, seed] { reports[seed - 1] = run.placed(seed); });
  }

  const std::size_t all = syntheses.size() + placements.size();
  run_tasks(syntheses, options.jobs, [&](std::size_t done) {
    on_done(done, all);
    return true;
  });
  run_tasks(placements, options.jobs, [&](std::size_t done) {
    on_done(syntheses.size() + done, all);
    return true;
  });

  Synthesized& result = run.result;
  if (!run.has_two_flows()) result.luts_default_flow = result.netlist.cells.luts;
  for (const TimingReport& report : reports) result.mhz.push_back(report.mhz);
  if (reports.empty()) return result;
  const auto middle = reports.begin() + (static_cast<std::ptrdiff_t>(reports.size()) - 1) / 2;
  std::nth_element(reports.begin(), middle, reports.end(),
                   [](const TimingReport& a, const TimingReport& b) { return a.mhz < b.mhz; });
  result.median = std::move(*middle);
  return result;
}

}  // namespace turnpike::sim
