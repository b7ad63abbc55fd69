// tracer.h - a waveform of a window of cycles and a scope of components, on request.

#pragma once

#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include "model/common/types.h"
#include "sim/hardware/systemc/rtl_network.h"

namespace turnpike::sim {

struct TraceWindow {
  std::filesystem::path file;                                  // an .fst; empty: none
  model::Cycle from = 0;                                       // first cycle in the file
  model::Cycle to = std::numeric_limits<model::Cycle>::max();  // first cycle no longer in it
  std::vector<std::string> scope;                              // component names; empty: all
};

// Advances a network and opens, flushes and closes its waveform at the right cycles. The file is
// flushed every few hundred cycles: whatever becomes of the program, what is left can be read and
// lacks at most the last few hundred cycles.
class Tracer {
 public:
  // Throws std::invalid_argument for a component that does not exist.
  Tracer(RtlNetwork& network, TraceWindow window);
  Tracer(const Tracer&) = delete;
  Tracer& operator=(const Tracer&) = delete;

  // Both throw ConfigError when the waveform cannot be written; it is removed then, with its view.
  void advance(model::Cycle cycles);
  // After the last cycle: the file is whole.
  void finish();

  // Files written so far.
  const std::vector<std::string>& files() const { return files_; }

 private:
  static constexpr model::Cycle kFlushCycles = 256;

  template <class Step>
  void keep_if_whole(Step step);
  void advance_traced(model::Cycle cycles);
  void open();
  void write_view();

  RtlNetwork& network_;
  TraceWindow window_;
  std::vector<std::size_t> modules_;  // in scope
  std::vector<std::string> files_;
};

}  // namespace turnpike::sim
