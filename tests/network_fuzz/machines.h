// machines.h - co-processors in the fuzz: a machine, and random messages that try it.

#pragma once

#include <string>

#include "model/machine/machine.h"
#include "sim/machine/check/random_messages.h"
#include "sim/machine/fabric/make_fabric.h"
#include "tests/network_fuzz/draws.h"

namespace turnpike::test {

struct MachineCase {
  sim::FabricSpec fabric;
  model::MachineSpec machine;
  sim::ExerciseSpec exercise;

  std::string to_text() const;
};

MachineCase draw_machine(Draws& draw);

// Throws sim::WrongMessage at the first byte or flag that is not right.
sim::ExerciseResult run_machine(const MachineCase& machine_case);

}  // namespace turnpike::test
