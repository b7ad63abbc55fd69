// axi.cpp - `turnpike axi`: an AXI4 network under random bursts.

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "commands/command.h"
#include "model/axi/axi4_exercise.h"
#include "model/axi/axi4_slots.h"
#include "model/common/configuration_error.h"
#include "model/network/engine.h"
#include "sim/axi/axi4_beside.h"
#include "sim/base/config_error.h"
#include "sim/base/interrupt.h"
#include "sim/base/progress_line.h"
#include "sim/base/standard_error.h"
#include "sim/experiment/results/standard_output.h"
#include "sim/experiment/run/config_options.h"
#include "sim/experiment/run/network_checks.h"
#include "sim/hardware/emit/emitted.h"

namespace turnpike::sim {

namespace {

// Cycles in which the last requests must be answered.
constexpr model::Cycle kDrain = 1'000'000;
// Cycles, without links, in which the credit of a flit that has left the network comes back.
constexpr model::Cycle kSettle = 16;

struct AxiOptions : ConfigOptions {
  std::string engine = "model";
  std::uint64_t cycles = 20'000;
  double pace = 0.05;
  bool board = false;
  std::uint64_t beats = model::Axi4Slots::kBeats;
  std::string stop;  // a port; empty: none
  bool remap = false;
};

std::optional<unsigned> board_beats(const AxiOptions& options) {
  if (!options.board) return std::nullopt;
  return static_cast<unsigned>(options.beats);
}

// The exercise, and what is beside it.
class AxiRun {
 public:
  AxiRun(const AxiOptions& options, const Experiment& experiment, const model::Network& network,
         ProgressLine& line)
      : exercise_(network, experiment.axi, experiment.run.seed, board_beats(options)) {
    if (options.engine == "model") return;
    hardware_ = make_axi4_hardware(network, experiment.axi, experiment.run.seed,
                                   [&line](const std::string& text) { line.note(text); });
  }

  // `stop`: a port whose memory stops in the middle. `map`: that software loads there; empty: none.
  void run(model::Cycle cycles, double pace, std::optional<std::size_t> stop,
           const std::vector<model::Axi4Region>& map) {
    while (exercise_.now() < cycles) {
      if (exercise_.now() == cycles / 2) exercise_.load_map(map);
      if (stop && exercise_.now() == cycles / 2) exercise_.stop(*stop);
      cycle(pace);
    }
    while (!exercise_.is_done()) {
      if (exercise_.now() == cycles + kDrain) {
        throw model::NetworkError(
            fmt::format("cycle {}: a request is not answered {} cycles after "
                        "the last one began",
                        exercise_.now(), kDrain));
      }
      cycle(0);
    }
  }
  // Until the credits of the last flits are back, so that no counter of a channel grows any more.
  void settle(const model::Network& network) {
    model::Cycle end = exercise_.now() + kSettle;
    for (const model::Channel& link : network.channels) end += link.latency;
    while (exercise_.now() < end) cycle(0);
  }
  const model::Axi4Exercise& exercise() const { return exercise_; }

 private:
  void cycle(double pace) {
    if (exercise_.now() % 1024 == 0) {
      stop_if_interrupted(fmt::format("in cycle {}", exercise_.now()));
    }
    exercise_.drive(pace);
    if (hardware_) {
      const std::vector<Axi4BusPins> pins = axi4_bus_pins(exercise_);
      hardware_->compare(exercise_.now(), pins);
      hardware_->tick(pins);
    }
    exercise_.advance();
  }

  model::Axi4Exercise exercise_;
  std::unique_ptr<Axi4Beside> hardware_;
};

Json mean(std::uint64_t sum, std::uint64_t count) {
  return count == 0 ? Json() : Json(static_cast<double>(sum) / static_cast<double>(count));
}
std::string mean_text(std::uint64_t sum, std::uint64_t count) {
  if (count == 0) return "-";
  return fmt::format("{:.1f}", static_cast<double>(sum) / static_cast<double>(count));
}

// `buses`: names of the ports; `counters`: of the control block, if there is one.
void report(const AxiOptions& options, const Experiment& experiment,
            const std::vector<EmittedBus>& buses, const std::vector<std::string>& counters,
            const model::Axi4Exercise& exercise, StandardOutput& out) {
  Json json;
  json["schema"] = "turnpike.axi/1";
  json["name"] = experiment.name;
  json["engine"] = options.engine;
  json["seed"] = experiment.run.seed;
  json["cycles"] = exercise.now();
  json["traffic"]["kind"] = options.board ? "board" : "random";
  json["traffic"]["cycles"] = options.cycles;
  json["traffic"]["pace"] = options.pace;
  if (options.board) json["traffic"]["beats"] = options.beats;
  json["managers"] = Json::array();
  std::string text =
      fmt::format("{}: {} cycles, every response and every beat as it should be{}\n",
                  experiment.name, exercise.now(),
                  options.engine == "model" ? "" : "; hardware and model equal at all AXI pins");
  for (std::size_t port = 0; port < exercise.ports().size(); ++port) {
    if (!exercise.ports()[port].is_manager) continue;
    const model::Axi4Counts counts = exercise.counts(port);
    json["managers"].push_back({{"port", buses[port].name},
                                {"node", exercise.ports()[port].node},
                                {"reads", counts.reads},
                                {"writes", counts.writes},
                                {"errors", counts.errors},
                                {"timeouts", counts.timeouts},
                                {"beats", counts.beats},
                                {"read_latency", mean(counts.read_cycles, counts.reads)},
                                {"write_latency", mean(counts.write_cycles, counts.writes)}});
    text += fmt::format(
        "  {}: {} reads of {} beats, {} cycles each; {} writes, {} cycles each; {} errors that the "
        "network answers\n",
        buses[port].name, counts.reads, counts.beats, mean_text(counts.read_cycles, counts.reads),
        counts.writes, mean_text(counts.write_cycles, counts.writes), counts.errors);
    if (!options.stop.empty()) {
      text += fmt::format("    {} reads and writes that the watchdog of {} answers\n",
                          counts.timeouts, options.stop);
    }
  }
  for (std::size_t counter = 0; counter < counters.size(); ++counter) {
    json["counters"][counters[counter]] = exercise.counters()[counter];
  }
  if (!counters.empty()) {
    text +=
        fmt::format("  software has read {} snapshots of {} counters; --json has their values\n",
                    exercise.reader().snapshots(), counters.size());
  }
  options.json ? out.print(json) : out.print(text);
}

std::optional<std::size_t> stopped_port(const std::string& stop, const AxiRun& run,
                                        const std::vector<EmittedBus>& buses) {
  if (stop.empty()) return std::nullopt;
  std::string allowed;
  for (std::size_t port = 0; port < run.exercise().ports().size(); ++port) {
    if (run.exercise().ports()[port].is_manager) continue;
    if (buses[port].name == stop) return port;
    allowed += (allowed.empty() ? "" : ", ") + buses[port].name;
  }
  throw model::ConfigurationError("--stop", stop, "a port for a subordinate: " + allowed);
}

// Each region leads where the next one led.
std::vector<model::Axi4Region> next_map(const AxiOptions& options, const Experiment& experiment,
                                        const AxiRun& run) {
  if (!options.remap) return {};
  if (!experiment.axi.is_loadable) {
    throw model::ConfigurationError("--remap", "axi.loadable_map = false",
                                    "axi.loadable_map = true, and axi.control = true");
  }
  const std::vector<model::Axi4Region>& regions = run.exercise().ports().front().params.regions;
  std::vector<model::Axi4Region> map = regions;
  for (std::size_t i = 0; i < map.size(); ++i) map[i].node = regions[(i + 1) % map.size()].node;
  return map;
}

// Of a run with the managers and memories of an FPGA.
void check_board(const AxiOptions& options) {
  const auto refuse = [](const char* option, const std::string& value, const std::string& allowed) {
    throw ConfigError(
        fmt::format("{}: found {}, allowed: {} with --board", option, value, allowed));
  };
  if ((options.beats & (options.beats - 1)) != 0) {
    refuse("--beats", std::to_string(options.beats), "1, 2, 4, 8 or 16");
  }
  if (!options.stop.empty()) refuse("--stop", options.stop, "no --stop");
  if (options.remap) refuse("--remap", "given", "no --remap");
  constexpr std::uint64_t kMostCycles = (std::uint64_t{1} << 32) - 1;
  if (options.cycles > kMostCycles) {
    refuse("--cycles", std::to_string(options.cycles), "at most 4294967295");
  }
}

int axi(const AxiOptions& options) {
  StandardOutput out;
  const Experiment experiment = options.read();
  if (options.board) check_board(options);
  const model::Network network = build_network(experiment);
  const std::string remark = refuse_unsound(network, false);
  if (!remark.empty()) tell(remark);
  const EmitSpec spec{experiment.name, TerminalKind::axi4, experiment.axi};
  const std::vector<EmittedBus> buses =
      located(experiment, [&] { return axi4_buses(network, spec); });
  std::vector<std::string> counters;
  if (experiment.axi.has_control) counters = axi4_counter_names(network, spec);
  watch_for_interrupts();
  ProgressLine line;
  auto made = located(experiment,
                      [&] { return std::make_unique<AxiRun>(options, experiment, network, line); });
  AxiRun& run = *made;
  run.run(options.cycles, options.pace, stopped_port(options.stop, run, buses),
          next_map(options, experiment, run));
  if (options.board) run.settle(network);
  report(options, experiment, buses, counters, run.exercise(), out);
  return kDone;
}

}  // namespace

Command add_axi(CommandLine& program) {
  CommandLine line = program.command(
      "axi", "random bursts of all managers of an AXI4 network, in the model or beside hardware");
  auto options = std::make_shared<AxiOptions>();  // shared by the parser and the function below
  options->add_to(line);
  line.choice("--engine", options->engine, {"model", "emitted"},
              "model, or emitted: what `turnpike emit --terminals axi4` writes, compared with the "
              "model at all AXI pins in every cycle")
      .show_default();
  line.number("--cycles", options->cycles, {1, 1'000'000'000'000},
              "in which requests begin; the run ends when all are answered")
      .show_default();
  line.real("--pace", options->pace, 0.0, 1.0,
            "probability that a manager begins a read, and a write, in a cycle")
      .show_default();
  line.flag("--board", options->board,
            "the managers and memories that an FPGA has (docs/fpga.md) in place of random ones");
  line.number("--beats", options->beats, {1, model::Axi4Slots::kBeats},
              "with --board: the most beats of a burst, a power of two")
      .show_default();
  line.text("--stop", options->stop,
            "port of a subordinate, such as ram_m_axi, that answers nothing in the second half");
  line.flag("--remap", options->remap,
            "in the middle software loads an address map in which each region leads to the node of "
            "the next one; needs axi.loadable_map");
  line.footer(
      "Exit status 1: a wrong response or beat, a difference between hardware and model, a "
      "request\n"
      "that is not answered.");
  return {line, [options] { return axi(*options); }};
}

}  // namespace turnpike::sim
