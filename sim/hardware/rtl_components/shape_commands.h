// shape_commands.h - how Verilator and the compiler are called, as functions of where things lie.

#pragma once

#include <string>
#include <vector>

#include "sim/hardware/shapes/shape.h"

namespace turnpike::sim {

using ToolCommand = std::vector<std::string>;

// Where a build's files and tools are. Default: names that stand for them in a key.
struct BuildPlaces {
  std::string verilator = "VERILATOR";
  std::string compiler = "COMPILER";
  std::string include = "INCLUDE";  // Verilator's C++ library
  std::string root = "ROOT";        // of the sources
  std::string folder = "FOLDER";    // for the objects
  std::string work = "WORK";        // for what Verilator writes
  std::string prefix = "PREFIX";    // of the Verilated classes
  std::string yosys = "YOSYS";
};

constexpr const char* kLibraryFile = "shapes.so";
constexpr const char* kAdapterFolder = "sim/hardware/rtl_components/adapter";
// The parts of a shape that are compiled, `work`/NAME.cc but the first, and their levels: the
// evaluation with the adapter, which includes `work`/fast.inc: straight-line code, as fast as with
// -O3 in a third of the compiler's time; waveforms; what runs at the start and for checkpoints.
constexpr const char* kFastSources = "fast.inc";
struct ShapeUnit {
  const char* name;
  const char* level;
};
constexpr ShapeUnit kFastUnit = {"fast", "-O1"};
constexpr ShapeUnit kFastUnitOfNetwork = {"fast", "-O0"};  // all routers: much code, short runs
constexpr ShapeUnit kSlicedUnit = {"sliced", "-O1"};
constexpr ShapeUnit kTraceUnit = {"trace", "-O1"};
constexpr ShapeUnit kSlowUnit = {"slow", "-O0"};

// Folders of a shape that Yosys reads for it, relative to `root`.
std::vector<std::string> source_folders(const Shape& shape);
// Names of the sources that are written for the shape, but for the cell around it.
std::vector<std::string> written_sources(const Shape& shape);
// The gates of a sliced shape, as `work`/gates.json; with the files of its folders that Yosys
// reads, relative to `root`.
constexpr const char* kGatesFile = "gates.json";
ToolCommand gates_command(const Shape& shape, const std::vector<std::string>& sources,
                          const BuildPlaces& places);
// What is made of them, `work`/fast.inc, with the bank around it.
ToolCommand sliced_command(const Shape& shape, const BuildPlaces& places);

ToolCommand verilate_command(const Shape& shape, const BuildPlaces& places);
ToolCommand fast_command(const Shape& shape, const BuildPlaces& places);
ToolCommand unit_command(const ShapeUnit& unit, const BuildPlaces& places);
std::vector<ToolCommand> runtime_commands(const BuildPlaces& places);
// `libraries`: of the waveform writer, beside zlib ("-llz4").
ToolCommand link_command(const std::vector<std::string>& objects,
                         const std::vector<std::string>& libraries, const BuildPlaces& places);

}  // namespace turnpike::sim
