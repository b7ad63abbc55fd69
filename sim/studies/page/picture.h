// picture.h - where the components and channels of a network lie on a drawing.
//
// Plain geometry (model/topology/drawing.h); the page draws it. The same network always gives the
// same numbers.

#pragma once

#include <string>
#include <vector>

#include "model/topology/drawing.h"
#include "model/topology/network.h"

namespace turnpike::sim {

using model::Spot;

double length(Spot a);

// Two spots: a straight line; four: a cubic Bezier curve. From the sender to the receiver.
using Stroke = std::vector<Spot>;

// 0: the beginning, 1: the end.
Spot stroke_at(const Stroke& stroke, double share);

struct Picture : model::Drawing {
  double width = 0;
  double height = 0;
  double stroke_width = 0.09;       // the widest that leaves a gap between opposite channels
  std::vector<Stroke> channels;     // [channel]
  std::vector<unsigned> group;      // [channel] index in `groups`
  std::vector<std::string> groups;  // what can be shown or hidden together: "dimension 0"
};

// Networks above these sizes have no picture, or one without single channels.
constexpr std::size_t kMostChannels = 8192;
constexpr std::size_t kMostComponents = 12000;
constexpr std::size_t kMostSwitches = 1500;  // laid out by their distances, which is costly

// A grid with layers beyond two dimensions, and interchanges on their channels; other networks as
// their topology places them, or by the distances between components. Without components when there
// are too many of them.
Picture make_picture(const model::Network& network);

// Centres of all components, labels and note.
void place_grid(const model::Network& network, Picture& picture);
void place_graph(const model::Network& network, Picture& picture);

// The strokes and groups of channels between placed components.
void draw_grid_channels(const model::Network& network, Picture& picture);
void draw_straight_channels(const model::Network& network, Picture& picture);

// Distance between components in channels, either way; rows of a square, [from * n + to].
std::vector<unsigned> component_distances(const model::Network& network);

}  // namespace turnpike::sim
