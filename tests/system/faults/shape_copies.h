// shape_copies.h - a cache of shapes of a test's own, with what the common one has.

#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <system_error>

#include "sim/base/data_folder.h"
#include "tests/system/commands/program.h"

namespace turnpike::test {

// All that a run of `config` on engine rtl needs is in `folder` then. Its files may be those of the
// common cache: to change one, remove it first.
inline void copy_shapes(const std::filesystem::path& folder, const std::string& config) {
  namespace fs = std::filesystem;
  const ProgramResult built = turnpike({"run", config, "--engine", "rtl"});
  ASSERT_EQ(built.status, 0) << built.error;
  for (const auto& entry : fs::directory_iterator(sim::shape_folder())) {
    if (!entry.is_directory() || entry.path().extension() == ".building") continue;
    const fs::path copy = folder / entry.path().filename();
    std::error_code other_disk;
    fs::copy(entry.path(), copy, fs::copy_options::recursive | fs::copy_options::create_hard_links,
             other_disk);
    if (other_disk) {
      fs::remove_all(copy);
      fs::copy(entry.path(), copy);
    }
  }
}

}  // namespace turnpike::test
