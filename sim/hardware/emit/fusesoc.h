// fusesoc.h - an emitted network as a core of FuseSoC, with a bench that sends one packet.

#pragma once

#include <string>
#include <vector>

#include "model/topology/network.h"
#include "sim/hardware/emit/network_module.h"
#include "sim/hardware/shapes/shape.h"

namespace turnpike::sim {

// CAPI2: targets lint (Verilator), synth (Yosys) and, with a bench, sim (Icarus). `files`: all of
// the network; sources among them are taken.
std::string fusesoc_core(const EmittedNames& names, const std::vector<GeneratedSource>& files,
                         bool has_bench);

// TOP_bench: one packet of one flit, of one beat if there are streams, from the first terminal
// through the network `top`.
std::string bench_module(const model::Network& network, const EmittedNames& names,
                         const VerilogModule& top, const TerminalAdapter* adapter);

}  // namespace turnpike::sim
