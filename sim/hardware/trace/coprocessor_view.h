// coprocessor_view.h - a GTKWave save file, and commands for Surfer, that open on co-processors.
//
// The rows follow a message (docs/timing/coprocessor.md): the instruction, the state of the message
// unit, its requests to memory and their responses, packets that leave and arrive, the state of the
// copy engine, and the events at the end. GTKWave shows operations and states as words.

#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "model/common/types.h"
#include "model/coprocessor/coprocessor_params.h"

namespace turnpike::sim {

struct CoprocessorView {
  std::vector<model::NodeId> nodes;  // the first is shown unfolded, the others folded
  model::Cycle marker = 0;           // cycle under the marker
  model::Cycle from = 0;             // first cycle on the screen
  std::string remark;                // text above the first node; may be empty
  std::string pin;                   // of the first node, below the remark; may be empty
};

// Writes `waveform` with its ending replaced by .gtkw, the filter files, and commands for Surfer
// (.sucl); returns the save file. Throws ConfigError when a file cannot be written.
std::filesystem::path write_coprocessor_view(const std::filesystem::path& waveform,
                                             const model::CoprocessorParams& params,
                                             const CoprocessorView& view);

// Removes all files that write_coprocessor_view wrote.
void remove_coprocessor_view(const std::filesystem::path& waveform);

}  // namespace turnpike::sim
