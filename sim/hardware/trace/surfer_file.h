// surfer_file.h - commands that make Surfer show chosen components: `surfer waves.fst
// --command-file waves.sucl`.
//
// Surfer shows whole vectors, all ports side by side, under the steps that gtkw_file.h has for each
// port.

#pragma once

#include <string>

#include "sim/hardware/trace/gtkw_file.h"

namespace turnpike::sim {

std::string surfer_commands(const model::Network& network, const WaveformView& view);

}  // namespace turnpike::sim
