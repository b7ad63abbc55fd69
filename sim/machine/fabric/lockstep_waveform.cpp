// lockstep_waveform.cpp - the waveform of a machine's difference. SystemC elaborates once, so that
// another process runs to it.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "model/machine/machine_network.h"
#include "sim/base/config_error.h"
#include "sim/base/run_child.h"
#include "sim/base/temporary_file.h"
#include "sim/hardware/trace/gtkw_file.h"
#include "sim/machine/fabric/lockstep_fabric.h"
#include "sim/machine/fabric/make_fabric.h"

namespace turnpike::sim {
namespace {

constexpr const char* kFile = "mismatch.fst";
constexpr const char* kView = "mismatch.gtkw";
constexpr model::Cycle kShownBefore = 512;
constexpr model::Cycle kOnScreenBefore = 20;

model::Cycle earlier(model::Cycle cycle, model::Cycle by) { return cycle - std::min(cycle, by); }

struct Pin {
  const char* group;  // a step of docs/timing/coprocessor.md
  const char* name;
  unsigned bits;
};

std::vector<Pin> pins_of(const model::CoprocessorParams& params) {
  const unsigned ports = params.ports();
  const unsigned vcs = params.virtual_channels;
  unsigned vc_bits = 1;
  while ((1u << vc_bits) < vcs) ++vc_bits;
  return {{"clock", "clk_i", 1},
          {"clock", "rst_i", 1},
          {"clock", "enable_i", 1},
          {"clock", "idle_o", 1},
          {"instruction", "instruction_valid_i", 1},
          {"instruction", "instruction_ready_o", 1},
          {"instruction", "operation_i", 3},
          {"instruction", "pointer_i", 32},
          {"memory request", "memory_valid_o", 1},
          {"memory request", "memory_ready_i", 1},
          {"memory request", "memory_write_o", 1},
          {"memory request", "memory_fence_o", 1},
          {"memory request", "memory_address_o", 32},
          {"memory request", "memory_strobe_o", 8},
          {"memory request", "memory_data_o", 64},
          {"memory response", "memory_response_i", 1},
          {"memory response", "memory_data_i", 64},
          {"packets arrive", "in_valid_i", ports},
          {"packets arrive", "in_credit_o", ports * vcs},
          {"packets leave", "out_valid_o", ports},
          {"packets leave", "out_vc_o", ports * vc_bits},
          {"packets leave", "out_flit_o", ports * (params.flit_bits + 2)},
          {"packets leave", "out_credit_i", ports * vcs},
          {"done", "sent_o", 1},
          {"done", "received_o", 1},
          {"done", "watch_exception_o", 1},
          {"done", "error_valid_o", 1},
          {"done", "error_code_o", 8},
          {"done", "error_pointer_o", 32}};
}

// The guilty pin first, with what it should be in words, then all pins by the steps of a message.
std::string view_of_coprocessor(const MachineMismatch& mismatch,
                                const model::CoprocessorParams& params) {
  const std::string scope = fmt::format("coprocessor_{}.", mismatch.node);
  std::string all;
  std::string guilty;
  std::string group;
  const auto begin_group = [&](const std::string& next) {
    if (!group.empty()) all += "@1000200\n-" + group + "\n";
    if (!next.empty()) all += "@800200\n-" + next + "\n";
    group = next;
  };
  for (const Pin& pin : pins_of(params)) {
    if (group != pin.group) begin_group(pin.group);
    const std::string line = pin.bits == 1
                                 ? fmt::format("@28\n{}{}\n", scope, pin.name)
                                 : fmt::format("@22\n{}{}[{}:0]\n", scope, pin.name, pin.bits - 1);
    all += line;
    if (mismatch.pin.find(std::string(" ") + pin.name) != std::string::npos) guilty = line;
  }
  begin_group("");
  std::string markers;
  for (int marker = 0; marker < 26; ++marker) markers += " -1";
  return fmt::format("[dumpfile] \"{}\"\n[savefile] \"{}\"\n[timestart] {}\n[size] 1600 900\n",
                     kFile, kView,
                     earlier(mismatch.cycle, kOnScreenBefore) * NetworkClock::kPeriodNs) +
         fmt::format("[pos] -1 -1\n*-3.500000 {}{}\n[sst_expanded] 1\n",
                     mismatch.cycle * NetworkClock::kPeriodNs, markers) +
         fmt::format("@200\n-at the marker expected {:#x}, actual {:#x}\n", mismatch.expected,
                     mismatch.actual) +
         guilty + all;
}

// Returns the save file.
std::string write_view(const MachineMismatch& mismatch, const model::CoprocessorParams& params,
                       const std::string& routers) {
  if (mismatch.pin.rfind("router ", 0) != 0) {
    write_whole_file(kView, view_of_coprocessor(mismatch, params));
    return kView;
  }
  WaveformView view;
  view.components = {mismatch.node};  // node and router have the same number
  view.ports = {static_cast<model::PortId>(std::max(mismatch.port, 0))};
  view.marker = mismatch.cycle;
  view.from = earlier(mismatch.cycle, kOnScreenBefore);
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
