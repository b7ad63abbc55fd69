// quiet_network.h - messages through an otherwise quiet network: how long, which way.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "papers/papers.h"
#include "sim/experiment/config/experiment.h"

namespace turnpike::sim::dally {

struct QuietMessage {
  model::Cycle when = 0;
  model::NodeId source = 0;
  model::NodeId destination = 0;
  unsigned flits = 1;
};

constexpr std::uint8_t kInside = 255;  // a channel between modules of one interchange

// What became of one.
struct Way {
  model::Cycle latency = 0;          // of the last flit; cycles, those of the terminals left out
  std::vector<std::uint8_t> levels;  // of each channel, in order; 0: local; kInside

  std::size_t hops() const { return levels.size(); }
  std::size_t local() const;                // local channels
  std::size_t climb(unsigned level) const;  // channels before the first of that level
  std::size_t channels_of(unsigned level) const;
};

// A network, its messages by time, far enough apart not to meet, each with a source and destination
// of its own, and what was found.
struct QuietRun {
  Experiment network;
  std::vector<QuietMessage> messages;
  std::vector<Way> ways;  // [message]; run_quiet fills it
};

// All of them on the model, options.jobs at a time. `what` names them while they last. False:
// interrupted. Throws model::NetworkError when a message does not arrive.
bool run_quiet(std::vector<QuietRun>& runs, const PaperOptions& options, const std::string& what);

// [network], [network.express], [router] and [link] of an array of nodes, as a configuration.
std::string array_text(unsigned nodes, const std::string& express = "",
                       const std::string& link = "");

}  // namespace turnpike::sim::dally
