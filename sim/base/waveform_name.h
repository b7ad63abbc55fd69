// waveform_name.h - names of waveforms that their save files for GTKWave can hold.

#pragma once

#include <string>

namespace turnpike::sim {

// Throws ConfigError for a --trace with a control character or a double quote in the file's name.
// The .gtkw beside the waveform names it and the filter files in lines of their own, has no way to
// escape them, and other lines of such a file have GTKWave start programs.
void check_waveform_name(const std::string& path);

}  // namespace turnpike::sim
