// machine_point.cpp - keys of [case.NAME.machine] to a machine.

#include "sim/studies/regress/machine_point.h"

#include <fmt/format.h>

#include "model/machine/machine.h"
#include "sim/base/config_error.h"
#include "sim/machine/check/random_messages.h"
#include "sim/machine/fabric/machine_processor.h"
#include "sim/machine/fabric/make_fabric.h"
#include "sim/machine/programs/collectives.h"
#include "sim/studies/regress/suite_keys.h"

namespace turnpike::sim {

namespace {

Json run_programs(const MachinePoint& point, model::Machine& machine) {
  Json cycles = Json::object();
  for (const Collective& collective : collectives()) {
    if (point.program != "all" && point.program != collective.name) continue;
    cycles[collective.name] = run_on_all_nodes(machine, [&](Messenger& messenger, Region data) {
      collective.program(messenger, data, point.bytes);
    });
  }
  return {{"cycles", cycles}};
}

Json run_random(const MachinePoint& point, model::Machine& machine) {
  ExerciseSpec spec;
  spec.seed = point.seed;
  spec.messages = point.messages;
  RandomMessages test(machine, spec);
  const ExerciseResult result = test.run();
  return {{"cycles", {{"random", result.cycles}}},
          {"sends", result.sends},
          {"receives", result.receives},
          {"bytes", result.bytes}};
}

}  // namespace

std::vector<std::string> programs_of_all() {
  std::vector<std::string> names;
  for (const Collective& collective : collectives()) names.emplace_back(collective.name);
  return names;
}

FabricSpec MachinePoint::fabric() const {
  FabricSpec spec;
  spec.params.dimensions = dimensions;
  spec.params.flit_bits = flit_bits;
  spec.params.buffer_depth = spec.params.packet_flits() + 2;  // a packet, and the credit loop
  spec.seed = seed;
  spec.engine = engine;
  return spec;
}

std::string MachinePoint::to_text() const {
  return fmt::format(
      "program={} dimensions={} flit_bits={} bytes={} messages={} stall={} extra_latency={} "
      "engine={} seed={}",
      program, dimensions, flit_bits, bytes, messages, stall, extra_latency, sim::to_text(engine),
      seed);
}

std::string MachinePoint::command() const {
  const std::string what =
      program == "random" ? fmt::format("--random {}", messages) : fmt::format("--bytes {}", bytes);
  return fmt::format(
      "turnpike machine --dimensions {} --flit-bits {} --engine {} {} --seed {} --stall {} "
      "--extra-latency {}",
      dimensions, flit_bits, sim::to_text(engine), what, seed, stall, extra_latency);
}

MachinePoint machine_of(const Suite& suite, const RegressPoint& point) {
  MachinePoint machine;
  for (const Setting& setting : point.sets) {
    const RowOf<MachinePoint>& row = *find_row(machine_rows(), "case.NAME." + setting.key);
    const std::string found = misfit(row, setting.value);
    if (!found.empty()) {
      const std::string& name = suite.cases[point.case_index].name;
      throw ConfigError(fmt::format("{}: key 'case.{}.{}': found {}, allowed: {}",
                                    setting.origin.text(), name, setting.key, found,
                                    row.allowed()));
    }
    row.store(machine, setting.value);
  }
  machine.engine = point.engine;
  machine.seed = point.seed;
  return machine;
}

Json run_machine(const MachinePoint& point, const std::function<void()>& begin) {
  const FabricHolder fabric = make_fabric(point.fabric());
  model::MachineSpec spec;
  spec.memory.stall = point.stall;
  spec.memory.extra_latency = point.extra_latency;
  spec.memory.seed = point.seed;
  model::Machine machine(*fabric, spec);
  if (begin) begin();
  Json json = point.program == "random" ? run_random(point, machine) : run_programs(point, machine);
  fabric->finish();
  return json;
}

}  // namespace turnpike::sim
