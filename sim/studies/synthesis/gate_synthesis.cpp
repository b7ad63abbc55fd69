// gate_synthesis.cpp - Yosys maps registers, ABC the gates between them; both say what came out.

#include "sim/studies/synthesis/gate_synthesis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "model/common/printable.h"
#include "sim/base/config_error.h"
#include "sim/base/temporary_file.h"
#include "sim/base/text_file.h"
#include "sim/studies/synthesis/synthesis_tools.h"
#include "sim/studies/synthesis/synthesize.h"

namespace turnpike::sim {
namespace {

// Of which the area is the unit of gate equivalents.
constexpr const char* kNand =
    "module nand2(input a, input b, output y); assign y = ~(a & b); endmodule\n";

// As Yosys calls it by itself with a clock, but its last command prints the delay, which ABC finds
// for gates of the sizes that the commands before have chosen.
constexpr const char* kAbcScript =
    "+strash;ifraig;scorr;dc2;strash;&get,-n;&nf;&put;buffer,-c;topo;upsize;dnsize;stime,-p";

// The number behind the last `word` in a tool's output.
double number_after(const std::string& text, const std::string& word) {
  const std::size_t at = text.rfind(word);
  if (at == std::string::npos) return 0;
  return std::strtod(text.c_str() + at + word.size(), nullptr);
}

// Cells come from a copy in the folder of the run: whatever the file's name holds, commands of
// Yosys and ABC name that.
class GateRun {
 public:
  explicit GateRun(const std::string& liberty_file) {
    const std::string text = read_text_file(liberty_file);
    const std::size_t library = text.find("library");
    if (library == std::string::npos || text.find("cell", library) == std::string::npos) {
      throw ConfigError(fmt::format(
          "{}: found no library of cells, allowed: a Liberty file (library (NAME) {{ cell ... }})",
          model::printable(liberty_file)));
    }
    write_whole_file(file("cells.lib"), text);
  }

  double nand2_area() const {
    Design design;
    design.folder = folder_.path();
    design.sources = {"nand2.v"};
    design.top = "nand2";
    write_whole_file(file("nand2.v"), kNand);
    return mapped(design).area;
  }

  Gates mapped(const Design& design) const {
    hierarchy_without_latches(tools_, design, folder_.path());
    tools_.select_and_run(design,
                          fmt::format("synth -flatten -top {0}; dfflibmap -liberty \"{1}\"; "
                                      "abc -liberty \"{1}\" -script {2}; opt_clean -purge; "
                                      "stat -liberty \"{1}\" -top {0}",
                                      design.top, file("cells.lib"), kAbcScript),
                          file("log"));
    const std::string log = read_text_file(file("log"));
    Gates gates;
    gates.design = design;
    gates.area = number_after(log, fmt::format("Chip area for module '\\{}': ", design.top));
    gates.delay_ps = number_after(log, "Delay =");
    if (gates.area > 0) return gates;
    throw ConfigError(fmt::format("cannot synthesise {}: the Liberty file gives its cells no area",
                                  design.to_text()));
  }

 private:
  std::string file(const std::string& name) const { return folder_.path() + "/" + name; }

  SynthesisTools tools_;
  TemporaryFolder folder_;
};

Json to_json(const Gates& part) {
  Json json;
  json["module"] = part.design.top;
  json["parameters"] = parameters_json(part.design);
  json["count"] = part.count;
  json["area"] = part.area;
  json["gate_equivalents"] = part.gate_equivalents;
  json["delay_ps"] = part.delay_ps;
  return json;
}

}  // namespace

double GateResults::gate_equivalents() const {
  double sum = 0;
  for (const Gates& part : parts) sum += part.count * part.gate_equivalents;
  return sum;
}

double GateResults::delay_ps() const {
  double most = 0;
  for (const Gates& part : parts) most = std::max(most, part.delay_ps);
  return most;
}

GateResults synthesize_gates(const std::vector<CountedDesign>& designs,
                             const std::string& liberty_file) {
  const GateRun run(liberty_file);
  GateResults results;
  results.liberty = liberty_file;
  results.nand2_area = run.nand2_area();
  for (const CountedDesign& counted : designs) {
    Gates gates = run.mapped(counted.design);
    gates.count = counted.count;
    gates.gate_equivalents = gates.area / results.nand2_area;
    results.parts.push_back(std::move(gates));
  }
  return results;
}

Json to_json(const GateResults& results) {
  Json json;
  json["schema"] = "turnpike.synth-gates/1";
  json["name"] = results.name;
  json["liberty"] = results.liberty;
  json["nand2_area"] = results.nand2_area;
  json["gate_equivalents"] = results.gate_equivalents();
  json["delay_ps"] = results.delay_ps();
  json["parts"] = Json::array();
  for (const Gates& part : results.parts) json["parts"].push_back(to_json(part));
  return json;
}

std::string to_text(const GateResults& results) {
  std::string text = fmt::format("{} in cells of {}\n", model::printable(results.name),
                                 model::printable(results.liberty));
  text += fmt::format("  {:<40} {:>6} {:>10} {:>10}\n", "part", "count", "gates", "delay ps");
  for (const Gates& part : results.parts) {
    text += fmt::format("  {:<40} {:>6} {:>10.0f} {:>10.0f}\n", part.design.to_text(), part.count,
                        part.gate_equivalents, part.delay_ps);
  }
  text += fmt::format("  {:<40} {:>6} {:>10.0f} {:>10.0f}\n", "sum, and slowest part", "",
                      results.gate_equivalents(), results.delay_ps());
  text += fmt::format(
      "Gates are equivalents of a NAND of two inputs ({:g} in the file's units of area); delays "
      "are "
      "without wires,\nclock-to-output and setup times. Buffer memories are flip-flops.\n",
      results.nand2_area);
  return text;
}

}  // namespace turnpike::sim
