// lockstep_waveform.cpp - the waveform of a machine's difference. SystemC elaborates once, so that
// another process runs to it.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "model/machine/machine_network.h"
#include "sim/base/config_error.h"
#include "sim/base/run_child.h"
#include "sim/hardware/trace/coprocessor_view.h"
#include "sim/hardware/trace/gtkw_file.h"
#include "sim/machine/fabric/lockstep_fabric.h"
#include "sim/machine/fabric/make_fabric.h"

namespace turnpike::sim {
namespace {

constexpr const char* kFile = "mismatch.fst";
constexpr model::Cycle kShownBefore = 512;
constexpr model::Cycle kOnScreenBefore = 20;

model::Cycle earlier(model::Cycle cycle, model::Cycle by) { return cycle - std::min(cycle, by); }

// "coprocessor memory_valid_o": the second word.
std::string signal_of(const std::string& pin) {
  const std::size_t begin = pin.find(' ') + 1;
  return pin.substr(begin, pin.find(' ', begin) - begin);
}

// Returns the save file. The one of the co-processors begins with the guilty pin.
std::string write_view(const MachineMismatch& mismatch, const model::CoprocessorParams& params,
                       const std::string& routers) {
  const model::Cycle from = earlier(mismatch.cycle, kOnScreenBefore);
  if (mismatch.pin.rfind("router ", 0) != 0) {
    CoprocessorView view;
    view.nodes = {mismatch.node};
    view.marker = mismatch.cycle;
    view.from = from;
    view.remark = fmt::format("at the marker expected {:#x}, actual {:#x}", mismatch.expected,
                              mismatch.actual);
    view.pin = signal_of(mismatch.pin);
    return write_coprocessor_view(kFile, params, view).string();
  }
  WaveformView view;
  view.components = {mismatch.node};  // node and router have the same number
  view.ports = {static_cast<model::PortId>(std::max(mismatch.port, 0))};
  view.marker = mismatch.cycle;
  view.from = from;
  return write_gtkw(routers, model::machine_network(params), view).string();
}

std::string command_of(const std::vector<std::string>& words) {
  std::string command = "turnpike";
  for (const std::string& word : words) command += " " + word;
  return command;
}

}  // namespace

std::string with_waveform(const MachineMismatch& mismatch, const FabricSpec& spec,
                          std::vector<std::string> words) {
  MachineTrace trace;
  trace.file = kFile;
  const model::Cycle end = mismatch.cycle + LockstepFabric::kCyclesBeyond + 1;
  for (const std::string& word :
       {std::string("--trace"), trace.file, std::string("--trace-from"),
        fmt::format("{}", earlier(mismatch.cycle, kShownBefore)), std::string("--trace-to"),
        fmt::format("{}", end), std::string("--trace-node"), fmt::format("{}", mismatch.node)}) {
    words.push_back(word);
  }
  const std::string text =
      fmt::format("{}\n  the run once more: {}", mismatch.what(), command_of(words));
  words.insert(words.begin(), "/proc/self/exe");
  try {
    std::filesystem::remove(trace.file);
    const FinishedChild child = run_child(words, "leave a waveform");
    if (!std::filesystem::exists(trace.file)) {
      return text + "\n  no waveform: " + child.errors;
    }
    const std::string view = write_view(mismatch, spec.params, trace.routers_file());
    return fmt::format("{}\n  waveform of the cycles before: {}, {}\n  open it: gtkwave {}", text,
                       trace.file, trace.routers_file(), view);
  } catch (const ConfigError& error) {
    return text + "\n  no waveform: " + error.what();
  } catch (const std::filesystem::filesystem_error& error) {
    return text + "\n  no waveform: " + error.what();
  }
}

}  // namespace turnpike::sim
