// gtkw_lines.h - lines that every GTKWave save file has: its head, groups, and how rows show bits.

#pragma once

#include <filesystem>
#include <string>

#include "model/common/types.h"

namespace turnpike::sim {

// Before a row: how GTKWave shows it.
inline constexpr const char* kBinaryRow = "@28\n";
inline constexpr const char* kHexRow = "@22\n";
inline constexpr const char* kDecimalRow = "@24\n";
inline constexpr const char* kTranslatedRow = "@2022\n";  // hex, then through a filter file

// Endings in place of the waveform's.
inline constexpr const char* kSaveFileEnding = ".gtkw";
inline constexpr const char* kSurferEnding = ".sucl";

// The path of a file beside the waveform, with another ending.
std::string path_beside(std::filesystem::path waveform, const char* ending);
// The name of that file in a save file. GTKWave looks in the folder of the save file, as long as
// that names itself ([savefile]) without a folder, too.
std::string name_beside(const std::filesystem::path& waveform, const char* ending);

// First cycle on the screen, and cycle under the marker.
std::string gtkw_head(const std::filesystem::path& waveform, model::Cycle from,
                      model::Cycle marker);
std::string gtkw_group_begin(const std::string& name, bool is_open);
std::string gtkw_group_end(const std::string& name, bool is_open);

}  // namespace turnpike::sim
