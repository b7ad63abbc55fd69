// manifest.h - what a cache entry holds: name, size and checksum of each file.

#pragma once

#include <filesystem>
#include <string>

namespace turnpike::sim {

// Writes the manifest of a folder of plain files, which then only their owner may change, and
// brings everything to the disk.
void seal(const std::filesystem::path& folder, const std::string& key);

// How the folder differs from its manifest, or from the entry `key`; empty: not at all.
std::string damage(const std::filesystem::path& folder, const std::string& key);

}  // namespace turnpike::sim
