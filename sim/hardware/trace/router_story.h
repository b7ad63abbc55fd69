// router_story.h - signals inside a router or an interchange that follow a flit on its way.
//
// Rows have the names of docs/timing/router.md. For an input port: the VCs with flits, the VC that
// each lane has selected, the outputs that it requests and is granted, and the flit that leaves.
// For an output port: its offers. Both kinds of components have them in rtl/router/switch_core.v.

#pragma once

#include <string>
#include <vector>

#include "model/topology/network.h"

namespace turnpike::sim {

// Bits [low +: width] of a vector.
struct WaveSlice {
  std::string signal;  // below the component
  unsigned bits = 1;   // of the whole vector
  unsigned low = 0;
  unsigned width = 1;
};

enum class StoryWords { bits, port, vc };

struct StoryRow {
  std::string title;
  std::vector<WaveSlice> slices;  // the highest bits first
  StoryWords words = StoryWords::bits;
  model::VcId first_vc = 0;  // words vc: the VC that a 0 stands for
};

// A step of the story: "select".
struct StoryStep {
  std::string title;
  std::vector<StoryRow> rows;
};

// Between the arrival of a flit and the pins of the output. Empty: a packet router, which has none
// of these signals.
std::vector<StoryStep> story_of_input(const model::Network& network, model::ComponentId component,
                                      model::PortId port);
std::vector<StoryStep> story_of_output(const model::Network& network, model::ComponentId component,
                                       model::PortId port);

}  // namespace turnpike::sim
