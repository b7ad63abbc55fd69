// shape_cache.cpp - looks up, builds what is missing side by side, links, loads.

#include "sim/hardware/rtl_components/shape_cache.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <future>
#include <map>
#include <mutex>

#include "sim/base/data_folder.h"
#include "sim/hardware/rtl_components/cache_folder.h"
#include "sim/hardware/rtl_components/shape_builder.h"
#include "sim/hardware/rtl_components/shape_commands.h"

namespace turnpike::sim {
namespace {

namespace fs = std::filesystem;

// Tells one listener, from several threads, what is built and how long that took.
class Teller {
 public:
  explicit Teller(const ShapeCache::Progress& progress) : progress_(progress) {}

  void tell(const std::string& line) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (progress_) progress_(line);
  }

  void time(const std::string& what, const std::function<void()>& build) {
    tell("building " + what);
    const auto start = std::chrono::steady_clock::now();
    build();
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    tell(fmt::format("built {} in {:.1f} s", what, seconds.count()));
  }

 private:
  const ShapeCache::Progress& progress_;
  std::mutex mutex_;
};

}  // namespace

ShapeCache::ShapeCache(Progress progress)
    : ShapeCache(data_folder(), shape_folder(), std::move(progress)) {}

ShapeCache::ShapeCache(fs::path root, fs::path folder, Progress progress)
    : root_(fs::absolute(root)), folder_(fs::absolute(folder)), progress_(std::move(progress)) {}

ShapeCache::Built ShapeCache::find_or_build(const std::vector<Shape>& shapes) const {
  Teller teller(progress_);
  CacheFolder cache(folder_, [&teller](const std::string& line) { teller.tell(line); });
  const bool with_sliced =
      std::any_of(shapes.begin(), shapes.end(), [](const Shape& shape) { return shape.is_sliced; });
  const ShapeBuilder builder(root_, with_sliced);
  Built built;
  std::vector<std::string> keys;
  std::map<std::string, const Shape*> different;  // two of the shapes may be the same
  for (const Shape& shape : shapes) {
    keys.push_back(builder.shape_key(shape));
    different.emplace(keys.back(), &shape);
    built.prefixes.push_back(ShapeBuilder::prefix(shape, keys.back()));
  }
  const std::string library_key = builder.library_key(keys);
  const auto found = cache.find(library_key);
  if (found) {
    built.library = *found / kLibraryFile;
    return built;
  }

  std::vector<std::future<fs::path>> parts;
  const auto start = [&](const std::string& key, const std::string& what, auto build) {
    parts.push_back(std::async(std::launch::async, [&cache, &teller, key, what, build] {
      return cache.entry(
          key, [&](const fs::path& folder) { teller.time(what, [&] { build(folder); }); });
    }));
  };
  start(builder.runtime_key(), "Verilator's library",
        [&builder](const fs::path& folder) { builder.build_runtime(folder); });
  for (const auto& [key, shape] : different) {
    const std::string what = (shape->is_sliced ? "64 of " : "") + shape->to_text();
    start(key, what, [&builder, shape = shape, key = key](const fs::path& folder) {
      builder.build_shape(*shape, key, folder);
    });
  }
  std::vector<fs::path> inputs;
  for (std::future<fs::path>& part : parts) inputs.push_back(part.get());
  built.library = cache.entry(library_key, [&](const fs::path& folder) {
    builder.link(inputs, folder);
  }) / kLibraryFile;
  return built;
}

void ShapeCache::build(const std::vector<Shape>& shapes) const { find_or_build(shapes); }

std::unique_ptr<ShapeLibrary> ShapeCache::load(const std::vector<Shape>& shapes) const {
  const Built built = find_or_build(shapes);
  return std::make_unique<ShapeLibrary>(built.library, built.prefixes);
}

}  // namespace turnpike::sim
