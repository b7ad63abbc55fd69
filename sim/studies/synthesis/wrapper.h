// wrapper.h - a module with four pins around a module, so that it fits any package and its pins do
// not limit the clock.

#pragma once

#include <string>

#include "sim/studies/synthesis/design.h"
#include "sim/studies/synthesis/netlist.h"

namespace turnpike::sim {

constexpr const char* kWrapper = "wrapper";      // module
constexpr const char* kWrappedInstance = "dut";  // in it

// Verilog: registers in a row at the inputs and at the outputs of the module. Throws ConfigError
// for a module that has none of either.
std::string wrapper_text(const Design& design, const std::vector<Pin>& pins);

}  // namespace turnpike::sim
