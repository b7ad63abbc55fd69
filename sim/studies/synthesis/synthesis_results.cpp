// synthesis_results.cpp - the object turnpike.synth/2, and tables for people.

#include "sim/studies/synthesis/synthesis_results.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/common/printable.h"

namespace turnpike::sim {
namespace {

using Part = SynthesisResults::Part;

void put_cells(Json& json, const CellCounts& cells) {
  json["luts"] = cells.luts;
  json["carries"] = cells.carries;
  json["flip_flops"] = cells.flip_flops;
  json["lut_rams"] = cells.lut_rams;
  json["block_rams"] = cells.block_rams;
  json["dsps"] = cells.dsps;
}

Json number_or_null(double value) { return value > 0 ? Json(value) : Json(nullptr); }

// To a picosecond, as nextpnr says them.
double rounded(double ns) { return static_cast<double>(static_cast<long>(ns * 1000 + 0.5)) / 1000; }

Json to_json(const Part& part) {
  const Synthesized& found = part.synthesized;
  Json json;
  json["module"] = found.design.top;
  json["parameters"] = parameters_json(found.design);
  json["count"] = part.count;
  put_cells(json, found.netlist.cells);
  json["luts_default_flow"] = found.luts_default_flow;
  json["mhz"] = number_or_null(found.median.mhz);
  json["mhz_of_seeds"] = found.mhz;
  json["by_module"] = Json::array();
  for (const ModuleCells& module : found.netlist.by_module) {
    Json row;
    row["module"] = module.module;
    row["instances"] = module.instances;
    put_cells(row, module.cells);
    json["by_module"].push_back(row);
  }
  json["path"] = Json::array();
  for (const PathPart& step : found.median.path) {
    Json row;
    row["module"] = step.module.empty() ? Json(nullptr) : Json(step.module);
    row["instance"] = step.instance;
    row["gates"] = step.gates;
    row["gates_ns"] = rounded(step.gates_ns);
    row["wires_ns"] = rounded(step.wires_ns);
    json["path"].push_back(row);
  }
  return json;
}

std::string cells_row(const CellCounts& cells) {
  return fmt::format("{:>8} {:>7} {:>7} {:>8} {:>9} {:>5}", cells.luts, cells.carries,
                     cells.flip_flops, cells.lut_rams, cells.block_rams, cells.dsps);
}

constexpr const char* kCellsHead = "    LUTs carries      FF LUT RAMs block RAM   DSP";

// The module, and which of its ports are left out.
std::string short_name(const Design& design) {
  for (const auto& [name, value] : design.parameters) {
    if (name == "ABSENT") return fmt::format("{} ABSENT={}", design.top, value.to_text());
  }
  return design.top;
}

std::string path_text(const Synthesized& found) {
  double ns = 0;
  std::string rows;
  for (const PathPart& step : found.median.path) {
    ns += step.gates_ns + step.wires_ns;
    rows += fmt::format("    {:<24} {:>5} {:>8.2f} {:>8.2f}{}\n",
                        step.module.empty() ? "(pin)" : step.module, step.gates, step.gates_ns,
                        step.wires_ns, step.instance.empty() ? "" : "  " + step.instance);
  }
  if (rows.empty()) return "";
  return fmt::format("\n  longest path, {:.2f} ns\n    {:<24} {:>5} {:>8} {:>8}  {}\n{}", ns,
                     "module", "gates", "gates ns", "wires ns", "instance", rows);
}

std::string to_text(const Part& part, const FpgaDevice& device) {
  const Synthesized& found = part.synthesized;
  const CellCounts& cells = found.netlist.cells;
  const unsigned places = device.family->lut_places(cells);
  std::string text =
      fmt::format("{} on {} ({})\n", found.design.to_text(), device.name, device.part);
  text += fmt::format(
      "  LUTs {} ({:.1f} % of the device with carries and LUT RAMs), "
      "with wide LUTs {}\n",
      cells.luts, 100.0 * places / device.places.luts, found.luts_default_flow);
  if (!found.mhz.empty()) {
    const auto [least, most] = std::minmax_element(found.mhz.begin(), found.mhz.end());
    text += fmt::format("  clock {:.1f} MHz, the median of {} seed(s) ({:.1f} to {:.1f})\n",
                        found.median.mhz, found.mhz.size(), *least, *most);
  }
  text += fmt::format("\n  {:<24} instances {}\n", "module", kCellsHead);
  for (const ModuleCells& module : found.netlist.by_module) {
    text += fmt::format("    {:<22} {:>9} {}\n", module.module, module.instances,
                        cells_row(module.cells));
  }
  text += fmt::format("    {:<22} {:>9} {}\n", "sum", "", cells_row(cells));
  return text + path_text(found);
}

}  // namespace

CellCounts SynthesisResults::sum() const {
  CellCounts sum;
  for (const Part& part : parts) sum.add(part.synthesized.netlist.cells, part.count);
  return sum;
}

unsigned SynthesisResults::sum_of_luts_default_flow() const {
  unsigned sum = 0;
  for (const Part& part : parts) sum += part.count * part.synthesized.luts_default_flow;
  return sum;
}

double SynthesisResults::mhz() const {
  double least = 0;
  for (const Part& part : parts) {
    const double mhz = part.synthesized.median.mhz;
    if (mhz > 0 && (least == 0 || mhz < least)) least = mhz;
  }
  return least;
}

Json to_json(const SynthesisResults& results) {
  Json json;
  json["schema"] = "turnpike.synth/2";
  json["name"] = results.name;
  Json device;
  device["name"] = results.device->name;
  device["part"] = results.device->part;
  device["luts"] = results.device->places.luts;
  device["flip_flops"] = results.device->places.flip_flops;
  device["block_rams"] = results.device->places.block_rams;
  device["dsps"] = results.device->places.dsps;
  json["device"] = device;
  if (!results.nextpnr_options.empty()) json["nextpnr_options"] = results.nextpnr_options;
  put_cells(json, results.sum());
  json["luts_default_flow"] = results.sum_of_luts_default_flow();
  json["mhz"] = number_or_null(results.mhz());
  json["parts"] = Json::array();
  for (const Part& part : results.parts) json["parts"].push_back(to_json(part));
  return json;
}

std::string to_text(const SynthesisResults& results) {
  std::string text;
  for (const Part& part : results.parts) {
    if (!part.is_part) text += to_text(part, *results.device) + "\n";
  }
  if (results.parts.size() == 1 && results.parts[0].count == 1) {
    text.pop_back();
    return text;
  }
  const CellCounts sum = results.sum();
  text += fmt::format("{}: the sum of its parts, without the wires between them\n",
                      model::printable(results.name));
  text += fmt::format("  {:<24}     count {}\n", "part", kCellsHead);
  for (const Part& part : results.parts) {
    text += fmt::format("    {:<22} {:>9} {}\n", short_name(part.synthesized.design), part.count,
                        cells_row(part.synthesized.netlist.cells));
  }
  text += fmt::format("    {:<22} {:>9} {}\n", "sum", "", cells_row(sum));
  text += fmt::format("  LUTs {} ({:.1f} % of {} with carries and LUT RAMs), with wide LUTs {}\n",
                      sum.luts,
                      100.0 * results.device->family->lut_places(sum) / results.device->places.luts,
                      results.device->name, results.sum_of_luts_default_flow());
  if (results.mhz() > 0)
    text += fmt::format("  clock {:.1f} MHz, its slowest part\n", results.mhz());
  return text;
}

}  // namespace turnpike::sim
