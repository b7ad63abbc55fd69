// picture.h - where the components and channels of a network lie on a drawing.
//
// Plain geometry in units of the distance between neighbours, y downwards; the page draws it. The
// same network always gives the same numbers.

#pragma once

#include <string>
#include <vector>

#include "model/topology/network.h"

namespace turnpike::sim {

struct Spot {
  double x = 0;
  double y = 0;

  friend Spot operator+(Spot a, Spot b) { return {a.x + b.x, a.y + b.y}; }
  friend Spot operator-(Spot a, Spot b) { return {a.x - b.x, a.y - b.y}; }
  friend Spot operator*(double f, Spot a) { return {f * a.x, f * a.y}; }
};

double length(Spot a);

// Two spots: a straight line; four: a cubic Bezier curve. From the sender to the receiver.
using Stroke = std::vector<Spot>;

// 0: the beginning, 1: the end.
Spot stroke_at(const Stroke& stroke, double share);

struct Picture {
  double width = 0;
  double height = 0;
  double node_size = 0.36;          // edge of a router's square
  double stroke_width = 0.09;       // the widest that leaves a gap between opposite channels
  std::vector<Spot> components;     // [component] centres
  std::vector<Stroke> channels;     // [channel]
  std::vector<unsigned> group;      // [channel] index in `groups`
  std::vector<std::string> groups;  // what can be shown or hidden together: "dimension 0"
  struct Label {
    Spot at;
    std::string text;
  };
  std::vector<Label> labels;  // of layers and stages
  std::string note;           // how to read it; may be empty
};

// Networks above these sizes have no picture, or one without single channels.
constexpr std::size_t kMostChannels = 8192;
constexpr std::size_t kMostComponents = 12000;
constexpr std::size_t kMostSwitches = 1500;  // of an irregular network: its layout is costly

// Mesh and torus as a grid, with layers beyond two dimensions; interchanges on their channels;
// hypercube as a projected cube; butterfly as stages; irregular by the distances between switches.
// Without components when there are too many of them.
Picture make_picture(const model::Network& network);

// Parts of it, each for its kind of network: centres of all components, labels and extent.
void place_grid(const model::Network& network, Picture& picture);
void place_cube(const model::Network& network, Picture& picture);
void place_stages(const model::Network& network, Picture& picture);
void place_graph(const model::Network& network, Picture& picture);

// The strokes and groups of channels between placed components.
void draw_grid_channels(const model::Network& network, Picture& picture);
void draw_straight_channels(const model::Network& network, Picture& picture);

// Distance between components in channels, either way; rows of a square, [from * n + to].
std::vector<unsigned> component_distances(const model::Network& network);

}  // namespace turnpike::sim
