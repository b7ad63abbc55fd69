// synth.cpp - `turnpike synth`: area and clock of a module, or of the components of a network, on
// an FPGA or in the cells of a Liberty file.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <sstream>

#include "commands/command.h"
#include "sim/base/config_error.h"
#include "sim/base/data_folder.h"
#include "sim/base/interrupt.h"
#include "sim/base/progress_line.h"
#include "sim/base/whole_number.h"
#include "sim/experiment/results/standard_output.h"
#include "sim/experiment/run/config_options.h"
#include "sim/experiment/run/network_checks.h"
#include "sim/studies/synthesis/gate_synthesis.h"
#include "sim/studies/synthesis/network_designs.h"
#include "sim/studies/synthesis/synthesis_results.h"

namespace turnpike::sim {

namespace {

constexpr const char* kUsualDevice = "ecp5-25k";

struct SynthCommand {
  ConfigOptions config;  // its file may be a module's name
  std::vector<std::string> parameters;
  std::string device = kUsualDevice;
  std::string liberty;  // a file; empty: an FPGA
  std::string nextpnr;  // more options of it
  SynthesisOptions synthesis;
};

// Files have a point or a folder in their names.
bool is_module(const std::string& subject) {
  return subject.find_first_of("./") == std::string::npos;
}

// The numbers of "4,16"; none: it is no such list.
std::vector<std::uint32_t> numbers_of(const std::string& text) {
  std::vector<std::uint32_t> numbers;
  std::istringstream words(text + ',');
  for (std::string word; std::getline(words, word, ',');) {
    if (!take_whole_number(word, 0, 0x7fffffff).empty()) return {};
    numbers.push_back(static_cast<std::uint32_t>(std::stoul(word)));
  }
  return numbers;
}

Parameters parameters_of(const std::vector<std::string>& words) {
  Parameters parameters;
  for (const std::string& word : words) {
    const std::size_t equals = word.find('=');
    const std::vector<std::uint32_t> numbers =
        numbers_of(equals == std::string::npos ? "" : word.substr(equals + 1));
    if (equals == 0 || numbers.empty()) {
      throw ConfigError(
          fmt::format("'{}': parameters are written NAME=VALUE, VALUE a whole number up to "
                      "2147483647, or a list of them as in 4,16",
                      word));
    }
    const std::string name = word.substr(0, equals);
    const bool is_there = std::any_of(parameters.begin(), parameters.end(),
                                      [&](const auto& other) { return other.first == name; });
    if (is_there) throw ConfigError(fmt::format("'{}': {} has a value already", word, name));
    parameters.emplace_back(name, numbers);
  }
  return parameters;
}

SynthesisResults synthesize_all(const std::vector<CountedDesign>& designs,
                                const SynthesisOptions& options) {
  SynthesisResults results;
  results.device = options.device;
  results.nextpnr_options = options.nextpnr_options;
  ProgressLine progress;
  for (const CountedDesign& counted : designs) {
    const auto show = [&](std::size_t done, std::size_t all) {
      if (progress.due()) {
        progress.show(fmt::format("{}: {} of {} calls of tools", counted.design.top, done, all));
      }
    };
    SynthesisOptions wanted = options;
    if (counted.is_part) wanted.seeds = 0;
    try {
      results.parts.push_back(
          {synthesize(counted.design, wanted, show), counted.count, counted.is_part});
    } catch (const SynthesisFault& fault) {
      throw CheckFailure(fault.what());
    }
  }
  return results;
}

GateResults synthesize_all_gates(const std::vector<CountedDesign>& designs,
                                 const std::string& liberty) {
  try {
    return synthesize_gates(designs, liberty);
  } catch (const SynthesisFault& fault) {
    throw CheckFailure(fault.what());
  }
}

template <class Results>
void print(StandardOutput& out, const Results& results, bool as_json) {
  if (as_json) {
    out.print(to_json(results));
  } else {
    out.print(to_text(results));
  }
}

int synth(SynthCommand command) {
  watch_for_interrupts();
  StandardOutput out;
  command.synthesis.device = &fpga_device(command.device);
  std::istringstream options(command.nextpnr);
  for (std::string word; options >> word;) command.synthesis.nextpnr_options.push_back(word);
  std::vector<CountedDesign> designs;
  std::string name = command.config.file;
  const std::filesystem::path file(name);
  if (file.extension() == ".v") {
    throw ConfigError(
        fmt::format("{}: found a Verilog file, allowed: a module of rtl/, such as "
                    "{}, or a configuration",
                    name, file.stem().string()));
  }
  if (is_module(name)) {
    for (const auto& [option, words] :
         {std::pair{"--set", &command.config.sets}, std::pair{"--unset", &command.config.unsets}}) {
      if (words->empty()) continue;
      throw ConfigError(fmt::format("{} changes a configuration; {} is a module: {} NAME=VALUE",
                                    option, name, name));
    }
    designs.push_back({rtl_design(data_folder(), name, parameters_of(command.parameters)), 1});
  } else {
    if (!command.parameters.empty()) {
      throw ConfigError(fmt::format("'{}': parameters are those of a module; --set changes {}",
                                    command.parameters[0], name));
    }
    const Experiment experiment = command.config.read();
    name = experiment.name;
    const model::Network network = build_network(experiment);
    designs = located(experiment, [&network] { return network_designs(data_folder(), network); });
  }
  if (!command.liberty.empty()) {
    GateResults gates = synthesize_all_gates(designs, command.liberty);
    gates.name = name;
    print(out, gates, command.config.json);
    return kDone;
  }
  SynthesisResults results = synthesize_all(designs, command.synthesis);
  results.name = name;
  print(out, results, command.config.json);
  return kDone;
}

}  // namespace

Command add_synth(CommandLine& program) {
  CommandLine line = program.command(
      "synth",
      "area and clock of a module or a network on an FPGA, or in gates (Yosys, nextpnr, ABC)");
  auto command = std::make_shared<SynthCommand>();  // shared by the parser and the function below
  line.text("SUBJECT", command->config.file, "a module of rtl/, or a configuration: its components")
      .required();
  line.texts("PARAMETERS", command->parameters,
             "of the module, each NAME=VALUE or, as DISTANCES=4,16, a list");
  command->config.add_sets_to(line);
  std::vector<std::string> devices;
  for (const FpgaDevice& device : fpga_devices()) devices.push_back(device.name);
  const CommandOption device =
      line.choice("--device", command->device, devices, "the FPGA").show_default();
  const CommandOption seeds = line.number("--seeds", command->synthesis.seeds, {0, 99},
                                          "places and routes with the seeds 1 to this number; "
                                          "the clock is their median; 0: only counts cells")
                                  .show_default();
  const CommandOption jobs =
      line.number("--jobs", command->synthesis.jobs, {1, 64}, "tools that run at a time")
          .show_default();
  const CommandOption nextpnr =
      line.text("--nextpnr", command->nextpnr,
                "more options of nextpnr, such as \"--placer-heap-timingweight 40\"")
          .value_name("OPTIONS");
  line.text("--liberty", command->liberty,
            "instead of an FPGA, takes the cells of this Liberty file; prints gate equivalents and "
            "the delay of the longest path")
      .value_name("FILE")
      .excludes(device)
      .excludes(seeds)
      .excludes(jobs)
      .excludes(nextpnr);
  line.flag("--json", command->config.json,
            "one JSON object on standard output and nothing else there");
  line.footer(
      "Place and route needs nextpnr (`make nextpnr`); TURNPIKE_NEXTPNR may name the program.\n"
      "A latch or a DSP block ends the command with status 1.");
  return {line, [command] { return synth(*command); }};
}

}  // namespace turnpike::sim
