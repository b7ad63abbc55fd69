// shape_commands.cpp - options of Verilator and the compiler.

#include "sim/hardware/rtl_components/shape_commands.h"

#include "sim/hardware/rtl_components/component_abi.h"

namespace turnpike::sim {
namespace {

ToolCommand compile_command(const char* level, const BuildPlaces& places) {
  return {places.compiler,
          "-std=c++17",
          level,
          "-march=native",
          "-fPIC",
          "-fvisibility=hidden",
          "-fno-gnu-unique",  // such a symbol would keep a library loaded after dlclose
          "-DVM_COVERAGE=0",
          "-DVM_SC=0",
          "-DVM_TRACE=1",
          "-DVM_TRACE_FST=1",
          "-w",
          "-I" + places.include,
          "-I" + places.include + "/vltstd",
          "-I" + places.root,
          "-include",
          places.root + "/" + kAdapterFolder + "/print.h"};
}

void add(ToolCommand& command, const ToolCommand& more) {
  command.insert(command.end(), more.begin(), more.end());
}

std::vector<std::string> shape_macros(const Shape& shape, const BuildPlaces& places) {
  return {std::string("SHAPE_CREATE=") + kCreateComponentSymbol + places.prefix,
          std::string("SHAPE_SOURCES=\"") + kFastSources + "\"",
          "SHAPE_PORTS=" + std::to_string(shape.ports),
          "SHAPE_VCS=" + std::to_string(shape.virtual_channels),
          "SHAPE_FLIT_BITS=" + std::to_string(shape.wire_bits),
          "SHAPE_ROUTE_BITS=" + std::to_string(shape.route_bits),
          "SHAPE_QUEUE_BITS=" + std::to_string(shape.queue_bits),
          "SHAPE_DRAIN_CYCLES=" + std::to_string(shape.drain_cycles)};
}

// What stands between its pins and the simulator.
std::string adapter_of(const Shape& shape) {
  if (shape.has_buses) return "/buses.cpp";
  return shape.is_network ? "/emitted.cpp" : "/component.cpp";
}

void define(ToolCommand& command, const std::vector<std::string>& macros) {
  for (const std::string& macro : macros) command.push_back("-D" + macro);
}

// Small modules first, each once; then all of them as one. Registers come out with an enable or
// without, so that what is written of them has two forms.
constexpr const char* kToGates =
    "setattr -mod -unset keep_hierarchy *; proc; delete -port TOP/enable_i; cd TOP; "
    "connect -nounset -set enable_i 1'1; cd ..; opt_expr; opt_clean; opt_mem; opt_mem_priority; "
    "memory_collect; opt_dff; opt_expr; opt_clean; techmap; opt_expr; opt_clean; flatten; "
    "opt_expr; opt_merge; opt_clean; dfflegalize -cell $_DFF_P_ x -cell $_DFFE_PP_ x; opt_expr; "
    "opt_clean; abc -g AND,OR,XOR,ANDNOT,ORNOT,MUX; opt_clean";

}  // namespace

ToolCommand gates_command(const Shape& shape, const std::vector<std::string>& sources,
                          const BuildPlaces& places) {
  std::string read = "read_verilog -sv -DSLICED";
  for (const std::string& folder : source_folders(shape)) read += " -I" + folder;
  for (const std::string& source : sources) read += " " + source;
  std::string top = "hierarchy -top " + shape.module;
  for (const auto& [name, value] : shape.parameters) {
    if (!shape.router) top += " -chparam " + name + " " + value.to_verilog();
  }
  std::string to_gates = kToGates;
  for (std::size_t at = 0; (at = to_gates.find("TOP")) != std::string::npos;) {
    to_gates.replace(at, 3, shape.module);
  }
  // Yosys reads names of files from the root on: a path there may hold anything.
  ToolCommand command = {"env",
                         "-C",
                         places.root,
                         places.yosys,
                         "-q",
                         "-b",
                         "json",
                         "-o",
                         places.work + "/" + kGatesFile,
                         "-p",
                         read + "; " + top + "; rename -top " + shape.module + "; " + to_gates};
  for (const std::string& name : written_sources(shape))
    command.push_back(places.work + "/" + name);
  return command;
}

std::vector<std::string> written_sources(const Shape& shape) {
  std::vector<std::string> names;
  for (const GeneratedSource& source : shape.generated) {
    if (source.name != shape.top + ".v") names.push_back(source.name);
  }
  return names;
}

std::vector<std::string> source_folders(const Shape& shape) {
  std::vector<std::string> folders;
  for (const std::string& folder : shape.directories) {
    if (folder.rfind("rtl/", 0) == 0) folders.push_back(folder);  // not the cells around modules
  }
  return folders;
}

ToolCommand sliced_command(const Shape& shape, const BuildPlaces& places) {
  ToolCommand command = compile_command(kSlicedUnit.level, places);
  define(command, shape_macros(shape, places));
  define(command, {"SHAPE_MODULE=\"" + shape.module + "\""});
  add(command, {"-I" + places.work, "-c", "-o", places.folder + "/" + kSlicedUnit.name + ".o",
                places.root + "/" + kAdapterFolder + "/sliced.cpp"});
  return command;
}

ToolCommand verilate_command(const Shape& shape, const BuildPlaces& places) {
  ToolCommand command = {places.verilator, "--cc",       "-O3",
                         "--x-assign",     "fast",       "--x-initial",
                         "unique",         "--assert",   "--no-timing",
                         "--output-split", "0",          "--timescale-override",
                         "1ns/1ns",        "-Wno-fatal", "--default-language",
                         "1364-2005",      "--prefix",   places.prefix,
                         "--top-module",   shape.top,    "--Mdir",
                         places.work};
  if (shape.is_network) {
    add(command, {"-fno-inline"});  // half as much to compile
  } else {
    add(command, {"--savable", "--trace-fst"});
  }
  for (const auto& [name, value] : shape.parameters) {
    if (shape.generated.empty()) command.push_back("-G" + name + "=" + value.to_verilog());
  }
  if (!shape.generated.empty()) add(command, {"-y", places.work});  // before what it replaces
  for (const std::string& directory : shape.directories) {
    add(command, {"-y", places.root + "/" + directory});
    command.push_back("+incdir+" + places.root + "/" + directory);
  }
  command.push_back(shape.top + ".v");
  return command;
}

ToolCommand fast_command(const Shape& shape, const BuildPlaces& places) {
  const std::string& name = places.prefix;
  const ShapeUnit& unit = shape.is_network ? kFastUnitOfNetwork : kFastUnit;
  ToolCommand command = compile_command(unit.level, places);
  define(command,
         {"SHAPE_PREFIX=" + name, "SHAPE_HEADER=\"" + name + ".h\"",
          "SHAPE_ROOT_HEADER=\"" + name + "___024root.h\"", "SHAPE_ROOT=" + name + "___024root"});
  define(command, shape_macros(shape, places));
  add(command, {"-I" + places.work, "-c", "-o", places.folder + "/" + unit.name + ".o",
                places.root + "/" + kAdapterFolder + adapter_of(shape)});
  return command;
}

ToolCommand unit_command(const ShapeUnit& unit, const BuildPlaces& places) {
  const std::string name = unit.name;
  ToolCommand command = compile_command(unit.level, places);
  add(command, {"-I" + places.work, "-c", "-o", places.folder + "/" + name + ".o",
                places.work + "/" + name + ".cc"});
  return command;
}

std::vector<ToolCommand> runtime_commands(const BuildPlaces& places) {
  std::vector<ToolCommand> commands;
  const auto compile = [&](const std::string& name, const std::string& folder) {
    ToolCommand command = compile_command("-O2", places);
    add(command, {"-c", "-o", places.folder + "/" + name + ".o", folder + "/" + name + ".cpp"});
    commands.push_back(command);
  };
  for (const char* name : {"verilated", "verilated_save", "verilated_threads"}) {
    compile(name, places.include);
  }
  for (const char* name : {"runtime", "waveform_writer", "waveform_files"}) {
    compile(name, places.root + "/" + kAdapterFolder);
  }
  return commands;
}

ToolCommand link_command(const std::vector<std::string>& objects,
                         const std::vector<std::string>& libraries, const BuildPlaces& places) {
  ToolCommand command = {places.compiler, "-shared", "-o", places.folder + "/" + kLibraryFile};
  add(command, objects);
  add(command, {"-Wl,-z,defs"});
  add(command, libraries);
  add(command, {"-lz", "-lpthread"});
  return command;
}

}  // namespace turnpike::sim
