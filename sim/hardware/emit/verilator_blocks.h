// verilator_blocks.h - a file that has Verilator build each cell of an emitted network once.

#pragma once

#include <string>

#include "sim/hardware/emit/network_module.h"
#include "sim/hardware/shapes/network_shapes.h"

namespace turnpike::sim {

// A configuration file of Verilator (.vlt) for `verilator --hierarchical`: each cell but links, and
// the adapter at the terminals if there is one (not null), is a block of its own.
std::string verilator_blocks(const NetworkShapes& shapes, const EmittedNames& names,
                             const TerminalAdapter* adapter, const Axi4Terminals* axi);

// A main program for a testbench in Verilog, the module `top`. (Verilator's own, --main, does not
// go together with --hierarchical in 5.006: each block would get one.)
std::string verilator_main(const std::string& top);

}  // namespace turnpike::sim
