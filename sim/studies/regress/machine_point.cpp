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

bool is_program(const std::string& name) {
  if (name == "all" || name == "random") return true;
  for (const Collective& collective : collectives()) {
    if (name == collective.name) return true;
  }
  return false;
}

template <class Number>
bool store_integer(Number& to, const Value& value, std::int64_t least, std::int64_t most) {
  if (value.integer() == nullptr) return false;
  if (*value.integer() < least || *value.integer() > most) return false;
  to = static_cast<Number>(*value.integer());
  return true;
}

// False: the value does not fit the key.
bool store(MachinePoint& point, const std::string& key, const Value& value) {
  if (key == "machine.program") {
    if (value.text() == nullptr || !is_program(*value.text())) return false;
    point.program = *value.text();
    return true;
  }
  if (key == "machine.stall") {
    const double stall = value.real() != nullptr      ? *value.real()
                         : value.integer() != nullptr ? static_cast<double>(*value.integer())
                                                      : -1;
    if (!(stall >= 0 && stall <= 0.99)) return false;
    point.stall = stall;
    return true;
  }
  if (key == "machine.dimensions") return store_integer(point.dimensions, value, 1, 12);
  if (key == "machine.bytes") return store_integer(point.bytes, value, 4, 4000);
  if (key == "machine.messages") return store_integer(point.messages, value, 1, 1'000'000'000);
  if (key == "machine.extra_latency") return store_integer(point.extra_latency, value, 0, 1000);
  const bool is_width = store_integer(point.flit_bits, value, 8, 64);
  return is_width && (point.flit_bits & (point.flit_bits - 1)) == 0;
}

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
  spec.engine = model::value_of(kFabricWords, engine).value();
  return spec;
}

std::string MachinePoint::to_text() const {
  return fmt::format(
      "program={} dimensions={} flit_bits={} bytes={} messages={} stall={} extra_latency={} "
      "engine={} seed={}",
      program, dimensions, flit_bits, bytes, messages, stall, extra_latency, engine, seed);
}

std::string MachinePoint::command() const {
  const std::string what =
      program == "random" ? fmt::format("--random {}", messages) : fmt::format("--bytes {}", bytes);
  return fmt::format(
      "turnpike machine --dimensions {} --flit-bits {} --engine {} {} --seed {} --stall {} "
      "--extra-latency {}",
      dimensions, flit_bits, engine, what, seed, stall, extra_latency);
}

MachinePoint machine_of(const Suite& suite, const RegressPoint& point) {
  MachinePoint machine;
  for (const Setting& setting : point.sets) {
    if (store(machine, setting.key, setting.value)) continue;
    const std::string key =
        fmt::format("case.{}.{}", suite.cases[point.case_index].name, setting.key);
    throw ConfigError(fmt::format("{}: key '{}': found {}, allowed: {}", setting.origin.text(), key,
                                  found_text(setting.value),
                                  find_suite_key("case.NAME." + setting.key)->allowed));
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
