// hardware_loader.cpp - in place of sim/experiment/run/hardware_engines.cpp in libturnpike: fetches
// hardware from libturnpike_hardware.so when it is asked for.

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "api/failure.h"
#include "api/hardware_plugin.h"
#include "sim/base/code_file.h"

namespace turnpike::api {
namespace {

constexpr const char* kFile = "libturnpike_hardware.so";

std::vector<std::string> places() {
  const char* told = std::getenv("TURNPIKE_HARDWARE");
  if (told != nullptr && *told != '\0') return {told};
  // Beside this library; of a program that has it inside, where the loader looks.
  return {(sim::code_file().parent_path() / kFile).string(), kFile};
}

// Opened once or often, it is the same, and it stays.
const HardwarePlugin& plugin() {
  std::string problem;
  void* library = nullptr;
  for (const std::string& place : places()) {
    library = ::dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library != nullptr) break;
    const char* reason = ::dlerror();
    problem += fmt::format("\n  {}", reason != nullptr ? reason : place);
  }
  const auto refuse = [](const std::string& why) {
    throw Failure(TURNPIKE_ERROR_HARDWARE,
                  fmt::format("engines rtl, lockstep and emitted need {}, beside libturnpike or "
                              "named by TURNPIKE_HARDWARE; engine model works without: {}",
                              kFile, why));
  };
  if (library == nullptr) refuse("it cannot be opened:" + problem);
  const auto entry = reinterpret_cast<decltype(&turnpike_hardware_plugin)>(
      ::dlsym(library, "turnpike_hardware_plugin"));
  if (entry == nullptr) refuse("the file is another library");
  const HardwarePlugin* found = entry();
  if (found->build != plugin_build()) {
    refuse(
        fmt::format("found one of another build ({}), allowed: {}", found->build, plugin_build()));
  }
  return *found;
}

}  // namespace
}  // namespace turnpike::api

namespace turnpike::sim {

RunningEngine make_hardware_engine(const Experiment& experiment, const model::Network& network,
                                   model::Traffic& traffic, const RunOptions& options) {
  return api::plugin().make_engine(experiment, network, traffic, options);
}

void build_shapes(const Experiment& experiment, const model::Network& network,
                  const std::function<void(const std::string&)>& on_build) {
  api::plugin().build_shapes(experiment, network, on_build);
}

}  // namespace turnpike::sim
