// machines.cpp - machines of every size and width, fast and slow memory.

#include "tests/network_fuzz/machines.h"

#include <fmt/format.h>

namespace turnpike::test {

MachineCase draw_machine(Draws& draw) {
  MachineCase made;
  model::CoprocessorParams& params = made.fabric.params;
  params.dimensions = draw.pick({1u, 2u, 2u, 3u, 3u, 4u});
  params.flit_bits = draw.pick({8u, 16u, 32u, 64u});
  params.buffer_depth = params.packet_flits() + draw.below(6);
  params.packet_slots = draw.pick({2u, 3u, 4u, 16u, 64u});
  params.system_buffers = draw.pick({1u, 2u, 3u, 16u, 64u});
  made.machine.memory.seed = draw.bits();
  made.machine.memory.stall = draw.pick({0.0, 0.0, 0.1, 0.3, 0.7});
  made.machine.memory.latency = draw.between(1, 3);
  made.machine.memory.extra_latency = draw.pick({0u, 0u, 1u, 6u, 30u});
  made.machine.system.size_log2 = draw.pick({6u, 8u, 12u});
  made.exercise.seed = draw.bits();
  made.exercise.messages = draw.between(20, 300);
  made.exercise.under_way = draw.between(1, 8);
  made.exercise.expected = draw.between(4, 30);
  made.exercise.longest = draw.pick({16u, 300u, 5000u});
  made.exercise.faults = draw.pick({0.0, 0.05, 0.3});
  made.exercise.accesses = draw.pick({0.0, 0.05, 0.3});
  return made;
}

std::string MachineCase::to_text() const {
  const model::CoprocessorParams& params = fabric.params;
  return fmt::format(
      "# A machine: dimensions {}, flit_bits {}, buffer_depth {}, packet_slots {}, system_buffers "
      "{} of 2^{} bytes,\n# memory: stall {}, latency {} to {}; {} messages of up to {} bytes, {} "
      "under way, {} expected, faults {}, accesses {}\n",
      params.dimensions, params.flit_bits, params.buffer_depth, params.packet_slots,
      params.system_buffers, machine.system.size_log2, machine.memory.stall, machine.memory.latency,
      machine.memory.latency + machine.memory.extra_latency, exercise.messages, exercise.longest,
      exercise.under_way, exercise.expected, exercise.faults, exercise.accesses);
}

sim::ExerciseResult run_machine(const MachineCase& machine_case) {
  const sim::FabricHolder fabric = sim::make_fabric(machine_case.fabric);
  model::Machine machine(*fabric, machine_case.machine);
  return sim::RandomMessages(machine, machine_case.exercise).run();
}

}  // namespace turnpike::test
