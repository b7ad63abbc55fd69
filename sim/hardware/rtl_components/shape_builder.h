// shape_builder.h - the command lines that make objects from shapes, and the keys of the results.

#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "sim/hardware/rtl_components/shape_commands.h"
#include "sim/hardware/shapes/shape.h"

namespace turnpike::sim {

// A component that Yosys, or what is made of its gates, cannot slice. It can be Verilated.
struct CannotSlice : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A key is a hash over all that shapes an object: the sources, the command lines (with names in
// place of paths, so that it is the same in every folder), what the tools say of their versions,
// and what -march=native means to the compiler on this processor.
class ShapeBuilder {
 public:
  // Finds and asks the tools; throws std::runtime_error that names the missing one. With Yosys if
  // there are sliced shapes: throws CannotSlice where it is missing.
  explicit ShapeBuilder(std::filesystem::path root, bool with_sliced = false);

  std::string shape_key(const Shape& shape) const;
  std::string runtime_key() const;
  // Of the library that has these shapes.
  std::string library_key(const std::vector<std::string>& shape_keys) const;
  // Verilator's --prefix for a shape, which its entry point is named after.
  static std::string prefix(const Shape& shape, const std::string& key);

  // Each leaves only objects in `folder`. A shape that is to be sliced and cannot be: CannotSlice.
  void build_shape(const Shape& shape, const std::string& key,
                   const std::filesystem::path& folder) const;
  void build_runtime(const std::filesystem::path& folder) const;
  // Links all objects in `inputs` to kLibraryFile in `folder`.
  void link(const std::vector<std::filesystem::path>& inputs,
            const std::filesystem::path& folder) const;

 private:
  std::string sliced_key(const Shape& shape) const;
  void build_verilated(const Shape& shape, const BuildPlaces& places) const;
  void build_sliced(const Shape& shape, const BuildPlaces& places) const;
  std::vector<std::string> sources_of(const Shape& shape) const;
  // Throws std::runtime_error that names what the waveform writer of this Verilator needs.
  void require_libraries() const;

  std::filesystem::path root_;
  std::string verilator_;
  std::string compiler_;
  std::string include_;                 // Verilator's C++ library
  std::vector<std::string> tools_;      // what they say of themselves
  std::vector<std::string> libraries_;  // of Verilator's waveform writer, beside zlib
  std::string yosys_;                   // empty: not needed
  std::string yosys_version_;
};

}  // namespace turnpike::sim
