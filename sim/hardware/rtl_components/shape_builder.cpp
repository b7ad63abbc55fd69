// shape_builder.cpp - Verilator, then the compiler; sources, command lines and tools into keys.

#include "sim/hardware/rtl_components/shape_builder.h"

#include <gnu/libc-version.h>
#include <sys/stat.h>

#include <algorithm>
#include <fstream>
#include <future>
#include <map>
#include <mutex>
#include <regex>
#include <sstream>
#include <stdexcept>

#include "sim/base/config_error.h"
#include "sim/base/content_hash.h"
#include "sim/base/interrupt.h"
#include "sim/base/run_child.h"
#include "sim/base/temporary_file.h"
#include "sim/hardware/rtl_components/gate_netlist.h"
#include "sim/hardware/rtl_components/shape_commands.h"
#include "sim/hardware/rtl_components/sliced_source.h"
#include "sim/hardware/rtl_components/tool.h"

namespace turnpike::sim {
namespace {

namespace fs = std::filesystem;

// Raised when Verilator's output is cut into units in another way, which no command line shows.
constexpr int kRecipe = 1;
// Raised when sliced_source.cpp writes other source of the same gates.
constexpr int kSlicedRecipe = 1;

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

void add_file(ContentHash& hash, const fs::path& file) {
  hash.add(file.filename().string());
  hash.add_file(file.string());
}

void add_folder(ContentHash& hash, const fs::path& folder,
                const std::vector<std::string>& endings) {
  for (const fs::path& file : files_in(folder, endings)) add_file(hash, file);
}

void add_command(ContentHash& hash, const ToolCommand& command) {
  hash.add(std::to_string(command.size()));
  for (const std::string& word : command) hash.add(word);
}

std::string trimmed(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  return text;
}

// Which unit a generated source belongs to.
const ShapeUnit& unit_of(const fs::path& file) {
  const std::string name = file.filename().string();
  if (name.find("__Slow") != std::string::npos || name.find("__Syms") != std::string::npos) {
    return kSlowUnit;
  }
  return name.find("__Trace") != std::string::npos ? kTraceUnit : kFastUnit;
}

// Of Verilator's output, a source of each unit that includes its part.
void cut_into_units(const fs::path& work) {
  std::map<const ShapeUnit*, std::string> units;
  for (const fs::path& file : files_in(work, {".cpp"})) {
    units[&unit_of(file)] += "#include \"" + file.filename().string() + "\"\n";
  }
  write_whole_file((work / kFastSources).string(), units[&kFastUnit]);
  for (const ShapeUnit* unit : {&kTraceUnit, &kSlowUnit}) {
    write_whole_file((work / (std::string(unit->name) + ".cc")).string(), units[unit]);
  }
}

// A file, and when its bytes or what is said of it last changed.
std::string identity_of(const std::string& file) {
  struct stat info = {};
  if (::stat(file.c_str(), &info) != 0) return file;
  return file + " " + std::to_string(info.st_ino) + " " + std::to_string(info.st_ctim.tv_sec) +
         "." + std::to_string(info.st_ctim.tv_nsec);
}

// What a tool says of itself. To ask takes a tenth of a second for all of them, so the process
// keeps an answer as long as the tool's file stays the same; copies of it (sim/base/forked_task.h)
// have it too.
std::string answer_of(const std::vector<std::string>& question) {
  static std::mutex mutex;
  static std::map<std::vector<std::string>, std::string> answers;
  std::vector<std::string> key = question;
  key.push_back(identity_of(question[0]));
  const std::lock_guard<std::mutex> lock(mutex);
  const auto known = answers.find(key);
  if (known != answers.end()) return known->second;
  return answers.emplace(key, run_tool(question, "ask for its version")).first->second;
}

// What a violated check says, as Verilator does: the last macro that begins in the check's line or
// before it.
std::string text_of(const GateNetlist::Check& check, const fs::path& root) {
  static const std::regex kMacro("`(REQUIRE|ENSURE)\\((\\w+),");
  std::ifstream file(root / check.file);
  std::string line;
  std::smatch macro;
  std::string kind;
  std::string name;
  for (int number = 1; number <= check.line && std::getline(file, line); ++number) {
    if (!std::regex_search(line, macro, kMacro)) continue;
    kind = macro[1] == "REQUIRE" ? "required" : "ensured";
    name = macro[2];
  }
  const std::string path = check.path.empty() ? "" : "." + check.path;
  return path + "." + name + ": " + kind + " (" + check.file + ":" + std::to_string(check.line) +
         ")";
}

std::string contents_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// That of Verilator 5.006 has its own LZ4 inside, that of 5.048 takes the system's.
std::vector<std::string> waveform_libraries(const fs::path& include) {
  const std::string writer = contents_of(include / "fstcpp/fstcpp_writer.cpp");
  if (writer.find("<lz4.h>") == std::string::npos) return {};
  return {"-llz4"};
}

}  // namespace

ShapeBuilder::ShapeBuilder(fs::path root, bool with_sliced) : root_(std::move(root)) {
  verilator_ = find_tool("verilator").string();
  compiler_ = find_tool("g++").string();
  tools_ = {answer_of({verilator_, "--version"}), answer_of({compiler_, "--version"}),
            answer_of({compiler_, "-march=native", "-Q", "--help=target"}),
            std::string("glibc ") + ::gnu_get_libc_version()};
  include_ = trimmed(answer_of({verilator_, "--getenv", "VERILATOR_ROOT"})) + "/include";
  libraries_ = waveform_libraries(include_);
  if (!with_sliced) return;
  const auto yosys = find_in_path("yosys");
  if (!yosys) throw CannotSlice("there is no yosys in PATH (Debian: apt install yosys)");
  yosys_ = fs::absolute(*yosys).string();
  yosys_version_ = answer_of({yosys_, "-V"});
}

std::string ShapeBuilder::runtime_key() const {
  ContentHash hash;
  hash.add("runtime");
  for (const std::string& tool : tools_) hash.add(tool);
  for (const ToolCommand& command : runtime_commands({})) add_command(hash, command);
  add_file(hash, root_ / "sim/hardware/rtl_components/component_abi.h");
  add_folder(hash, root_ / kAdapterFolder, {".h", ".cpp"});
  return hash.to_text();
}

std::string ShapeBuilder::shape_key(const Shape& shape) const {
  if (shape.is_sliced) return sliced_key(shape);
  ContentHash hash;
  hash.add("shape");
  hash.add(std::to_string(kRecipe));
  hash.add(runtime_key());
  add_command(hash, verilate_command(shape, {}));
  add_command(hash, fast_command(shape, {}));
  for (const ShapeUnit& unit : {kTraceUnit, kSlowUnit}) add_command(hash, unit_command(unit, {}));
  for (const std::string& folder : shape.directories) {
    add_folder(hash, root_ / folder, {".v", ".vh"});
  }
  for (const GeneratedSource& source : shape.generated) {
    hash.add(source.name);
    hash.add(source.text);
  }
  return hash.to_text();
}

std::string ShapeBuilder::sliced_key(const Shape& shape) const {
  ContentHash hash;
  hash.add("sliced");
  hash.add(std::to_string(kSlicedRecipe));
  hash.add(runtime_key());
  hash.add(yosys_version_);
  add_command(hash, gates_command(shape, sources_of(shape), {}));
  for (const GeneratedSource& source : shape.generated) hash.add(source.text);
  add_command(hash, sliced_command(shape, {}));
  for (const std::string& folder : source_folders(shape)) {
    add_folder(hash, root_ / folder, {".v", ".vh"});
  }
  return hash.to_text();
}

std::vector<std::string> ShapeBuilder::sources_of(const Shape& shape) const {
  const std::vector<std::string> written = written_sources(shape);
  std::vector<std::string> sources;
  for (const std::string& folder : source_folders(shape)) {
    for (const fs::path& file : files_in(root_ / folder, {".v"})) {
      const std::string name = file.filename().string();
      const bool is_replaced = std::find(written.begin(), written.end(), name) != written.end();
      if (!is_replaced) sources.push_back((fs::path(folder) / name).string());
    }
  }
  return sources;
}

std::string ShapeBuilder::library_key(const std::vector<std::string>& shape_keys) const {
  ContentHash hash;
  hash.add("library");
  hash.add(runtime_key());
  add_command(hash, link_command(shape_keys, libraries_, {}));
  return hash.to_text();
}

std::string ShapeBuilder::prefix(const Shape& shape, const std::string& key) {
  return (shape.is_sliced ? "S" : "V") + shape.top + "_" + key.substr(0, 16);
}

void ShapeBuilder::build_shape(const Shape& shape, const std::string& key,
                               const fs::path& folder) const {
  const fs::path work = folder / "work";
  fs::create_directory(work);
  const BuildPlaces places = {verilator_,      compiler_,     include_,           root_.string(),
                              folder.string(), work.string(), prefix(shape, key), yosys_};
  if (shape.is_sliced) {
    build_sliced(shape, places);
  } else {
    build_verilated(shape, places);
  }
  fs::remove_all(work);
}

void ShapeBuilder::build_sliced(const Shape& shape, const BuildPlaces& places) const {
  const fs::path work = places.work;
  const std::string name = shape.to_text();
  for (const GeneratedSource& source : shape.generated) {
    write_whole_file((work / source.name).string(), source.text);
  }
  try {
    run_tool(gates_command(shape, sources_of(shape), places), "make gates of " + name);
    const GateNetlist netlist = read_gate_netlist(contents_of(work / kGatesFile), shape.module);
    std::vector<std::string> texts;
    for (const GateNetlist::Check& check : netlist.checks) texts.push_back(text_of(check, root_));
    write_whole_file((work / kFastSources).string(), sliced_source(netlist, shape, texts));
    run_tool(sliced_command(shape, places), "compile the gates of " + name);
  } catch (const ConfigError&) {
    throw;
  } catch (const Interrupted&) {
    throw;
  } catch (const std::runtime_error& error) {
    throw CannotSlice(error.what());
  }
}

void ShapeBuilder::build_verilated(const Shape& shape, const BuildPlaces& places) const {
  const fs::path work = places.work;
  for (const GeneratedSource& source : shape.generated) {
    write_whole_file((work / source.name).string(), source.text);
  }
  run_tool(verilate_command(shape, places), "Verilate " + shape.to_text());
  cut_into_units(work);

  const std::string purpose = "compile " + shape.to_text();
  auto others = std::async(std::launch::async, [&] {
    for (const ShapeUnit& unit : {kSlowUnit, kTraceUnit}) {
      run_tool(unit_command(unit, places), purpose);
    }
  });
  run_tool(fast_command(shape, places), purpose);
  others.get();
}

void ShapeBuilder::require_libraries() const {
  if (libraries_.empty()) return;
  try {
    run_tool({compiler_, "-E", "-x", "c++", "-include", "lz4.h", "/dev/null"}, "look for lz4.h");
  } catch (const Interrupted&) {
    throw;
  } catch (const std::runtime_error&) {
    throw std::runtime_error("the waveforms of this Verilator (" + include_ +
                             ") need liblz4, and the compiler finds no lz4.h (Debian: apt install "
                             "liblz4-dev)");
  }
}

void ShapeBuilder::build_runtime(const fs::path& folder) const {
  require_libraries();
  BuildPlaces places;
  places.compiler = compiler_;
  places.include = include_;
  places.root = root_.string();
  places.folder = folder.string();
  for (const ToolCommand& command : runtime_commands(places)) {
    run_tool(command, "compile Verilator's library");
  }
}

void ShapeBuilder::link(const std::vector<fs::path>& inputs, const fs::path& folder) const {
  BuildPlaces places;
  places.compiler = compiler_;
  places.folder = folder.string();
  std::vector<std::string> objects;
  for (const fs::path& input : inputs) {
    for (const fs::path& object : files_in(input, {".o"})) objects.push_back(object.string());
  }
  run_tool(link_command(objects, libraries_, places), "link the Verilated components");
}

}  // namespace turnpike::sim
