// shape_cache.cpp - looks up, builds what is missing side by side, links, loads.

#include "sim/rtl_components/shape_cache.h"

#include <algorithm>
#include <cstdlib>
#include <future>

#include "sim/base/content_hash.h"
#include "sim/rtl_components/cache_folder.h"
#include "sim/rtl_components/shape_builder.h"

namespace turnpike::sim {
namespace {

namespace fs = std::filesystem;

fs::path source_root() {
  const char* root = std::getenv("TURNPIKE_ROOT");
  return root != nullptr ? root : TURNPIKE_SOURCE_DIR;
}

}  // namespace

fs::path ShapeCache::default_folder() {
  const char* folder = std::getenv("TURNPIKE_SHAPES");
  return folder != nullptr ? fs::path(folder) : source_root() / "build/shapes";
}

ShapeCache::ShapeCache(Progress progress)
    : ShapeCache(source_root(), default_folder(), std::move(progress)) {}

ShapeCache::ShapeCache(fs::path root, fs::path folder, Progress progress)
    : root_(fs::absolute(root)), folder_(fs::absolute(folder)), progress_(std::move(progress)) {}

std::unique_ptr<ShapeLibrary> ShapeCache::load(const std::vector<Shape>& shapes) const {
  const ShapeBuilder builder(root_);
  CacheFolder cache(folder_);
  const std::string runtime_key = builder.runtime_key();
  auto runtime = std::async(std::launch::async, [&] {
    return cache.entry(runtime_key, [&](const fs::path& folder) { builder.build_runtime(folder); });
  });

  ContentHash library_hash;
  library_hash.add(runtime_key);
  std::vector<std::string> prefixes;
  std::vector<std::future<fs::path>> entries;
  for (const Shape& shape : shapes) {
    const std::string key = builder.shape_key(shape);
    library_hash.add(key);
    prefixes.push_back(ShapeBuilder::prefix(shape, key));
    if (progress_ && !cache.has(key)) progress_("building " + shape.to_text());
    entries.push_back(std::async(std::launch::async, [&builder, &cache, &shape, key] {
      return cache.entry(key,
                         [&](const fs::path& folder) { builder.build_shape(shape, key, folder); });
    }));
  }
  std::vector<fs::path> inputs = {runtime.get()};
  for (std::future<fs::path>& entry : entries) {
    const fs::path input = entry.get();
    // Two of the shapes may be the same.
    if (std::find(inputs.begin(), inputs.end(), input) == inputs.end()) inputs.push_back(input);
  }

  const fs::path library = cache.entry(
      library_hash.to_text(), [&](const fs::path& folder) { builder.link(inputs, folder); });
  return std::make_unique<ShapeLibrary>(library / "shapes.so", prefixes);
}

}  // namespace turnpike::sim
