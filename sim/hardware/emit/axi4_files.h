// axi4_files.h - files of an emitted AXI4 network beside its Verilog: the section of the README
// about its ports, and a test under cocotb.

#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sim/hardware/emit/axi4_terminals.h"
#include "sim/hardware/shapes/shape.h"

namespace turnpike::sim {

// Markdown: ports and address map.
std::string axi4_readme(const Axi4Terminals& terminals, const model::Network& network);
// Markdown: how to run its test, and a snippet for cocotb.
std::string axi4_test_readme(const Axi4Terminals& terminals);

// A Makefile whose `make test` runs it, the test, its Python packages, and what it must know of the
// network. `root` has rtl/; `sources`: files of Verilog, in their order.
std::vector<GeneratedSource> axi4_test_files(const Axi4Terminals& terminals, const std::string& top,
                                             const std::vector<std::string>& sources,
                                             const std::filesystem::path& root);

}  // namespace turnpike::sim
