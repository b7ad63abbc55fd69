// make_fabric.cpp - the model, or hardware.

#include "sim/machine/fabric/make_fabric.h"

#include <filesystem>

#include "model/machine/model_fabric.h"

namespace turnpike::sim {

std::string MachineTrace::routers_file() const {
  std::filesystem::path path(file);
  path.replace_filename(path.stem().string() + "_routers.fst");
  return path.string();
}

std::vector<std::string> MachineTrace::files() const {
  std::vector<std::string> all;
  for (const std::string& waveform : {file, routers_file()}) {
    all.push_back(waveform);
    all.push_back(std::filesystem::path(waveform).replace_extension(".gtkw").string());
  }
  return all;
}

FabricHolder make_fabric(const FabricSpec& spec) {
  if (spec.engine != EngineKind::model) return make_hardware_fabric(spec);
  const auto holder = make_on_network<model::ModelFabric>(spec);
  return {holder, &holder->fabric};
}

}  // namespace turnpike::sim
