// code_file.cpp - asked of the loader, which names a library by the path that it was opened with.

#include "sim/base/code_file.h"

#include <dlfcn.h>

#include <string>

namespace turnpike::sim {

namespace fs = std::filesystem;

fs::path code_file() {
  Dl_info info = {};
  const bool is_known = ::dladdr(reinterpret_cast<const void*>(&code_file), &info) != 0;
  const std::string name = is_known && info.dli_fname != nullptr ? info.dli_fname : "";
  // Of a program it is what the caller said.
  if (name.find(".so") == std::string::npos) return fs::read_symlink("/proc/self/exe");
  return fs::canonical(name);
}

}  // namespace turnpike::sim
