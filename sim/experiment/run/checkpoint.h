// checkpoint.h - the state of a run as a file, from which the run continues in another process.
//
// The file is replaced in one step, so a complete one exists at any time. Only the program that
// wrote it can read it, for a run of the same configuration and input files; everything else is
// refused. docs/checkpoints.md.

#pragma once

#include <cstdint>
#include <string>

#include "model/common/types.h"
#include "sim/experiment/config/experiment.h"
#include "sim/experiment/results/event_file.h"

namespace turnpike::sim {

struct CheckpointRequest {
  std::string file;        // empty: none is written
  model::Cycle every = 0;  // cycles, at least; at the ends of windows (docs/statistics.md)
  std::string from;        // goes on from that one; empty: from cycle 0

  // The run that wrote it, with its event log.
  bool is_resumed() const { return !from.empty() && from == file; }
};

// What a run and a checkpoint must have in common.
struct CheckpointIdentity {
  std::string program;        // hash of its file
  std::string configuration;  // TOML
  std::string inputs;         // hash of the files that it names

  // Reads those files. Throws ConfigError.
  static CheckpointIdentity of(const Experiment& experiment);
};

struct Checkpoint {
  CheckpointIdentity identity;
  model::Cycle cycle = 0;
  bool has_events = false;
  EventMark events;   // of the event log
  std::string state;  // StateStream

  // Throws ConfigError when it cannot be written; the one before is still there then.
  void write(const std::string& path);
  // Throws ConfigError for a file that is missing, damaged, or of another program, configuration or
  // input. What is in its state is checked by whoever reads that; but the state of Verilated
  // hardware cannot be, so with `has_hardware` a file that another user could have written is
  // refused.
  static Checkpoint read(const std::string& path, const CheckpointIdentity& wanted,
                         bool has_hardware);
};

}  // namespace turnpike::sim
