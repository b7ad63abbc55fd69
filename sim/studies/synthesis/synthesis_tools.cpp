// synthesis_tools.cpp - looks for the tools, writes their commands, finds what went wrong.

#include "sim/studies/synthesis/synthesis_tools.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "sim/base/config_error.h"
#include "sim/base/run_child.h"

namespace turnpike::sim {
namespace {

namespace fs = std::filesystem;

std::string find_yosys() {
  if (const auto file = find_in_path("yosys")) return fs::absolute(*file).string();
  throw ConfigError("synth needs yosys, which is not in PATH (Debian: apt install yosys)");
}

std::string find_nextpnr(const FpgaFamily& family) {
  const char* told = std::getenv("TURNPIKE_NEXTPNR");
  if (told != nullptr && *told != '\0') {
    if (::access(told, X_OK) == 0) return fs::absolute(told).string();
    throw ConfigError(fmt::format("TURNPIKE_NEXTPNR: {} is no program", told));
  }
  for (const std::string& name : {family.place_and_route, family.pip_package}) {
    if (const auto file = find_in_path(name)) return fs::absolute(*file).string();
  }
  // Where `make nextpnr` has put it: in the build folder.
  const fs::path built =
      fs::read_symlink("/proc/self/exe").parent_path() / "synthesis" / "bin" / family.pip_package;
  if (::access(built.c_str(), X_OK) == 0) return built.string();
  throw ConfigError(fmt::format(
      "place and route needs {}, which is not in PATH: `make nextpnr` or `pip install "
      "{}` installs it, TURNPIKE_NEXTPNR may name it; --seeds 0 counts cells without it",
      family.place_and_route, family.pip_package));
}

// The first error of a tool, else the end of what it said.
std::string complaint_of(const FinishedChild& tool) {
  constexpr std::size_t kQuoted = 1000;  // characters
  const std::string said = tool.output + tool.errors;
  std::istringstream lines(said);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t at = line.find("ERROR: ");
    if (at != std::string::npos) return line.substr(at + 7);
  }
  return said.size() > kQuoted ? "..." + said.substr(said.size() - kQuoted) : said;
}

// A module stops elaboration by an instance of ERROR_router_PORTS_must_be_2_to_32.
std::string in_words(std::string complaint) {
  const std::size_t begin = complaint.find("ERROR_");
  if (begin == std::string::npos) return complaint;
  const std::size_t end = complaint.find_first_of("' ", begin);
  complaint = complaint.substr(begin + 6, end == std::string::npos ? end : end - begin - 6);
  std::replace(complaint.begin(), complaint.end(), '_', ' ');
  return complaint;
}

}  // namespace

SynthesisTools::SynthesisTools() : yosys_(find_yosys()) {}

SynthesisTools::SynthesisTools(const FpgaDevice& device, bool with_place_and_route)
    : device_(&device),
      yosys_(find_yosys()),
      nextpnr_(with_place_and_route ? find_nextpnr(*device.family) : "") {}

void SynthesisTools::run_yosys(const Design& design, const std::string& commands,
                               const std::string& log) const {
  std::string read = "read_verilog -defer -DSYNTHESIS";
  for (const std::string& folder : design.includes) read += " -I" + folder;
  for (const std::string& source : design.sources) read += " " + source;
  const FinishedChild tool = run_child(
      {"env", "-C", design.folder.string(), yosys_, "-q", "-l", log, "-p", read + "; " + commands},
      "synthesise " + design.to_text());
  if (tool.status == 0) return;
  throw ConfigError(fmt::format("cannot synthesise {}: yosys ended with status {}: {}",
                                design.to_text(), tool.status, in_words(complaint_of(tool))));
}

void SynthesisTools::select_and_run(const Design& design, const std::string& commands,
                                    const std::string& log) const {
  std::string select = "hierarchy -top " + design.top;
  for (const auto& [name, value] : design.parameters) {
    select += fmt::format(" -chparam {} {}", name, value.to_verilog());
  }
  run_yosys(design, fmt::format("{}; rename -top {}; {}", select, design.top, commands), log);
}

void SynthesisTools::read_and_run(const Design& design, const fs::path& wrapper,
                                  const std::string& commands) const {
  run_yosys(design, fmt::format("read_verilog \"{}\"; {}", wrapper.string(), commands),
            "/dev/null");
}

void SynthesisTools::place_and_route(const Design& design, const fs::path& folder,
                                     const std::string& netlist, const std::string& report,
                                     unsigned seed, const std::vector<std::string>& options) const {
  // The folder is its own, and names are relative: nextpnr as WebAssembly has a /tmp of its own.
  std::vector<std::string> command = {"env", "-C", folder.string(), nextpnr_};
  command.insert(command.end(), device_->options.begin(), device_->options.end());
  for (const std::string& word :
       {std::string("--json"), netlist, std::string("--freq"), std::string("250"),
        std::string("--seed"), std::to_string(seed), std::string("--report"), report,
        std::string("--timing-allow-fail"), std::string("--quiet")}) {
    command.push_back(word);
  }
  command.insert(command.end(), options.begin(), options.end());
  const std::string purpose =
      fmt::format("place and route {} on {} with seed {}", design.to_text(), device_->name, seed);
  const FinishedChild tool = run_child(command, purpose);
  if (tool.status == 0) return;
  throw ConfigError(fmt::format("cannot {}: {} ended with status {}: {}", purpose,
                                fs::path(nextpnr_).filename().string(), tool.status,
                                complaint_of(tool)));
}

}  // namespace turnpike::sim
