// shape_builder.h - the command lines that make objects from shapes.

#pragma once

#include <filesystem>
#include <string>

#include "sim/rtl_components/shape.h"

namespace turnpike::sim {

class ShapeBuilder {
 public:
  // Finds the tools; throws std::runtime_error that names the missing one.
  explicit ShapeBuilder(std::filesystem::path root);

  std::string shape_key(const Shape& shape) const;
  std::string runtime_key() const;
  // Verilator's --prefix for a shape, which its entry point is named after.
  static std::string prefix(const Shape& shape, const std::string& key);

  // Each fills `folder` with objects.
  void build_shape(const Shape& shape, const std::string& key,
                   const std::filesystem::path& folder) const;
  void build_runtime(const std::filesystem::path& folder) const;
  // Links all objects in `inputs` to `folder`/shapes.so.
  void link(const std::vector<std::filesystem::path>& inputs,
            const std::filesystem::path& folder) const;

 private:
  void verilate(const Shape& shape, const std::string& prefix,
                const std::filesystem::path& folder) const;
  std::vector<std::string> compile_command(const char* level) const;

  std::filesystem::path root_;
  std::string verilator_;
  std::string compiler_;
  std::string include_;   // Verilator's C++ library
  std::string versions_;  // of everything that shapes an object beside its sources
};

}  // namespace turnpike::sim
