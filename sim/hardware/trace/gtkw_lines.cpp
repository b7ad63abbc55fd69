// gtkw_lines.cpp - the lines, as GTKWave writes them itself.

#include "sim/hardware/trace/gtkw_lines.h"

#include "sim/hardware/systemc/network_clock.h"

namespace turnpike::sim {

namespace fs = std::filesystem;

std::string path_beside(fs::path waveform, const char* ending) {
  return waveform.replace_extension(ending).string();
}

std::string name_beside(const fs::path& waveform, const char* ending) {
  return fs::path(path_beside(waveform, ending)).filename().string();
}

std::string gtkw_head(const fs::path& waveform, model::Cycle from, model::Cycle marker) {
  std::string text = "[dumpfile] \"" + waveform.filename().string() + "\"\n[savefile] \"" +
                     name_beside(waveform, kSaveFileEnding) + "\"\n[timestart] " +
                     std::to_string(from * NetworkClock::kPeriodNs) +
                     "\n[size] 1600 900\n[pos] -1 -1\n*-3.500000 " +
                     std::to_string(marker * NetworkClock::kPeriodNs);
  for (int named = 0; named < 26; ++named) text += " -1";  // markers beside the primary one
  return text + "\n[sst_expanded] 1\n";
}

std::string gtkw_group_begin(const std::string& name, bool is_open) {
  return (is_open ? "@800200\n-" : "@c00200\n-") + name + "\n";
}

std::string gtkw_group_end(const std::string& name, bool is_open) {
  return (is_open ? "@1000200\n-" : "@1401200\n-") + name + "\n";
}

}  // namespace turnpike::sim
