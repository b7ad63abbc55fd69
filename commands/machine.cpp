// machine.cpp - `turnpike machine`: nodes with memory and co-processor in a hypercube.

#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>

#include "commands/command.h"
#include "model/common/input_limits.h"
#include "model/machine/machine.h"
#include "sim/base/config_error.h"
#include "sim/base/interrupt.h"
#include "sim/base/output_folder.h"
#include "sim/base/progress_line.h"
#include "sim/base/standard_error.h"
#include "sim/base/waveform_name.h"
#include "sim/experiment/results/standard_output.h"
#include "sim/machine/check/random_messages.h"
#include "sim/machine/fabric/machine_mismatch.h"
#include "sim/machine/fabric/machine_processor.h"
#include "sim/machine/fabric/make_fabric.h"
#include "sim/machine/fabric/measure.h"
#include "sim/machine/messages/header_block.h"
#include "sim/machine/programs/collectives.h"
#include "sim/machine/programs/machine_limits.h"

namespace turnpike::sim {

namespace {

constexpr model::NodeId kLastNode = ~model::NodeId{0};

struct MachineOptions {
  FabricSpec fabric;
  model::MachineSpec machine;
  std::string engine = "model";
  std::uint64_t seed = 1;
  std::uint32_t bytes = 256;
  std::uint64_t random = 0;
  bool measure = false;
  bool json = false;
};

// Lines for people as they come, or one object at the end.
class MachineOutput {
 public:
  explicit MachineOutput(const MachineOptions& options) : is_json_(options.json) {
    const model::CoprocessorParams& params = options.fabric.params;
    json["schema"] = "turnpike.machine/1";
    json["engine"] = options.engine;
    json["dimensions"] = params.dimensions;
    json["nodes"] = 1u << params.dimensions;
    json["flit_bits"] = params.flit_bits;
    for (const char* part : {"programs", "random", "timings", "channel_use"}) json[part] = Json();
    json["files"] = Json::array();
  }

  void say(const std::string& text) {
    if (!is_json_) out_.print(text);
  }
  void end() {
    if (is_json_) out_.print(json);
  }

  Json json;

 private:
  StandardOutput out_;
  bool is_json_;
};

CommandOption add_trace_options(CommandLine& line, MachineTrace& trace) {
  const CommandOption file = line.text("--trace", trace.file,
                                       "waveform of the co-processors, an .fst file; of the "
                                       "routers beside it; engines rtl, lockstep");
  line.number("--trace-from", trace.from, {0, kLastCycle}, "first cycle of the waveform")
      .needs(file);
  line.number("--trace-to", trace.to, {0, kLastCycle}, "first cycle after the waveform")
      .needs(file);
  line.each("--trace-node", trace.nodes, {0, kLastNode}, "node in the waveform; default all")
      .needs(file);
  return file;
}

void check_trace(const MachineOptions& options) {
  const MachineTrace& trace = options.fabric.trace;
  if (trace.file.empty()) return;
  const EngineKind engine = options.fabric.engine;
  if (engine == EngineKind::model || engine == EngineKind::emitted) {
    refuse_option("--trace", "engine " + options.engine,
                  "engine rtl or lockstep: a waveform shows hardware");
  }
  const std::filesystem::path path(trace.file);
  if (path.extension() != ".fst")
    refuse_option("--trace", trace.file, "a file name ending in .fst");
  check_waveform_name(trace.file);
  if (trace.to <= trace.from) {
    refuse_option("--trace-to", fmt::format("{}", trace.to),
                  fmt::format("above --trace-from, {}", trace.from));
  }
  const unsigned nodes = 1u << options.fabric.params.dimensions;
  for (const model::NodeId node : trace.nodes) {
    if (node >= nodes) {
      refuse_option("--trace-node", fmt::format("{}", node),
                    fmt::format("node 0 .. {}", nodes - 1));
    }
  }
  const OutputFolder writable(path.has_parent_path() ? path.parent_path().string() : ".");
}

// What the engine could not do, or would ignore.
void check_buses(const MachineOptions& options) {
  const bool is_emitted = options.fabric.engine == EngineKind::emitted;
  if (options.fabric.bus_errors > 0 && !is_emitted) {
    refuse_option("--bus-errors", "engine " + options.engine,
                  "engine emitted: the others have no buses");
  }
  const unsigned buffers = options.fabric.params.system_buffers;
  const unsigned emitted = model::CoprocessorParams().system_buffers;
  if (is_emitted && buffers != emitted) {
    refuse_option("--system-buffers", fmt::format("{}", buffers),
                  fmt::format("{}: an emitted co-processor has this number", emitted));
  }
}

NumberRange range_of(const MachineLimit& limit) { return {limit.least, limit.most}; }

void add_options(CommandLine& line, MachineOptions& options) {
  line.number("--dimensions", options.fabric.params.dimensions, range_of(kCubeDimensions),
              "dimensions n of the cube, which has 2^n nodes")
      .show_default();
  line.number("--system-buffers", options.fabric.params.system_buffers, {1, 64},
              "buffers of a co-processor for messages without a receive; engine emitted has 16")
      .show_default();
  line.choice("--flit-bits", options.fabric.params.flit_bits, kChannelWidths, "width of a channel")
      .show_default();
  std::vector<std::string> engines = model::texts_of(kEngineWords);
  engines.pop_back();  // a batch has no co-processors
  const CommandOption engine =
      line.choice("--engine", options.engine, engines, "model, rtl, lockstep or emitted")
          .show_default();
  const CommandOption bytes = line.number("--bytes", options.bytes, range_of(kBlockBytes),
                                          "size of a node's block in the example programs")
                                  .show_default();
  const CommandOption random =
      line.number("--random", options.random, {1, 1'000'000'000'000},
                  "instead of the programs, sends so many random messages and checks every byte")
          .excludes(bytes);
  const CommandOption seed = line.number("--seed", options.seed, {0, model::kMaxSeed},
                                         "seed of random messages and memory stalls")
                                 .show_default();
  const CommandOption stall = line.real("--stall", options.machine.memory.stall, 0.0, kMostStall,
                                        "probability that memory takes no request in a cycle")
                                  .show_default();
  const CommandOption extra =
      line.number("--extra-latency", options.machine.memory.extra_latency, range_of(kExtraLatency),
                  "most additional cycles of a read")
          .show_default();
  const CommandOption errors =
      line.real("--bus-errors", options.fabric.bus_errors, 0.0, 1.0,
                "probability that a response on the memory's bus is SLVERR; engine emitted")
          .show_default();
  CommandOption measure = line.flag(
      "--measure", options.measure,
      "instead of the programs, measures latency of messages and use of channels, on the model");
  const CommandOption trace = add_trace_options(line, options.fabric.trace);
  line.flag("--json", options.json, "one JSON object on standard output");
  for (const CommandOption& other : {engine, bytes, random, seed, stall, extra, errors, trace}) {
    measure.excludes(other);
  }
}

void run_programs(const MachineOptions& options, model::Machine& machine, MachineOutput& out) {
  Json& json = out.json["programs"];
  json["bytes"] = options.bytes;
  json["seed"] = options.seed;
  for (const Collective& collective : collectives()) {
    const model::Cycle cycles = run_on_all_nodes(machine, [&](Messenger& messenger, Region data) {
      collective.program(messenger, data, options.bytes);
    });
    json["cycles"][collective.name] = cycles;
    out.say(fmt::format("{:<20} {} nodes, {} bytes: {} cycles\n", collective.name, machine.nodes(),
                        options.bytes, cycles));
  }
}

Json exercise_json(const ExerciseResult& result) {
  Json json = {{"cycles", result.cycles},
               {"sends", result.sends},
               {"adaptive", result.adaptive},
               {"broadcasts", result.broadcasts},
               {"near_neighbour_broadcasts", result.near_neighbour_broadcasts},
               {"receives", result.receives},
               {"bytes", result.bytes},
               {"system_buffers", result.system_buffers},
               {"too_long", result.too_long},
               {"releases", result.releases},
               {"accesses", result.accesses},
               {"exceptions", result.exceptions},
               {"refused", Json::object()}};
  for (std::size_t code = 0; code < result.refused.size(); ++code) {
    if (result.refused[code] == 0) continue;
    json["refused"][error_name(static_cast<model::MessageError>(code))] = result.refused[code];
  }
  return json;
}

void run_random(const MachineOptions& options, model::Machine& machine, MachineOutput& out) {
  ExerciseSpec spec;
  spec.seed = options.seed;
  spec.messages = options.random;
  RandomMessages test(machine, spec);
  const auto start = std::chrono::steady_clock::now();
  const ExerciseResult result = test.run();
  out.say(result.to_text());
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  const EngineKind engine = options.fabric.engine;
  const bool is_compared = engine == EngineKind::lockstep || engine == EngineKind::emitted;
  out.say(fmt::format("{}every byte and flag checked (seed {}, {:.0f} s)\n",
                      is_compared ? "no difference, " : "", options.seed, seconds.count()));
  out.json["random"] = exercise_json(result);
  out.json["random"]["seed"] = options.seed;
}

void run_measurements(const MachineOptions& options, MachineOutput& out) {
  const model::CoprocessorParams& params = options.fabric.params;
  out.say("bytes hops offset | overhead  latency    bound  (cycles)\n");
  for (const std::uint32_t bytes : {0u, 16u, 512u}) {
    for (const unsigned hops : {1u, params.dimensions}) {
      for (const std::uint32_t offset : {0u, 3u}) {
        if (bytes == 0 && offset != 0) continue;
        const MessageTiming timing = measure_message(params, hops, bytes, offset);
        out.say(fmt::format("{:5} {:4} {:6} | {:8} {:8} {:8}\n", bytes, hops, offset,
                            timing.overhead, timing.latency, timing.bound));
        out.json["timings"].push_back({{"bytes", bytes},
                                       {"hops", hops},
                                       {"offset", offset},
                                       {"overhead", timing.overhead},
                                       {"latency", timing.latency},
                                       {"bound", timing.bound}});
      }
    }
  }
  out.say("\nflit bits, offset of the buffers: share of cycles with a flit, channel by channel\n");
  for (const unsigned flit_bits : {8u, 16u}) {
    for (const std::uint32_t offset : {6u, 3u}) {
      model::CoprocessorParams shape = params;
      shape.flit_bits = flit_bits;
      shape.buffer_depth = shape.packet_flits() + 2;
      const ChannelUse use = measure_channels(shape, 16384, offset, 100'000);
      std::string text = fmt::format("{:2} bits, {}:", flit_bits, offset);
      for (const double share : use.share) text += fmt::format(" {:.3f}", share);
      out.say(text + fmt::format("  bound {:.3f}, memory busy {:.3f}\n", use.bound, use.memory));
      out.json["channel_use"].push_back({{"flit_bits", flit_bits},
                                         {"offset", offset},
                                         {"share", use.share},
                                         {"bound", use.bound},
                                         {"memory", use.memory}});
    }
  }
}

// The command of this run, but for a waveform.
std::vector<std::string> words_of(const MachineOptions& options) {
  const model::CoprocessorParams& params = options.fabric.params;
  std::vector<std::string> words = {"machine"};
  const auto add = [&](const char* name, const auto& value) {
    words.insert(words.end(), {name, fmt::format("{}", value)});
  };
  add("--dimensions", params.dimensions);
  add("--flit-bits", params.flit_bits);
  add("--system-buffers", params.system_buffers);
  add("--engine", options.engine);
  if (options.random != 0) {
    add("--random", options.random);
  } else {
    add("--bytes", options.bytes);
  }
  add("--seed", options.seed);
  add("--stall", options.machine.memory.stall);
  add("--extra-latency", options.machine.memory.extra_latency);
  return words;
}

int machine(MachineOptions options) {
  watch_for_interrupts();
  MachineOutput out(options);
  model::CoprocessorParams& params = options.fabric.params;
  params.buffer_depth = params.packet_flits() + 2;  // a packet, and the credit loop
  options.machine.memory.seed = options.seed;
  options.fabric.seed = options.seed;
  options.fabric.engine = model::value_of(kEngineWords, options.engine).value();
  options.fabric.bus_stall = options.machine.memory.stall;
  if (options.measure) {
    run_measurements(options, out);
    out.end();
    return kDone;
  }
  check_trace(options);
  check_buses(options);
  ProgressLine line;
  options.fabric.progress = [&line](const std::string& text) { line.note(text); };
  const FabricHolder fabric = make_fabric(options.fabric);
  model::Machine machine(*fabric, options.machine);
  try {
    if (options.random != 0) {
      run_random(options, machine, out);
    } else {
      run_programs(options, machine, out);
    }
    fabric->finish();
  } catch (const MachineMismatch& mismatch) {
    const bool is_again = options.engine != "lockstep" || !options.fabric.trace.file.empty();
    if (is_again) throw;
    throw model::NetworkError(with_waveform(mismatch, options.fabric, words_of(options)));
  }
  const MachineTrace& trace = options.fabric.trace;
  const bool has_waveform = !trace.file.empty() && machine.now() > trace.from;
  if (has_waveform) {
    out.json["files"] = trace.files();
    out.say(fmt::format("left: {}\n", fmt::join(trace.files(), ", ")));
  }
  out.end();
  if (!trace.file.empty() && !has_waveform) {
    tell(fmt::format("no waveform: the run ended in cycle {}, before --trace-from {}",
                     machine.now(), trace.from));
    return kCheckFailed;
  }
  return kDone;
}

}  // namespace

Command add_machine(CommandLine& program) {
  CommandLine line = program.command(
      "machine", "runs message-passing programs on every node of a hypercube with co-processors");
  auto options = std::make_shared<MachineOptions>();  // shared by the parser and the function below
  add_options(line, *options);
  line.footer(
      "Exit status 1: a wrong byte or flag, a difference between hardware and model, a waveform\n"
      "that the run ended before.");
  return {line, [options] { return machine(*options); }};
}

}  // namespace turnpike::sim
