// axi4_board.h - an AXI4 network with managers and memories as something that an FPGA can hold.

#pragma once

#include <string>
#include <vector>

#include "sim/hardware/emit/axi4_terminals.h"
#include "sim/hardware/shapes/verilog.h"

namespace turnpike::sim {

// The modules of rtl/fpga that it needs.
std::vector<std::string> axi4_board_modules();

// network_demonstrator: the network, an axi4_slot_manager at each port of a manager and an
// axi4_block_memory at each port of a subordinate, between a clock and a serial line. Tops of
// boards have it under this name, whatever the network is. Throws model::ConfigurationError for
// networks that a board cannot have.
VerilogModule axi4_board_module(const model::Network& network, const Axi4Terminals& terminals,
                                const std::string& top);

}  // namespace turnpike::sim
