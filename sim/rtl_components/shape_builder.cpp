// shape_builder.cpp - Verilator, then the compiler: one unit with the evaluation and the adapter,
// optimized for this processor, one for waveforms, and one with what runs at the start and for
// checkpoints, where the compiler's time costs more than it saves.

#include "sim/rtl_components/shape_builder.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <future>
#include <map>
#include <sstream>
#include <stdexcept>

#include "sim/base/content_hash.h"
#include "sim/rtl_components/component_abi.h"
#include "sim/rtl_components/tool.h"

namespace turnpike::sim {
namespace {

namespace fs = std::filesystem;

constexpr const char* kAdapterFolder = "sim/rtl_components/adapter";

std::string read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file) throw std::runtime_error("cannot read " + path.string());
  return text.str();
}

void write_file(const fs::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) throw std::runtime_error("cannot write " + path.string());
}

// Files of `folder` with one of the endings, sorted.
std::vector<fs::path> files_in(const fs::path& folder, const std::vector<std::string>& endings) {
  std::error_code failure;
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, failure)) {
    const std::string ending = entry.path().extension().string();
    if (std::find(endings.begin(), endings.end(), ending) != endings.end()) {
      files.push_back(entry.path());
    }
  }
  if (failure) {
    throw std::runtime_error("cannot read the sources of the rtl engine in " + folder.string() +
                             ": " + failure.message());
  }
  std::sort(files.begin(), files.end());
  return files;
}

void add_folder(ContentHash& hash, const fs::path& folder,
                const std::vector<std::string>& endings) {
  for (const fs::path& file : files_in(folder, endings)) {
    hash.add(file.filename().string());
    hash.add(read_file(file));
  }
}

// What -march=native will make of this machine: an entry may lie on a disk that others share.
std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("flags", 0) == 0 || line.rfind("Features", 0) == 0) return line;
  }
  return "unknown processor";
}

std::string trimmed(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  return text;
}

enum class Unit { fast, trace, slow };

// Which unit a generated source belongs to.
Unit unit_of(const fs::path& file) {
  const std::string name = file.filename().string();
  if (name.find("__Slow") != std::string::npos || name.find("__Syms") != std::string::npos) {
    return Unit::slow;
  }
  return name.find("__Trace") != std::string::npos ? Unit::trace : Unit::fast;
}

}  // namespace

ShapeBuilder::ShapeBuilder(fs::path root) : root_(std::move(root)) {
  verilator_ = find_tool("verilator").string();
  compiler_ = find_tool("g++").string();
  const std::string purpose = "ask for its version";
  versions_ = run_tool({verilator_, "--version"}, purpose) +
              run_tool({compiler_, "--version"}, purpose) + processor();
  include_ =
      trimmed(run_tool({verilator_, "--getenv", "VERILATOR_ROOT"}, purpose)) + "/include";
}

std::string ShapeBuilder::runtime_key() const {
  ContentHash hash;
  hash.add("runtime");
  hash.add(versions_);
  hash.add(include_);
  hash.add(read_file(root_ / "sim/rtl_components/component_abi.h"));
  hash.add(read_file(root_ / "sim/rtl_components/shape_builder.cpp"));
  add_folder(hash, root_ / kAdapterFolder, {".h", ".cpp"});
  return hash.to_text();
}

std::string ShapeBuilder::shape_key(const Shape& shape) const {
  ContentHash hash;
  hash.add(runtime_key());
  hash.add(shape.to_text());
  hash.add(std::to_string(shape.ports) + " " + std::to_string(shape.virtual_channels) + " " +
           std::to_string(shape.wire_bits) + " " + std::to_string(shape.drain_cycles));
  for (const std::string& folder : shape.directories) {
    hash.add(folder);
    add_folder(hash, root_ / folder, {".v", ".vh"});
  }
  return hash.to_text();
}

std::string ShapeBuilder::prefix(const Shape& shape, const std::string& key) {
  return "V" + shape.top + "_" + key.substr(0, 16);
}

void ShapeBuilder::verilate(const Shape& shape, const std::string& prefix,
                            const fs::path& folder) const {
  std::vector<std::string> command = {verilator_,
                                      "--cc",
                                      "-O3",
                                      "--x-assign",
                                      "fast",
                                      "--x-initial",
                                      "unique",
                                      "--assert",
                                      "--savable",
                                      "--trace-fst",
                                      "--no-timing",
                                      "--output-split",
                                      "0",
                                      "--timescale-override",
                                      "1ns/1ns",
                                      "-Wno-fatal",
                                      "--default-language",
                                      "1364-2005",
                                      "--prefix",
                                      prefix,
                                      "--top-module",
                                      shape.top,
                                      "--Mdir",
                                      folder.string()};
  for (const auto& [name, value] : shape.parameters) {
    command.push_back("-G" + name + "=" + std::to_string(value));
  }
  for (const std::string& directory : shape.directories) {
    command.insert(command.end(), {"-y", (root_ / directory).string()});
    command.push_back("+incdir+" + (root_ / directory).string());
  }
  command.push_back(shape.top + ".v");
  run_tool(command, "Verilate " + shape.to_text());
}

std::vector<std::string> ShapeBuilder::compile_command(const char* level) const {
  return {compiler_,
          "-std=c++17",
          level,
          "-march=native",
          "-fPIC",
          "-fvisibility=hidden",
          "-DVM_COVERAGE=0",
          "-DVM_SC=0",
          "-DVM_TRACE=1",
          "-DVM_TRACE_FST=1",
          "-w",
          "-I" + include_,
          "-I" + include_ + "/vltstd",
          "-I" + root_.string(),
          "-include",
          (root_ / kAdapterFolder / "print.h").string()};
}

void ShapeBuilder::build_shape(const Shape& shape, const std::string& key,
                               const fs::path& folder) const {
  const std::string name = prefix(shape, key);
  verilate(shape, name, folder);
  std::map<Unit, std::string> units;
  for (const fs::path& file : files_in(folder, {".cpp"})) {
    units[unit_of(file)] += "#include \"" + file.filename().string() + "\"\n";
  }
  write_file(folder / "fast.inc", units[Unit::fast]);
  write_file(folder / "trace.cc", units[Unit::trace]);
  write_file(folder / "slow.cc", units[Unit::slow]);

  std::vector<std::string> fast_command = compile_command("-O3");
  for (const std::string& definition :
       {"SHAPE_PREFIX=" + name, "SHAPE_HEADER=\"" + name + ".h\"",
        "SHAPE_ROOT_HEADER=\"" + name + "___024root.h\"", "SHAPE_ROOT=" + name + "___024root",
        std::string("SHAPE_CREATE=") + kCreateComponentSymbol + name,
        std::string("SHAPE_SOURCES=\"fast.inc\""), "SHAPE_PORTS=" + std::to_string(shape.ports),
        "SHAPE_VCS=" + std::to_string(shape.virtual_channels),
        "SHAPE_FLIT_BITS=" + std::to_string(shape.wire_bits),
        "SHAPE_QUEUE_BITS=" + std::to_string(shape.queue_bits),
        "SHAPE_DRAIN_CYCLES=" + std::to_string(shape.drain_cycles)}) {
    fast_command.push_back("-D" + definition);
  }
  fast_command.insert(fast_command.end(),
                      {"-I" + folder.string(), "-c", "-o", (folder / "fast.o").string(),
                       (root_ / kAdapterFolder / "component.cpp").string()});
  const std::string purpose = "compile " + shape.to_text();
  auto others = std::async(std::launch::async, [&] {
    for (const auto& [unit, level] : {std::pair{"slow", "-O0"}, std::pair{"trace", "-O1"}}) {
      std::vector<std::string> command = compile_command(level);
      command.insert(command.end(),
                     {"-I" + folder.string(), "-c", "-o", (folder / unit).string() + ".o",
                      (folder / unit).string() + ".cc"});
      run_tool(command, purpose);
    }
  });
  run_tool(fast_command, purpose);
  others.get();
}

void ShapeBuilder::build_runtime(const fs::path& folder) const {
  const std::vector<std::pair<std::string, std::string>> units = {
      {"verilated", include_ + "/verilated.cpp"},
      {"verilated_save", include_ + "/verilated_save.cpp"},
      {"verilated_fst_c", include_ + "/verilated_fst_c.cpp"},
      {"verilated_threads", include_ + "/verilated_threads.cpp"},
      {"runtime", (root_ / kAdapterFolder / "runtime.cpp").string()}};
  for (const auto& [name, source] : units) {
    std::vector<std::string> command = compile_command("-O2");
    command.insert(command.end(), {"-c", "-o", (folder / (name + ".o")).string(), source});
    run_tool(command, "compile Verilator's library");
  }
}

void ShapeBuilder::link(const std::vector<fs::path>& inputs, const fs::path& folder) const {
  std::vector<std::string> command = {compiler_, "-shared", "-o", (folder / "shapes.so").string()};
  for (const fs::path& input : inputs) {
    for (const fs::path& object : files_in(input, {".o"})) command.push_back(object.string());
  }
  command.insert(command.end(), {"-Wl,-z,defs", "-lz", "-lpthread"});
  run_tool(command, "link the Verilated components");
}

}  // namespace turnpike::sim
