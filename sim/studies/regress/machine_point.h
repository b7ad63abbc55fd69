// machine_point.h - a point that is a hypercube with co-processors and a program on every node.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/experiment/results/result_keys.h"
#include "sim/machine/fabric/fabric_spec.h"
#include "sim/studies/regress/points.h"

namespace turnpike::sim {

struct MachinePoint {
  std::string program = "all";  // or "random", or one of collectives()
  std::uint32_t dimensions = 3;
  std::uint32_t flit_bits = 16;
  std::uint32_t bytes = 256;
  std::uint64_t messages = 1000;  // of program random
  double stall = 0;
  std::uint32_t extra_latency = 0;
  EngineKind engine = EngineKind::model;
  std::uint64_t seed = 1;

  FabricSpec fabric() const;
  // As `turnpike machine` takes it; it repeats the point (one program: among all).
  std::string command() const;
  // All that its figures depend on but the program that runs it.
  std::string to_text() const;
};

// What program "all" is, in its order.
std::vector<std::string> programs_of_all();

// Throws ConfigError at the line of the suite.
MachinePoint machine_of(const Suite& suite, const RegressPoint& point);

// Runs it; {"cycles": {program: cycles}} or the figures of random messages. Throws what a program
// or the comparison finds wrong: model::NetworkError, WrongResult, WrongMessage. `begin` is called
// when the hardware is there.
Json run_machine(const MachinePoint& point, const std::function<void()>& begin);

}  // namespace turnpike::sim
