// emitted.cpp - the modules of a network, its RTL and its list of files.

#include "sim/emit/emitted.h"

#include <fmt/format.h>

#include <set>

#include "sim/config/settings.h"
#include "sim/emit/cells.h"
#include "sim/emit/flat_module.h"
#include "sim/emit/network_module.h"
#include "sim/emit/readme.h"
#include "sim/emit/rtl_sources.h"

namespace turnpike::sim {
namespace {

GeneratedSource source_of(const VerilogModule& module) {
  return {module.name() + ".v", module.text()};
}

std::vector<std::string> rtl_modules(const NetworkShapes& shapes) {
  std::set<std::string> modules;
  for (const Shape& shape : shapes.all()) modules.insert(shape.module);
  return {modules.begin(), modules.end()};
}

}  // namespace

std::vector<GeneratedSource> emitted_modules(const model::Network& network,
                                             const std::string& name) {
  const NetworkShapes shapes(network);
  const EmittedNames names(name, shapes);
  std::vector<GeneratedSource> sources = {source_of(network_module(network, shapes, names))};
  for (std::size_t i = 0; i < shapes.all().size(); ++i) {
    sources.push_back(source_of(cell_module(names.cells[i], shapes.all()[i])));
  }
  for (const VerilogModule& rom : route_modules(network, names)) sources.push_back(source_of(rom));
  return sources;
}

std::vector<GeneratedSource> emitted_files(const model::Network& network, const std::string& name,
                                           const std::filesystem::path& root) {
  const NetworkShapes shapes(network);
  const EmittedNames names(name, shapes);
  std::vector<GeneratedSource> files = emitted_modules(network, name);
  std::string list = "+incdir+rtl\n";
  for (const GeneratedSource& module : files) list += module.name + "\n";
  for (const std::filesystem::path& path : rtl_sources(root, rtl_modules(shapes))) {
    const std::string place = "rtl/" + path.filename().string();
    files.push_back({place, read_text_file(path.string())});
    if (path.extension() == ".v") list += place + "\n";
  }
  files.push_back({names.top + ".f", list});
  files.push_back({"README.md", readme(network, shapes, names)});
  return files;
}

Shape emitted_shape(const model::Network& network, const std::string& name) {
  const NetworkShapes shapes(network);
  const EmittedNames names(name, shapes);
  Shape shape;
  std::set<std::string> folders;
  for (const Shape& part : shapes.all()) {
    folders.insert(part.directories.begin(), part.directories.end());
  }
  folders.erase("sim/rtl_components");  // cells of single components
  shape.directories = {folders.begin(), folders.end()};
  shape.generated = emitted_modules(network, name);
  const VerilogModule pins = flat_module(network, shapes, names);
  shape.generated.push_back(source_of(pins));
  shape.module = shape.top = pins.name();
  shape.ports = static_cast<unsigned>(network.terminals.size());
  shape.virtual_channels = network.router.virtual_channels;
  shape.wire_bits = network.router.format.wire_bits();
  shape.route_bits = shapes.all().front().route_bits;
  shape.queue_bits = shapes.all().front().queue_bits;
  return shape;
}

}  // namespace turnpike::sim
