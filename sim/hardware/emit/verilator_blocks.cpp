// verilator_blocks.cpp - a line for each cell.

#include "sim/hardware/emit/verilator_blocks.h"

#include <fmt/format.h>

#include <cstddef>
#include <vector>

namespace turnpike::sim {
namespace {

// Registers on wires: too little for a block of its own.
bool is_link(const Shape& shape) {
  return shape.module == "channel" || shape.module == "narrow_channel";
}

}  // namespace

std::string verilator_blocks(const NetworkShapes& shapes, const EmittedNames& names,
                             const TerminalAdapter* adapter, const Axi4Terminals* axi) {
  std::string text = fmt::format(
      "// {}.vlt - has `verilator --hierarchical` build each cell once, however many there are.\n"
      "// All outputs are registers; seen from outside a block Verilator takes them for\n"
      "// combinational, and would warn of circles.\n"
      "\n`verilator_config\n"
      "lint_off -rule UNOPTFLAT\n",
      names.top);
  const auto add = [&text](const std::string& module) {
    text += fmt::format("hier_block -module \"{}\"\n", module);
  };
  const std::vector<Shape>& all = shapes.all();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!is_link(all[i])) add(names.cells[i]);
  }
  if (adapter != nullptr) add(names.adapter);
  for (const bool is_manager : {true, false}) {
    if (axi != nullptr) add(axi->cell_name(is_manager));
  }
  return text;
}

std::string verilator_main(const std::string& top) {
  return fmt::format(
      "// {0}.cpp - runs {0}.v under Verilator: time goes on until it finishes.\n\n"
      "#include \"V{0}.h\"\n"
      "#include \"verilated.h\"\n\n"
      "int main(int argc, char** argv) {{\n"
      "  VerilatedContext context;\n"
      "  context.commandArgs(argc, argv);\n"
      "  V{0} top{{&context}};\n"
      "  while (!context.gotFinish()) {{\n"
      "    top.eval();\n"
      "    if (!top.eventsPending()) break;\n"
      "    context.time(top.nextTimeSlot());\n"
      "  }}\n"
      "  top.final();\n"
      "  return 0;\n"
      "}}\n",
      top);
}

}  // namespace turnpike::sim
