// shape_library.cpp - a shared object of shapes in this process.

#include <dlfcn.h>

#include <stdexcept>

#include "model/common/flit.h"
#include "sim/hardware/rtl_components/shape_cache.h"

namespace turnpike::sim {

ShapeLibrary::ShapeLibrary(const std::filesystem::path& file,
                           const std::vector<std::string>& prefixes)
    : handle_(::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL)) {
  if (handle_ == nullptr) {
    throw std::runtime_error(std::string("cannot load the Verilated components: ") + ::dlerror() +
                             "; they are built again when " + file.parent_path().string() +
                             " is removed");
  }
  create_runtime_ = reinterpret_cast<CreateRuntime>(symbol(kCreateRuntimeSymbol));
  for (const std::string& prefix : prefixes) {
    create_.push_back(symbol(kCreateComponentSymbol + prefix));
  }
}

ShapeLibrary::~ShapeLibrary() { ::dlclose(handle_); }

std::unique_ptr<RtlRuntime> ShapeLibrary::create_runtime(std::uint64_t seed) const {
  const auto folded = static_cast<std::uint32_t>(model::mix(seed) >> 32);
  std::unique_ptr<RtlRuntime> runtime(create_runtime_(kAbiVersion, folded));
  if (runtime == nullptr) {
    throw std::logic_error("the Verilated components were built for another simulator");
  }
  return runtime;
}

std::unique_ptr<RtlComponent> ShapeLibrary::create(std::size_t shape, RtlRuntime& runtime,
                                                   const std::string& name) const {
  const auto create = reinterpret_cast<CreateComponent>(create_.at(shape));
  return std::unique_ptr<RtlComponent>(create(&runtime, name.c_str()));
}

std::unique_ptr<RtlBank> ShapeLibrary::create_bank(std::size_t shape, RtlRuntime& runtime) const {
  const auto create = reinterpret_cast<CreateBank>(create_.at(shape));
  return std::unique_ptr<RtlBank>(create(&runtime));
}

std::unique_ptr<RtlEmitted> ShapeLibrary::create_emitted(std::size_t shape, RtlRuntime& runtime,
                                                         const std::string& name) const {
  const auto create = reinterpret_cast<CreateEmitted>(create_.at(shape));
  return std::unique_ptr<RtlEmitted>(create(&runtime, name.c_str()));
}

std::unique_ptr<RtlBuses> ShapeLibrary::create_buses(std::size_t shape, RtlRuntime& runtime,
                                                     const std::string& name) const {
  const auto create = reinterpret_cast<CreateBuses>(create_.at(shape));
  return std::unique_ptr<RtlBuses>(create(&runtime, name.c_str()));
}

void* ShapeLibrary::symbol(const std::string& name) const {
  void* address = ::dlsym(handle_, name.c_str());
  if (address == nullptr) {
    throw std::logic_error("no " + name + " in the Verilated components");
  }
  return address;
}

}  // namespace turnpike::sim
