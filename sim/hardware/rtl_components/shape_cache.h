// shape_cache.h - Verilated shapes on demand.
//
// The first use of a shape runs Verilator and the compiler; later uses load the result, once its
// checksum is right. The key of an entry is a hash over all that shapes it (shape_builder.h), so a
// stale entry, or one from a machine with another processor, cannot be loaded.

#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "sim/hardware/rtl_components/component_abi.h"
#include "sim/hardware/shapes/shape.h"

namespace turnpike::sim {

// Some shapes in one loaded shared object. Must outlive everything it created.
class ShapeLibrary {
 public:
  ShapeLibrary(const std::filesystem::path& file, const std::vector<std::string>& prefixes);
  ~ShapeLibrary();
  ShapeLibrary(const ShapeLibrary&) = delete;
  ShapeLibrary& operator=(const ShapeLibrary&) = delete;

  // Registers that reset does not set start from values drawn from `seed`.
  std::unique_ptr<RtlRuntime> create_runtime(std::uint64_t seed) const;

  // An instance of shape number `shape`; `name` is its path in waveforms and messages.
  std::unique_ptr<RtlComponent> create(std::size_t shape, RtlRuntime& runtime,
                                       const std::string& name) const;
  // The same of a shape that is sliced: instances of it.
  std::unique_ptr<RtlBank> create_bank(std::size_t shape, RtlRuntime& runtime) const;
  // The same of a shape that is an emitted network.
  std::unique_ptr<RtlEmitted> create_emitted(std::size_t shape, RtlRuntime& runtime,
                                             const std::string& name) const;
  // The same of one with co-processors.
  std::unique_ptr<RtlBuses> create_buses(std::size_t shape, RtlRuntime& runtime,
                                         const std::string& name) const;

 private:
  void* symbol(const std::string& name) const;

  void* handle_;
  CreateRuntime create_runtime_;
  std::vector<void*> create_;  // [shape] its entry point
};

class ShapeCache {
 public:
  using Progress = std::function<void(const std::string& line)>;

  // Sources in data_folder(), entries in shape_folder(). `progress` hears what is built and how
  // long that took, of damaged entries, and of waiting for another process; one call at a time.
  explicit ShapeCache(Progress progress = {});
  ShapeCache(std::filesystem::path root, std::filesystem::path folder, Progress progress = {});

  // Throws std::runtime_error with the tool's own words when a shape cannot be built, or with the
  // name of the tool that is missing; ConfigError when the folder is not fit for it (CacheFolder);
  // Interrupted when a signal comes; CannotSlice (shape_builder.h) of shapes that are to be sliced.
  std::unique_ptr<ShapeLibrary> load(const std::vector<Shape>& shapes) const;

  // Builds what load() would build, and loads nothing.
  void build(const std::vector<Shape>& shapes) const;

 private:
  struct Built {
    std::filesystem::path library;
    std::vector<std::string> prefixes;  // [shape]
  };
  Built find_or_build(const std::vector<Shape>& shapes) const;

  std::filesystem::path root_;
  std::filesystem::path folder_;
  Progress progress_;
};

}  // namespace turnpike::sim
