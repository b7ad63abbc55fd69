// gtkw_file.h - a GTKWave save file that opens on the channels of chosen components.
//
// It cuts flat vectors into ports and flits into fields, which GTKWave's translate filter files
// show as words. They show nothing while valid is low, and fields of a head only in heads. Between
// the pins of a port are the signals inside (router_story.h). All files lie beside the waveform and
// name each other without a folder, so you can move them together.

#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "model/topology/network.h"

namespace turnpike::sim {

struct WaveformView {
  std::vector<model::ComponentId> components;  // the first is the one to look at
  std::vector<model::PortId> ports;  // of the first, shown unfolded; the others are folded
  model::Cycle marker = 0;           // cycle under the marker
  model::Cycle from = 0;             // first cycle on the screen
  bool has_expected = false;         // of the first the model's outputs are in the waveform too
};

// Writes `waveform` with its ending replaced by .gtkw, the filter files, and commands for Surfer
// (surfer_file.h); returns the save file. Throws ConfigError when a file cannot be written.
std::filesystem::path write_gtkw(const std::filesystem::path& waveform,
                                 const model::Network& network, const WaveformView& view);

// Removes what write_gtkw wrote, or a part of it.
void remove_view(const std::filesystem::path& waveform);

}  // namespace turnpike::sim
